/**
 * A person says that an AccountId means an account that is known: it does from its first list on, until that is taken back.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { finishRun } from "../../../src/run/withRun.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { queryFile } from "../../support/daybook/queryFile.ts"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { runLayer } from "../../support/store/journalRead.ts"
import { nameless, nightOf, published, row, say, second, typed, undo } from "../../support/store/namelessAccounts.ts"
import { emptyStore, journalConsent } from "../../support/store/publishedStore.ts"
import { accounts, transactions } from "../../support/store/withBook.ts"

const tables = Effect.forEach(
  ["accounts", "account_links", "transactions", "reviews"],
  (relation) => published(`from ${relation} order by all`)
)

const counted = Effect.map(tables, ([accounts, links, transactions]) => ({
  accounts: accounts?.length,
  links: links?.length,
  rows: transactions?.length
}))

/** Two nights, each with an account of its own. */
const twoNights = Effect.gen(function*() {
  yield* nightOf(accounts([nameless("a")]), transactions([row("a", "1")], { account: "a" }))
  yield* nightOf(
    accounts([nameless("x")], { consent: second }),
    transactions([row("x", "1"), row("x", "2")], { account: "x", consent: second })
  )
})

/** What the newest export takes back, and what it has, by the sum of each account. */
const exported = Effect.gen(function*() {
  const { exports } = yield* StoreLayout
  const sums = "select count(*)::integer as rows, sum(amount)::varchar as sum from"
  const [back] = yield* queryFile(
    ":memory:",
    `${sums} read_csv('${exports}/latest/restatements.csv', types = {'amount': 'decimal(18,5)'})`
  )
  const held = yield* queryFile(
    ":memory:",
    `${sums} '${exports}/latest/transactions.parquet' group by account_key order by count(*)`
  )
  return { back, held }
})

it.live(
  "takes back what left of an account that is another by a person's word, and of that where the word is",
  () =>
    Effect.gen(function*() {
      yield* twoNights
      const two = [{ rows: "1", sum: "-1.00000" }, { rows: "2", sum: "-3.00000" }]
      const nothing = { rows: "0", sum: "" }
      assert.deepStrictEqual(yield* exported, { back: nothing, held: two })
      const [review] = JSON.parse((yield* typed("reviews", "list", "--json")).stdout)
      yield* say(review.review_id, "same")
      yield* nightOf()
      assert.deepStrictEqual(yield* exported, {
        back: { rows: "2", sum: "3.00000" },
        held: [{ rows: "2", sum: "-3.00000" }]
      })
      assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
      yield* undo(review.review_id)
      yield* nightOf()
      // The row of 2 of the one account goes, and both of the other, which were taken back, come again.
      assert.deepStrictEqual(yield* exported, { back: { rows: "3", sum: "-1.00000" }, held: two })
      assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
    }).pipe(Effect.provide(emptyStore))
)

it.live(
  "takes back what left of an account that is another by a person's word, where its consent is purged before the next export",
  () =>
    Effect.gen(function*() {
      yield* Effect.andThen(
        journalConsent({
          consentId: second,
          institution: "gb_alder_personal",
          status: "AUTH",
          expiresAt: "2027-02-19T06:00:00.000Z"
        }),
        finishRun([])
      ).pipe(Effect.provide(runLayer), Effect.scoped)
      yield* twoNights
      const [review] = JSON.parse((yield* typed("reviews", "list", "--json")).stdout)
      yield* say(review.review_id, "same")
      assert.strictEqual((yield* typed("consent", "forget", second, "--purge")).exitCode, 0)
      yield* nightOf()
      assert.deepStrictEqual(yield* exported, {
        back: { rows: "2", sum: "3.00000" },
        held: [{ rows: "1", sum: "-1.00000" }]
      })
      assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
    }).pipe(Effect.provide(emptyStore))
)

it.live(
  "makes two accounts one as a person says, in a book made again too, and two again when that is undone",
  () =>
    Effect.gen(function*() {
      yield* twoNights
      const before = yield* tables
      assert.deepStrictEqual(yield* counted, { accounts: 2, links: 2, rows: 3 })

      const [review, ...others] = JSON.parse((yield* typed("reviews", "list", "--json")).stdout)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(review, {
        kind: "same-account",
        readings: ["same", "different"],
        transaction_keys: [],
        reason: "AccountId x may mean this account, and their rows do not tell: the same, or a different one"
      })
      const answered = yield* say(review.review_id, "same")
      assert.strictEqual(answered.exitCode, 0)
      assert.deepStrictEqual(yield* counted, { accounts: 1, links: 2, rows: 2 })
      assert.strictEqual((yield* typed("rebuild", "--replace")).exitCode, 0)
      assert.deepStrictEqual(yield* counted, { accounts: 1, links: 2, rows: 2 })

      assert.strictEqual((yield* undo(review.review_id)).exitCode, 0)
      assert.deepStrictEqual(yield* tables, before)
      assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
      assert.strictEqual(
        (yield* say(review.review_id, "different")).exitCode,
        0
      )
      assert.strictEqual((yield* typed("reviews", "list")).stdout, "there is no question\n")
      assert.deepStrictEqual(yield* counted, { accounts: 2, links: 2, rows: 3 })
    }).pipe(Effect.provide(emptyStore))
)

it.live(
  "makes them one also where a number is shown of both meanwhile",
  () =>
    Effect.gen(function*() {
      const numbered = (id: string) =>
        accountRow({
          AccountId: id,
          Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: "GB33BUKB20201555555555" }]
        })
      const mine = transactions([row("a", "1")], { account: "a" })
      yield* nightOf(
        accounts([numbered("x")], { consent: second }),
        transactions([row("x", "1"), row("x", "2")], { account: "x", consent: second })
      )
      yield* nightOf(accounts([nameless("a")]), mine)
      yield* nightOf(accounts([numbered("a")]), mine)
      assert.deepStrictEqual(yield* counted, { accounts: 2, links: 2, rows: 3 })
      const [review] = JSON.parse((yield* typed("reviews", "list", "--json")).stdout)
      assert.strictEqual((yield* say(review.review_id, "same")).exitCode, 0)
      assert.deepStrictEqual(yield* counted, { accounts: 1, links: 2, rows: 2 })
      assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
    }).pipe(Effect.provide(emptyStore))
)
