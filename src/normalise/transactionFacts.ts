/**
 * What the steps that take transactions into the book ask about the rows on their way: how they compare with what the book holds, and
 * on which days to look for what it holds.
 */
import { Effect, Schema } from "effect"
import type { StorageError } from "../store/StorageError.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { Pass } from "./stagedRows.ts"

const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

/** No day at all: nothing is between its ends. */
export const noDay = { first: "9999-12-31", last: "0001-01-01" }

type Days = typeof noDay

/** The first and the last booking day of some rows; no day where there are none. */
export const spanOf = Effect.fnUntraced(function*(rows: string, first = "booking_date", last = first) {
  const warehouse = yield* Warehouse
  const [span] = yield* warehouse.rows(
    Span,
    `select min(${first}) as first, max(${last}) as last from ${rows}`
  )
  return { first: span?.first ?? noDay.first, last: span?.last ?? noDay.last }
})

const Counts = Schema.Struct({ fresh: Schema.Int, different: Schema.Int, missing: Schema.Int })

export type Compared = typeof Counts.Type

/**
 * How many rows of the reads the book does not know, how many it knows otherwise or not, and how many it misses, those among them of
 * which only an edit may be concluded.
 */
const compared = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const [counts] = yield* warehouse.rows(
    Counts,
    `select count(*) filter (where change = 'new')::integer as fresh, count(*)::integer as different,
       (select count(*) from (from missing union all from kept_in_doubt))::integer as missing
     from differences`
  )
  return counts ?? { fresh: 0, different: 0, missing: 0 }
})

type Asked<A> = Effect.Effect<A, StorageError, Warehouse>

/** What the steps ask about more than once, found when it is first asked. */
export interface Facts {
  readonly pass: Pass
  readonly compared: Asked<Compared>
  /** The days of the rows of the book with which the reads are compared. */
  readonly stored: Asked<Days>
  /** The days of the rows that were waited for. */
  readonly waited: Asked<Days>
}

/** Of reads whose pages are staged. */
export const factsOf = Effect.fnUntraced(function*(pass: Pass) {
  return {
    pass,
    compared: yield* Effect.cached(compared),
    stored: yield* Effect.cached(spanOf("current_rows")),
    waited: yield* Effect.cached(spanOf("pending_listed where account_key in (select account_key from read_accounts)"))
  } satisfies Facts
})
