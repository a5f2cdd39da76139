/**
 * One walk over a list, page after page by the bank's links. Each page is in the journal before the next is asked for.
 */
import { Effect, Option, Result, Schema, Stream } from "effect"
import { addDays, bookingDayAt } from "../domain/bookingDay.ts"
import type { Finding, Subject } from "../domain/Finding.ts"
import type { ReadId } from "../domain/identifiers.ts"
import { Gateway, type Query } from "../gateway/Gateway.ts"
import { mayOverlap } from "../gateway/pageMarks.ts"
import type { Profile } from "../institution/Capability.ts"
import type { ConsentFolder } from "../journal/ConsentFolder.ts"
import type { PlannedRead } from "../plan/PlannedRead.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { keyOf, type NextError, type NextPage, nextPage } from "./nextPage.ts"
import { type RowsOfWalk, rowsOfWalk } from "./repeatedRows.ts"

/** A read had more pages than the bank is believed to have. */
export class PageCapReached extends Schema.TaggedError<PageCapReached>()("PageCapReached", {
  what: Schema.String,
  institution: Schema.String,
  cap: Schema.Int
}) {
  override get message() {
    return `${this.what} have more than ${this.cap} pages; what came before is kept, ` +
      `raise page_cap in config/institutions/${this.institution}.toml if that is right`
  }
}

/** The bank gave a page for the next that it had given before: its list moved by just a page, or it gives no other. */
export class RepeatedPage extends Schema.TaggedError<RepeatedPage>()("RepeatedPage", { what: Schema.String }) {
  override get message() {
    return `the bank gives a page of ${this.what} again as another one; ` +
      "what came before is kept, run again later and report it to the gateway if it stays"
  }
}

/** The bank itself says that it did not give all rows. */
export class ListNotWhole extends Schema.TaggedError<ListNotWhole>()("ListNotWhole", {
  what: Schema.String,
  /** By what it says so. */
  by: Schema.String
}) {
  override get message() {
    return `the bank gives only a part of ${this.what}: ${this.by}; ` +
      "what came is kept and proves nothing, run again later and report it to the gateway if it stays"
  }
}

/** Why a walk ended before the end of the list, for reasons of the list itself. */
export type WalkError = NextError | PageCapReached | RepeatedPage | ListNotWhole

/** A page of the list as it was seen. */
export interface SeenPage {
  readonly query: Query
  /** Where the journal keeps it: its number in the consent's folder of this run. */
  readonly frame: number | null
  readonly digest: string
  /** Whether no two of its rows differ. */
  readonly uniform: boolean
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
  /** By what the bank says that a page has not all its rows. */
  short: string | null
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
  short: null
})

/** What a read is asked with. */
export interface Reading {
  readonly folder: ConsentFolder
  readonly readId: ReadId
  readonly read: PlannedRead
  readonly bank: Profile
}

interface Place {
  readonly page: number
  readonly query: Query
  /** What to ask where the bank refuses that. */
  readonly trimmed: Query | undefined
}

type Onward = Result.Result<Place, WalkError>

/** What a read is called in errors, findings and logs. */
export const nameOf = ({ institution, resource }: Pick<PlannedRead, "institution" | "resource">) =>
  `${resource} of ${institution}`

/** What is found in a read is about the account that was asked for, else about the bank. */
export const subjectOf = ({ accountId, institution }: PlannedRead): Subject =>
  accountId === null ? { kind: "institution", name: institution } : { kind: "account", name: accountId }

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
    const since = yield* movableSince(reading.bank)
    const { bank, folder, read, readId } = reading
    const what = nameOf(read)
    const { resource } = read
    const visited = new Set([keyOf(own)])
    const url = gateway.addressOf(read.consentId, resource)
    const position = { what, subject: subjectOf(read), resource, url, own, visited }
    const begin: Onward = Result.succeed({ page: 1, query: own, trimmed: undefined })
    const digests = new Set<string>()
    let before: ReadonlyArray<string> = []

    const onward = (page: number, { query, trimmed }: NextPage & { readonly query: Query }): Onward => {
      const cap = bank.rules.pageCap
      if (page >= cap) return Result.fail(new PageCapReached({ what, institution: read.institution, cap }))
      visited.add(keyOf(query))
      return Result.succeed({ page: page + 1, query, trimmed })
    }

    const ask = (page: number, query: Query) =>
      Effect.map(gateway.page({ folder, readId, resource, bank, query, page }), (found) => ({ ...found, query }))
    type Found = Effect.Success<ReturnType<typeof ask>>

    /** Whether a page says what an earlier one said; rows that are all equal prove nothing. */
    const isRepeated = ({ marks: { digest, uniform } }: Found): boolean => digests.has(digest) && !uniform

    const drop = ({ frame }: Found): void => {
      if (frame !== null) walk.dropped.push(frame)
    }

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
      if (!isRepeated(found)) return found
      drop(found)
      const again = yield* ask(page, found.query)
      if (!isRepeated(again)) return again
      drop(again)
      return yield* new RepeatedPage({ what })
    })

    return Stream.paginate(
      begin,
      Effect.fnUntraced(function*(place: Onward) {
        const asked = yield* Effect.fromResult(place)
        const { page } = asked
        const { bytes, envelope, frame, marks, query, rows, short } = yield* another(asked)
        walk.short ??= short
        const next = nextPage(position, envelope.next)
        // The pages that follow one of which a part is missing are still worth having.
        const end: Option.Option<Onward> = walk.short === null
          ? Option.none()
          : Option.some(Result.fail(new ListNotWhole({ what, by: walk.short })))
        const follows = Result.match(next, {
          onFailure: (error): Option.Option<Onward> => Option.some(Result.fail(error)),
          onSuccess: ({ query, ...found }) => query === undefined ? end : Option.some(onward(page, { ...found, query }))
        })
        const { digest, uniform } = marks
        digests.add(digest)
        const overlaps = walk.seen.length > 0 && mayOverlap(before, marks.marks)
        before = marks.marks
        walk.seen.push({ query, frame, digest, uniform, mayMove: marks.mayMove(since), overlaps })
        if (page > 1 || Option.isSome(follows)) walk.rows.add(rows())
        walk.bytes += bytes
        walk.totalPages = envelope.totalPages
        walk.firstAvailable ??= envelope.firstAvailable
        walk.lastAvailable ??= envelope.lastAvailable
        if (Result.isSuccess(next) && next.success.finding !== undefined) walk.findings.push(next.success.finding)
        if (envelope.empty && Option.exists(follows, Result.isSuccess)) walk.emptyPages.push(page)
        return [[page], follows] as const
      })
    )
  }))
