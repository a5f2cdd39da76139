/**
 * The consents that the store knows, from the journal alone: what was made here, what its record said last, and whether
 * it is still in use.
 *
 * A run writes what it learns of a consent into its own folder of it, so the newest folder knows best; only as many are
 * read as it takes, which are all of a consent that was never approved.
 */
import { DateTime, Effect, FileSystem, Option, Schema } from "effect"
import { type ConsentState, consentState, stateSaid } from "../domain/consentState.ts"
import type { ConsentId, Institution, RunId } from "../domain/identifiers.ts"
import type { StorageError } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { readEventsNamed } from "./EventLog.ts"
import { ConsentCreated, ConsentRead, ConsentRetired } from "./events.ts"
import { consentsIn, runsIn } from "./journalFolders.ts"

/** A consent as the journal knows it. */
export interface KnownConsent {
  readonly consentId: ConsentId
  readonly institution: Institution
  /** How it was made: where the person approves, what was asked for. */
  readonly created: typeof ConsentCreated.Type
  /** The run that made it; runs are numbered in the order in which they began. */
  readonly createdIn: RunId
  /** What its record said when it was last read; none before the first time. */
  readonly latest: Option.Option<typeof ConsentRead.Type>
  /** Whether its record has ever said that it was approved. */
  readonly wasApproved: boolean
  /** Why it is no longer used; none while it is. */
  readonly retired: Option.Option<typeof ConsentRetired.Type>
  /** The run that gave it up. */
  readonly retiredIn: Option.Option<RunId>
}

const instant = (text: string | null) => Option.getOrNull(Option.flatMap(Option.fromNullOr(text), DateTime.make))

/** How a consent stands at `now`, as far as the store knows. Before its record was first read nobody has decided. */
export const stateOf = ({ latest, retired }: KnownConsent, now: DateTime.Utc): ConsentState => {
  const read = Option.getOrUndefined(latest)
  return consentState({
    status: read?.status ?? "AWAU",
    deleted: read?.deleted ?? false,
    expiresAt: instant(read?.expires_at ?? null),
    retired: Option.getOrNull(Option.map(retired, ({ at }) => ({ since: instant(at) })))
  }, now)
}

const ConsentEvent = Schema.Union([ConsentCreated, ConsentRead, ConsentRetired])
export type ConsentEvent = typeof ConsentEvent.Type

const isConsentEvent = Schema.is(ConsentEvent)

/** The runs that have a folder of a consent, oldest first. */
const runsOf = Effect.fnUntraced(function*(consentId: ConsentId) {
  const { journal } = yield* StoreLayout
  return yield* runsIn(`${journal}/${consentId}`)
})

/** What one run has written about a consent itself, in order. */
const eventsIn = Effect.fnUntraced(function*(consentId: ConsentId, runId: RunId) {
  const events = yield* readEventsNamed(`${(yield* StoreLayout).folder(consentId, runId)}/events.ndjson`, "consent-")
  return events.filter(isConsentEvent)
})

const findEvent = <Name extends ConsentEvent["event"]>(events: ReadonlyArray<ConsentEvent>, name: Name) =>
  Option.fromUndefinedOr(
    events.findLast((event): event is Extract<ConsentEvent, { readonly event: Name }> => event.event === name)
  )

const saysApproved = (event: ConsentEvent): boolean =>
  event.event === "consent-read" && stateSaid(event.status) === "live"

/** How a consent was made, and in which run. */
const firstOf = Effect.fnUntraced(function*(runs: ReadonlyArray<RunId>, consentId: ConsentId) {
  for (const createdIn of runs) {
    const created = findEvent(yield* eventsIn(consentId, createdIn), "consent-created")
    if (Option.isSome(created)) return { created: created.value, createdIn }
  }
  return undefined
})

/** One consent; none where the journal holds nothing of how it was made. */
export const knownConsent = Effect.fn("consents.knownConsent")(
  function*(consentId: ConsentId): Effect.fn.Return<
    Option.Option<KnownConsent>,
    StorageError,
    FileSystem.FileSystem | StoreLayout
  > {
    const runs = yield* runsOf(consentId)
    const made = yield* firstOf(runs, consentId)
    if (made === undefined) return Option.none()
    const { created, createdIn } = made
    let latest = Option.none<typeof ConsentRead.Type>()
    let wasApproved = false
    let retired = Option.none<typeof ConsentRetired.Type>()
    let retiredIn = Option.none<RunId>()
    for (const run of runs.toReversed()) {
      const events = yield* eventsIn(consentId, run)
      if (Option.isNone(retired)) {
        retired = findEvent(events, "consent-retired")
        retiredIn = Option.as(retired, run)
      }
      if (Option.isNone(latest)) latest = findEvent(events, "consent-read")
      wasApproved = events.some(saysApproved)
      if (wasApproved) break
    }
    const { institution } = created
    return Option.some({ consentId, institution, created, createdIn, latest, wasApproved, retired, retiredIn })
  }
)

/** Every consent that was made in this store, by id. */
export const knownConsents: Effect.Effect<
  ReadonlyArray<KnownConsent>,
  StorageError,
  FileSystem.FileSystem | StoreLayout
> = Effect.gen(function*() {
  const ids = yield* consentsIn((yield* StoreLayout).journal)
  const found = yield* Effect.forEach(ids, knownConsent, { concurrency: 8 })
  return found.flatMap(Option.toArray)
})

/** What was learned about a consent itself, oldest first: of the newest runs as many as it takes until that is enough. */
export const consentHistory = Effect.fn("consents.consentHistory")(
  function*(consentId: ConsentId, isEnough: (events: ReadonlyArray<ConsentEvent>) => boolean): Effect.fn.Return<
    ReadonlyArray<ConsentEvent>,
    StorageError,
    FileSystem.FileSystem | StoreLayout
  > {
    const events: Array<ConsentEvent> = []
    for (const run of (yield* runsOf(consentId)).toReversed()) {
      events.unshift(...yield* eventsIn(consentId, run))
      if (isEnough(events)) break
    }
    return events
  }
)
