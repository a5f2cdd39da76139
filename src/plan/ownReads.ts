/**
 * Which accounts of a bank that lists all at once are asked for by themselves. A list of all accounts proves nothing of one that
 * it never names: the account may be quiet, or left out. So one of which it has long named no row, or none of those that it should
 * have, is asked for alone, once in as many days as are looked back; and every night where that showed that the bank leaves it out.
 * One of which nothing is proven is asked for within the first session, which may give what no later night does.
 */
import { addDays, type BookingDay, earliest, latest } from "../domain/bookingDay.ts"
import { type DateRange, rangeOf, subtract } from "../domain/DateRange.ts"
import type { AvailableRange } from "./availableRange.ts"
import { affordable } from "./failedWindows.ts"
import { missingRanges, type ReadRanges } from "./missingRanges.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import type { Part } from "./PlannedRead.ts"
import { notMade, readsAllowed, readsOf } from "./readsOf.ts"
import { requestRanges } from "./requestRanges.ts"

/** Days of an account that were read: by lists that name it or it alone, in this run by itself, and with a silence that proves nothing. */
export interface OwnDays extends Omit<ReadRanges, "doubtful"> {
  readonly silent: ReadonlyArray<DateRange>
}

/**
 * Whether silence has lasted so long that late rows would be out of sight, on days that the bank still gives: before the first day
 * that is proven it keeps nothing.
 */
const isLongSilent = ({ before, silent }: OwnDays, { firstProvable }: AvailableRange, until: BookingDay): boolean => {
  const [first] = before.map(({ from }) => from).toSorted()
  return silent.some(({ from, to }) => {
    const given = rangeOf(latest(latest(from, firstProvable ?? from), first ?? from), earliest(to, until))
    return given !== undefined && subtract(given, before).length > 0
  })
}

/** The day until which silence is long, and an answer old. */
const longAgo = ({ available, profile: { rules } }: PlanContext): BookingDay =>
  addDays(available.today, -Math.max(1, rules.lookbackDays))

/** Whether the account is to be asked for by itself in this run. */
const isDue = (context: PlanContext, { accountId }: Account, days: OwnDays, available: AvailableRange): boolean => {
  const { alone, unnamed } = context.syncState
  const until = longAgo(context)
  const known = alone.find((each) => each.accountId === accountId)
  const askedOn = known?.askedOn ?? null
  const isSilent = days.silent.length > 0 || unnamed?.has(accountId) === true
  if (available.session && askedOn === null && days.before.length === 0 && isSilent) return true
  return known?.leftOut === true
    ? askedOn === null || askedOn < available.today
    : (askedOn === null || askedOn <= until) && (known?.missed === true || isLongSilent(days, available, until))
}

/** The reads of one account beside those of all; `listed` is how many of these are planned. They cost no quota that those need. */
export const ownReads = (
  context: PlanContext,
  account: Account,
  days: OwnDays,
  available: AvailableRange,
  listed: number
): Part => {
  const { learned, profile: { rules }, request } = context
  const wanted = request.pipeline !== "backfill" && request.from === null && request.to === null && !request.again
  const mayAsk = rules.accountFilter && !learned.filterRefused
  if (!wanted || !mayAsk || !isDue(context, account, days, available)) return { reads: [], withheld: [] }
  const missing = missingRanges(request, { ...days, doubtful: [] }, available, rules.lookbackDays)
  const windows = requestRanges(missing, rules.toFilter, available)
  const left = Math.max(0, readsAllowed(context, "transactions", account) - listed)
  const open = notMade(context, "transactions", "account", account, windows)
  return readsOf(context, "transactions", "account", account, affordable(context, account, open, left))
}
