/**
 * Endpoints 2 and 3: create a consent, read a consent.
 */
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { invalidCombination, Permission } from "../../domain/permission.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"
import { refusal } from "../server/Refusal.ts"
import { readJson } from "../server/requestBody.ts"
import type { Client } from "../state/SandboxState.ts"
import { seededText } from "../state/seeded.ts"
import { authenticate } from "../token/authenticate.ts"
import { isRegistered } from "./callbackAddress.ts"
import { consentRecord, newConsent } from "./consentLife.ts"

/** The consent if it is this client's; another client's is as unknown as none. */
export const ownConsent = Effect.fn("sandbox.ownConsent")(
  function*(context: SandboxContext, client: Client, id: string) {
    const consent = context.state.consent(id.toLowerCase())
    if (consent === undefined || consent.clientId !== client.id) {
      return yield* refusal(404, "U011", "there is no such consent", "consent_id")
    }
    return consent
  }
)

const Body = Schema.Record(Schema.String, Schema.Unknown)

const isPermission = Schema.is(Permission)

/** Where a person decides about the n-th consent. */
export const authorisationAddress = (context: SandboxContext, consentNumber: number): string =>
  `${context.origin}/authorize/${seededText(context.state.seed, "authorize", consentNumber)}`

/** Answers `POST /ais/v1/consents`. */
export const createConsent = Effect.fn("sandbox.createConsent")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest
) {
  const client = yield* authenticate(context, request, "write")
  const body = yield* Schema.decodeUnknownEffect(Body)(yield* readJson(request)).pipe(
    Effect.mapError(() => refusal(400, "U010", "the body is not a JSON object"))
  )
  const field = Effect.fn("sandbox.createConsent.field")(function*(name: string) {
    const value = body[name]
    if (typeof value === "string" && value !== "") return value
    return yield* value === undefined
      ? refusal(400, "U004", `${name} is missing`, name)
      : refusal(400, "U002", `${name} ${value === "" ? "is empty" : "is not a text"}`, name)
  })
  const institution = yield* field("institutionName")
  const scope = yield* field("scope")
  const callbackUri = yield* field("callbackUri")
  if (!context.modelBanks.banks.some((bank) => bank.institution === institution)) {
    return yield* refusal(400, "U002", `there is no institution ${institution}`, "institutionName")
  }
  const permissions: Array<Permission> = []
  for (const word of scope.split(" ").filter((word) => word !== "")) {
    if (!isPermission(word)) return yield* refusal(400, "U002", `there is no permission ${word}`, "scope")
    if (!permissions.includes(word)) permissions.push(word)
  }
  const invalid = invalidCombination(permissions)
  if (invalid !== undefined) {
    return yield* refusal(400, "U002", `the permissions do not go together: ${invalid}`, "scope")
  }
  if (!isRegistered(client.callbackUris, callbackUri)) {
    return yield* refusal(400, "U002", "the callback address is not one that the client registered", "callbackUri")
  }
  const now = yield* context.state.now
  const asked = { seed: context.state.seed, clientId: client.id, institution, permissions, callbackUri, now }
  const consent = yield* context.state.addConsent(newConsent(asked))
  yield* context.webhooks.send(client, "consent.created", consent, now)
  return json({
    authorization_uri: authorisationAddress(context, consent.number),
    consent_id: consent.id
  }, { status: 201 })
})

/** Answers `GET /ais/v1/consents/<consent_id>`. */
export const readConsent = Effect.fn("sandbox.readConsent")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest,
  id: string
) {
  const client = yield* authenticate(context, request, "read")
  const consent = yield* ownConsent(context, client, id)
  return json(consentRecord(consent, yield* context.state.now))
})
