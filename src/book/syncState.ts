/**
 * What the book knows of consents when their reads are planned. Each question is asked of all of them at once: it takes as long for
 * a thousand as for one.
 */
import { DateTime, Effect, Schema } from "effect"
import { addDays, BookingDay, bookingDayAt, longestLate } from "../domain/bookingDay.ts"
import { AccountId, AccountKey, ConsentId, RunId } from "../domain/identifiers.ts"
import { Resource } from "../domain/permission.ts"
import type { Profile } from "../institution/Capability.ts"
import { Run } from "../journal/Run.ts"
import type { SyncState } from "../plan/PlanContext.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./syncState/${name}.sql`, import.meta.url)

const Instant = Schema.DateTimeUtcFromString

const ofConsent = { consentId: ConsentId }

const Account = Schema.Struct({
  ...ofConsent,
  accountId: AccountId,
  accountKey: Schema.NullOr(AccountKey),
  unlisted: Schema.Boolean,
  joined: Schema.Boolean
})

const daysOfAccount = { ...ofConsent, accountKey: AccountKey, from: BookingDay, to: BookingDay }
const Days = Schema.Union([
  Schema.Struct({ kind: Schema.Literals(["covered", "silent", "doubtful", "lost"]), ...daysOfAccount }),
  Schema.Struct({ kind: Schema.Literal("one-sided"), side: Schema.Literals(["credit", "debit"]), ...daysOfAccount })
])

const Ungiven = Schema.Struct({ ...daysOfAccount, tries: Schema.Int })

const Lessons = Schema.Struct({
  ...ofConsent,
  discovered: Schema.Boolean,
  bulkAbsent: Schema.NullOr(Instant),
  filterRefused: Schema.NullOr(Instant),
  accepted: Schema.Array(Schema.Struct({ accountId: Schema.NullOr(AccountId), from: BookingDay, at: Instant })),
  failed: Schema.Array(Schema.Struct({
    accountId: Schema.NullOr(AccountId),
    from: Schema.NullOr(BookingDay),
    to: Schema.NullOr(BookingDay),
    isOfWindow: Schema.Boolean,
    at: Instant
  })),
  saysFirst: Schema.Boolean,
  bankKnown: Schema.Boolean
})

const Backfilled = Schema.Struct({
  ...ofConsent,
  accountId: Schema.NullOr(AccountId),
  from: Schema.NullOr(BookingDay),
  to: Schema.NullOr(BookingDay),
  given: Schema.Boolean,
  at: Instant,
  settledBy: Schema.NullOr(RunId),
  settledByOwn: Schema.NullOr(RunId)
})

const FirstAvailable = Schema.Struct({ ...ofConsent, accountKey: AccountKey, from: BookingDay, at: Instant })

const Begun = Schema.Struct({ ...ofConsent, accountKey: AccountKey, day: BookingDay, until: Schema.String })

const Quiet = Schema.Struct({ ...daysOfAccount, newest: BookingDay, ended: Schema.Boolean })

const Alone = Schema.Struct({
  ...ofConsent,
  accountId: AccountId,
  askedOn: Schema.NullOr(BookingDay),
  leftOut: Schema.Boolean,
  missed: Schema.Boolean
})

const SpentRead = Schema.Struct({
  ...ofConsent,
  day: BookingDay,
  accountId: Schema.NullOr(AccountId),
  resource: Resource,
  reads: Schema.Int
})

/** A consent whose reads are planned, with the rules of its bank. */
export interface AskedConsent {
  readonly consentId: ConsentId
  readonly bank: Profile
}

/** Windows that their bank may not have given. */
const mayBeUngiven = "resource = 'transactions' and from_date is not null and outcome is distinct from 'complete'"

/** Gives rows by their consent. */
const byConsent = <A extends { readonly consentId: ConsentId }>(rows: ReadonlyArray<A>) => {
  const theirs = Map.groupBy(rows, ({ consentId }) => consentId)
  return (consentId: ConsentId): ReadonlyArray<A> => theirs.get(consentId) ?? []
}

/** Gives what is known of each of these consents at `now`, by the open book or snapshot. `again` says that covered days are to be read. */
export const syncStates = Effect.fn("book.syncStates")(
  function*(asked: ReadonlyArray<AskedConsent>, now: DateTime.Utc, again: boolean) {
    const warehouse = yield* Warehouse
    const consents = JSON.stringify(
      asked.map(({ bank: { institution, rules, timezone: zone }, consentId: consent_id }) => {
        const today = bookingDayAt(now, zone)
        return { consent_id, institution, zone, today, looked_from: addDays(today, -rules.lookbackDays) }
      })
    )
    yield* warehouse.file(sql("asked"), { consents })
    // One statement for all of it takes as long to plan as ten such.
    const accounts = byConsent(yield* warehouse.rows(Account, sql("accounts")))
    const underBroken = (yield* isAny("bridges where (evidence ->> '$.read_again_from') is not null"))
      ? yield* warehouse.rows(Days, sql("underBroken"), { longestLate })
      : []
    const days = byConsent([...(yield* warehouse.rows(Days, sql("days"))), ...underBroken])
    const ungiven = byConsent(
      (yield* isAny(`reads where ${mayBeUngiven}`)) ? yield* warehouse.rows(Ungiven, sql("ungiven")) : []
    )
    const begun = byConsent(yield* warehouse.rows(Begun, sql("begun")))
    const spent = byConsent(yield* warehouse.rows(SpentRead, sql("spent")))
    const quiet = byConsent(yield* warehouse.rows(Quiet, sql("quiet")))
    const alone = byConsent(yield* warehouse.rows(Alone, sql("alone")))
    const lessons = yield* warehouse.rows(Lessons, sql("lessons"))
    const kept = byConsent(
      lessons.some(({ saysFirst }) => saysFirst) ? yield* warehouse.rows(FirstAvailable, sql("firstAvailable")) : []
    )
    const taught = byConsent(lessons)
    const backfilled = byConsent(again ? yield* warehouse.rows(Backfilled, sql("backfilled")) : [])
    return (consentId: ConsentId): SyncState => {
      const known = days(consentId)
      const daysOf = (kind: typeof Days.Type["kind"]) => known.filter((each) => each.kind === kind)
      const [
        { accepted = [], bankKnown = false, bulkAbsent = null, discovered = false, failed = [], filterRefused = null } =
          {}
      ] = taught(consentId)
      return {
        accounts: accounts(consentId),
        discovered,
        bankKnown,
        discoveryDone: false,
        coverage: daysOf("covered"),
        begun: begun(consentId),
        silent: daysOf("silent"),
        oneSided: known.filter((each) => each.kind === "one-sided"),
        doubtful: [...daysOf("doubtful"), ...quiet(consentId).filter(({ ended }) => ended)],
        lost: daysOf("lost"),
        ungiven: ungiven(consentId),
        provenNow: [],
        finished: [],
        madeNow: [],
        unnamed: null,
        spent: spent(consentId),
        quiet: quiet(consentId).filter(({ ended }) => !ended),
        alone: alone(consentId),
        lessons: {
          bulkAbsent,
          filterRefused,
          accepted,
          failed,
          backfilled: backfilled(consentId),
          kept: kept(consentId)
        }
      }
    }
  }
)

const Finished = Schema.Struct({
  ...ofConsent,
  resource: Resource,
  accountId: Schema.NullOr(AccountId),
  from: Schema.NullOr(BookingDay),
  to: Schema.NullOr(BookingDay),
  startedAt: Instant
})

/** A complete read of a run of the same pipeline that was killed. */
export type FinishedRead = Omit<typeof Finished.Type, "consentId">

/** What runs of this pipeline that were killed had read completely under these consents, where none has come to its end since. */
export const finishedReads = Effect.fn("book.finishedReads")(function*(consents: ReadonlyArray<ConsentId>) {
  const warehouse = yield* Warehouse
  const { id: run, pipeline } = yield* Run
  const finished = yield* warehouse.rows(Finished, new URL("./finishedReads.sql", import.meta.url), {
    consents,
    pipeline,
    run
  })
  return byConsent(finished)
})
