/**
 * Moves the sandbox's clock: by a span or to an instant, never backwards, and not past the end of the model banks.
 */
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"
import { readInstant } from "../server/readInstant.ts"
import { refusal } from "../server/Refusal.ts"
import { readOrder, utc } from "./readOrder.ts"

const Clock = Schema.Union([
  Schema.Struct({ advance: Schema.String }),
  Schema.Struct({ to: Schema.String })
])

/** The model world ends ten years after it began; clocks stop a day before. */
const mostYears = 10

/** Answers `POST /_control/clock`. */
export const moveClock = Effect.fn("control.moveClock")(
  function*(context: SandboxContext, request: HttpServerRequest.HttpServerRequest) {
    const order = yield* readOrder(context, Clock, request)
    const now = yield* context.state.now
    const target = "advance" in order ? yield* after(now, order.advance) : yield* instantOf(order.to)
    if (target < now) return yield* refusal(400, "U002", `the clock never goes backwards: it is ${utc(now)}`)
    const end = DateTime.toEpochMillis(
      DateTime.add(DateTime.makeUnsafe(context.state.origin), { years: mostYears, days: -1 })
    )
    if (target > end) return yield* refusal(400, "U002", `the model world ends at ${utc(end)}`)
    const moved = yield* context.state.setClock((before) => Math.max(before, target))
    return json({ now: utc(moved) })
  }
)

/** The instant that lies a span of ISO 8601 after another; years and months go by the calendar, in UTC. */
const after = Effect.fn("control.after")(function*(now: number, text: string) {
  const [, years, months, rest = ""] = /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(.*)$/.exec(text) ?? []
  const isCalendar = years !== undefined || months !== undefined
  const span = isCalendar && rest === "" ? Option.some(Duration.zero) : Duration.fromIso(isCalendar ? `P${rest}` : text)
  if (Option.isNone(span)) return yield* refusal(400, "U003", `advance is not an ISO 8601 duration: ${text}`)
  const start = DateTime.add(DateTime.makeUnsafe(now), { years: Number(years ?? 0), months: Number(months ?? 0) })
  return DateTime.toEpochMillis(start) + Math.floor(Duration.toMillis(span.value))
})

const instantOf = Effect.fn("control.instantOf")(function*(text: string) {
  return readInstant(text, "UTC", false) ?? (yield* refusal(400, "U003", `to is not an ISO 8601 instant: ${text}`))
})
