import { Effect, Option, Result, Schema, Stream } from "effect"
import type { ReadId } from "../domain/identifiers.ts"
import { Gateway, type Query } from "../gateway/Gateway.ts"
import type { Profile } from "../institution/Capability.ts"
import type { ConsentFolder } from "../journal/ConsentFolder.ts"
import type { Finding } from "../journal/events.ts"
import type { PlannedRead } from "../plan/plan.ts"
import { keyOf, type NextError, nextPage } from "./nextPage.ts"

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

/** What one read has brought so far; it grows while the read goes on. */
export interface Tally {
  pages: number
  bytes: number
  requests: number
  /** Where the journal keeps the pages: their numbers in the consent's folder of this run. */
  readonly frames: Array<number>
  readonly findings: Array<Finding>
  /** Pages without a row that others follow. */
  readonly emptyPages: Array<number>
  /** How many pages the last one says that there are. */
  totalPages: number | null
}

export const emptyTally = (): Tally => ({
  pages: 0,
  bytes: 0,
  requests: 0,
  frames: [],
  findings: [],
  emptyPages: [],
  totalPages: null
})

/** What a read is asked with. */
export interface Reading {
  readonly folder: ConsentFolder
  readonly readId: ReadId
  readonly read: PlannedRead
  readonly bank: Profile
  readonly tally: Tally
}

interface Place {
  readonly page: number
  readonly query: Query
}

type Onward = Result.Result<Place, NextError | PageCapReached>

/** What a read is called in errors, findings and logs. */
export const nameOf = ({ consentId, resource }: Pick<PlannedRead, "consentId" | "resource">) =>
  `${resource} of consent ${consentId}`

/**
 * The pages of a read asked with `own`, one after the other. Each is in the journal and in the tally before the next is
 * asked for; a link that must not be followed ends the stream with its error.
 */
export const pages = (reading: Reading, own: Query) =>
  Stream.unwrap(Effect.map(Gateway, (gateway) => {
    const { bank, read, readId, tally } = reading
    const what = nameOf(read)
    const { resource } = read
    const folder = counted(reading)
    const visited = new Set([keyOf(own)])
    const position = { what, resource, url: gateway.addressOf(read.consentId, resource), own, visited }
    const begin: Onward = Result.succeed({ page: 1, query: own })

    const onward = (page: number, query: Query): Onward => {
      const cap = bank.rules.pageCap
      if (page >= cap) return Result.fail(new PageCapReached({ what, institution: read.institution, cap }))
      visited.add(keyOf(query))
      return Result.succeed({ page: page + 1, query })
    }

    return Stream.paginate(
      begin,
      Effect.fnUntraced(function*(place: Onward) {
        const { page, query } = yield* Effect.fromResult(place)
        const { bytes, envelope, frame } = yield* gateway.page({ folder, readId, resource, bank, query, page })
        const next = nextPage(position, envelope.next)
        const follows = Result.match(next, {
          onFailure: (error): Option.Option<Onward> => Option.some(Result.fail(error)),
          onSuccess: ({ query }) => query === undefined ? Option.none() : Option.some(onward(page, query))
        })
        tally.pages += 1
        tally.bytes += bytes
        tally.totalPages = envelope.totalPages
        if (frame !== null) tally.frames.push(frame)
        if (Result.isSuccess(next) && next.success.finding !== undefined) tally.findings.push(next.success.finding)
        if (envelope.empty && Option.isSome(follows)) tally.emptyPages.push(page)
        return [[page], follows] as const
      })
    )
  }))

/** The folder, with every request counted. */
const counted = ({ folder, tally }: Reading): ConsentFolder => ({
  ...folder,
  append: (event) => {
    if (event.event === "asked") tally.requests += 1
    return folder.append(event)
  }
})
