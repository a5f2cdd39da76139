/**
 * One walk over a list, page after page by the bank's links. A page is asked for as soon as the one before has come; that one is
 * brought into the journal, and its rows are looked at, while the bank answers.
 */
import { Effect, Option, Result, Scope, Stream } from "effect"
import { addDays, bookingDayAt } from "../domain/bookingDay.ts"
import type { Finding } from "../domain/Finding.ts"
import { Gateway, type Query } from "../gateway/Gateway.ts"
import type { BadRequest, NotOffered } from "../gateway/GatewayError.ts"
import { mayOverlap } from "../gateway/pageMarks.ts"
import { pauseOnce } from "../gateway/RetryPolicy.ts"
import type { Profile } from "../institution/Capability.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { keyOf, type NextPage, nextPage } from "./nextPage.ts"
import { pagesGiven, type Standing } from "./pagesGiven.ts"
import { nameOf, type Reading, subjectOf } from "./Reading.ts"
import { type RowsOfWalk, rowsOfWalk } from "./repeatedRows.ts"
import { isOfList, ListNotWhole, PageCapReached, PageRefused, RepeatedPage, type WalkError } from "./WalkError.ts"

/** A page of the list as it was seen. */
export interface SeenPage {
  readonly query: Query
  /** Where the journal keeps it: its number in the consent's folder of this run. */
  readonly frame: number | null
  readonly digest: string
  /** Whether its rows may still change their places. */
  readonly mayMove: boolean
  /** Whether its first rows may be the last ones of the page before. */
  readonly overlaps: boolean
}

/** What one walk has brought so far; it grows while the walk goes on. */
export interface Walk {
  readonly seen: Array<SeenPage>
  /** The rows of a list of several pages. */
  readonly rows: RowsOfWalk
  /** Where the journal keeps pages that were given for others and do not count. */
  readonly dropped: Array<number>
  bytes: number
  readonly findings: Array<Finding>
  /** Pages without a row that others follow, counted from 1. */
  readonly emptyPages: Array<number>
  /** How many pages the last one says that there are. */
  totalPages: number | null
  /** Where the bank says that its history begins. */
  firstAvailable: string | null
  /** Where the bank says that its history ends as yet. */
  lastAvailable: string | null
  /** The digest of the page that the bank gives again and again; null where it gives none so. */
  repeated: string | null
}

export const emptyWalk = ({ rules }: Profile): Walk => ({
  seen: [],
  rows: rowsOfWalk(rules.transactionIds === "stable"),
  dropped: [],
  bytes: 0,
  findings: [],
  emptyPages: [],
  totalPages: null,
  firstAvailable: null,
  lastAvailable: null,
  repeated: null
})

const isFine = (standing: Standing): boolean => standing === "another" || standing === "equal"

interface Place {
  readonly page: number
  readonly query: Query
  /** What to ask where the bank refuses that. */
  readonly trimmed: Query | undefined
}

type Onward = Result.Result<Place, WalkError>

/** From which booking day on a bank may still add, change and take back rows. */
const movableSince = Effect.fn("pull.movableSince")(function*({ rules, timezone }: Profile) {
  const { now } = yield* StoreClock
  // A day more: a day near midnight may be another one by the bank's own clock.
  return addDays(bookingDayAt(yield* now, timezone), -rules.lookbackDays - 1)
})

/**
 * Walks the list that is asked with `own`, into `walk`. The stream gives the number of each page once it is in the journal
 * and in the walk; a link that must not be followed ends it with its error.
 */
export const walkList = (reading: Reading, own: Query, walk: Walk) =>
  Stream.unwrap(Effect.gen(function*() {
    const gateway = yield* Gateway
    const scope = yield* Effect.scope
    const since = yield* movableSince(reading.bank)
    const { bank, folder, read, readId, spare } = reading
    const what = nameOf(read)
    const { resource } = read
    const visited = new Set([keyOf(own)])
    const url = gateway.addressOf(read.consentId, resource)
    const position = { what, subject: subjectOf(read), resource, url, own, visited }
    const begin: Onward = Result.succeed({ page: 1, query: own, trimmed: undefined })
    const given = pagesGiven(bank.rules.transactionIds === "stable")
    let before: ReadonlyArray<string> = []
    // By what the bank says that a page has not all its rows.
    let short: string | null = null

    const onward = (page: number, { query, trimmed }: NextPage & { readonly query: Query }): Onward => {
      const cap = bank.rules.pageCap
      if (page >= cap) return Result.fail(new PageCapReached({ what, institution: read.institution, cap }))
      visited.add(keyOf(query))
      return Result.succeed({ page: page + 1, query, trimmed })
    }

    const ask = (page: number, query: Query) =>
      gateway.page({ folder, readId, resource, bank, query, page }).pipe(
        Effect.map((found) => ({ ...found, query })),
        Scope.provide(scope)
      )
    type Found = Effect.Success<ReturnType<typeof ask>>

    const drop = Effect.fnUntraced(function*({ kept }: Found) {
      const { frame } = yield* kept
      if (frame !== null) walk.dropped.push(frame)
    })

    /**
     * A page that no earlier one was. A bank that gives one again may have lost its place for a moment, so it is asked once more
     * before the whole list is.
     */
    const another = Effect.fnUntraced(function*({ page, query, trimmed }: Place) {
      const found = yield* trimmed === undefined || visited.has(keyOf(trimmed))
        ? ask(page, query)
        : Effect.catchTags(ask(page, query), {
          BadRequest: () => ask(page, trimmed),
          NotOffered: () => ask(page, trimmed)
        })
      visited.add(keyOf(found.query))
      if (isFine(given.standingOf(page, found))) return found
      yield* drop(found)
      const again = yield* ask(page, found.query)
      if (given.standingOf(page, again) !== "repeated") return again
      yield* drop(again)
      walk.repeated = again.marks.digest
      return yield* new RepeatedPage({ what })
    })

    /** Whether what a list leaves out may lie on days that no later night asks for. */
    const reachesBack = resource === "transactions" && (read.from === null || read.from < since)

    /** Whether it was asked for days that no night has looked back to yet, nor will. */
    const reachesFar = reachesBack && (read.from === null || read.from < addDays(since, -bank.rules.lookbackDays))

    /**
     * A page, asked for once more where it leads to none though the bank counts more: a count may be wrong, and is no guide, but a link
     * that one answer lacks would cut the list off for good. Where the bank's links work only once the first answer counts.
     */
    const perhapsCut = Effect.fnUntraced(function*(page: number, found: Found) {
      const { next, totalPages } = found.envelope
      if (next._tag !== "absent" || (totalPages ?? 0) <= page || !reachesBack) return found
      const again = yield* ask(page, found.query).pipe(
        Effect.asSome,
        Effect.catchTag(["BadRequest", "NotOffered"], () => Effect.succeedNone)
      )
      if (Option.isNone(again)) return found
      const counts = again.value.envelope.next._tag === "absent"
      return counts ? yield* Effect.as(drop(again.value), found) : yield* Effect.as(drop(found), again.value)
    })

    /**
     * A list without a row, asked for once more, some moments later: one empty answer proves no history away, and much of it may be asked
     * for only now. Where there is no second answer the first one counts.
     */
    const perhapsEmpty = Effect.fnUntraced(function*(page: number, found: Found) {
      const { empty, next } = found.envelope
      if (page > 1 || !empty || next._tag !== "absent" || !reachesFar || !spare) return found
      yield* Effect.logInfo(`the list of ${what} is empty; it is asked for once more`)
      yield* pauseOnce
      const again = yield* ask(page, found.query).pipe(
        Effect.asSome,
        Effect.catchIf(isOfList, () => Effect.succeedNone)
      )
      if (Option.isNone(again)) return found
      const counts = again.value.envelope.empty && (found.short === null) === (again.value.short === null)
      return counts ? yield* Effect.as(drop(again.value), found) : yield* Effect.as(drop(found), again.value)
    })

    /** A page in its place. */
    interface Placed {
      readonly page: number
      readonly found: Found
      /** Whether it may be an earlier one. */
      readonly unclear: boolean
      readonly finding: Finding | undefined
      /** Whether nothing comes behind it, and whether another page does. */
      readonly ends: boolean
      readonly leadsOn: boolean
    }

    const step = Effect.fnUntraced(function*(place: Onward) {
      const asked = yield* Effect.fromResult(place)
      const { page } = asked
      const refused = (error: BadRequest | NotOffered) =>
        Effect.fail(page === 1 ? error : new PageRefused({ what, page, status: error.status, codes: error.codes }))
      const found = yield* another(asked).pipe(
        Effect.flatMap((found) => perhapsCut(page, found)),
        Effect.flatMap((found) => perhapsEmpty(page, found)),
        Effect.catchTags({ BadRequest: refused, NotOffered: refused })
      )
      const unclear = given.standingOf(page, found) === "unclear"
      short ??= found.short
      const next = nextPage(position, found.envelope.next)
      // The pages that follow one of which a part is missing are still worth having.
      const end: Option.Option<Onward> = short === null
        ? Option.none()
        : Option.some(Result.fail(new ListNotWhole({ what, by: short })))
      const follows = Result.match(next, {
        onFailure: (error): Option.Option<Onward> => Option.some(Result.fail(error)),
        onSuccess: ({ query, ...found }) => query === undefined ? end : Option.some(onward(page, { ...found, query }))
      })
      const finding = Result.isSuccess(next) ? next.success.finding : undefined
      const ends = Option.isNone(follows)
      if (!ends) given.add(found)
      const placed: Placed = { page, found, unclear, finding, ends, leadsOn: Option.exists(follows, Result.isSuccess) }
      return [[placed], follows] as const
    })

    const takeIn = Effect.fnUntraced(function*({ ends, finding, found, leadsOn, page, unclear }: Placed) {
      const { envelope, marks: { digest, marks, mayMove }, query, rows } = found
      const { bytes, frame } = yield* found.kept
      const overlaps = walk.seen.length > 0 && mayOverlap(before, marks)
      before = marks
      walk.seen.push({ query, frame, digest, mayMove: mayMove(since), overlaps })
      if (page > 1 || !ends) walk.rows.add(rows(), unclear)
      walk.bytes += bytes
      walk.totalPages = envelope.totalPages
      walk.firstAvailable ??= envelope.firstAvailable
      walk.lastAvailable ??= envelope.lastAvailable
      if (finding !== undefined) walk.findings.push(finding)
      if (envelope.empty && leadsOn) walk.emptyPages.push(page)
      return page
    })

    return Stream.paginate(begin, step).pipe(Stream.buffer({ capacity: 1 }), Stream.mapEffect(takeIn))
  }))
