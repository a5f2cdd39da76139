/**
 * The six endpoints of `interface/Api.ts`, served. The handlers take the raw request and give the raw answer, because
 * bytes and error bodies are the gateway's own, and because some answers are wrong on purpose.
 */
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { Resource } from "../domain/permission.ts"
import { Api } from "../interface/Api.ts"
import { createConsent, readConsent } from "./consent/consentEndpoints.ts"
import type { Fault, FaultResource } from "./faults/faults.ts"
import { refusedByFault, throughFault } from "./faults/faultyAnswer.ts"
import { readResource } from "./resources/readResource.ts"
import type { SandboxContext } from "./SandboxContext.ts"
import { errorAnswer, interactionId, tokenErrorAnswer } from "./server/answers.ts"
import { type Refusal, refusal } from "./server/Refusal.ts"
import type { StateNotWritten } from "./state/SandboxState.ts"
import { token } from "./token/tokenEndpoint.ts"

type Request = HttpServerRequest.HttpServerRequest
type Answer = HttpServerResponse.HttpServerResponse

/** Runs an endpoint with the fault that is due, and writes refusals in the shape of the place. */
const served = Effect.fn("sandbox.served")(function*(
  context: SandboxContext,
  request: Request,
  resource: FaultResource,
  institution: string | undefined,
  serve: (fault: Fault | undefined) => Effect.Effect<Answer, Refusal | StateNotWritten>
) {
  const refused = resource === "token"
    ? (error: Refusal) => tokenErrorAnswer(oauthWord(error))
    : (error: Refusal) => errorAnswer(error, interactionId(request))
  return yield* Effect.gen(function*() {
    const fault = yield* context.faults.take(request.headers["x-sandbox-fault"], resource, institution)
    const instead = refusedByFault(fault)
    if (instead !== undefined) return yield* instead
    return yield* throughFault(fault, yield* serve(fault))
  }).pipe(
    Effect.catchTag("StateNotWritten", (error) => Effect.fail(refusal(500, "U000", error.message))),
    Effect.catchTag("Refusal", (error) => Effect.succeed(refused(error)))
  )
})

const oauthWords: Readonly<Record<number, string>> = {
  401: "invalid_client",
  500: "server_error",
  503: "temporarily_unavailable",
  429: "temporarily_unavailable"
}

/** The token endpoint speaks OAuth, also where a fault speaks for it. */
const oauthWord = (error: Refusal): Refusal =>
  /^(U\d{3}|TK\w\w)$/.test(error.code)
    ? refusal(error.status, oauthWords[error.status] ?? "invalid_request", error.reason)
    : error

/** Endpoint 1. */
export const authorisationHandlers = (context: SandboxContext) =>
  HttpApiBuilder.group(
    Api,
    "authorisation",
    (handlers) =>
      handlers.handleRaw("token", ({ request }) =>
        served(context, request, "token", undefined, () => token(context, request)))
  )

/** Endpoints 2 to 6. */
export const aisHandlers = (context: SandboxContext) => {
  const institutionOf = (consentId: string) => context.state.consent(consentId.toLowerCase())?.institution
  const read = (resource: Resource) =>
  ({ params, request }: {
    readonly params: { readonly consentId: string }
    readonly request: Request
  }) =>
    served(
      context,
      request,
      resource,
      institutionOf(params.consentId),
      (fault) => readResource(context, request, params.consentId, resource, fault)
    )
  return HttpApiBuilder.group(
    Api,
    "ais",
    (handlers) =>
      handlers
        .handleRaw("createConsent", ({ request }) =>
          served(context, request, "consents", undefined, () => createConsent(context, request)))
        .handleRaw("readConsent", ({ params, request }) =>
          served(context, request, "consents", institutionOf(params.consentId), () =>
            readConsent(context, request, params.consentId)))
        .handleRaw("accounts", read("accounts"))
        .handleRaw("balances", read("balances"))
        .handleRaw("transactions", read("transactions"))
  )
}
