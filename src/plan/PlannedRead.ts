/**
 * What a plan holds: the reads of one consent in order, and what is left out of it and why.
 */
import type { BookingDay } from "../domain/bookingDay.ts"
import type { DateRange } from "../domain/DateRange.ts"
import type { AccountId, AccountKey, ConsentId, Institution } from "../domain/identifiers.ts"
import type { Resource } from "../domain/permission.ts"
import type { Bounds } from "./availableRange.ts"
import type { Route } from "./route.ts"

/** The days of which a list says everything; `from` null where it was asked for without a beginning. */
export interface ProvenRange {
  readonly from: BookingDay | null
  readonly to: BookingDay
}

/** One read: a resource, page by page. `accountId`, `from` and `to` are null where they are not sent. */
export interface PlannedRead {
  readonly consentId: ConsentId
  readonly institution: Institution
  readonly resource: Resource
  readonly route: Route
  readonly accountId: AccountId | null
  readonly accountKey: AccountKey | null
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  /** From where on it has all that is due, where the days before are only looked at once more. */
  readonly enoughFrom?: BookingDay
  /** From where on the bank has given such a list before. */
  readonly givenFrom?: BookingDay
  /** What it is to prove, which is less than it asks for; null where a resource has no days. */
  readonly proves: ProvenRange | null
  /** Between which instants the bank may be asked at all. */
  readonly within: Bounds
  /** Requests that it costs at least: one, and one more for each further page. */
  readonly calls: number
}

/** What a read asks for, whatever route it takes. */
export type Asked = Pick<PlannedRead, "resource" | "accountId" | "from" | "to">

/** A read that a run has made. `answered`: it is not made again though it may prove less than it was asked for. */
export interface MadeRead extends Asked, Pick<PlannedRead, "route"> {
  readonly answered: boolean
}

/** Whether what one read was answered has all that another would bring. */
export const holds = (answered: Asked, read: Asked): boolean =>
  read.resource === answered.resource && read.accountId === answered.accountId && read.to === answered.to &&
  (answered.from === null || (read.from !== null && answered.from <= read.from))

/**
 * Something that a run would have read and does not. `not-granted`: the consent lacks the permission. `quota`: the day's
 * unattended reads are spent. `discovery-closed`: accounts were never listed and the bank no longer lists them.
 * `no-accounts`: none is known, and the bank wants each named; or none of those named. `no-route`: the bank refuses both
 * bulk and `accountId`. `outside-history`, `outside-consent`: days that the bank no longer gives, or that the consent
 * does not span. `refused`: days that the bank has just refused, and is not asked for again before a week is over.
 * `not-given`: days that were asked for once more, as a whole history was, and not given. `future`: days that have not come
 * yet. `beyond-consent`: all days that a person named lie before the consent's span, or after it. `span-ended`: the consent
 * lives, but what is booked from now on is not within its span.
 */
export interface Withheld {
  readonly resource: Resource
  readonly accountId: AccountId | null
  readonly reason:
    | "not-granted"
    | "quota"
    | "discovery-closed"
    | "no-accounts"
    | "no-route"
    | "outside-history"
    | "outside-consent"
    | "beyond-consent"
    | "refused"
    | "not-given"
    | "future"
    | "span-ended"
  readonly message: string
  /** Days that are lost by this and were not known to be: null where there are none. */
  readonly lost: DateRange | null
}

/**
 * The reads of one consent. Where `discovery` is true the first one lists the accounts, and the planner is to be asked
 * again with its answer; the others are what can be told before it.
 */
export interface Plan {
  readonly reads: ReadonlyArray<PlannedRead>
  readonly withheld: ReadonlyArray<Withheld>
  readonly discovery: boolean
}

/** A part of a plan. */
export type Part = Pick<Plan, "reads" | "withheld">

/** Parts of a plan, one after the other. */
export const all = (parts: ReadonlyArray<Part>): Part => ({
  reads: parts.flatMap(({ reads }) => reads),
  withheld: parts.flatMap(({ withheld }) => withheld)
})
