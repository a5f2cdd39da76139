/**
 * What left in exports, and what people have said, where the `timezone` rule of a bank is corrected, and corrected back.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConfigFolder } from "../../../src/settings/ConfigFolder.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { queryFile } from "../../support/daybook/queryFile.ts"
import { pageOf } from "../../support/gateway/bankRows.ts"
import { nightOf, published } from "../../support/store/namelessAccounts.ts"
import { accounts, proving, transactions } from "../../support/store/withBook.ts"
import { coffee, coffees, differing, inZone, perDay, zonedStore } from "../../support/store/zonedNights.ts"

const counted = Effect.map(published(perDay("transactions")), (days) => days.map(({ rows }) => rows))

/** How many rows the newest export has, and how many of what left before it says to reverse and to post. */
const exported = Effect.gen(function*() {
  const { exports } = yield* StoreLayout
  const said = yield* queryFile(
    ":memory:",
    `select 'hold' as entry, count(*) as rows from '${exports}/latest/transactions.parquet'
     union all
     select entry, count(*) from read_csv('${exports}/latest/restatements.csv', all_varchar = true) group by entry
     order by entry`
  )
  return said.map(({ entry, rows }) => `${entry} ${rows}`)
})

it.live(
  "takes back what left on days that are no more by the corrected zone, and gives it again by the old one",
  () =>
    Effect.gen(function*() {
      const first = nightOf(accounts(), proving(coffees(1, 2, 3, 4), { from: "2026-11-01", to: "2026-11-05" }))
      yield* inZone("Europe/London", first)
      const listed = [coffee(1, "17"), ...coffees(2, 3, 4), coffee(5, "08")]
      yield* inZone("Pacific/Auckland", nightOf(proving(listed, { from: "2026-11-03", to: "2026-11-06" })))
      assert.deepStrictEqual(yield* counted, ["1: 1", "2: 2", "3: 2", "4: 2", "5: 2"])
      // Of 1 November two had left, and one is of that day. All others are of days that have two, as before, or are new.
      assert.deepStrictEqual(yield* exported, ["hold 9", "reverse 1"])
      assert.deepStrictEqual(
        yield* published("select code, message, evidence -> '$.timezones' as zones from findings"),
        [{
          code: "rule-changed",
          message:
            "1 row that left in an export is otherwise, or no more, since the book was made again by another time zone of a " +
            "bank; compare the next export with the one before",
          zones: `[{"institution":"gb_alder_personal","before":"Europe/London","now":"Pacific/Auckland"}]`
        }]
      )
      assert.deepStrictEqual(yield* differing, [])
      const third = nightOf(proving(coffees(2, 3, 4, 5), { from: "2026-11-03", to: "2026-11-06" }))
      yield* inZone("Europe/London", third)
      assert.deepStrictEqual(yield* counted, ["1: 2", "2: 2", "3: 2", "4: 2", "5: 2"])
      assert.deepStrictEqual(yield* exported, ["hold 10", "post 1"])
      assert.deepStrictEqual(yield* differing, [])
    }).pipe(Effect.provide(zonedStore))
)

it.live(
  "holds what a person has said of rows that are on another day by the corrected zone",
  () =>
    Effect.gen(function*() {
      // Two equal rows on either side of the edge between two pages.
      const pages = [coffee(4, "17"), coffee(4, "17")].map((row) => pageOf("Transaction", [row]))
      yield* inZone("Europe/London", nightOf(accounts(), transactions([], { pages })))
      const [question] = yield* published("select review_id from reviews")
      const { root } = yield* StoreLayout
      const { exitCode, stderr } = yield* invoke(
        "reviews",
        "answer",
        String(question?.["review_id"]),
        "one",
        "--as",
        "A. Reader",
        "--reason",
        "I asked",
        "--out",
        root,
        "--config",
        yield* ConfigFolder,
        "--quiet"
      )
      assert.strictEqual(exitCode, 0, stderr)
      assert.deepStrictEqual(yield* counted, ["4: 1"])
      yield* inZone("Pacific/Auckland", nightOf())
      assert.deepStrictEqual(yield* counted, ["5: 1"])
      const said = yield* published("select resolved_by || ' ' || reading as said from reviews")
      assert.deepStrictEqual(said, [{ said: "person one" }])
      assert.deepStrictEqual(yield* differing, [])
    }).pipe(Effect.provide(zonedStore))
)
