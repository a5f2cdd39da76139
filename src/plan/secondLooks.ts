/**
 * Which windows of transactions a run asks for, where the quota does not suffice for all that is due and for all days that are to be
 * looked at once more. A second look costs no read that the first one needs, and makes none fail; and no window that the bank does not
 * give keeps it from the others.
 */
import { addDays, type BookingDay, daysBetween, latest } from "../domain/bookingDay.ts"
import { type DateRange, split } from "../domain/DateRange.ts"
import { affordable, failedWindows, lastFailed, triedIn } from "./failedWindows.ts"
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

/** How many windows of an account, or of all, the bank has failed to give in this run. */
const failedNow = ({ syncState: { madeNow } }: PlanContext, account: Account | null): number =>
  madeNow.filter(({ accountId, answered, resource }) =>
    !answered && resource === "transactions" && accountId === (account?.accountId ?? null)
  ).length

/**
 * From which day on a range is asked for by itself that is one window, and that the bank has just failed to give. What reaches much further
 * back than nights look begins with the days to which they do: these need not wait for those before them. Older days are halved, night by
 * night, between those from which on they were not given and those that are, after `failures` of this night. Null where it is not so.
 */
const laterFirst = (context: PlanContext, account: Account | null, failures: number) => {
  const { available: { maxWindowDays, today }, profile: { rules: { lookbackDays } } } = context
  const newest = addDays(today, -lookbackDays)
  const windows = failedWindows(context, account)
  const isOneWindow = ({ from, to }: DateRange) =>
    maxWindowDays === null || daysBetween(from, to) < windowDays(maxWindowDays)
  return (range: DateRange): BookingDay | null => {
    if (!isOneWindow(range) || triedIn(windows, range).length === 0) return null
    if (range.to >= newest) return range.from < addDays(newest, -lessonDays) ? newest : null
    const refused = windows.reduce(
      (day, { from, to }) => from !== null && (to === null || to >= range.to) ? latest(day, addDays(from, 1)) : day,
      range.from
    )
    return failedNow(context, account) > failures || refused >= range.to
      ? null
      : addDays(range.to, -Math.floor(daysBetween(refused, range.to) / 2))
  }
}

/** The same days; such a range is two. */
const apart = (context: PlanContext, account: Account | null) => (missing: MissingRanges): MissingRanges => {
  if (missing === "everything") return missing
  const first = laterFirst(context, account, 0)
  return missing.flatMap((range) => {
    const later = first(range)
    return later === null ? [range] : [{ from: range.from, to: addDays(later, -1) }, { from: later, to: range.to }]
  })
}

/**
 * The days to ask for at a bank whose windows have no end: one window does for all, and what is further back may keep it from giving what
 * is due. So it begins where the bank has not just failed from, or from a later day; once a night. What is not given even so is asked for
 * from a later day after that, or in its place where a day has no two reads left.
 */
const openEnded = (
  context: PlanContext,
  account: Account | null,
  due: ReadonlyArray<DateRange>,
  all: ReadonlyArray<DateRange>
): ReadonlyArray<DateRange> => {
  const failed = failedWindows(context, account)
  const allowed = readsAllowed(context, "transactions", account)
  const hasFailedNow = failedNow(context, account) > 0
  // A history that goes on day by day begins a few days later than it did.
  const { firstProvable } = context.available
  const isRefuted = (day: BookingDay) => {
    const asked = addDays(day, day === firstProvable ? -1 - lessonDays : -1)
    return failed.some(({ from }) => from !== null && from >= asked)
  }
  const first = hasFailedNow || allowed < 1 ? undefined : all.find(({ from }) => !isRefuted(from))
  if (first !== undefined) return all.filter(({ from }) => from >= first.from)
  const last = due.slice(-1)
  const later = laterFirst(context, account, 1)
  return hasFailedNow || allowed < 2 ? last.map((range) => ({ ...range, from: later(range) ?? range.from })) : last
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

/**
 * Windows where not all that is due can be asked for: what was never read comes first, or a quota that is always spent on the days before
 * would never reach new ones. These, on which late rows come, have one of several reads; for as little, a window has some of both.
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
  const first = some(unread, again.length === 0 ? allowed : Math.max(Math.min(1, allowed), allowed - 1))
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
  const parts = isOwn && toFilter ? apart(context, account) : (missing: MissingRanges) => missing
  const wanted = { ...days, unread: () => parts(days.unread()), due: parts(days.due), all: parts(days.all) }
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
