/**
 * Balances as judge against known truth: of rows that stand on both sides of a page's edge, how many questions they leave open,
 * and whether any was answered wrongly.
 */
import { assert, it } from "@effect/vitest"
import { Console, Effect, Schema } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { doubtedAccount, playDoubts } from "../support/reconcile/doubtedRows.ts"
import { seedBooks } from "../support/reconcile/seedBooks.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

const { books, nights, seeds } = seedBooks

const accountsASeed = 16
const doubtsAnAccount = 3

const Review = Schema.Struct({ review_id: Schema.String, reading: Schema.NullOr(Schema.String) })

it.live(
  `leaves at most a tenth of the questions open, and answers none wrongly: ${seeds.length} seeds`,
  () =>
    Effect.gen(function*() {
      const wrong: Array<unknown> = []
      let asked = 0
      let open = 0
      for (const book of books) {
        const accounts = book.flatMap((seed) =>
          Array.from({ length: accountsASeed }, (_, index) => doubtedAccount(seed, index, nights, doubtsAnAccount))
        )
        const reviews = yield* withStatedBook(() =>
          Effect.gen(function*() {
            yield* playDoubts(accounts, nights)
            return yield* (yield* Warehouse).rows(Review, "select review_id, reading from reviews")
          })
        )
        const truth = new Map(
          accounts.flatMap(({ doubts, shape }) => doubts.map((each) => [each.key, { ...each, shape }]))
        )
        for (const { reading, review_id } of reviews) {
          const doubt = truth.get(review_id)
          asked++
          if (reading === null) open++
          else if (reading !== doubt?.reading) wrong.push({ ...doubt, taken: reading })
          if (reading === null) yield* Console.log(`open: ${JSON.stringify(doubt)}`)
        }
        yield* Console.log(`seeds ${book[0]} to ${book.at(-1)}: ${asked} asked, ${open} open, ${wrong.length} wrong`)
      }
      assert.deepStrictEqual(wrong.slice(0, 5), [])
      assert.isAtMost(open, asked / 10)
    })
)
