/**
 * Endpoints 2 and 3: create a consent, read a consent. And who may: a live access token with the right scope.
 */
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { invalidCombination, Permission } from "../domain/permission.ts"
import type { Scope } from "./AccessTokens.ts"
import { json } from "./answers.ts"
import { isRegistered } from "./callbackAddress.ts"
import { consentRecord, newConsent } from "./consentLife.ts"
import type { House } from "./House.ts"
import { Refusal, refusal } from "./Refusal.ts"
import { readJson } from "./requestBody.ts"
import type { Client } from "./SandboxState.ts"
import { seededText } from "./seeded.ts"

const unauthorised = (code: string, reason: string) =>
  new Refusal({
    status: 401,
    code,
    reason,
    path: "Authorization",
    headers: { "www-authenticate": "Bearer realm=\"account-information\", error=\"invalid_token\"" }
  })

/** The client whose token the request carries, if the token is alive and has the scope. */
export const authenticate = Effect.fn("sandbox.authenticate")(function*(
  house: House,
  request: HttpServerRequest.HttpServerRequest,
  scope: Scope
) {
  const header = request.headers["authorization"]
  if (header === undefined) return yield* unauthorised("TK09", "the Authorization header is missing")
  const match = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header.trim())
  const found = match?.[1] === undefined ? undefined : house.tokens.find(match[1])
  const client = found === undefined ? undefined : house.memory.client(found.clientId)
  if (found === undefined || client === undefined || client.revoked) {
    return yield* unauthorised("TK01", "the access token is not one of ours")
  }
  if ((yield* house.memory.now) >= found.expiresAt) {
    return yield* unauthorised("TKXP", "the access token has expired; ask for another one")
  }
  if (!found.scopes.includes(scope)) {
    return yield* refusal(403, "U008", `the access token lacks the scope ${scope}`, "Authorization")
  }
  return client
})

/** The consent if it is this client's; another client's is as unknown as none. */
export const ownConsent = Effect.fn("sandbox.ownConsent")(function*(house: House, client: Client, id: string) {
  const consent = house.memory.consent(id.toLowerCase())
  if (consent === undefined || consent.clientId !== client.id) {
    return yield* refusal(404, "U011", "there is no such consent", "consent_id")
  }
  return consent
})

const Body = Schema.Record(Schema.String, Schema.Unknown)

const isPermission = Schema.is(Permission)

/** Where a person decides about the n-th consent. */
export const authorisationAddress = (house: House, consentNumber: number): string =>
  `${house.origin}/authorize/${seededText(house.memory.seed, "authorize", consentNumber)}`

/** Answers `POST /ais/v1/consents`. */
export const createConsent = Effect.fn("sandbox.createConsent")(function*(
  house: House,
  request: HttpServerRequest.HttpServerRequest
) {
  const client = yield* authenticate(house, request, "write")
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
  if (!house.world.banks.some((bank) => bank.institution === institution)) {
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
  const now = yield* house.memory.now
  const asked = { seed: house.memory.seed, clientId: client.id, institution, permissions, callbackUri, now }
  const consent = yield* house.memory.addConsent(newConsent(asked))
  yield* house.webhooks.send(client, "consent.created", consent, now)
  return json({
    authorization_uri: authorisationAddress(house, consent.number),
    consent_id: consent.id
  }, { status: 201 })
})

/** Answers `GET /ais/v1/consents/<consent_id>`. */
export const readConsent = Effect.fn("sandbox.readConsent")(function*(
  house: House,
  request: HttpServerRequest.HttpServerRequest,
  id: string
) {
  const client = yield* authenticate(house, request, "read")
  const consent = yield* ownConsent(house, client, id)
  return json(consentRecord(consent, yield* house.memory.now))
})
