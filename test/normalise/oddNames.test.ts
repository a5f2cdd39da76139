/**
 * Names of fields with every character that JSON, its pointers and regular expressions have a use for.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accounts, paid, transactions, withBook } from "../support/store/withBook.ts"

const odd = ["he said \"hi", "a/b", "a~b", "~1", "$", "*", "[0]", "a.b", "", "\\", "}:{}", "\u0000", "é\n"]

/** An object that says nothing, and one that says something, under each of the names. */
const fields = Object.fromEntries(
  odd.flatMap((name) => [
    [name, {}],
    [`x${name}`, { [name]: {}, [`y${name}`]: { z: {} }, n: 1 }]
  ])
)

it.live(
  "keeps what it does not know of a row, and what says nothing too, whatever the names hold",
  () =>
    withBook({}, ({ again, night, query }) =>
      Effect.gen(function*() {
        const rows = [paid("t-1", "2026-11-10", "1.00", fields), paid("t-2", "2026-11-11", "2.00")]
        yield* night("2026-11-20", accounts(), transactions(rows))
        const ask = "select transaction_id, extra::varchar as extra from transactions order by transaction_id"
        const found = yield* query(ask)
        assert.deepStrictEqual(
          found.map(({ extra }) => typeof extra === "string" ? JSON.parse(extra) : extra),
          [fields, null]
        )
        assert.deepStrictEqual(yield* again(ask), found)
      })),
  60_000
)
