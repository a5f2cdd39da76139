/**
 * Control: moves the clock, switches faults on and off, and decides for the person. Only from this machine, only as
 * JSON, and not for pages of other origins.
 */
import { Effect, Schema } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { FaultName, FaultResource } from "../faults/faults.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"
import { refusal } from "../server/Refusal.ts"
import { decideConsent } from "./decideConsent.ts"
import { moveClock } from "./moveClock.ts"
import { guarded, readOrder, utc } from "./readOrder.ts"

const Faults = Schema.Struct({
  fault: FaultName,
  institution: Schema.optionalKey(Schema.NonEmptyString),
  resource: Schema.optionalKey(FaultResource),
  times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })))
})

const switchFault = Effect.fn("control.switchFault")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest
) {
  const order = yield* readOrder(context, Faults, request)
  const known = context.modelBanks.banks.map(({ institution }) => institution)
  if (order.institution !== undefined && !known.includes(order.institution)) {
    return yield* refusal(400, "U002", `there is no institution ${order.institution}`, "institution")
  }
  yield* context.faults.add(order)
  return json({ faults: context.faults.list() })
})

const show = Effect.fn("control.show")(
  function*(context: SandboxContext, request: HttpServerRequest.HttpServerRequest) {
    yield* guarded(context, request)
    return json({
      now: utc(yield* context.state.now),
      seed: context.state.seed,
      faults: context.faults.list(),
      institutions: context.modelBanks.banks.map(({ institution }) => institution)
    })
  }
)

const clearFaults = Effect.fn("control.clearFaults")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest
) {
  yield* guarded(context, request)
  yield* context.faults.clear
  return HttpServerResponse.empty({ status: 204 })
})

/** The control routes. Their failures are `Refusal`s, which the front writes out. */
export const controlRoutes = (context: SandboxContext) =>
  [
    HttpRouter.route("GET", "/_control", (request) => show(context, request)),
    HttpRouter.route("POST", "/_control/clock", (request) => moveClock(context, request)),
    HttpRouter.route("POST", "/_control/faults", (request) => switchFault(context, request)),
    HttpRouter.route("DELETE", "/_control/faults", (request) => clearFaults(context, request)),
    HttpRouter.route("POST", "/_control/consents/:id", (request) =>
      Effect.flatMap(HttpRouter.params, ({ id }) =>
        decideConsent(context, request, id ?? "")))
  ] as const
