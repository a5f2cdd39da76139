/**
 * What control is told: only from this machine's own programs, as JSON, or from the console's forms, and nothing that it
 * does not know.
 */
import { DateTime, Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { SandboxContext } from "../SandboxContext.ts"
import { isForeign } from "../server/callers.ts"
import { refusal } from "../server/Refusal.ts"
import { readJson } from "../server/requestBody.ts"
import { formOrder, isForm } from "./consoleForms.ts"

/** An instant as control writes it. */
export const utc = (instant: number) => DateTime.formatIso(DateTime.makeUnsafe(instant))

/** Refuses what does not come from this machine's own programs. */
export const guarded = Effect.fn("control.guarded")(
  function*(context: SandboxContext, request: HttpServerRequest.HttpServerRequest) {
    if (isForeign(context, request)) {
      return yield* refusal(403, "U008", "control takes no orders from other origins", "Origin")
    }
  }
)

/** The order in a request's body. */
export const readOrder = Effect.fn("control.readOrder")(function*<S extends Schema.Constraint>(
  context: SandboxContext,
  schema: S & Schema.ConstraintDecoder<S["Type"]>,
  request: HttpServerRequest.HttpServerRequest
) {
  yield* guarded(context, request)
  const body = yield* isForm(request) ? formOrder(context, request) : readJson(request)
  return yield* Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })(body).pipe(
    Effect.mapError((error) => refusal(400, "U002", `the body is not as it should be: ${error.message}`))
  )
})
