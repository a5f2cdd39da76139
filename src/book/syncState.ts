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

const DaysOfAccount = Schema.Struct({ accountKey: AccountKey, from: BookingDay, to: BookingDay })
const Instant = Schema.DateTimeUtcFromString

const SyncStateRow = Schema.Struct({
  accounts: Schema.Array(
    Schema.Struct({ accountId: AccountId, accountKey: Schema.NullOr(AccountKey), unlisted: Schema.Boolean })
  ),
  discovered: Schema.Boolean,
  coverage: Schema.Array(DaysOfAccount),
  oneSided: Schema.Array(Schema.Struct({ ...DaysOfAccount.fields, side: Schema.Literals(["credit", "debit"]) })),
  doubtful: Schema.Array(DaysOfAccount),
  lost: Schema.Array(DaysOfAccount),
  spent: Schema.Array(Schema.Struct({ accountId: Schema.NullOr(AccountId), resource: Resource, reads: Schema.Int })),
  lessons: Schema.Struct({
    bulkAbsent: Schema.NullOr(Instant),
    filterRefused: Schema.NullOr(Instant),
    accepted: Schema.Array(Schema.Struct({ from: BookingDay, at: Instant })),
    kept: Schema.Array(Schema.Struct({ accountKey: AccountKey, from: BookingDay, at: Instant }))
  })
})

const nothingKnown: SyncState = {
  accounts: [],
  discovered: false,
  discoveryDone: false,
  coverage: [],
  oneSided: [],
  doubtful: [],
  lost: [],
  provenNow: [],
  spent: [],
  lessons: { bulkAbsent: null, filterRefused: null, accepted: [], kept: [] }
}

/** The syncState of a consent at `now`, by the open book or snapshot. */
export const syncStateOf = Effect.fn("normalise.syncStateOf")(
  function*(consentId: ConsentId, profile: Profile, now: DateTime.Utc) {
    const warehouse = yield* Warehouse
    const [row] = yield* warehouse.rows(SyncStateRow, new URL("./syncState.sql", import.meta.url), {
      consent: consentId,
      institution: profile.institution,
      zone: profile.timezone,
      today: bookingDayAt(now, profile.timezone)
    })
    return row === undefined ? nothingKnown : { ...row, discoveryDone: false, provenNow: [] } satisfies SyncState
  }
)

const Finished = Schema.Struct({
  resource: Resource,
  accountId: Schema.NullOr(AccountId),
  from: Schema.NullOr(BookingDay),
  to: Schema.NullOr(BookingDay)
})

/** A complete read of a run of the same pipeline that was killed today. */
export type FinishedRead = typeof Finished.Type

/** What runs of this pipeline that were killed today had read completely, where none has come to its end since. */
export const finishedReads = Effect.fn("normalise.finishedReads")(
  function*(consentId: ConsentId, profile: Profile, now: DateTime.Utc) {
    const warehouse = yield* Warehouse
    const run = yield* Run
    return yield* warehouse.rows(Finished, new URL("./finishedReads.sql", import.meta.url), {
      consent: consentId,
      pipeline: run.pipeline,
      run: run.id,
      zone: profile.timezone,
      now: DateTime.formatIso(now),
      today: bookingDayAt(now, profile.timezone)
    })
  }
)
