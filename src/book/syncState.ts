/**
 * What the book knows of a consent when its reads are planned.
 */
import { DateTime, Effect, Schema } from "effect"
import { BookingDay, bookingDayAt } from "../domain/bookingDay.ts"
import { AccountId, AccountKey, type ConsentId } from "../domain/identifiers.ts"
import { Resource } from "../domain/permission.ts"
import type { Profile } from "../institution/Capability.ts"
import { Run } from "../journal/Run.ts"
import type { SyncState } from "../plan/PlanContext.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./syncState/${name}.sql`, import.meta.url)

const Instant = Schema.DateTimeUtcFromString

const Account = Schema.Struct({
  accountId: AccountId,
  accountKey: Schema.NullOr(AccountKey),
  unlisted: Schema.Boolean
})

const daysOfAccount = { accountKey: AccountKey, from: BookingDay, to: BookingDay }
const Days = Schema.Union([
  Schema.Struct({ kind: Schema.Literals(["covered", "silent", "doubtful", "lost"]), ...daysOfAccount }),
  Schema.Struct({ kind: Schema.Literal("one-sided"), side: Schema.Literals(["credit", "debit"]), ...daysOfAccount })
])

const Lessons = Schema.Struct({
  discovered: Schema.Boolean,
  bulkAbsent: Schema.NullOr(Instant),
  filterRefused: Schema.NullOr(Instant),
  accepted: Schema.Array(Schema.Struct({ from: BookingDay, at: Instant })),
  saysFirst: Schema.Boolean
})

const FirstAvailable = Schema.Struct({ accountKey: AccountKey, from: BookingDay, at: Instant })

const Alone = Schema.Struct({
  accountId: AccountId,
  askedOn: BookingDay,
  leftOut: Schema.Boolean
})

const SpentRead = Schema.Struct({
  day: BookingDay,
  accountId: Schema.NullOr(AccountId),
  resource: Resource,
  reads: Schema.Int
})

/** The syncState of a consent at `now`, by the open book or snapshot. */
export const syncStateOf = Effect.fn("normalise.syncStateOf")(
  function*(consentId: ConsentId, { institution, timezone: zone }: Profile, now: DateTime.Utc) {
    const warehouse = yield* Warehouse
    const consent = consentId
    const today = bookingDayAt(now, zone)
    // One statement for all of it takes as long to plan as ten such.
    const accounts = yield* warehouse.rows(Account, sql("accounts"), { consent })
    const days = yield* warehouse.rows(Days, sql("days"), { consent, zone, today })
    const spent = yield* warehouse.rows(SpentRead, sql("spent"), { consent, zone, today })
    const alone = yield* warehouse.rows(Alone, sql("alone"), { consent, zone })
    const [read] = yield* warehouse.rows(Lessons, sql("lessons"), { consent, institution })
    const kept = read?.saysFirst === true
      ? yield* warehouse.rows(FirstAvailable, sql("firstAvailable"), { consent, zone })
      : []
    const { accepted = [], bulkAbsent = null, discovered = false, filterRefused = null } = read ?? {}
    return {
      accounts,
      discovered,
      discoveryDone: false,
      coverage: days.filter(({ kind }) => kind === "covered"),
      silent: days.filter(({ kind }) => kind === "silent"),
      oneSided: days.filter((each) => each.kind === "one-sided"),
      doubtful: days.filter(({ kind }) => kind === "doubtful"),
      lost: days.filter(({ kind }) => kind === "lost"),
      provenNow: [],
      spent,
      alone,
      lessons: { bulkAbsent, filterRefused, accepted, kept }
    } satisfies SyncState
  }
)

const Finished = Schema.Struct({
  resource: Resource,
  accountId: Schema.NullOr(AccountId),
  from: Schema.NullOr(BookingDay),
  to: Schema.NullOr(BookingDay),
  startedAt: Instant
})

/** A complete read of a run of the same pipeline that was killed. */
export type FinishedRead = typeof Finished.Type

/** What runs of this pipeline that were killed had read completely, where none has come to its end since. */
export const finishedReads = Effect.fn("normalise.finishedReads")(
  function*(consentId: ConsentId) {
    const warehouse = yield* Warehouse
    const run = yield* Run
    return yield* warehouse.rows(Finished, new URL("./finishedReads.sql", import.meta.url), {
      consent: consentId,
      pipeline: run.pipeline,
      run: run.id
    })
  }
)
