/**
 * What one round of reading means for the next: the planner is asked with what is known, and again with what the bank's
 * answers have told since, until nothing is due.
 */
import { DateTime, Effect } from "effect"
import type { FinishedRead } from "../book/syncState.ts"
import { addDays, type BookingDay, bookingDayAt } from "../domain/bookingDay.ts"
import type { AccountId } from "../domain/identifiers.ts"
import type { Profile } from "../institution/Capability.ts"
import type { SyncState } from "../plan/PlanContext.ts"
import { holds, type Plan, type PlannedRead } from "../plan/PlannedRead.ts"
import { accountsNotNamed } from "../pull/accountsNotNamed.ts"
import { discoveredAccounts } from "../pull/discoveredAccounts.ts"
import type { Lesson, ReadResult } from "../pull/ReadResult.ts"
import { StoreClock } from "../store/StoreClock.ts"

/**
 * What of finished reads still counts as read: days of today's that are over, and for an hour what reaches until now. A sandbox
 * tells the time with its first answer, so this is asked behind the gate.
 */
export const stillFinished = (
  finished: ReadonlyArray<FinishedRead>,
  now: DateTime.Utc,
  { timezone }: Profile
): ReadonlyArray<FinishedRead> => {
  const today = bookingDayAt(now, timezone)
  const hourAgo = DateTime.subtract(now, { hours: 1 })
  return finished.filter(({ startedAt, to }) =>
    bookingDayAt(startedAt, timezone) === today &&
    (to !== null && to < today || DateTime.isGreaterThan(startedAt, hourAgo))
  )
}

/**
 * What is known before the first round, `now` that the gate has told the time. What a killed run had discovered is in the book, and
 * is not discovered again.
 */
export const stateBefore = (
  syncState: SyncState,
  finished: ReadonlyArray<FinishedRead>,
  now: DateTime.Utc,
  { timezone }: Profile
): SyncState => ({
  ...syncState,
  finished,
  discoveryDone: syncState.discoveryDone || finished.some(({ resource }) => resource === "accounts"),
  spent: syncState.spent.filter(({ day }) => day === bookingDayAt(now, timezone))
})

/**
 * What of a plan is still to be read, where killed runs have finished some. Where accounts are to be discovered that comes first, alone:
 * it changes the rest.
 */
export const readsDue = (
  { discovery, reads }: Plan,
  { finished }: Pick<SyncState, "finished">
): ReadonlyArray<PlannedRead> => {
  const isFinished = (read: PlannedRead) => finished.some((done) => holds(done, read))
  const due = new Set(withCounterparts(reads.filter((read) => !isFinished(read)), reads.filter(isFinished)))
  const inOrder = reads.filter((read) => due.has(read))
  return discovery ? inOrder.slice(0, 1) : inOrder
}

/** Whether one is the balance of an account, and the other the list of its newest rows. */
const areCompared = (one: PlannedRead, other: PlannedRead): boolean =>
  one.resource !== other.resource && [one, other].every(({ resource, to }) => resource !== "accounts" && to === null) &&
  (one.accountId === null || other.accountId === null || one.accountId === other.accountId)

/**
 * These reads, and what of the finished ones is compared with any of them. A balance of before a list lacks rows that the list has,
 * or has those that come after it: both are read in one run, or neither.
 */
const withCounterparts = (
  due: ReadonlyArray<PlannedRead>,
  finished: ReadonlyArray<PlannedRead>
): ReadonlyArray<PlannedRead> => {
  const more = finished.filter((read) => due.some((each) => areCompared(each, read)))
  return more.length === 0 ? due : withCounterparts([...due, ...more], finished.filter((read) => !more.includes(read)))
}

/** A read is not made again at once, although it may prove less than it was asked for: the bank has no more, or shows rows twice. */
const isAnswered = ({ errorTag, outcome }: ReadResult): boolean => outcome === "complete" || errorTag === "RowsRepeated"

/** Whether a bank counts a read: one that nobody attends, unless that has shown first in this run that it has no such list at all. */
const isCounted = ({ madeNow }: SyncState) => ({ attended, learned, read: { resource } }: ReadResult): boolean =>
  !attended &&
  !(learned.includes("bulk-absent") && !madeNow.some((made) => made.resource === resource && made.route === "bulk"))

/** The known accounts that the bank's newest list left out. */
export const unlistedIn = ({ accounts }: SyncState): ReadonlySet<AccountId> =>
  new Set(accounts.filter(({ unlisted }) => unlisted).map(({ accountId }) => accountId))

/** The accounts of which the book has no proven day. */
const neverProven = ({ accounts, coverage }: SyncState): ReadonlySet<AccountId> => {
  const proven = new Set(coverage.map(({ accountKey }) => accountKey))
  return new Set(
    accounts.flatMap(({ accountId, accountKey }) => accountKey !== null && proven.has(accountKey) ? [] : [accountId])
  )
}

const isListOfAll = ({ outcome, read: { accountId, resource } }: ReadResult): boolean =>
  resource === "transactions" && accountId === null && outcome === "complete"

/**
 * Days to be read once more of accounts that listed nothing any more, and of which a list of later days holds a row again: what was booked
 * meanwhile may stand on days that were read when the bank was silent about them, from as far behind the newest row as late rows come. They
 * are read as all days are: where that is by lists of all accounts, these must leave none out that is asked for by itself beside them, or
 * it would seem to have lost the rows of these days. Then the next night reads them.
 */
const endedSilences = Effect.fnUntraced(
  function*(
    { accounts, alone, madeNow, quiet }: SyncState,
    answers: ReadonlyArray<ReadResult>,
    { rules: { lookbackDays } }: Profile
  ) {
    const inLists = answers.some(isListOfAll) ||
      madeNow.some(({ accountId, answered, resource }) => answered && resource === "transactions" && accountId === null)
    const newest = new Map<string | null, BookingDay>(quiet.map((each) => [each.accountKey, each.newest]))
    const ended = yield* Effect.forEach(
      newest.size === 0 ? [] : answers,
      Effect.fnUntraced(function*(answer) {
        const { from, outcome, read } = answer
        if (read.resource !== "transactions" || outcome !== "complete" || from === null) return []
        if (inLists && read.accountId !== null) return []
        const asked = accounts.flatMap(({ accountId, accountKey }) => {
          const last = newest.get(accountKey)
          return accountKey === null || last === undefined || last >= from ||
              (read.accountId ?? accountId) !== accountId
            ? []
            : [{ accountId, accountKey, from: addDays(last, -lookbackDays), to: from }]
        })
        const silent = yield* accountsNotNamed([answer], new Set(asked.map(({ accountId }) => accountId)))
        return asked.filter(({ accountId }) => !silent.has(accountId))
      })
    )
    const again = ended.flat()
    const left = new Set(alone.flatMap(({ accountId, leftOut, missed }) => leftOut || missed ? [accountId] : []))
    if (!inLists || again.length === 0 || left.size === 0) return again
    return (yield* accountsNotNamed(answers.filter(isListOfAll), left)).size === 0 ? again : []
  }
)

/**
 * What is known after a round: the accounts, where it discovered them, which of them no list named, which speak again, what is proven, and
 * what the bank refused and counts.
 */
export const stateAfter = Effect.fn("run.stateAfter")(
  function*(known: SyncState, answers: ReadonlyArray<ReadResult>, bank: Profile, discovering: boolean) {
    const [discovery] = discovering ? answers : []
    const accounts = discovery?.outcome === "complete" ? yield* discoveredAccounts(discovery) : null
    const lists = answers.filter(isListOfAll)
    const unnamed = lists.length === 0
      ? known.unnamed
      : yield* accountsNotNamed(lists, known.unnamed ?? neverProven(known))
    const ended = yield* endedSilences(known, answers, bank)
    const speaking = new Set(ended.map(({ accountKey }) => accountKey))
    const quiet = known.quiet.filter(({ accountKey }) => !speaking.has(accountKey))
    const now = yield* (yield* StoreClock).now
    return withAnswers(
      { ...known, unnamed, quiet, doubtful: [...known.doubtful, ...ended] },
      answers,
      accounts,
      discovery !== undefined,
      now,
      bank
    )
  }
)

const failedWindow = ({ from: given, read: { accountId, from, resource, to }, untold }: ReadResult, at: DateTime.Utc) =>
  resource === "transactions"
    ? [{ accountId, from: untold?.from ?? from, to: untold === null ? to : given, isOfWindow: true, at }]
    : []

/** The same, where it is known whether accounts were asked for, and which were listed. */
export const withAnswers = (
  known: SyncState,
  answers: ReadonlyArray<ReadResult>,
  accounts: ReadonlyArray<AccountId> | null,
  discovering: boolean,
  now: DateTime.Utc,
  { timezone }: Profile
): SyncState => {
  const { lessons } = known
  const taught = (lesson: Lesson) => answers.some(({ learned }) => learned.includes(lesson)) ? now : null
  const before = new Set(known.accounts.map(({ accountId }) => accountId))
  const listed = (accounts ?? []).filter((accountId) => !before.has(accountId))
  return {
    ...known,
    // A list that leaves out a known account says so by its silence alone: the account is still read.
    accounts: [
      ...known.accounts,
      ...listed.map((accountId) => ({
        accountId,
        accountKey: null,
        unlisted: false,
        joined: known.discovered || known.bankKnown
      }))
    ],
    discovered: known.discovered || accounts !== null,
    discoveryDone: known.discoveryDone || discovering,
    provenNow: [
      ...known.provenNow,
      ...answers.flatMap(({ proves, read: { accountId } }) => proves === null ? [] : [{ accountId, range: proves }])
    ],
    madeNow: [...known.madeNow, ...answers.map((answer) => ({ ...answer.read, answered: isAnswered(answer) }))],
    spent: [
      ...known.spent,
      ...answers.filter(isCounted(known)).map(({ read: { accountId, resource } }) => ({
        day: bookingDayAt(now, timezone),
        accountId,
        resource,
        reads: 1
      }))
    ],
    lessons: {
      ...lessons,
      bulkAbsent: taught("bulk-absent") ?? lessons.bulkAbsent,
      filterRefused: taught("filter-refused") ?? lessons.filterRefused,
      accepted: [
        ...lessons.accepted,
        ...answers.flatMap(({ from, learned, read: { accountId } }) =>
          from !== null && learned.includes("window-narrowed") ? [{ accountId, from, at: now }] : []
        )
      ],
      failed: [
        ...lessons.failed,
        ...answers.flatMap((answer) => isAnswered(answer) ? [] : failedWindow(answer, now))
      ]
    }
  }
}
