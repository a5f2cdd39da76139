/**
 * A list as the bank gives it: from the day that was asked for, or from the first one after it from which the bank does not refuse it.
 */
import { Effect } from "effect"
import { addDays, BookingDay, daysBetween } from "../domain/bookingDay.ts"
import { assumedStart } from "../plan/missingRanges.ts"
import { halfWay, mostNarrowings, narrower, queryOf } from "./narrowedRange.ts"
import { isWindowRefusal, saysWhy } from "./observedQuirks.ts"
import type { Reading } from "./Reading.ts"
import type { ReadError } from "./ReadResult.ts"
import { askBeside, instead, type ReadList, readStillList } from "./readStillList.ts"
import { isOfList } from "./WalkError.ts"
import type { Walk } from "./walkList.ts"

/** A list, and from which day on it was asked for. */
export interface GivenList extends ReadList {
  readonly from: BookingDay | null
  readonly narrowed: boolean
}

/** What a list is asked for. `end` is the last day of the window. */
export interface Asking {
  readonly end: BookingDay
  readonly today: BookingDay
  /** Whether the person's first session is going on. */
  readonly attended: boolean
  /** Whether of a refusal nothing more is to be asked. */
  readonly settled: (refused: ReadError) => boolean
}

/** Whether the bank gives the list from a day on: its first page tells. */
const isGivenFrom = (reading: Reading, from: BookingDay) =>
  askBeside(reading, queryOf({ ...reading.read, from }, reading.bank)).pipe(
    Effect.as(true),
    Effect.catchIf(isOfList, () => Effect.succeed(false))
  )

/** The first day from which on the bank gives the list, by ever smaller halves of the days after one that it refuses. */
const firstGiven = Effect.fnUntraced(function*(reading: Reading, refused: BookingDay, given: BookingDay) {
  let [before, from] = [refused, given]
  while (daysBetween(before, from) > 1) {
    const day = halfWay(before, from)
    if (yield* isGivenFrom(reading, day)) from = day
    else before = day
  }
  return from
})

/**
 * The same where only a list without a beginning was refused: perhaps the bank must be told one, and then gives all that the consent opens,
 * or may be taken to.
 */
const firstOpened = Effect.fnUntraced(function*(reading: Reading, today: BookingDay, given: BookingDay) {
  const { within: { from } } = reading.read
  const opened = from === null ? assumedStart({ today }) : BookingDay.make(from.slice(0, 10))
  if (opened >= given) return given
  return (yield* isGivenFrom(reading, opened)) ? opened : yield* firstGiven(reading, opened, given)
})

/** The same of a window with an end, which may lie before all that the bank gives: its last day tells. Null where that is so. */
const firstOfWindow = Effect.fnUntraced(function*(reading: Reading, from: BookingDay, end: BookingDay) {
  const last = addDays(end, -1)
  return from < last && (yield* isGivenFrom(reading, last)) ? yield* firstGiven(reading, from, last) : null
})

/** A list as it was asked for: where it was refused, no part of it that was tried after that is what was not given. */
const asAsked = ({ read }: Reading, list: ReadList): GivenList => ({ ...list, from: read.from, narrowed: false })

const isEmpty = ({ error, walk }: ReadList): boolean => error !== null && walk.seen.length === 0

/**
 * Reads a list. Where the bank refuses its window, a later beginning is asked for until one is given; and then the days between that and
 * the last one refused, of which no other read would bring the rows.
 */
export const readGiven = Effect.fn("pull.readGiven")(
  function*<R>(
    reading: Reading,
    { attended, end, settled, today }: Asking,
    onPage: (page: number, walk: Walk) => Effect.Effect<void, never, R>
  ) {
    const { bank, read, spare } = reading
    const window = { end, historyDays: bank.rules.historyDaysAfterFirstSession, today }
    const readFrom = (from: BookingDay | null) => readStillList(reading, queryOf({ ...read, from }, bank), onPage)
    const refusedFor = (list: ReadList) =>
      isEmpty(list) && list.error !== null && isWindowRefusal(read, list.error) && !settled(list.error)
        ? list.error
        : null

    let list = yield* readFrom(read.from)
    const refused = refusedFor(list)
    // A refusal without a reason may be a bad moment; days that are left out for it are not asked for again soon.
    if (refused !== null && !saysWhy(refused)) list = yield* readFrom(read.from)
    if (refusedFor(list) === null) return asAsked(reading, list)

    if (read.from !== null && read.to !== null && spare) {
      const from = yield* firstOfWindow(reading, read.from, end)
      const given = from === null ? list : yield* readFrom(from)
      return isEmpty(given) ? asAsked(reading, list) : { ...given, from, narrowed: true } satisfies GivenList
    }

    let [before, from] = [read.from, read.from]
    for (let narrowings = 0; narrowings < mostNarrowings && refusedFor(list) !== null; narrowings++) {
      const next = narrower(from, window)
      if (next === undefined) break
      before = from
      from = next
      list = yield* readFrom(next)
    }
    if (isEmpty(list) || from === null) return asAsked(reading, list)
    const isEnough = read.enoughFrom !== undefined && from <= read.enoughFrom
    const maySearch = list.error === null && !isEnough && spare && (before !== null || attended)
    const first = !maySearch
      ? from
      : yield* before === null ? firstOpened(reading, today, from) : firstGiven(reading, before, from)
    if (first === from) return { ...list, from, narrowed: true } satisfies GivenList
    const whole = yield* readFrom(first)
    return whole.error === null
      ? { ...instead(whole, list), from: first, narrowed: true } satisfies GivenList
      : { ...instead(list, whole), from, narrowed: true } satisfies GivenList
  }
)
