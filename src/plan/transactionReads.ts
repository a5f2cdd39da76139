/**
 * Reads of transactions: which days of which accounts are missing, how they are asked for, and which can not be had.
 */
import { addDays, type BookingDay, latest } from "../domain/bookingDay.ts"
import { type DateRange, intersect, subtract, union } from "../domain/DateRange.ts"
import type { AccountId } from "../domain/identifiers.ts"
import { onlySide } from "../domain/permission.ts"
import { type AvailableRange, availableRangeOf, keptSince } from "./availableRange.ts"
import { acceptedOf } from "./lessons.ts"
import {
  allMissing,
  assumedStart,
  type BegunDay,
  missingRanges,
  type ReadRanges,
  type UnavailableRange,
  unavailableRanges
} from "./missingRanges.ts"
import { ownReads } from "./ownReads.ts"
import type { Account, DaysOfAccount, PlanContext } from "./PlanContext.ts"
import { all, type Part, type PlannedRead, type Withheld } from "./PlannedRead.ts"
import { readsOf } from "./readsOf.ts"
import type { RequestRange } from "./requestRanges.ts"
import type { Route } from "./route.ts"
import { chooseWindows } from "./secondLooks.ts"

const nothingRead: ReadRanges = { before: [], begun: null, doubtful: [], ungiven: [], now: [] }

/** How far back an account can be read: not before what the bank says that it has, nor what it has refused of this one. */
const availableOf = (
  { available, grant, learned: { accepted, kept }, profile, request }: PlanContext,
  { accountId, accountKey }: Account
): AvailableRange =>
  keptSince(
    accepted.some((each) => each.accountId === accountId)
      ? availableRangeOf(grant, profile, request.now, acceptedOf(accepted, accountId))
      : available,
    accountKey === null ? undefined : kept.get(accountKey),
    profile.rules.lookbackDays
  )

/** Days that the book knows of an account. */
const daysOf = (days: ReadonlyArray<DaysOfAccount>, { accountKey }: Account): ReadonlyArray<DateRange> =>
  days.filter((each) => accountKey !== null && each.accountKey === accountKey)

/** Days of an account that were proven before, in what the consent permits. */
const proven = ({ grant, syncState }: PlanContext, account: Account): ReadonlyArray<DateRange> =>
  daysOf(
    [...syncState.coverage, ...syncState.oneSided.filter(({ side }) => side === onlySide(grant.permissions))],
    account
  )

/** What this run has proven so far by reads of these accounts; null is all of them together. */
const provenNow = ({ available, syncState }: PlanContext, of: ReadonlyArray<AccountId | null>) =>
  syncState.provenNow
    .filter(({ accountId }) => of.includes(accountId))
    .map(({ range: { from, to } }) => ({ from: from ?? available.spanStart ?? assumedStart(available), to }))

/** The newest day of an account, where it was read before its end and is over by now. */
const begunDay = ({ available: { today }, syncState }: PlanContext, { accountKey }: Account): BegunDay | null =>
  syncState.begun.find((each) => accountKey !== null && each.accountKey === accountKey && each.day < today) ?? null

/** On so many days a bank that gives others may refuse days for a fault that passes. */
const mostTries = 7

const ungivenOf = ({ syncState }: PlanContext, { accountKey }: Account): ReadRanges["ungiven"] => {
  const theirs = syncState.ungiven.filter((each) => accountKey !== null && each.accountKey === accountKey)
  return [true, false].flatMap((givenUp) =>
    union(theirs.filter(({ tries }) => tries >= mostTries === givenUp)).map((range) => ({ ...range, givenUp }))
  )
}

/** What has been read of an account, before and in this run. What was answered is not asked for again, whether or not that proves it. */
const readRanges = (context: PlanContext, account: Account): ReadRanges => ({
  before: [...proven(context, account), ...daysOf(context.syncState.silent, account)],
  begun: begunDay(context, account),
  doubtful: daysOf(context.syncState.doubtful, account),
  ungiven: ungivenOf(context, account),
  now: provenNow(context, [null, account.accountId])
})

/** The reads of one account beside those of all, of which `windows` are planned. */
const beside = (context: PlanContext, account: Account, windows: number): Part => {
  const days = {
    before: proven(context, account),
    begun: begunDay(context, account),
    silent: daysOf(context.syncState.silent, account),
    ungiven: ungivenOf(context, account),
    now: provenNow(context, [account.accountId])
  }
  return ownReads(context, account, days, availableOf(context, account), windows)
}

const why = ({ grant: { consentId, institution } }: PlanContext, reason: UnavailableRange["reason"]): string => {
  const renew = `a new first session may reach them: daybook consent renew ${consentId}`
  switch (reason) {
    case "outside-consent":
      return `do not lie wholly within the span of consent ${consentId}; ${renew}`
    case "outside-history":
      return `lie before what ${institution} still gives; ${renew}`
    case "never-given":
      return `were asked for on ${mostTries} days and not given by ${institution}; ${renew}`
    case "refused":
      return `were refused by ${institution} in the last days; they are asked for again when a week is over`
  }
}

/** Days of an account that were wanted and cannot be had. What somebody was told of is not said again by itself. */
const unavailable = (context: PlanContext, account: Account): ReadonlyArray<Withheld> => {
  const { request, syncState } = context
  const told = syncState.lost.filter(({ accountKey }) =>
    account.accountKey !== null && accountKey === account.accountKey
  )
  const read = readRanges(context, account)
  // Of days that are asked for in vain every night another one is out of reach: of all of them is told at the beginning and at the end.
  const isToldLater = ({ from, to }: DateRange) =>
    read.ungiven.some((range) =>
      !range.givenUp && range.from <= from && to < range.to && told.some((lost) => intersect(lost, range) !== undefined)
    )
  const isUnread = read.before.length === 0 && read.now.length === 0
  const isOneMore = ({ from }: DateRange) => isUnread && told.some(({ to }) => to === addDays(from, -1))
  return unavailableRanges(request, read, availableOf(context, account), account.joined).flatMap(
    ({ range, reason }) => {
      const withheld = ({ from, to }: DateRange, lost: DateRange | null): Withheld => ({
        resource: "transactions",
        accountId: account.accountId,
        reason: reason === "never-given" ? "outside-history" : reason,
        message: `booking days ${from} to ${to} of account ${account.accountId} ${why(context, reason)}`,
        lost
      })
      if (reason === "refused") return [withheld(range, null)]
      const news = subtract(range, told)
      if (request.from === null && isToldLater(range)) return []
      if (news.length === 0) return request.from === null ? [] : [withheld(range, null)]
      return news.flatMap((part) => request.from === null && isOneMore(part) ? [] : [withheld(part, part)])
    }
  )
}

/** Days that a person named and that have not come, or that lie after the consent's span. */
const tooLate = ({ available, grant: { consentId }, request }: PlanContext, account: Account | null): Part => {
  if (request.from === null || request.from <= available.end) return { reads: [], withheld: [] }
  const future = request.from > available.today
  const reason = future ? "future" : "beyond-consent"
  const because = future ? "have not come yet" : `lie after consent ${consentId} ends`
  const message = `booking days from ${request.from} on ${because}; name an earlier day: --from`
  const accountId = account?.accountId ?? null
  return { reads: [], withheld: [{ resource: "transactions", accountId, reason, message, lost: null }] }
}

/** Days up to one that a person named, where the consent's span begins only after it. */
const tooEarly = (
  { available: { spanStart }, grant: { consentId }, request }: PlanContext,
  account: Account | null
): Part => {
  if (request.from !== null || request.to === null || spanStart === null || request.to > spanStart) {
    return { reads: [], withheld: [] }
  }
  const message = `booking days up to ${request.to} lie before consent ${consentId} begins; name a later day: --to`
  const accountId = account?.accountId ?? null
  return {
    reads: [],
    withheld: [{ resource: "transactions", accountId, reason: "beyond-consent", message, lost: null }]
  }
}

/** Windows that a second look was not given. */
const notGiven = (account: Account | null, windows: ReadonlyArray<RequestRange>): Part => {
  if (windows.length === 0) return { reads: [], withheld: [] }
  const accountId = account?.accountId ?? null
  const days = windows.flatMap(({ proves }) => proves === null ? [] : [`${proves.from ?? "the first"} to ${proves.to}`])
  const message =
    `booking days ${days.join(", ")} of ${accountId === null ? "all accounts" : `account ${accountId}`} were ` +
    "asked for once more in the last days and not given; to ask for them again: daybook run backfill --again"
  return { reads: [], withheld: [{ resource: "transactions", accountId, reason: "not-given", message, lost: null }] }
}

/**
 * From which later day on lists of several accounts were given before, of all of them; undefined where one was not. A list proves the days
 * after the first that it was asked for.
 */
const givenAfter = (day: BookingDay, before: ReadonlyArray<ReadonlyArray<DateRange>>): BookingDay | undefined => {
  const given = before.flatMap((ranges) => ranges.map(({ from }) => addDays(from, -1)).find((from) => from > day) ?? [])
  return given.length === before.length ? given.reduce((last, from) => latest(last, from)) : undefined
}

/** The reads of one account, or of all in bulk. */
export const transactionReads = (
  context: PlanContext,
  route: Route,
  account: Account | null,
  accounts: ReadonlyArray<Account>
): Part => {
  const { available, profile: { rules }, request } = context
  const known = accounts.length === 0
    ? [{ read: nothingRead, range: available }]
    : accounts.map((one) => ({ read: readRanges(context, one), range: availableOf(context, one) }))
  const missingDays = (lookbackDays: number, less: Partial<ReadRanges>) =>
    allMissing(known.map(({ range, read }) => missingRanges(request, { ...read, ...less }, range, lookbackDays)))
  const { lookbackDays } = rules
  const { dueFrom, leftOut, notGiven: refused = [], windows } = chooseWindows(context, route, account, {
    unread: () => missingDays(0, { doubtful: [] }),
    due: missingDays(lookbackDays, { doubtful: [] }),
    all: missingDays(lookbackDays, {}),
    asked: () => missingDays(lookbackDays, { doubtful: [], now: [] })
  })
  const planned = readsOf(context, "transactions", route, account, windows, leftOut)
  const before = known.map(({ read }) => union(read.before))
  const reads = planned.reads.map((read): PlannedRead => {
    const { from, to } = read
    if (from === null) return read
    const given = givenAfter(from, before)
    // One that ends before what is due has nothing of it.
    const isDue = dueFrom !== null && from < dueFrom && (to === null || to >= dueFrom)
    return {
      ...read,
      ...isDue ? { enoughFrom: dueFrom } : {},
      ...given === undefined ? {} : { givenFrom: given }
    }
  })
  return all([
    { ...planned, reads },
    ...route === "bulk" ? accounts.map((one) => beside(context, one, windows.length)) : [],
    { reads: [], withheld: accounts.flatMap((one) => unavailable(context, one)) },
    notGiven(account, refused),
    tooLate(context, account),
    tooEarly(context, account)
  ])
}
