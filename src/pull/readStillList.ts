/**
 * Reads a list until it is known to have stood still. A list that gains or loses rows between two of its pages shows some of
 * them twice or not at all, and nothing in the pages says so. So after its last page the first is asked for again, each that
 * held a row which may still move, and each that ends with rows that the next begins with; where one is another now, the whole list
 * is read again. A page that is what it was has pushed none of its rows onto the next.
 */
import { Effect, Option, Schema, Stream } from "effect"
import { BookingDay } from "../domain/bookingDay.ts"
import { Gateway, type Query } from "../gateway/Gateway.ts"
import type { GatewayError } from "../gateway/GatewayError.ts"
import { pageFields } from "../gateway/pageFields.ts"
import { hasGrown, pageMarks } from "../gateway/pageMarks.ts"
import { keptBody } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import { namedRows } from "./namedRows.ts"
import { nameOf, type Reading } from "./Reading.ts"
import { isOfList, type WalkError } from "./WalkError.ts"
import { emptyWalk, type SeenPage, type Walk, walkList } from "./walkList.ts"

/** The list was another each time it was read. */
export class ListMoving extends Schema.TaggedError<ListMoving>()("ListMoving", {
  what: Schema.String,
  walks: Schema.Int
}) {
  override get message() {
    return `the list of ${this.what} changed each of the ${this.walks} times that it was read; ` +
      "what it showed last is kept and proves nothing, run again when the bank is quiet"
  }
}

/** The list shows rows on two of its pages, so that as many may stand on none. */
export class RowsRepeated extends Schema.TaggedError<RowsRepeated>()("RowsRepeated", {
  what: Schema.String,
  rows: Schema.Int,
  /** From which day on none can be missing; null where that cannot be told. */
  soundFrom: Schema.NullOr(BookingDay)
}) {
  override get message() {
    const shown = this.rows === 1 ? "1 row" : `${this.rows} rows`
    const open = this.soundFrom === null
      ? "what came is kept and proves nothing"
      : `what came is kept and proves no day before ${this.soundFrom}`
    return `the list of ${this.what} shows ${shown} on two of its pages, so as many may be missing; ` +
      `${open}, run again later and report it to the gateway if it stays`
  }
}

/** Why a list was not read to its end, or proves not all that it was asked for. */
export type ListError = GatewayError | WalkError | ListMoving | RowsRepeated

/** A list as it was read last. `walk` holds the pages that count; `error` is null where the list stood still. */
export interface ReadList {
  readonly walk: Walk
  /** Where the journal keeps pages of the list that do not count: those of walks before, and pages given for others. */
  readonly superseded: ReadonlyArray<number>
  /** Where it keeps pages of walks before whose rows count where the last walk does not show them. */
  readonly earlier: ReadonlyArray<number>
  readonly error: ListError | null
}

/** How often a list is read that does not stand still. */
const mostWalks = 3

/** A page that the bank gives without end was given for others each time but the first, also where it may have been one of equal rows. */
const setAside = ({ dropped, repeated, seen }: Walk) => {
  const pages = seen.splice(0)
  const first = pages.findIndex(({ digest }) => digest === repeated)
  for (const [place, page] of pages.entries()) {
    if (page.digest !== repeated || place === first) seen.push(page)
    else if (page.frame !== null) dropped.push(page.frame)
  }
}

/** Walks the list once; gives what stopped the walk, null where it came to the end. */
const walkOnce = Effect.fnUntraced(function*<R>(
  reading: Reading,
  own: Query,
  onPage: (page: number, walk: Walk) => Effect.Effect<void, never, R>
) {
  const walk = emptyWalk(reading.bank)
  const error = yield* walkList(reading, own, walk).pipe(
    Stream.runForEach((page) => onPage(page, walk)),
    Effect.as(null),
    Effect.catchIf(isOfList, (error) => Effect.succeed(error))
  )
  if (error?._tag === "RepeatedPage") setAside(walk)
  return { walk, superseded: walk.dropped, earlier: [], error } satisfies ReadList
})

const framesOf = ({ seen }: Walk): ReadonlyArray<number> => seen.flatMap(({ frame }) => frame ?? [])

/** A list that was read twice: one of the two counts. */
export const instead = (counts: ReadList, other: ReadList): ReadList => ({
  ...counts,
  superseded: [...other.superseded, ...other.earlier, ...framesOf(other.walk), ...counts.superseded]
})

/** A page that is asked for to compare it: it is kept, and counts for nothing. */
export const askBeside = Effect.fnUntraced(function*({ bank, folder, read, readId }: Reading, query: Query) {
  const gateway = yield* Gateway
  return yield* gateway.page({ folder, readId, resource: read.resource, bank, query, page: null }).pipe(
    Effect.tap(({ kept }) => kept),
    Effect.scoped
  )
})

/** Whether a page is still what it was. The last one may have grown at its end: what it held stands where it stood. */
const isSame = Effect.fnUntraced(function*(reading: Reading, page: SeenPage, last: boolean) {
  const { read } = reading
  const { marks } = yield* askBeside(reading, page.query)
  if (marks.digest === page.digest) return true
  if (!last || page.frame === null) return false
  const kept = yield* keptBody(read.consentId, (yield* Run).id, page.frame)
  return hasGrown(pageMarks(pageFields(kept, read.resource), read.resource), marks)
})

/** Whether the list still stands as it was walked. A page that is not given again cannot be compared. */
const stoodStill = Effect.fnUntraced(function*(reading: Reading, { seen }: Walk) {
  for (const [place, page] of seen.entries()) {
    const pushed = seen[place + 1]?.overlaps ?? false
    if (place > 0 && !page.mayMove && !pushed) continue
    const same = yield* isSame(reading, page, place === seen.length - 1).pipe(
      Effect.asSome,
      Effect.catchIf(isOfList, () => Effect.succeed(Option.none<boolean>()))
    )
    if (!Option.getOrElse(same, () => false)) return false
  }
  return true
})

/** A page that came again: the list may have moved by just that much. */
const isRepeated = ({ error }: ReadList): boolean => error?._tag === "RepeatedPage"

/** Whether reading again would tell nothing more: a list of one page is one answer, and other troubles stay. */
const isSettled = ({ error, walk }: ReadList): boolean =>
  error === null ? walk.seen.length <= 1 : error._tag !== "RepeatedPage"

const isStill = (reading: Reading, list: ReadList) =>
  isRepeated(list) ? Effect.succeed(false) : stoodStill(reading, list.walk)

const isEqual = ({ error, walk }: ReadList, next: ReadList): boolean =>
  error === null && next.error === null && walk.seen.length === next.walk.seen.length &&
  walk.seen.every(({ digest }, place) => digest === next.walk.seen[place]?.digest)

/**
 * Whether walks together show the whole list although none does alone: each fills as many places, and together they show just as
 * many rows. Only ids tell that: without them two equal rows may be two payments.
 */
const isWholeTogether = ({ bank }: Reading, walks: ReadonlyArray<Walk>): boolean => {
  if (bank.rules.transactionIds !== "stable") return false
  const all = namedRows()
  for (const { rows } of walks) for (const name of rows.names()) all.set(name, 0)
  return all.size > 0 && walks.every(({ rows }) => rows.places() === all.size)
}

/** The last of several walks, and what the ones before showed beside it. */
const together = (reading: Reading, list: ReadList, walks: ReadonlyArray<Walk>): ReadList => {
  const earlier = reading.bank.rules.transactionIds === "stable" ? walks.slice(0, -1).flatMap(framesOf) : []
  const counted = new Set(earlier)
  return { ...list, superseded: list.superseded.filter((frame) => !counted.has(frame)), earlier }
}

const isDoubtful = ({ walk }: ReadList): boolean => walk.rows.doubtful() > 0

/** Whether rows on two pages are doubtful also where the list shows them so each time: without ids, equal payments do. */
const staysDoubtful = (list: ReadList): boolean => isDoubtful(list) && list.walk.rows.shuffled()

/** A list of which rows may be missing. */
const inDoubt = (reading: Reading, list: ReadList, walks: ReadonlyArray<Walk>): ReadList => {
  const { rows } = list.walk
  const error = new RowsRepeated({
    what: nameOf(reading.read),
    rows: rows.doubtful(),
    soundFrom: rows.soundFrom()
  })
  return { ...together(reading, list, walks), error }
}

/**
 * Reads a list that is asked with `own`. A list of one page is one answer and cannot move. Two walks in a row that show the
 * same are as good as a comparison, for banks whose links work only once, unless they show rows on two pages. Where a later walk
 * breaks off, what the one before had brought is kept.
 */
export const readStillList = Effect.fn("pull.readStillList")(function*<R>(
  reading: Reading,
  own: Query,
  onPage: (page: number, walk: Walk) => Effect.Effect<void, never, R>
) {
  let before: ReadList = yield* walkOnce(reading, own, onPage)
  const walks: Array<Walk> = [before.walk]
  for (let count = 1; count < mostWalks; count++) {
    if (isSettled(before) || (!isDoubtful(before) && (yield* isStill(reading, before)))) return before
    yield* Effect.logInfo(`the list of ${nameOf(reading.read)} changed while it was read; it is read again`)
    const next = yield* walkOnce(reading, own, onPage)
    if (next.error !== null && !isRepeated(next)) return { ...instead(before, next), error: next.error }
    const equal = isEqual(before, next)
    before = instead(next, before)
    walks.push(next.walk)
    if (next.error === null && isWholeTogether(reading, walks)) return together(reading, before, walks)
    if (equal) return staysDoubtful(before) ? inDoubt(reading, before, walks) : before
  }
  if (isSettled(before) || isRepeated(before)) return before
  if (isDoubtful(before)) return inDoubt(reading, before, walks)
  if (yield* isStill(reading, before)) return before
  const error = new ListMoving({ what: nameOf(reading.read), walks: mostWalks })
  return { ...before, error }
})
