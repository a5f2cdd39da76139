/**
 * The gate: makes consents, reads them, and opens those that are live. Nothing is read from a bank without the Grant that
 * it gives.
 */
import { Context, Effect, FileSystem, Layer, Option, Result, Schema } from "effect"
import type { Consent } from "../domain/consent.ts"
import { ConsentId, type Institution } from "../domain/identifiers.ts"
import { invalidCombination } from "../domain/permission.ts"
import { isWebAddress } from "../domain/webAddress.ts"
import { Gateway } from "../gateway/Gateway.ts"
import { AnswerUnreadable, type GatewayError, OutcomeUnknown } from "../gateway/GatewayError.ts"
import type { ConsentCreated } from "../journal/events.ts"
import { type KnownConsent, knownConsent } from "../journal/knownConsents.ts"
import { Run } from "../journal/Run.ts"
import { Settings } from "../settings/Settings.ts"
import type { StorageError } from "../store/StorageError.ts"
import type { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import type { WorldMismatch } from "../store/StoreOrigin.ts"
import * as Refused from "./ConsentError.ts"
import { consentOf, readEventOf } from "./consentRecord.ts"
import type { Grant } from "./Grant.ts"
import { openGrant } from "./openGrant.ts"
import { permissionMissing, refusalOf } from "./refusals.ts"

/** An open gate. `missing` names what the configuration asks for and the consent does not permit. */
export interface Opened {
  readonly grant: Grant
  readonly missing: Refused.PermissionMissing | null
}

type Fatal = WorldMismatch | StorageError

/** What a new consent asks for. `replaces` is the one whose place it is to take once it was read. */
export interface ConsentRequest {
  readonly institution: Institution
  readonly permissions: ReadonlyArray<string>
  readonly callbackUri: URL
  readonly replaces?: ConsentId
}

export class ConsentGate extends Context.Service<ConsentGate, {
  /** Makes a consent; a person has then to approve it at its `authorization_uri`. */
  readonly create: (request: ConsentRequest) => Effect.Effect<
    typeof ConsentCreated.Type,
    | Refused.PermissionsRefused
    | Refused.InstitutionUnknown
    | Refused.CallbackRefused
    | Refused.ConsentIdGivenBefore
    | GatewayError
    | Fatal
  >
  /** What the store knows of a consent; asks nobody. */
  readonly find: (consentId: ConsentId) => Effect.Effect<KnownConsent, Refused.ConsentUnknown | StorageError>
  /** Reads a consent's record and writes down what it says. */
  readonly read: (consentId: ConsentId) => Effect.Effect<
    Consent,
    Refused.ConsentUnknown | Refused.ConsentGone | GatewayError | Fatal
  >
  /** Reads a consent's record and opens the gate if the consent is live. */
  readonly open: (consentId: ConsentId) => Effect.Effect<Opened, Refused.ConsentRefusal | GatewayError | Fatal>
}>()("daybook/consent/ConsentGate") {
  static readonly layer = Layer.effect(
    ConsentGate,
    Effect.gen(function*() {
      const gateway = yield* Gateway
      const run = yield* Run
      const settings = yield* Settings
      const stored = yield* Effect.context<FileSystem.FileSystem | StoreLayout | StoreClock>()
      const written = new Map<ConsentId, string>()

      const create = Effect.fn("ConsentGate.create")(
        function*({ callbackUri, institution, permissions, replaces }: ConsentRequest) {
          const invalid = invalidCombination(permissions)
          if (invalid !== undefined) return yield* new Refused.PermissionsRefused({ institution, reason: invalid })
          const request = { institutionName: institution, scope: permissions.join(" "), callbackUri: callbackUri.href }
          const refused = (status: number) => Effect.fail(new Refused.InstitutionUnknown({ institution, status }))
          const made = yield* gateway.createConsent(request).pipe(
            Effect.catchTags({
              NotOffered: ({ status }) => refused(status),
              BadRequest: ({ about, status }) => {
                const reason = "the gateway does not take them"
                if (about === "callback") {
                  return Effect.fail(new Refused.CallbackRefused({ callbackUri: request.callbackUri }))
                }
                if (about === "permission") return Effect.fail(new Refused.PermissionsRefused({ institution, reason }))
                return refused(status)
              }
            })
          )
          const consentId = decodeConsentId(made.consent_id)
          const address = URL.parse(made.authorization_uri)
          if (Option.isNone(consentId) || address === null || !isWebAddress(address)) {
            const reason = "its answer names no consent or no web address"
            return yield* new OutcomeUnknown({ what: `a consent for ${institution}`, reason })
          }
          const before = yield* Effect.provideContext(knownConsent(consentId.value), stored)
          if (Option.isSome(before) && before.value.institution !== institution) {
            return yield* new Refused.ConsentIdGivenBefore({
              consentId: consentId.value,
              institution,
              before: before.value.institution
            })
          }
          const event: typeof ConsentCreated.Type = {
            event: "consent-created",
            at: yield* run.at,
            consent_id: consentId.value,
            institution,
            authorization_uri: made.authorization_uri,
            callback_uri: request.callbackUri,
            permissions,
            ...replaces === undefined ? {} : { replaces }
          }
          const folder = yield* run.folder(consentId.value)
          yield* folder.append(event)
          yield* folder.sync
          return event
        }
      )

      const find = Effect.fn("ConsentGate.find")(function*(consentId: ConsentId) {
        const known = yield* Effect.provideContext(knownConsent(consentId), stored)
        return Option.isSome(known) ? known.value : yield* new Refused.ConsentUnknown({ consentId })
      })

      const look = Effect.fnUntraced(function*({ consentId, created, institution }: KnownConsent) {
        const folder = yield* run.folder(consentId)
        const gone = () => Effect.fail(new Refused.ConsentGone({ consentId, institution }))
        const record = yield* gateway.readConsent(folder).pipe(
          Effect.catchTags({ NotOffered: gone, BadRequest: gone })
        )
        if (record.id.toLowerCase() !== consentId.toLowerCase()) {
          const reason = "it is the record of another consent"
          return yield* new AnswerUnreadable({ what: `consent ${consentId}`, reason, tries: 1 })
        }
        const event = readEventOf(created, record, yield* run.at)
        // Whoever waits for a person looks often; what says the same again is no news.
        const said = JSON.stringify({ ...event, at: null })
        if (written.get(consentId) !== said) yield* folder.append(event)
        written.set(consentId, said)
        return consentOf(institution, event)
      })

      const read = Effect.fn("ConsentGate.read")((consentId: ConsentId) => Effect.flatMap(find(consentId), look))

      const open = Effect.fn("ConsentGate.open")(function*(consentId: ConsentId) {
        const known = yield* find(consentId)
        const { institution } = known
        if (Option.isSome(known.retired)) {
          return yield* new Refused.ConsentNotUsed({ consentId, institution, reason: known.retired.value.reason })
        }
        const consent = yield* look(known)
        const opened = yield* Effect.provideContext(openGrant(known, consent), stored)
        if (Result.isFailure(opened)) return yield* refusalOf(known, consent, opened.failure)
        return { grant: opened.success, missing: permissionMissing(consent, settings.consent.permissions) }
      })

      return ConsentGate.of({ create, find, read, open })
    })
  )
}

const decodeConsentId = Schema.decodeUnknownOption(ConsentId)
