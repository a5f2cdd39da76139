/**
 * How the store stands, on one screen. Before anything is published only consents are known.
 */
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { allDue } from "../book/allDue.ts"
import { type DueConsents, dueConsents, wasAlive } from "../consent/dueConsents.ts"
import { printedFinding } from "../domain/Finding.ts"
import type { Problem } from "../domain/Problem.ts"
import { type KnownConsent, knownConsents } from "../journal/knownConsents.ts"
import { newestOverAfter } from "../journal/runProblems.ts"
import { Settings } from "../settings/Settings.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { StoreOrigin } from "../store/StoreOrigin.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { type AgedVerdict, agedVerdicts } from "./agedVerdicts.ts"
import { type ConsentRow, consentRows } from "./consents.ts"
import { countOpenFindings } from "./findings.ts"
import { personNeeded } from "./personNeeded.ts"
import { type Situation, Snapshot } from "./Situation.ts"
import { snapshot } from "./snapshot.ts"
import { failedChecks, heldAccounts, withholdingChecks } from "./statusCheck.ts"
import { findingsOf, isStale } from "./statusFindings.ts"
import { storeSize } from "./storeSize.ts"

const text = Schema.NullOr(Schema.String)

/** How far a consent's accounts are read; null where nothing is covered. */
const Covered = Schema.Struct({ consent_id: Schema.String, accounts: Schema.Int, covered_to: text })

/** What the snapshot says of a store. */
type Look = Pick<Situation, "published" | "bookAlone" | "held"> & {
  readonly due: ReadonlyArray<KnownConsent>
  readonly covered: ReadonlyArray<typeof Covered.Type>
  readonly verdicts: ReadonlyArray<AgedVerdict>
}

const nothing = { published: null, covered: [], held: [], verdicts: [] }

const look = Effect.fnUntraced(function*(consents: DueConsents, now: DateTime.Utc) {
  const warehouse = yield* Warehouse
  const due = yield* allDue(consents)
  const covered = yield* warehouse.rows(Covered, new URL("./consentCoverage.sql", import.meta.url))
  const [published] = yield* warehouse.rows(Snapshot, new URL("./status.sql", import.meta.url))
  const open_findings = yield* countOpenFindings
  const withheld_by = yield* withholdingChecks
  const held = yield* heldAccounts(DateTime.formatIsoDateUtc(now))
  const verdicts = yield* agedVerdicts(now)
  return {
    due,
    published: published === undefined ? null : { ...published, open_findings, withheld_by },
    bookAlone: false,
    covered,
    held,
    verdicts
  } satisfies Look
}, (looked, { due }) =>
  looked.pipe(
    Effect.provide(snapshot),
    Effect.catchTag("NothingPublished", ({ ofBook }) => Effect.succeed<Look>({ ...nothing, bookAlone: ofBook, due }))
  ))

/** A consent that was refused, or has ended and is missed by nobody, is history: `consent list` has it. */
const isCurrent = (needed: ReadonlyArray<Problem>) => ({ consent_id, state }: ConsentRow): boolean =>
  ["live", "waiting", "unknown"].includes(state) || needed.some(({ subject }) => subject?.name === consent_id)

const ageOf = (instant: string | null | undefined, now: DateTime.Utc): Duration.Duration | null =>
  Option.getOrNull(
    Option.map(Option.flatMap(Option.fromNullishOr(instant), DateTime.make), (at) => DateTime.distance(at, now))
  )

const withCoverage = (consent: ConsentRow, all: ReadonlyArray<typeof Covered.Type>) => {
  const covered = all.find(({ consent_id }) => consent_id === consent.consent_id)
  return { ...consent, accounts: covered?.accounts ?? 0, covered_to: covered?.covered_to ?? null }
}

/** Banks that were read, and of which no consent is asked about any more: what the book has of them grows older, as was meant or not. */
const banksNotAsked = (known: ReadonlyArray<KnownConsent>, due: ReadonlyArray<KnownConsent>): ReadonlyArray<string> => {
  const asked = new Set(due.map(({ institution }) => institution))
  const left = known.flatMap((consent) =>
    wasAlive(consent) && !asked.has(consent.institution) ? [consent.institution] : []
  )
  return [...new Set(left)].toSorted()
}

/** How the store stands; `maxAge` is how old the newest complete night may be. */
export const statusOf = Effect.fn("inspect.statusOf")(function*(maxAge: Duration.Duration) {
  const { root: store } = yield* StoreLayout
  const origin = yield* StoreOrigin
  const now = yield* (yield* StoreClock).now
  const known = yield* knownConsents
  const { bookAlone, covered, due, held, published, verdicts } = yield* look(dueConsents(known, now), now)
  const consents = consentRows(known, now).map((consent) => withCoverage(consent, covered))
  const nightAge = ageOf(published?.night_ended_at, now)
  const oldestQuestion = ageOf(published?.oldest_question_at, now)
  const warnDays = Math.max(0, ...(yield* Settings).consent.warnDays)
  const { lastNight, needed } = yield* personNeeded({ due, known, now })
  const situation: Situation = {
    store,
    published,
    bookAlone,
    nightAge,
    consents,
    held,
    oldestQuestion,
    warnDays,
    needed,
    lastNight,
    unpublished: yield* newestOverAfter(published?.last_run ?? null)
  }
  const findings = findingsOf(situation, maxAge).map(printedFinding)
  return {
    ok: findings.length === 0,
    stale: isStale(situation, maxAge),
    failed: failedChecks(situation, maxAge),
    findings,
    store,
    world: Option.getOrNull(yield* origin.stamped),
    now: DateTime.formatIso(now),
    night_age_hours: nightAge === null ? null : Math.floor(Duration.toHours(nightAge)),
    consents: consents.filter(isCurrent(needed)),
    given_up: banksNotAsked(known, due),
    published,
    size: yield* storeSize(),
    verdicts
  }
})

export type Status = Effect.Success<ReturnType<typeof statusOf>>
