/**
 * From which day on a bank gives days that it does not give as one window. The newest need not wait for those before them, and of older
 * ones half of what is not known is asked for by itself, until the day is found.
 */
import { Array as Arr, DateTime, Order } from "effect"
import { addDays, type BookingDay, daysBetween, latest } from "../domain/bookingDay.ts"
import type { DateRange } from "../domain/DateRange.ts"
import { failedBefore, failedNow, failedWindows, middleOf } from "./failedWindows.ts"
import { lessonDays, type TriedWindow } from "./lessons.ts"
import type { MissingRanges } from "./missingRanges.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import { windowDays } from "./requestRanges.ts"

/** Whether the newest days were given in this run, or in the last day's. */
export const isReadLately = ({ available: { today }, syncState }: PlanContext, account: Account | null): boolean => {
  const yesterday = addDays(today, -1)
  return syncState.provenNow.some(({ accountId, range }) =>
    (accountId === null || account === null || accountId === account.accountId) && range.to >= yesterday
  ) || syncState.coverage.some(({ accountKey, to }) =>
    (account === null || accountKey === account.accountKey) && to >= yesterday
  )
}

/** Windows that hold the last day of a range. One without a beginning says nothing of where it could have begun. */
const reaching = <W extends TriedWindow>(windows: ReadonlyArray<W>, { to: last }: DateRange) =>
  windows.flatMap(({ at, from, to }) =>
    from !== null && from < last && (to === null || to >= last) ? [{ at, from: addDays(from, 1) }] : []
  )

/**
 * From which day on a range is asked for by itself that is one window and was not given, after `failures` of this night; null where all
 * of it is asked for. What reaches much further back than nights look begins with the days to which they do.
 */
export const laterFirst = (context: PlanContext, account: Account | null, failures: number) => {
  const { available: { maxWindowDays, today }, profile: { rules: { lookbackDays } } } = context
  const looked = addDays(today, -lookbackDays)
  const windows = failedWindows(context, account)
  const isOneWindow = ({ from, to }: DateRange) =>
    maxWindowDays === null || daysBetween(from, to) < windowDays(maxWindowDays)
  return (range: DateRange): BookingDay | null => {
    const failed = reaching(windows, range)
    if (!isOneWindow(range) || failed.every(({ from }) => from > middleOf(range))) return null
    const refused = failed.reduce((day, { from }) => latest(day, from), range.from)
    const isNewest = range.to >= looked
    if (isNewest && refused < addDays(looked, -lessonDays)) return looked
    // What was given last night is no day older than nights look, and one bad night is the bank's.
    const isOfTonight = failed.every(({ at }) => DateTime.formatIsoDateUtc(at) >= today)
    if (isNewest && (range.from >= addDays(looked, -1) || isOfTonight)) return null
    return refused >= range.to || failedNow(context, account) > failures
      ? null
      : addDays(range.to, -Math.floor(daysBetween(refused, range.to) / 2))
  }
}

const byTime = Order.mapInput(DateTime.Order, ({ at }: Pick<TriedWindow, "at">) => at)

/** The same range as it is asked for where nothing else of it is: from a later day, where all of it was asked for the last time. */
export const inTurn = (context: PlanContext, account: Account | null) => {
  const before = failedBefore(context, account)
  const later = laterFirst(context, account, 0)
  return (range: DateRange): DateRange => {
    const last = Arr.sort(reaching(before, range), byTime).at(-1)
    const wasWhole = last !== undefined && last.from <= addDays(range.from, lessonDays)
    return wasWhole ? { ...range, from: later(range) ?? range.from } : range
  }
}

/** The same days; such a range is two. */
export const apart = (context: PlanContext, account: Account | null) => (missing: MissingRanges): MissingRanges => {
  if (missing === "everything") return missing
  const first = laterFirst(context, account, 0)
  return missing.flatMap((range) => {
    const later = first(range)
    return later === null ? [range] : [{ from: range.from, to: addDays(later, -1) }, { from: later, to: range.to }]
  })
}
