/**
 * Rows that stand on both sides of the edge between two pages. A list that moves while it is read shows the last rows of a
 * page again as the first of the next; two equal payments can stand there too. Where no id tells, the day is read again.
 *
 * Only pages whose marks let them overlap (`pageMarks.ts`) are parsed: next to none.
 */
import { Array, Effect, Option, Schema } from "effect"
import type { Grant } from "../consent/Grant.ts"
import { addDays, BookingDay, latest } from "../domain/bookingDay.ts"
import { sharedEdge } from "../gateway/pageMarks.ts"
import type { Profile } from "../institution/Capability.ts"
import { keptText } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import { type AvailableRange, availableRangeOf } from "../plan/availableRange.ts"
import type { PlannedRead } from "../plan/PlannedRead.ts"
import { readsLeft, type Spent } from "../plan/quota.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { pullAll } from "./pullAll.ts"
import type { ReadResult } from "./ReadResult.ts"

const Row = Schema.Record(Schema.String, Schema.Unknown)
const Page = Schema.Struct({ Data: Schema.Struct({ Transaction: Schema.Array(Row) }) })

const decodePage = Schema.decodeUnknownOption(Schema.fromJsonString(Page))
const decodeDay = Schema.decodeUnknownOption(BookingDay)

/** As many rows as a list can have moved between two pages and still be told apart from a list that was replaced. */
const mostMoved = 20

/** What a row says, without the id that may be another in each answer. */
const saying = ({ TransactionId: _, ...row }: typeof Row.Type): string => JSON.stringify(row)

/** How many rows at the end of one page stand again at the beginning of the next. */
const overlap = (before: ReadonlyArray<typeof Row.Type>, after: ReadonlyArray<typeof Row.Type>): number =>
  sharedEdge(before.slice(-mostMoved).map(saying), after.slice(0, mostMoved).map(saying))

/** The booking day as it is written. */
const dayOf = (row: typeof Row.Type) => {
  const sent = row["BookingDateTime"]
  return typeof sent === "string" ? decodeDay(sent.slice(0, 10)) : Option.none()
}

const idOf = (row: typeof Row.Type | undefined): string => {
  const sent = row?.["TransactionId"]
  return typeof sent === "string" ? sent.trim() : ""
}

/** Whether an id says that a row was listed again; where the ids of a bank are not to be believed, none does. */
const isSame = (trusted: boolean, again: typeof Row.Type, row: typeof Row.Type | undefined): boolean =>
  trusted && idOf(again) !== "" && idOf(again) === idOf(row)

/**
 * The oldest booking day of rows that stand on both sides of an edge of this read's pages and that no id tells apart; none
 * where there are no such rows. `trusted` says whether the ids of the bank are believed.
 */
const oldestDoubtfulDay = Effect.fn("pull.oldestDoubtfulDay")(
  function*({ overlaps, read }: Pick<ReadResult, "overlaps" | "read">, trusted: boolean) {
    const run = yield* Run
    const rowsOf = (frame: number) =>
      Effect.map(
        keptText(read.consentId, run.id, frame),
        (text) => Option.match(decodePage(text), { onNone: () => [], onSome: ({ Data }) => Data.Transaction })
      )
    const days: Array<BookingDay> = []
    for (const [earlier, later] of overlaps) {
      const before = yield* rowsOf(earlier)
      const rows = yield* rowsOf(later)
      const moved = overlap(before, rows)
      const last = moved === 0 ? [] : before.slice(-moved)
      const doubtful = rows.slice(0, moved).filter((row, index) => !isSame(trusted, row, last[index]))
      days.push(...doubtful.flatMap((row) => Option.toArray(dayOf(row))))
    }
    return Option.fromUndefinedOr(days.toSorted()[0])
  }
)

/**
 * Where the list may have moved while it was read and no id tells, the days in doubt are read once more, from a day earlier:
 * an instant near midnight may belong to either side of it. Never from before the list itself began or the bank gives
 * anything, nor beyond the day's quota (`spent` before these answers): then a person is asked.
 */
export const readOverlappingDays = Effect.fn("pull.readOverlappingDays")(
  function*(answers: ReadonlyArray<ReadResult>, spent: ReadonlyArray<Spent>, grant: Grant, bank: Profile) {
    const trusted = bank.rules.transactionIds === "stable"
    const available = availableRangeOf(grant, bank, yield* (yield* StoreClock).now, null)
    const made = answers.map(({ read: { accountId, resource } }) => ({ accountId, resource, reads: 1 }))
    const mayRead = ({ accountId, resource }: PlannedRead) =>
      available.session || readsLeft(bank.rules.requestsPerDay, [...spent, ...made], resource, accountId) > 0
    const lists = answers.filter(({ pages, proves, read }) => proves !== null && pages > 1 && mayRead(read))
    const again = yield* Effect.forEach(
      lists,
      (list) => Effect.map(oldestDoubtfulDay(list, trusted), Option.flatMap((day) => readAgain(list, day, available)))
    )
    return yield* pullAll(Array.getSomes(again), grant, bank)
  }
)

/** The same list from the day before one of its days on, from its own beginning at the earliest; none where that is too late. */
const readAgain = (
  { from, read }: ReadResult,
  day: BookingDay,
  { start }: AvailableRange
): Option.Option<PlannedRead> => {
  const begin = [from, start].reduce<BookingDay>((a, b) => b === null ? a : latest(a, b), addDays(day, -1))
  const proves = read.proves === null ? null : { from: addDays(begin, 1), to: read.proves.to }
  return begin > day ? Option.none() : Option.some({ ...read, from: begin, proves })
}
