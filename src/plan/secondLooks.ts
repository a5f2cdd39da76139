/**
 * Which windows of transactions a run asks for, where the quota does not suffice for all that is due and for all days that are to be
 * looked at once more. A second look costs no read that the first one needs, and makes none fail; and no window that the bank does not
 * give keeps it from the others.
 */
import { addDays, type BookingDay } from "../domain/bookingDay.ts"
import { type DateRange, split } from "../domain/DateRange.ts"
import { affordable, failedBefore, failedNow, failedWindows, lastFailed, lastTried, triedIn } from "./failedWindows.ts"
import { apart, inTurn, isReadLately, laterFirst } from "./givenFrom.ts"
import { lessonDays } from "./lessons.ts"
import { joinings, type MissingRanges, without } from "./missingRanges.ts"
import type { Account, PlanContext } from "./PlanContext.ts"
import type { ProvenRange } from "./PlannedRead.ts"
import { passOf } from "./readAgain.ts"
import { notFinished, notMade, readsAllowed } from "./readsOf.ts"
import { type RequestRange, requestRanges, windowDays } from "./requestRanges.ts"
import type { Route } from "./route.ts"

/** What is to be read. */
export interface WantedDays {
  /** Days that were never read. It takes a while to find them, and most nights nobody asks. */
  readonly unread: () => MissingRanges
  /** Those, and the newest of those that were read, on which late rows come. */
  readonly due: MissingRanges
  /** All of it, and what is to be looked at once more. */
  readonly all: MissingRanges
  /** What is due of a run that has read nothing yet. */
  readonly asked: () => MissingRanges
}

/** Windows of a run. `dueFrom` is the first day that is asked for as due; `leftOut` says that not all that is due is among them. */
export interface ChosenWindows {
  readonly windows: ReadonlyArray<RequestRange>
  readonly dueFrom: BookingDay | null
  readonly leftOut: boolean
  /** Those that a second look, which ends with this run, has asked for before, and the bank did not give. */
  readonly notGiven?: ReadonlyArray<RequestRange>
}

/** How often a window that a bank does not give is asked for in one second look at all days: it may have had a bad night. */
const turns = 2

const beginsBefore = (a: RequestRange, b: RequestRange): number => (a.from ?? "") < (b.from ?? "") ? -1 : 1

const isWithin = (days: ProvenRange | null, range: ProvenRange | null): boolean =>
  days !== null && range !== null && days.to <= range.to &&
  (range.from === null || (days.from !== null && range.from <= days.from))

const haveInCommon = (one: ProvenRange | null, other: ProvenRange | null): boolean =>
  one !== null && other !== null && (one.from === null || one.from <= other.to) &&
  (other.from === null || other.from <= one.to)

/**
 * The days to ask for at a bank whose windows have no end: one window does for all, and what is further back may keep it from giving what
 * is due. So it begins where the bank has not just failed from, or from a later day; once a night. What is not given even so is asked for
 * from a later day after that. Where a day has no more reads it takes turns with the newest days, as it is and from a later day.
 */
const openEnded = (
  context: PlanContext,
  account: Account | null,
  due: ReadonlyArray<DateRange>,
  all: ReadonlyArray<DateRange>
): ReadonlyArray<DateRange> => {
  const failed = failedWindows(context, account)
  const allowed = readsAllowed(context, "transactions", account)
  // A history that goes on day by day begins a few days later than it did.
  const { firstProvable } = context.available
  const isRefuted = (day: BookingDay) => {
    const asked = addDays(day, day === firstProvable ? -1 - lessonDays : -1)
    return failed.some(({ from }) => from !== null && from >= asked)
  }
  const last = due.slice(-1)
  if (allowed < 1) return last
  const later = laterFirst(context, account, 1)
  if (failedNow(context, account) > 0) return last.map((range) => ({ ...range, from: later(range) ?? range.from }))
  const waits = due.slice(0, 1).filter(({ from }) => allowed === 1 && isRefuted(from) && isReadLately(context, account))
  const first = waits.length > 0 ? undefined : all.find(({ from }) => !isRefuted(from))
  if (first !== undefined) return all.filter(({ from }) => from >= first.from)
  return allowed === 1 ? [...waits, ...last].slice(0, 1).map(inTurn(context, account)) : last
}

/**
 * Windows in the order of their days: what one lists is older than the days of the next. Where the bank has lately not given one, it may
 * allow fewer reads than its rules say: then what is due is asked for before the others.
 */
const inOrder = (
  { learned: { failed } }: PlanContext,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>,
  isDue: (window: RequestRange) => boolean
): ReadonlyArray<RequestRange> => {
  const byDays = windows.toSorted(beginsBefore)
  return failed.some(({ accountId }) => accountId === (account?.accountId ?? null))
    ? [...byDays.filter(isDue), ...byDays.filter((window) => !isDue(window))]
    : byDays
}

/** Whether the bank has failed to give each of these windows before. */
const wereTried = (
  { learned }: PlanContext,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>
): boolean => {
  const before = learned.failedBefore.filter(({ accountId, from }) =>
    from !== null && accountId === (account?.accountId ?? null)
  )
  return windows.length > 0 && windows.every(({ proves }) => triedIn(before, proves).length > 0)
}

/**
 * Windows of days that were never read, as many as are allowed. The newest does not wait until all others have had their turn where the
 * bank has failed to give each of these; and where a day has one read, the others do not wait for it that was given last night.
 */
const neverRead = (
  context: PlanContext,
  account: Account | null,
  windows: ReadonlyArray<RequestRange>,
  allowed: number
): ReadonlyArray<RequestRange> => {
  const { today } = context.available
  const newest = windows.filter(({ proves }) => proves !== null && proves.to >= today)
  const others = windows.filter((window) => !newest.includes(window))
  const failed = lastTried(failedBefore(context, account))
  const some = (of: typeof windows, most: number) => affordable(context, account, of, most, failed)
  if (newest.length === 0) return some(windows, allowed)
  if (allowed === 1 && others.length > 0 && isReadLately(context, account)) return some(others, allowed)
  return allowed > 0 && wereTried(context, account, others)
    ? [...some(others, allowed - 1), ...newest]
    : some(windows, allowed)
}

/**
 * Windows where not all that is due can be asked for: what was never read comes first, or a quota that is always spent on the days before
 * would never reach new ones. These, on which late rows come, have one of several reads; for as little, a window has some of both. They
 * wait for what the bank has failed to give.
 */
const mostUrgent = (
  context: PlanContext,
  account: Account | null,
  { again, due, unread }: Readonly<Record<"again" | "due" | "unread", ReadonlyArray<RequestRange>>>,
  allowed: number
): ReadonlyArray<RequestRange> => {
  const some = (windows: ReadonlyArray<RequestRange>, most: number) => affordable(context, account, windows, most)
  const widest = (window: RequestRange) => due.find(({ proves }) => isWithin(window.proves, proves)) ?? window
  const lacking = (windows: ReadonlyArray<RequestRange>, chosen: ReadonlyArray<RequestRange>) =>
    windows.filter(({ proves }) => !chosen.some((window) => isWithin(proves, window.proves)))
  const isLast = again.length === 0 || wereTried(context, account, unread.slice(0, -1))
  const most = isLast ? allowed : Math.max(Math.min(1, allowed), allowed - 1)
  const first = neverRead(context, account, unread, most)
  const urgent = [...new Set(first.map(widest))]
  const looked = [...new Set(some(lacking(again, urgent), allowed - urgent.length).map(widest))]
  const others = lacking(unread, [...urgent, ...looked])
  const never = [...urgent, ...some(others, allowed - urgent.length - looked.length)]
  return inOrder(context, account, [...never, ...looked], (window) => never.includes(window))
}

/**
 * All windows that are due, and as many others as are allowed beside them. Days between two looks are looked at, too, where that saves a
 * read, unless the bank has just failed to give some of them; where all are too many even so, some wait for the nights after.
 */
const withLooks = (
  context: PlanContext,
  account: Account | null,
  wanted: WantedDays,
  due: ReadonlyArray<RequestRange>,
  allowed: number,
  open: (windows: ReadonlyArray<RequestRange>) => ReadonlyArray<RequestRange>
): ReadonlyArray<RequestRange> => {
  const { available, profile: { rules: { toFilter } } } = context
  const { maxWindowDays } = available
  const windowsOf = (missing: MissingRanges) => requestRanges(missing, toFilter, available)
  // The least that can be looked at by itself.
  const looks = without(wanted.all, wanted.due)
  const least = maxWindowDays === null
    ? looks
    : looks.flatMap((range) => split(range, windowDays(maxWindowDays)))
  const failed = lastFailed(context, account)
  const hasFailed = ({ proves }: RequestRange): boolean =>
    least.some((range) => isWithin(range, proves) && failed(range) > Number.NEGATIVE_INFINITY)
  const isAlone = ({ proves }: RequestRange): boolean =>
    [...due.map((window) => window.proves), ...least].some((days) => isWithin(proves, days))
  const together = joinings(wanted.all).map(windowsOf).find((windows) =>
    open(windows).length <= allowed && windows.every((window) => isAlone(window) || !hasFailed(window))
  )
  const isDue = ({ proves }: RequestRange): boolean => due.some((window) => haveInCommon(proves, window.proves))
  if (together !== undefined) return inOrder(context, account, together, isDue)
  const beside = (toFilter ? joinings(looks).slice(-1) : []).flatMap(windowsOf).flatMap((window) =>
    hasFailed(window) ? windowsOf(least.filter((range) => isWithin(range, window.proves))) : [window]
  )
  const some = affordable(context, account, open(beside), allowed - open(due).length)
  return inOrder(context, account, [...due, ...some], (window) => due.includes(window))
}

/** The same days, where what is due is asked for in parts; what is only looked at once more stays as it is. */
const inParts = (context: PlanContext, account: Account | null, days: WantedDays): WantedDays => {
  const parts = apart(context, account)
  const due = parts(days.due)
  if (due === "everything" || due.length === days.due.length) return days
  const all = [...due, ...without(days.all, days.due)].toSorted((a, b) => a.from < b.from ? -1 : 1)
  return { ...days, unread: () => parts(days.unread()), due, all }
}

/** The windows of a run. */
export const chooseWindows = (
  context: PlanContext,
  route: Route,
  account: Account | null,
  days: WantedDays
): ChosenWindows => {
  const { available, profile: { rules: { toFilter } }, request } = context
  // What a person asks for is asked for, and so is what nothing is known of.
  const isOwn = request.pipeline === "nightly" && request.from === null && request.to === null && !request.again
  const wanted = isOwn && toFilter ? inParts(context, account, days) : days
  const { all, due: dueDays } = wanted
  const windowsOf = (missing: MissingRanges) => requestRanges(missing, toFilter, available)
  const open = (windows: ReadonlyArray<RequestRange>) => notMade(context, "transactions", route, account, windows)
  const unfinished = (windows: ReadonlyArray<RequestRange>) =>
    notFinished(context, "transactions", account, open(windows))
  const allowed = readsAllowed(context, "transactions", account)
  const whole = windowsOf(dueDays)
  const [{ from: dueFrom } = { from: null }] = whole
  if (isOwn && !toFilter && dueDays !== "everything" && all !== "everything") {
    return { windows: windowsOf(openEnded(context, account, dueDays, all)), dueFrom, leftOut: false }
  }
  const due = unfinished(whole)
  if (due.length <= allowed) {
    return { windows: withLooks(context, account, wanted, whole, allowed, open), dueFrom, leftOut: false }
  }
  if (request.pipeline === "backfill" && request.again && dueDays !== "everything") {
    const { given, notGiven } = passOf(context, account, wanted.asked())
    const left = unfinished(windowsOf(without(dueDays, given)))
    const leftOut = left.filter(({ proves }) => triedIn(notGiven, proves).length < turns).length > allowed
    const windows = affordable(context, account, left, allowed)
    return { windows, dueFrom, leftOut, ...leftOut ? {} : { notGiven: left.filter((each) => !windows.includes(each)) } }
  }
  const never = wanted.unread()
  const unread = unfinished(windowsOf(never))
  const again = unfinished(windowsOf(without(dueDays, never)))
  return { windows: mostUrgent(context, account, { again, due, unread }, allowed), dueFrom, leftOut: true }
}
