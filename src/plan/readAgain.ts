/**
 * A second look at a history that takes more reads than a bank allows in a day: the next day's run goes on where this one ends, until all
 * days have had their turn, and then begins anew. Days that a bank does not give have a second one, and are told of.
 */
import { DateTime } from "effect"
import { addDays, type BookingDay, bookingDayAt } from "../domain/bookingDay.ts"
import { type DateRange, rangeOf } from "../domain/DateRange.ts"
import { type BackfilledWindow, lessonDays } from "./lessons.ts"
import { type MissingRanges, without } from "./missingRanges.ts"
import type { Account, PlanContext } from "./PlanContext.ts"

/** Windows of backfills that were asked for an account, or for all. */
export const backfilledWindows = (
  { syncState: { lessons } }: PlanContext,
  account: Account | null
): ReadonlyArray<BackfilledWindow> =>
  lessons.backfilled.filter(({ accountId }) => accountId === null || accountId === account?.accountId)

/** What the pass that goes on has asked for: the days that it was given, and the windows that it was not. */
export interface Pass {
  readonly given: ReadonlyArray<DateRange>
  readonly notGiven: ReadonlyArray<BackfilledWindow>
}

/**
 * The pass that goes on. One is over when a run that took part in it has left nothing over, whatever it was asked
 * for: the next one may be asked for more. Where others of its command took longer it is over with theirs, when all that is `asked` for
 * was tried; and where nobody has gone on with it for a week.
 */
export const passOf = (
  context: PlanContext,
  account: Account | null,
  asked: MissingRanges
): Pass => {
  const { profile: { timezone }, request } = context
  const [first] = asked === "everything" ? [] : asked
  const readOn = ({ at }: BackfilledWindow): BookingDay => bookingDayAt(at, timezone)
  // What was still to come on the day of the read is not in it.
  const daysOf = (window: BackfilledWindow) => {
    const to = addDays(window.to ?? readOn(window), -1)
    return rangeOf(window.from === null ? first?.from ?? to : addDays(window.from, 1), to) ?? []
  }
  const tried = backfilledWindows(context, account)
  let begin = 0
  for (const [index, window] of tried.entries()) {
    const next = tried[index + 1] ?? { at: request.now, settledBy: null, settledByOwn: null }
    const isLeft = DateTime.isLessThan(DateTime.add(window.at, { days: lessonDays }), next.at)
    const isOver = window.settledByOwn !== null && window.settledByOwn !== next.settledByOwn
    const isOverWithOthers = window.settledBy !== null && window.settledBy !== next.settledBy &&
      without(asked, tried.slice(begin, index + 1).flatMap(daysOf)).every(({ from }) => from >= readOn(window))
    if (isLeft || isOver || isOverWithOthers) begin = index + 1
  }
  const since = tried.slice(begin)
  return { given: since.filter(({ given }) => given).flatMap(daysOf), notGiven: since.filter(({ given }) => !given) }
}
