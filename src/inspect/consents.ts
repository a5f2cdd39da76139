/**
 * What the store knows of its consents. It comes from the journal, not from the snapshot: a consent that nobody has
 * approved yet is known before anything is published.
 */
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { ConsentUnknown } from "../consent/ConsentError.ts"
import { type ConsentState, mayBeApproved } from "../domain/consentState.ts"
import { ConsentId } from "../domain/identifiers.ts"
import { type KnownConsent, knownConsent, knownConsents, stateOf } from "../journal/knownConsents.ts"
import { StoreClock } from "../store/StoreClock.ts"

/**
 * A consent as last known. `status` is a version 4 code, `AWAU` while nobody has decided; `state` is how it stands by all
 * that is known; `days_left` are whole days in the time of the store's world, null where the consent has no end or has not
 * told it. Instants are ISO 8601.
 */
export interface ConsentRow {
  readonly consent_id: string
  readonly institution: string
  readonly status: string
  readonly days_left: number | null
  readonly expires_at: string | null
  readonly transaction_from: string | null
  readonly transaction_to: string | null
  readonly permissions: ReadonlyArray<string>
  readonly retired: boolean
  readonly state: ConsentState["_tag"]
}

/**
 * More of one consent. `since` is from when on its state holds, null where nothing tells; `authorization_uri` is where the
 * person approves, null where nobody is waited for.
 */
export interface ConsentDetails extends ConsentRow {
  readonly since: string | null
  readonly waiting: boolean
  readonly authorization_uri: string | null
  readonly callback_uri: string
  readonly created_at: string
  readonly read_at: string | null
  readonly deleted: boolean
  readonly retired_because: string | null
}

const rowOf = (consent: KnownConsent, now: DateTime.Utc): ConsentRow => {
  const latest = Option.getOrUndefined(consent.latest)
  const expires = latest?.expires_at ?? null
  const end = expires === null ? undefined : Option.getOrUndefined(DateTime.make(expires))
  return {
    consent_id: consent.consentId,
    institution: consent.institution,
    status: latest?.status ?? "AWAU",
    days_left: end === undefined ? null : Math.max(0, Math.floor(Duration.toDays(DateTime.distance(now, end)))),
    expires_at: expires,
    transaction_from: latest?.transaction_from ?? null,
    transaction_to: latest?.transaction_to ?? null,
    permissions: latest?.permissions ?? consent.created.permissions,
    retired: Option.isSome(consent.retired),
    state: stateOf(consent, now)._tag
  }
}

const byInstitution = (a: KnownConsent, b: KnownConsent): number =>
  a.institution === b.institution
    ? (a.created.at < b.created.at ? -1 : a.created.at > b.created.at ? 1 : 0)
    : a.institution < b.institution
    ? -1
    : 1

/** Consents as they stand at `now`, by institution and age. */
export const consentRows = (known: ReadonlyArray<KnownConsent>, now: DateTime.Utc): ReadonlyArray<ConsentRow> =>
  known.toSorted(byInstitution).map((consent) => rowOf(consent, now))

/** Every consent of the store. */
export const listConsents = Effect.fn("inspect.listConsents")(function*() {
  return consentRows(yield* knownConsents, yield* (yield* StoreClock).now)
})

const decodeConsentId = Schema.decodeOption(ConsentId)

/** The consent of this id; fails where the store has none. */
export const findConsent = Effect.fn("inspect.findConsent")(function*(consentId: string) {
  const id = decodeConsentId(consentId)
  const found = Option.isSome(id) ? yield* knownConsent(id.value) : Option.none<KnownConsent>()
  return Option.isSome(found) ? found.value : yield* new ConsentUnknown({ consentId })
})

/** One consent. */
export const showConsent = Effect.fn("inspect.showConsent")(function*(consentId: string) {
  const now = yield* (yield* StoreClock).now
  const consent = yield* findConsent(consentId)
  const { created, latest, retired } = consent
  const state = stateOf(consent, now)
  const waiting = mayBeApproved(state)
  return {
    ...rowOf(consent, now),
    since: state.since === null ? null : DateTime.formatIso(state.since),
    waiting,
    authorization_uri: waiting ? created.authorization_uri : null,
    callback_uri: created.callback_uri,
    created_at: created.at,
    read_at: Option.getOrNull(Option.map(latest, ({ at }) => at)),
    deleted: Option.exists(latest, ({ deleted }) => deleted),
    retired_because: Option.getOrNull(Option.map(retired, ({ reason }) => reason))
  } satisfies ConsentDetails
})
