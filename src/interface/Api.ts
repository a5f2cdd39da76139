/**
 * The gateway's interface: the six endpoints, once. The client calls it, the sandbox serves it and the OpenAPI document
 * is generated from it.
 *
 * Endpoint 1 lies under `auth_url`, the others under `base_url`; both may be the same origin.
 */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Wire from "./wire.ts"

const consentPath = { consentId: Schema.String }

/** The documented filters; whatever else a page link carries is replayed as it stands. */
const query = <const F extends Schema.Struct.Fields>(fields: F) =>
  Schema.StructWithRest(Schema.Struct(fields), [Schema.Record(Schema.String, Schema.String)])

const accountId = Schema.optionalKey(Schema.String.annotate({ description: "routes to the account-specific path" }))

const refused = (status: number) => Wire.ErrorResponse.pipe(HttpApiSchema.status(status))

const refusals = [refused(400), refused(401), refused(403), refused(404), refused(429)] as const

const Authorisation = HttpApiGroup.make("authorisation")
  .add(
    HttpApiEndpoint.post("token", "/oauth/token", {
      payload: Wire.TokenRequest,
      success: Wire.TokenResponse,
      error: [Wire.TokenError.pipe(HttpApiSchema.status(400)), Wire.TokenError.pipe(HttpApiSchema.status(401))]
    }).annotate(OpenApi.Summary, "Exchange client credentials for an access token")
  )

const Ais = HttpApiGroup.make("ais")
  .add(
    HttpApiEndpoint.post("createConsent", "/consents", {
      payload: Wire.ConsentRequest,
      success: Wire.ConsentResponse.pipe(HttpApiSchema.status(201)),
      error: refusals
    }).annotate(OpenApi.Summary, "Create a consent and get the address where the person approves it"),
    HttpApiEndpoint.get("readConsent", "/consents/:consentId", {
      params: consentPath,
      success: Wire.ConsentRecord,
      error: refusals
    }).annotate(OpenApi.Summary, "Read a consent's record"),
    HttpApiEndpoint.get("accounts", "/:consentId/accounts", {
      params: consentPath,
      query: query({}),
      success: Wire.AccountsPage,
      error: refusals
    }).annotate(OpenApi.Summary, "Read the accounts of a consent"),
    HttpApiEndpoint.get("balances", "/:consentId/balances", {
      params: consentPath,
      query: query({ accountId }),
      success: Wire.BalancesPage,
      error: refusals
    }).annotate(OpenApi.Summary, "Read balances, of all accounts or of one"),
    HttpApiEndpoint.get("transactions", "/:consentId/transactions", {
      params: consentPath,
      query: query({
        accountId,
        fromBookingDateTime: Schema.optionalKey(Schema.String.annotate({ description: "start of the window" })),
        toBookingDateTime: Schema.optionalKey(
          Schema.String.annotate({ description: "end of the window; an extension that few banks understand" })
        )
      }),
      success: Wire.TransactionsPage,
      error: refusals
    }).annotate(OpenApi.Summary, "Read transactions, of all accounts or of one")
  )
  .prefix("/ais/v1")

export const Api = HttpApi.make("account-information")
  .add(Authorisation)
  .add(Ais)
  .annotateMerge(OpenApi.annotations({ title: "Account information gateway", version: "1" }))
