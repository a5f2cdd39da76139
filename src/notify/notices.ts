/**
 * What there is to tell: of the open book findings, questions, accounts that are held and exports, of the journal consents that
 * end soon, of a run what went wrong in it.
 */
import { Array, DateTime, Duration, Effect, Option, Schema } from "effect"
import type { Subject } from "../domain/Finding.ts"
import { ConsentId } from "../domain/identifiers.ts"
import { counted, heldRemedy } from "../domain/inWords.ts"
import type { Outcome } from "../domain/Outcome.ts"
import type { Problem } from "../domain/Problem.ts"
import { type KnownConsent, knownConsent, knownConsents, stateOf } from "../journal/knownConsents.ts"
import { Settings } from "../settings/Settings.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { readBoard } from "./Board.ts"
import { idOf, type Notice } from "./Notification.ts"

const text = Schema.NullOr(Schema.String)

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** One line of what the book is asked. */
const Found = Schema.Struct({
  type: Schema.Literals(["finding", "question", "held"]),
  id: Schema.String,
  occasion: Schema.String,
  code: Schema.String,
  account_key: text,
  institution: text,
  message: Schema.String
})

const remedies = {
  finding: (id: string) => `look at it: daybook findings show ${id}`,
  question: (id: string) => `look at it, and answer: daybook reviews show ${id}`,
  held: heldRemedy
}

/** The days of `warn_days` that live consents have reached: of each the last alone, which says all that those before said. */
const endingOf = Effect.fnUntraced(function*(consents: ReadonlyArray<KnownConsent>) {
  const { warnDays } = (yield* Settings).consent
  const now = yield* (yield* StoreClock).now
  return consents.flatMap((consent): ReadonlyArray<Notice> => {
    const { consentId, institution, latest } = consent
    const end = Option.flatMap(latest, ({ expires_at }) => Option.fromNullOr(expires_at))
    if (Option.isNone(end) || stateOf(consent, now)._tag !== "live") return []
    const left = Math.floor(Duration.toDays(DateTime.distance(now, DateTime.makeUnsafe(end.value))))
    const rung = warnDays.filter((days) => left <= days).toSorted((a, b) => a - b)[0]
    return rung === undefined ? [] : [{
      type: "consent-ending",
      subject: { kind: "consent", name: consentId },
      occasion: `${end.value} ${rung}`,
      message: `consent ${consentId} of ${institution} ends in ${counted(left, "day")}; ` +
        `renew it: daybook consent renew ${consentId}`,
      evidence: { institution, days_left: left, warn_days: rung, expires_at: end.value }
    }]
  })
})

/** The consents that end soon, by the journal alone. */
export const endingNotices = Effect.flatMap(knownConsents, endingOf)

const Ending = Schema.Struct({ consent_id: ConsentId })

/** The same with the open book, which says of which of them the journal is to be asked. */
const endingByBook = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const { warnDays } = (yield* Settings).consent
  const now = yield* (yield* StoreClock).now
  const found = yield* warehouse.rows(
    Ending,
    "select consent_id from consents where expires_at > $now::timestamptz and expires_at < $until::timestamptz order by all",
    {
      now: DateTime.formatIso(now),
      until: DateTime.formatIso(DateTime.add(now, { days: Math.max(0, ...warnDays) + 1 }))
    }
  )
  return yield* endingOf(Array.getSomes(yield* Effect.forEach(found, ({ consent_id }) => knownConsent(consent_id))))
})

/** Sightings of which nobody can have been told. */
const seenSince = `finding_sightings where run_id > $told::varchar or run_id = $run
  or run_id in (select run_id from reads where load_seq > $load::bigint)`

const Made = Schema.Struct({ run_id: Schema.String, folder: Schema.String })

/**
 * The exports of a run and of those before it that nobody was told of, as a run may fail or be ended after its export; each with its
 * folder, so that what comes next need not look for it. Where nothing says what was told, the newest before counts as untold: it may be
 * all that there is, and those before it were for others to hear of.
 */
const exportNotices = Effect.fn("notify.exportNotices")(function*(run: string, load: number | null) {
  const { root } = yield* StoreLayout
  const made = yield* (yield* Warehouse).rows(
    Made,
    `select run_id, folder from exports
     where run_id = $run
       or load_seq >= coalesce($load::bigint + 1, (select max(load_seq) from exports where run_id <> $run))
     order by load_seq`,
    { run, load }
  )
  return made.map(({ folder, run_id }): Notice => ({
    type: "export",
    subject: { kind: "run", name: run_id },
    occasion: folder,
    message: `a new export lies in ${root}/${folder}`,
    evidence: { folder: `${root}/${folder}`, manifest: `${root}/${folder}/manifest.json` }
  }))
})

/** Of the open book what is new in it since the last run that told, what is held now, and which consents end soon. */
export const bookNotices = Effect.fn("notify.bookNotices")(function*(run: string) {
  const warehouse = yield* Warehouse
  const today = DateTime.formatIsoDateUtc(yield* (yield* StoreClock).now)
  const { newest_load: load = null, newest_run: told } = yield* readBoard
  const since = { run, told, load }
  // To ask for the life of findings is dear, and one that is new was seen or taken in since, or follows from what else the book has.
  const mayBeNew = (yield* isAny(seenSince, since)) || (yield* isAny("bridges where reason = 'balance-misstated'")) ||
    (yield* isAny("unread_accounts"))
  const findings = mayBeNew
    ? yield* warehouse.rows(Found, sql("findingNotices"), since)
    : []
  const others = yield* warehouse.rows(Found, sql("notices"), { ...since, today })
  const ofBook = [...findings, ...others].map((
    { account_key, code, id, institution, message, occasion, type }
  ): Notice => ({
    type,
    subject: account_key !== null
      ? { kind: "account", name: account_key }
      : { kind: "institution", name: institution ?? "unknown" },
    occasion,
    message: `${message}; ${remedies[type](id)}`,
    evidence: { code, id }
  }))
  return [...yield* endingByBook, ...ofBook, ...yield* exportNotices(run, load)]
})

/**
 * How many of these are findings of which nobody was told, and that are not this run's own: those of a run before, whose reads
 * were taken in since, and those that follow from balances. They are new in the run that tells them, whatever run brought them.
 */
export const countUntold = Effect.fn("notify.countUntold")(function*(notices: ReadonlyArray<Notice>, run: string) {
  const others = notices.filter(({ evidence, occasion, type }) =>
    type === "finding" && (evidence["code"] === "balance-misstated" || !occasion.endsWith(` ${run}`))
  )
  if (others.length === 0) return 0
  const known = new Set((yield* readBoard).entries.map(({ notification }) => notification.id))
  return others.filter((notice) => !known.has(idOf(notice))).length
})

/** Outcomes of which nobody is told otherwise. */
const failures: ReadonlySet<Problem["outcome"]> = new Set([
  "failed",
  "usage",
  "storage",
  "quota",
  "unreachable",
  "refused",
  "partial"
])

const failedNotices = (
  subject: Subject,
  occasion: string,
  outcome: Outcome,
  problems: ReadonlyArray<Problem>
): ReadonlyArray<Notice> => {
  const failed = problems.filter(({ outcome }) => failures.has(outcome))
  const [first] = failed
  return first === undefined ? [] : [{
    type: "run-failed",
    subject,
    occasion,
    message: first.message,
    evidence: { errors: [...new Set(failed.map(({ tag }) => tag))], outcome }
  }]
}

/** What went wrong in a run: a person who is needed is told of each thing alone, the rest is one failed run. */
export const problemNotices = (
  run: string,
  outcome: Outcome,
  problems: ReadonlyArray<Problem>
): ReadonlyArray<Notice> => [
  ...problems.filter(({ outcome }) => outcome === "needs-person").map(({ message, subject, tag }): Notice => ({
    type: "person-needed",
    subject: subject ?? { kind: "store", name: "store" },
    occasion: message,
    message,
    evidence: { error: tag }
  })),
  ...failedNotices({ kind: "run", name: run }, run, outcome, problems)
]

/** What kept a run of a pipeline from beginning, `at` an instant of real time: it has no number by which it could be named. */
export const unbegunNotices = (pipeline: string, at: string, problem: Problem): ReadonlyArray<Notice> =>
  failedNotices({ kind: "store", name: "store" }, `${pipeline} ${at}`, problem.outcome, [problem])
