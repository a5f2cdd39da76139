/**
 * Equal rows without an id on both sides of a page's edge are several payments, or the page begins a row too early, and then its
 * last row stands on no page. The list of their day alone has other edges: it shows them side by side, or fewer of them.
 */
import { Effect, Schema, Stream } from "effect"
import { BookingDay } from "../domain/bookingDay.ts"
import { listedRows } from "../gateway/listedRows.ts"
import { pageFields } from "../gateway/pageFields.ts"
import { keptBody } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import { queryOf } from "./narrowedRange.ts"
import { nameOf, type Reading } from "./Reading.ts"
import { type RowsApart, rowsOfWalk } from "./repeatedRows.ts"
import { isOfList } from "./WalkError.ts"
import { emptyWalk, type Walk, walkList } from "./walkList.ts"

/**
 * What is known of equal rows on both sides of edges: that there are none about which another list is asked, that they are `several`
 * payments, that there are `fewer` than the list shows, or nothing.
 */
export type Apart = "none" | "several" | "fewer" | "untold"

/** On more days such rows are what this account is paid by, and a look at each would be another read. */
const mostDays = 3

/** A bank may take no notice of days: then the list of one has all pages, and their edges are the same. */
const mostPages = 20

const isDay = Schema.is(BookingDay)

/** What the pages of a day's list say of rows that the whole list shows apart. */
const told = Effect.fnUntraced(function*(
  { bank, read }: Reading,
  frames: ReadonlyArray<number>,
  apart: ReadonlyMap<number, RowsApart>
) {
  const run = yield* Run
  const trusted = bank.rules.transactionIds === "stable"
  const rows = rowsOfWalk(trusted)
  const shown = new Map<number, number>()
  for (const frame of frames) {
    const body = yield* keptBody(read.consentId, run.id, frame)
    const page = listedRows(body, pageFields(body, read.resource), trusted)
    rows.add(page)
    for (const { name } of page) shown.set(name, (shown.get(name) ?? 0) + 1)
  }
  const each = [...apart].map(([name, { places }]): Apart => {
    const times = shown.get(name)
    if (times === undefined || rows.apart().has(name)) return "untold"
    return times < places ? "fewer" : "several"
  })
  return worst(each)
})

const worst = (each: ReadonlyArray<Apart>): Apart =>
  (["fewer", "untold", "several"] as const).find((apart) => each.includes(apart)) ?? "none"

/**
 * Asks for the list of a day, or, where the bank knows no end, for that of all days from then on, and says what it tells of these
 * rows.
 */
const lookAtDay = Effect.fnUntraced(function*(
  reading: Reading,
  day: BookingDay,
  apart: ReadonlyMap<number, RowsApart>
) {
  const { bank, read } = reading
  const walk = emptyWalk(bank)
  const came = yield* walkList(
    reading,
    queryOf({ ...read, from: day, to: bank.rules.toFilter ? day : null }, bank),
    walk
  ).pipe(
    Stream.take(mostPages),
    Stream.runDrain,
    Effect.as(true),
    Effect.catchIf(isOfList, () => Effect.succeed(false))
  )
  const frames = walk.seen.flatMap(({ frame }) => frame ?? [])
  const whole = came && frames.length === walk.seen.length && frames.length < mostPages
  return {
    apart: whole ? yield* told(reading, frames, apart) : "untold" as const,
    frames: [...walk.dropped, ...frames]
  }
})

/**
 * Looks at the days on which a walk shows equal rows on both sides of single edges, where the bank allows it and that can tell.
 * `frames` says where the journal keeps what came.
 */
export const lookAtDays = Effect.fn("pull.lookAtDays")(function*(reading: Reading, walk: Walk) {
  const apart = walk.rows.apart()
  const days = [...new Set([...apart.values()].map(({ day }) => day))].filter(isDay)
  if (days.length === 0 || days.length > mostDays) return { apart: "none" as const, frames: [] }
  const { bank: { rules }, spare } = reading
  // All days from one on have the same edges as the whole list where that begins with the newest.
  if (!spare || !(rules.toFilter || walk.rows.oldestFirst())) return { apart: "untold" as const, frames: [] }
  yield* Effect.logInfo(
    `the list of ${nameOf(reading.read)} has equal rows on two of its pages; their days are looked at`
  )
  const looks = yield* Effect.forEach(
    days,
    (day) => lookAtDay(reading, day, new Map([...apart].filter(([, rows]) => rows.day === day)))
  )
  return { apart: worst(looks.map(({ apart }) => apart)), frames: looks.flatMap(({ frames }) => frames) }
})
