/**
 * The gateway as the rest of the program sees it: make a consent, read a consent, read a page. Each ends in an answer
 * that could be read, or in an error that says what to do.
 */
import { Context, Deferred, Effect, Fiber, Layer, Result, Schema, type Scope } from "effect"
import type { ConsentId, ReadId } from "../domain/identifiers.ts"
import type { Resource } from "../domain/permission.ts"
import { Exchange } from "../exchange/Exchange.ts"
import type { Profile } from "../institution/Capability.ts"
import { ConsentRecord, type ConsentRequest, ConsentResponse } from "../interface/wire.ts"
import type { ConsentFolder } from "../journal/ConsentFolder.ts"
import { Run } from "../journal/Run.ts"
import { Settings } from "../settings/Settings.ts"
import { Token } from "../token/Token.ts"
import { type Envelope, envelopeOf } from "./envelope.ts"
import { type ListedRow, listedRows } from "./listedRows.ts"
import { makePaces } from "./pace.ts"
import { pageFields } from "./pageFields.ts"
import { type PageMarks, pageMarks } from "./pageMarks.ts"
import { type GatewayFailure, requester } from "./request.ts"

/** Everything after the question mark, as it goes onto the wire: what a bank's link says there stays as it was sent. */
export type Query = string

/** One page to read; `page` counts from 1 and is null where it is only looked at again. */
export interface PageAsk {
  readonly folder: Pick<ConsentFolder, "consentId" | "append" | "keep">
  readonly readId: ReadId
  readonly resource: Resource
  readonly bank: Pick<Profile, "institution" | "rules">
  readonly query: Query
  readonly page: number | null
}

/** What a page says. */
interface Told {
  readonly envelope: Envelope
  /** By what the bank says that its rows are not all, in words; null where it does not. */
  readonly short: string | null
  readonly marks: PageMarks
  /** Its rows by their names; they are looked at only where there are several pages. */
  readonly rows: () => ReadonlyArray<ListedRow>
}

/** A page that came. */
export interface Page extends Told {
  /** Waits until it stands in the journal: `frame` is its number among the bodies of its folder, `bytes` its size there. */
  readonly kept: Effect.Effect<{ readonly frame: number | null; readonly bytes: number }, GatewayFailure>
}

const recordIn = <A, E>(schema: Schema.Codec<A, E>) => {
  const decode = Schema.decodeUnknownResult(Schema.fromJsonString(schema))
  return (body: Uint8Array) =>
    Result.mapError(
      decode(new TextDecoder().decode(body)),
      () => ({ reason: "it is not what the interface describes", passes: true })
    )
}

const consentRecord = recordIn(ConsentRecord)
const consentResponse = recordIn(ConsentResponse)

const pathTo = (consentId: ConsentId, resource: Resource) => `/ais/v1/${encodeURIComponent(consentId)}/${resource}`

const shortBy = (status: number, { errors }: Envelope): string | null =>
  status === 202 || status === 206 ? `it answers ${status}` : errors ? "it tells of errors beside the rows" : null

/** The only way to the gateway. */
export class Gateway extends Context.Service<Gateway, {
  /** Makes a consent. It is sent again only while it cannot have arrived. */
  readonly createConsent: (
    request: typeof ConsentRequest.Type
  ) => Effect.Effect<typeof ConsentResponse.Type, GatewayFailure>
  /** Reads a consent's record. */
  readonly readConsent: (
    folder: Pick<ConsentFolder, "consentId" | "append">
  ) => Effect.Effect<typeof ConsentRecord.Type, GatewayFailure>
  /** Where a resource lies; links between pages are read against it. */
  readonly addressOf: (consentId: ConsentId, resource: Resource) => URL
  /** Reads one page, and gives it once it has come; it is brought into the journal while the scope is open. */
  readonly page: (ask: PageAsk) => Effect.Effect<Page, GatewayFailure, Scope.Scope>
}>()("daybook/gateway/Gateway") {
  static readonly layerNoDeps = Layer.effect(
    Gateway,
    Effect.gen(function*() {
      const { baseUrl } = (yield* Settings).gateway
      const run = yield* Run
      const request = yield* requester
      const paceOf = yield* makePaces
      const outsideReads = {
        query: "",
        readId: null,
        keep: null,
        page: null,
        turn: Effect.void,
        free: Effect.void,
        came: () => Effect.void
      } as const

      const addressOf = (consentId: ConsentId, resource: Resource) =>
        new URL(`${baseUrl.href.replace(/\/+$/, "")}${pathTo(consentId, resource)}`)

      const createConsent = Effect.fn("Gateway.createConsent")(function*(payload: typeof ConsentRequest.Type) {
        const { value } = yield* request({
          ...outsideReads,
          method: "POST",
          path: "/ais/v1/consents",
          what: `a consent for ${payload.institutionName}`,
          consentId: null,
          institution: payload.institutionName,
          send: (client) => client.ais.createConsent({ payload, responseMode: "response-only" }),
          append: run.append,
          read: consentResponse
        })
        return value
      })

      const readConsent = Effect.fn("Gateway.readConsent")(
        function*({ append, consentId }: Pick<ConsentFolder, "consentId" | "append">) {
          const { value } = yield* request({
            ...outsideReads,
            method: "GET",
            path: `/ais/v1/consents/${encodeURIComponent(consentId)}`,
            what: `consent ${consentId}`,
            consentId,
            institution: null,
            send: (client) => client.ais.readConsent({ params: { consentId }, responseMode: "response-only" }),
            append,
            read: consentRecord
          })
          return value
        }
      )

      const page = Effect.fn("Gateway.page")(function*(ask: PageAsk) {
        const { folder: { append, consentId, keep }, page, query, readId, resource } = ask
        const pace = yield* paceOf(ask.bank)
        const wanted = { params: { consentId }, query: {}, responseMode: "response-only" } as const
        const came = yield* Deferred.make<Told, GatewayFailure>()
        const keeping = yield* pace.held((free) =>
          request({
            method: "GET",
            path: pathTo(consentId, resource),
            query,
            what: `${resource} of consent ${consentId}`,
            consentId,
            institution: ask.bank.institution,
            send: (client) => client.ais[resource](wanted),
            readId,
            append,
            keep,
            page,
            turn: pace.turn,
            free,
            came: (answer: Told) => Effect.asVoid(Deferred.succeed(came, answer)),
            read: (body, { headers, status }) =>
              Result.map(envelopeOf(body, resource, headers["link"]), (envelope) => {
                const fields = pageFields(body, resource)
                let listed: ReadonlyArray<ListedRow> | undefined
                return {
                  envelope,
                  marks: pageMarks(fields, resource),
                  rows: () =>
                    listed ??= resource === "transactions"
                      ? listedRows(body, fields, ask.bank.rules.transactionIds === "stable")
                      : [],
                  short: shortBy(status, envelope)
                }
              })
          })
        ).pipe(Effect.onError((cause) => Deferred.failCause(came, cause)), Effect.forkScoped)
        return { ...(yield* Deferred.await(came)), kept: Fiber.join(keeping) }
      })

      return Gateway.of({ createConsent, readConsent, addressOf, page })
    })
  )

  /** With its own token and exchange; needs the credentials, the settings, the run and a transport. */
  static readonly layer = Gateway.layerNoDeps.pipe(
    Layer.provide(Token.layer),
    Layer.provide(Exchange.layer)
  )
}
