/**
 * Control: moves the clock, switches faults on and off, and decides for the person. Only from this machine, as JSON or by
 * the console's own forms, and not for pages of other origins.
 */
import { Effect, Schema } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { FaultName, FaultResource } from "../faults/faults.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"
import { refusal } from "../server/Refusal.ts"
import { consolePath, forPeople } from "./consoleForms.ts"
import { consolePage } from "./consolePage.ts"
import { decideConsent } from "./decideConsent.ts"
import { moveClock } from "./moveClock.ts"
import { guarded, readOrder, utc } from "./readOrder.ts"

const Faults = Schema.Struct({
  fault: FaultName,
  institution: Schema.optionalKey(Schema.NonEmptyString),
  resource: Schema.optionalKey(FaultResource),
  times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })))
})

/** A form cannot delete; it says so instead. */
const FaultsOrder = Schema.Union([Faults, Schema.Struct({ clear: Schema.Literal("all") })])

const knownInstitution = Effect.fn("control.knownInstitution")(function*(context: SandboxContext, named: string) {
  if (context.modelBanks.banks.some(({ institution }) => institution === named)) return
  return yield* refusal(400, "U002", `there is no institution ${named}`, "institution")
})

const switchFault = Effect.fn("control.switchFault")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest
) {
  const order = yield* readOrder(context, FaultsOrder, request)
  if ("clear" in order) {
    yield* context.faults.clear
    return json({ faults: [] })
  }
  if (order.institution !== undefined) yield* knownInstitution(context, order.institution)
  yield* context.faults.add(order)
  return json({ faults: context.faults.list() })
})

const LostRows = Schema.Struct({ institution: Schema.NonEmptyString })

const loseRows = Effect.fn("control.loseRows")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest
) {
  const { institution } = yield* readOrder(context, LostRows, request)
  yield* knownInstitution(context, institution)
  yield* context.faults.loseRows(institution, yield* context.state.now)
  return json({ lost: context.faults.lostDays(institution) })
})

const show = Effect.fn("control.show")(
  function*(context: SandboxContext, request: HttpServerRequest.HttpServerRequest) {
    yield* guarded(context, request)
    // A person's browser asks for a page; a program takes whatever comes.
    if ((request.headers["accept"] ?? "").includes("text/html")) return consolePage(context, yield* context.state.now)
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
    HttpRouter.route("GET", consolePath, () => Effect.map(context.state.now, (now) => consolePage(context, now))),
    HttpRouter.route("POST", "/_control/clock", (request) => forPeople(request, moveClock(context, request))),
    HttpRouter.route("POST", "/_control/faults", (request) => forPeople(request, switchFault(context, request))),
    HttpRouter.route("POST", "/_control/lost-rows", (request) => loseRows(context, request)),
    HttpRouter.route("DELETE", "/_control/faults", (request) => clearFaults(context, request)),
    HttpRouter.route("POST", "/_control/consents/:id", (request) =>
      Effect.flatMap(HttpRouter.params, ({ id }) =>
        forPeople(request, decideConsent(context, request, id ?? ""))))
  ] as const
