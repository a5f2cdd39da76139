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
import { askBeside, instead, type ListError, type ReadList, readStillList } from "./readStillList.ts"
import { isOfList } from "./WalkError.ts"
import type { Walk } from "./walkList.ts"

/**
 * Where the days begin that a bank neither gave nor refused; they end where the list begins. It was not asked for each of them, or met
 * trouble when it was.
 */
export interface Untold {
  readonly from: BookingDay
  readonly trouble: ListError | null
}

/** A list, and from which day on it was asked for. */
export interface GivenList extends ReadList {
  readonly from: BookingDay | null
  readonly narrowed: boolean
  readonly untold: Untold | null
}

/** What a list is asked for. `end` is the last day of the window. */
export interface Asking {
  readonly end: BookingDay
  readonly today: BookingDay
  /** Whether of a refusal nothing more is to be asked. */
  readonly isFinal: (refused: ReadError) => boolean
}

/** Whether the bank gives the list from a day on, as its first page tells; or what else went wrong, which tells nothing of that. */
const isGivenFrom = (reading: Reading, from: BookingDay) =>
  askBeside(reading, queryOf({ ...reading.read, from }, reading.bank)).pipe(
    Effect.as(true),
    Effect.catchIf(isOfList, (error) => Effect.succeed(isWindowRefusal(reading.read, error) ? false : error))
  )

/** From which day on a bank gives a list. Where there was trouble, the days between the last that it refuses and this one are untold. */
interface Search {
  readonly refused: BookingDay
  readonly given: BookingDay
  readonly trouble: ListError | null
}

/** Asks from ever smaller halves of the days between one that is refused and one that is given, and past a single day of trouble. */
const halved = Effect.fnUntraced(function*(reading: Reading, { given: end, refused: start }: Omit<Search, "trouble">) {
  let [refused, asked, given] = [start, start, end]
  let trouble: ListError | null = null
  while (daysBetween(asked, given) > 1) {
    const day = halfWay(asked, given)
    const answer = yield* isGivenFrom(reading, day)
    if (answer === true) {
      given = day
      continue
    }
    asked = day
    if (answer === false) {
      refused = day
      trouble = null
    } else if (trouble === null && answer._tag !== "QuotaSpent") trouble = answer
    else return { refused, given, trouble: answer } satisfies Search
  }
  return { refused, given, trouble } satisfies Search
})

/** The first day from which on the bank gives the list. What was said of the day before it may be of a bad moment: that is heard twice. */
const firstGiven = Effect.fnUntraced(function*(reading: Reading, days: Omit<Search, "trouble">) {
  const found = yield* halved(reading, days)
  const before = addDays(found.given, -1)
  if (before === days.refused || found.trouble?._tag === "QuotaSpent") return found
  const answer = yield* isGivenFrom(reading, before)
  if (answer === false) return { ...found, refused: before, trouble: null } satisfies Search
  if (answer !== true) return found
  return yield* halved(reading, { refused: before === found.refused ? days.refused : found.refused, given: before })
})

/**
 * The same where only a list without a beginning was refused: perhaps the bank must be told one, and then gives all that the consent opens,
 * or may be taken to.
 */
const firstOpened = Effect.fnUntraced(function*(reading: Reading, unopened: Search) {
  const opened = addDays(unopened.refused, 1)
  if (opened >= unopened.given) return unopened
  const answer = yield* isGivenFrom(reading, opened)
  if (answer === true) return { ...unopened, given: opened }
  return answer === false
    ? yield* firstGiven(reading, { refused: opened, given: unopened.given })
    : { ...unopened, trouble: answer }
})

/** The same of a window with an end, which may lie before all that the bank gives: its last day tells. Null where that is so. */
const firstOfWindow = Effect.fnUntraced(function*(reading: Reading, from: BookingDay, end: BookingDay) {
  const last = addDays(end, -1)
  if (from >= last) return null
  const answer = yield* isGivenFrom(reading, last)
  if (typeof answer !== "boolean") return answer
  return answer ? yield* firstGiven(reading, { refused: from, given: last }) : null
})

/** A list from the first day that was found to be given. */
const foundList = (list: ReadList, { given, refused, trouble }: Search): GivenList => ({
  ...list,
  from: given,
  narrowed: true,
  untold: daysBetween(refused, given) > 1 ? { from: addDays(refused, 1), trouble } : null
})

/** A list as it was asked for: where it was refused, no part of it that was tried after that is what was not given. */
const asAsked = ({ read }: Reading, list: ReadList): GivenList => ({
  ...list,
  from: read.from,
  narrowed: false,
  untold: null
})

const isEmpty = ({ error, walk }: ReadList): boolean => error !== null && walk.seen.length === 0

/**
 * Reads a list. Where the bank refuses its window, a later beginning is asked for until one is given; and then the days between that and
 * the last one refused, of which no other read would bring the rows.
 */
export const readGiven = Effect.fn("pull.readGiven")(
  function*<R>(
    reading: Reading,
    { end, isFinal, today }: Asking,
    onPage: (page: number, walk: Walk) => Effect.Effect<void, never, R>
  ) {
    const { bank, read, spare } = reading
    const { givenFrom, within } = read
    const window = { end, givenFrom, historyDays: bank.rules.historyDaysAfterFirstSession, today }
    const readFrom = (from: BookingDay | null) => readStillList(reading, queryOf({ ...read, from }, bank), onPage)
    const refusedFor = (list: ReadList) =>
      isEmpty(list) && list.error !== null && isWindowRefusal(read, list.error) && !isFinal(list.error)
        ? list.error
        : null

    let list = yield* readFrom(read.from)
    const refused = refusedFor(list)
    // A refusal without a reason may be a bad moment; days that are left out for it are not asked for again soon.
    if (refused !== null && !saysWhy(refused)) list = yield* readFrom(read.from)
    if (refusedFor(list) === null) return asAsked(reading, list)

    if (read.from !== null && read.to !== null && spare) {
      const found = yield* firstOfWindow(reading, read.from, end)
      if (found === null) return asAsked(reading, list)
      // Whether the bank gives any of these days is not known.
      if ("_tag" in found) return asAsked(reading, { ...list, error: found })
      const given = yield* readFrom(found.given)
      const isUnsure = given.error !== null && found.trouble !== null
      return isEmpty(given) || isUnsure ? asAsked(reading, given) : foundList(given, found)
    }

    let [before, from] = [read.from, read.from]
    for (let narrowings = 0; narrowings < mostNarrowings && refusedFor(list) !== null; narrowings++) {
      const next = narrower(from, window, narrowings)
      if (next === undefined) break
      before = from
      from = next
      list = yield* readFrom(next)
    }
    if (isEmpty(list) || from === null) return asAsked(reading, list)
    // What was only looked at once more has been given before.
    if (read.enoughFrom !== undefined && from <= read.enoughFrom) return { ...list, from, narrowed: true, untold: null }
    const opened = within.from === null ? assumedStart({ today }) : BookingDay.make(within.from.slice(0, 10))
    const known: Search = { refused: before ?? addDays(opened, -1), given: from, trouble: null }
    if (list.error !== null || !spare) return foundList(list, known)
    const found = yield* before === null ? firstOpened(reading, known) : firstGiven(reading, known)
    if (found.given === from) return foundList(list, found)
    const whole = yield* readFrom(found.given)
    return whole.error === null
      ? foundList(instead(whole, list), found)
      : foundList(instead(list, whole), { ...found, given: from, trouble: whole.error })
  }
)
