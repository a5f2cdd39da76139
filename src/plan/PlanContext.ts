/**
 * What a plan is made from: what a run is to do, what the book knows, and what the bank allows.
 */
import type { DateTime } from "effect"
import type { Grant } from "../consent/Grant.ts"
import type { BookingDay } from "../domain/bookingDay.ts"
import type { AccountId, AccountKey } from "../domain/identifiers.ts"
import type { Side } from "../domain/permission.ts"
import type { Profile } from "../institution/Capability.ts"
import type { AvailableRange } from "./availableRange.ts"
import type { believed, Lessons } from "./lessons.ts"
import type { RangeRequest } from "./missingRanges.ts"
import type { Asked, MadeRead, ProvenRange } from "./PlannedRead.ts"
import type { SpentOnDay } from "./quota.ts"

/** Days of an account of the book. */
export interface DaysOfAccount {
  readonly accountKey: AccountKey
  readonly from: BookingDay
  readonly to: BookingDay
}

/** What the book knows of one consent. */
export interface SyncState {
  /** The known accounts of this consent, stored or just discovered. */
  readonly accounts: ReadonlyArray<{
    readonly accountId: AccountId
    readonly accountKey: AccountKey | null
    /** Whether the bank's newest list left it out. */
    readonly unlisted: boolean
    /**
     * Whether it may have no history that was wanted and not read: the bank's first list of the consent's accounts lacked it, or it
     * may be one that the book knows by another consent.
     */
    readonly joined: boolean
  }>
  /** Whether an accounts read of this consent is complete, in the book or just now. */
  readonly discovered: boolean
  /** Whether the book has accounts of this bank: one that is listed anew may be one of them. */
  readonly bankKnown: boolean
  /** Whether an accounts read was made in this run, whatever came of it: then none is planned again. */
  readonly discoveryDone: boolean
  readonly coverage: ReadonlyArray<DaysOfAccount>
  /** Days of that coverage, each the newest of an account, that were read before their end: until what a clock of the bank showed then. */
  readonly begun: ReadonlyArray<
    { readonly accountKey: AccountKey; readonly day: BookingDay; readonly until: string }
  >
  /** Days that were answered with a silence that proves nothing. */
  readonly silent: ReadonlyArray<DaysOfAccount>
  /** Days of which one direction alone was read, because a consent permitted no more. */
  readonly oneSided: ReadonlyArray<DaysOfAccount & { readonly side: Side }>
  /** Days that were read and are to be read once more. */
  readonly doubtful: ReadonlyArray<DaysOfAccount>
  /** Days of which somebody was told that they cannot be had any more. */
  readonly lost: ReadonlyArray<DaysOfAccount>
  /** Days before the oldest that were read or answered, which windows asked for in vain, on so many days on which others were given. */
  readonly ungiven: ReadonlyArray<DaysOfAccount & { readonly tries: number }>
  /** What this run has proven so far; an account of null is every account of the consent. */
  readonly provenNow: ReadonlyArray<{ readonly accountId: AccountId | null; readonly range: ProvenRange }>
  /** What killed runs have read that still counts. */
  readonly finished: ReadonlyArray<Asked>
  /** The reads that this run has made so far. */
  readonly madeNow: ReadonlyArray<MadeRead>
  /** Accounts of which no day is proven and that none of this run's lists of all accounts names; null before there is such a list. */
  readonly unnamed: ReadonlySet<AccountId> | null
  /** Today's unattended reads until now, once it is known what day it is. */
  readonly spent: ReadonlyArray<SpentOnDay>
  /** Accounts that list nothing any more: no row of theirs is booked after that day, nor has waited for long to be booked. */
  readonly quiet: ReadonlyArray<{ readonly accountKey: AccountKey; readonly newest: BookingDay }>
  /** Accounts that were asked for by themselves, or may have to be. */
  readonly alone: ReadonlyArray<{
    readonly accountId: AccountId
    /** When last; null where never. */
    readonly askedOn: BookingDay | null
    /** Whether lists of all accounts are known to leave it out. */
    readonly leftOut: boolean
    /** Whether the newest of them held none of the rows that it should have. */
    readonly missed: boolean
  }>
  /** What the bank refused before. */
  readonly lessons: Lessons
}

/** What a run is to do. `from` and `to` are booking days that a person named; `accounts` null means all. */
export interface PlanRequest extends RangeRequest {
  readonly now: DateTime.Utc
  readonly accounts: ReadonlySet<AccountId> | null
}

/** All of it, with what follows from it. */
export interface PlanContext {
  readonly grant: Grant
  readonly profile: Profile
  readonly syncState: SyncState
  readonly request: PlanRequest
  readonly learned: ReturnType<typeof believed>
  readonly available: AvailableRange
}

/** An account of the consent. */
export type Account = SyncState["accounts"][number]
