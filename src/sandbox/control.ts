/**
 * Control: moves the clock, switches faults on and off, and decides for the person. Only from this machine, only as
 * JSON, and not for pages of other origins.
 */
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { json } from "./answers.ts"
import { readInstant } from "./bookingFilter.ts"
import { approved, consentRecord, reauthenticated, refused, removed, revoked } from "./consentLife.ts"
import { FaultName, FaultResource } from "./faults.ts"
import type { House } from "./House.ts"
import { isForeign } from "./origins.ts"
import { refusal } from "./Refusal.ts"
import { readJson } from "./requestBody.ts"

const Clock = Schema.Union([
  Schema.Struct({ advance: Schema.String }),
  Schema.Struct({ to: Schema.String })
])

const Faults = Schema.Struct({
  fault: FaultName,
  institution: Schema.optionalKey(Schema.NonEmptyString),
  resource: Schema.optionalKey(FaultResource),
  times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })))
})

const Decision = Schema.Struct({
  action: Schema.Literals(["approve", "refuse", "revoke", "reauthenticate", "delete"])
})

/** The model world ends ten years after it began; clocks stop a day before. */
const mostYears = 10

const utc = (instant: number) => DateTime.formatIso(DateTime.makeUnsafe(instant))

const decoded = Effect.fn("control.decoded")(function*<S extends Schema.Constraint>(
  schema: S & Schema.ConstraintDecoder<S["Type"]>,
  request: HttpServerRequest.HttpServerRequest
) {
  const body = yield* readJson(request)
  return yield* Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })(body).pipe(
    Effect.mapError((error) => refusal(400, "U002", `the body is not as it should be: ${error.message}`))
  )
})

/** Refuses what does not come from this machine's own programs. */
const guarded = Effect.fn("control.guarded")(function*(house: House, request: HttpServerRequest.HttpServerRequest) {
  if (isForeign(house, request)) {
    return yield* refusal(403, "U008", "control takes no orders from other origins", "Origin")
  }
})

const moveClock = Effect.fn("control.moveClock")(function*(house: House, request: HttpServerRequest.HttpServerRequest) {
  yield* guarded(house, request)
  const order = yield* decoded(Clock, request)
  const now = yield* house.memory.now
  const target = "advance" in order ? yield* after(now, order.advance) : yield* instantOf(order.to)
  if (target < now) return yield* refusal(400, "U002", `the clock never goes backwards: it is ${utc(now)}`)
  const end = DateTime.toEpochMillis(
    DateTime.add(DateTime.makeUnsafe(house.memory.origin), { years: mostYears, days: -1 })
  )
  if (target > end) return yield* refusal(400, "U002", `the model world ends at ${utc(end)}`)
  const moved = yield* house.memory.setClock((before) => Math.max(before, target))
  return json({ now: utc(moved) })
})

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

const switchFault = Effect.fn("control.switchFault")(function*(
  house: House,
  request: HttpServerRequest.HttpServerRequest
) {
  yield* guarded(house, request)
  const order = yield* decoded(Faults, request)
  const known = house.world.banks.map(({ institution }) => institution)
  if (order.institution !== undefined && !known.includes(order.institution)) {
    return yield* refusal(400, "U002", `there is no institution ${order.institution}`, "institution")
  }
  yield* house.faults.add(order)
  return json({ faults: house.faults.list() })
})

const decide = Effect.fn("control.decide")(function*(
  house: House,
  request: HttpServerRequest.HttpServerRequest,
  id: string
) {
  yield* guarded(house, request)
  const { action } = yield* decoded(Decision, request)
  const consent = house.memory.consent(id.toLowerCase())
  if (consent === undefined) return yield* refusal(404, "U011", "there is no such consent")
  const now = yield* house.memory.now
  const accounts = house.world.customers(consent.institution)[0]?.accounts.map((account) => account.id) ?? []
  const decided = yield* house.memory.changeConsent(consent.id, (before) => {
    switch (action) {
      case "approve":
        return approved(before, accounts, now)
      case "refuse":
        return refused(before, now)
      case "revoke":
        return revoked(before, now)
      case "reauthenticate":
        return reauthenticated(before, now)
      case "delete":
        return removed(before, now)
    }
  })
  if (decided === undefined) {
    const { deleted, status } = consentRecord(consent, now)
    const state = deleted ? "deleted" : status
    return yield* refusal(400, "U009", `the consent is ${state}; it cannot be brought to ${action} from there`)
  }
  const client = house.memory.client(decided.clientId)
  if (action === "approve" && client !== undefined) yield* house.webhooks.send(client, "consent.approved", decided, now)
  return json(consentRecord(decided, now))
})

const show = Effect.fn("control.show")(function*(house: House, request: HttpServerRequest.HttpServerRequest) {
  yield* guarded(house, request)
  return json({
    now: utc(yield* house.memory.now),
    seed: house.memory.seed,
    faults: house.faults.list(),
    institutions: house.world.banks.map(({ institution }) => institution)
  })
})

const clearFaults = Effect.fn("control.clearFaults")(function*(
  house: House,
  request: HttpServerRequest.HttpServerRequest
) {
  yield* guarded(house, request)
  yield* house.faults.clear
  return HttpServerResponse.empty({ status: 204 })
})

/** The control routes. Their failures are `Refusal`s, which the front writes out. */
export const controlRoutes = (house: House) =>
  [
    HttpRouter.route("GET", "/_control", (request) => show(house, request)),
    HttpRouter.route("POST", "/_control/clock", (request) => moveClock(house, request)),
    HttpRouter.route("POST", "/_control/faults", (request) => switchFault(house, request)),
    HttpRouter.route("DELETE", "/_control/faults", (request) => clearFaults(house, request)),
    HttpRouter.route("POST", "/_control/consents/:id", (request) =>
      Effect.flatMap(HttpRouter.params, ({ id }) =>
        decide(house, request, id ?? "")))
  ] as const
