/**
 * What people and balances have said of rows holds on where a person says that their account is another, and where that is taken
 * back: in the published book at once, and in one that is made again.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { balanceRow, pageOf } from "../../support/gateway/bankRows.ts"
import type { AnsweredRead } from "../../support/store/journalRead.ts"
import { nameless, nightOf, published, row, say, second, typed, undo } from "../../support/store/namelessAccounts.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"
import { accounts, transactions } from "../../support/store/withBook.ts"

const third = second.replace(/2$/, "3") as typeof second

/** A list of an account on two pages, each pair of equal rows on both sides of the edge between two. */
const edged = (id: string, consent: typeof second, ...amounts: ReadonlyArray<string>): AnsweredRead =>
  transactions([], {
    account: id,
    consent,
    pages: [amounts, amounts].map((page) => pageOf("Transaction", page.map((amount) => row(id, amount))))
  })

/** The questions, by the sum of the rows or the reason, and how each is answered. */
const said = Effect.map(
  published(`
    select r.review_id, r.kind, r.account_key, r.resolved_by, r.reading, r.reason,
      (select any_value(abs(amount)::integer) from transaction_versions v where list_contains(r.transaction_keys, v.transaction_key)) as of
    from reviews r order by kind, reason, "of", r.account_key`),
  (rows) =>
    rows.map((row) => ({
      review: String(row["review_id"]),
      what: [row["kind"], row["of"], row["resolved_by"] ?? "open", row["reading"]].filter((part) => part !== null).join(
        " "
      )
    }))
)

const whats = Effect.map(said, (questions) => questions.map(({ what }) => what))

const question = (start: string) =>
  Effect.map(said, (questions) => questions.find(({ what }) => what.startsWith(start))?.review ?? "")

/** How many rows count, account by account. */
const counted = Effect.map(
  published("select count(*)::integer as rows from transactions group by account_key order by rows"),
  (rows) => rows.map(({ rows }) => rows)
)

/** An account that is known by one row, and one that lists it beside two pairs, which may be the same. */
const twoPairs = Effect.gen(function*() {
  yield* nightOf(accounts([nameless("a")]), transactions([row("a", "1")], { account: "a" }))
  yield* nightOf(accounts([nameless("x")], { consent: second }), edged("x", second, "5", "6"))
})

const rebuilt = Effect.map(typed("rebuild"), ({ exitCode }) => exitCode)

it.live(
  "holds what was said of rows when their account is said to be another, and when that is taken back",
  () =>
    Effect.gen(function*() {
      yield* twoPairs
      const edge = "equal-at-page-edge"
      assert.deepStrictEqual(yield* whats, [`${edge} 5 open`, `${edge} 6 open`, "same-account open"])
      const same = yield* question("same-account")
      yield* say(yield* question(`${edge} 5`), "one")
      yield* say(yield* question(`${edge} 6`), "two")
      const before = yield* said
      assert.deepStrictEqual(yield* counted, [1, 3])

      assert.strictEqual((yield* say(same, "same")).exitCode, 0)
      assert.deepStrictEqual(yield* whats, [`${edge} 5 person one`, `${edge} 6 person two`, "same-account person same"])
      // The list of x has no row of a, and the consent of a, which lives too, has listed it.
      assert.deepStrictEqual(yield* counted, [4])
      const story = JSON.parse((yield* typed("reviews", "show", yield* question(`${edge} 5`), "--json")).stdout)
      assert.deepInclude(story.answers[0], { said_by: "A. Reader", reason: "the bank says so", reading: "one" })
      assert.strictEqual(yield* rebuilt, 0)

      // One is taken back by itself, though one run carried both over, and that holds on as well.
      assert.strictEqual((yield* undo(yield* question(`${edge} 5`))).exitCode, 0)
      assert.deepStrictEqual(yield* whats, [`${edge} 5 open`, `${edge} 6 person two`, "same-account person same"])
      assert.strictEqual((yield* undo(same)).exitCode, 0)
      assert.deepStrictEqual(yield* whats, [`${edge} 5 open`, `${edge} 6 person two`, "same-account open"])
      assert.deepStrictEqual((yield* said).map(({ review }) => review), before.map(({ review }) => review))
      assert.deepStrictEqual(yield* counted, [1, 4])
      assert.strictEqual(yield* rebuilt, 0)
    }).pipe(Effect.provide(emptyStore))
)

it.live(
  "holds what was said of rows of an account that is another only by a word that is taken back",
  () =>
    Effect.gen(function*() {
      yield* twoPairs
      const edge = "equal-at-page-edge"
      const same = yield* question("same-account")
      yield* say(same, "same")
      yield* say(yield* question(`${edge} 6`), "one")
      assert.deepStrictEqual(yield* counted, [4])
      yield* undo(same)
      assert.deepStrictEqual(yield* whats, [`${edge} 5 open`, `${edge} 6 person one`, "same-account open"])
      assert.deepStrictEqual(yield* counted, [1, 3])
      assert.strictEqual(yield* rebuilt, 0)
    }).pipe(Effect.provide(emptyStore))
)

/** Three accounts of a row each, each of which may be those before it; the questions by the AccountIds that they name. */
const threeAccounts = Effect.gen(function*() {
  const list = (id: string, consent: typeof second) =>
    nightOf(accounts([nameless(id)], { consent }), transactions([row(id, "1")], { account: id, consent }))
  yield* nightOf(accounts([nameless("a")]), transactions([row("a", "1")], { account: "a" }))
  yield* list("x", second)
  yield* list("y", third)
  const questions = yield* published(`
    select review_id, regexp_extract(reason, 'AccountId (\\w+)', 1) || ' as ' || account_id as what
    from reviews join accounts using (account_key)`)
  const asked = new Map(questions.map(({ review_id, what }) => [what, String(review_id)]))
  return (what: string) => asked.get(what) ?? ""
})

const keys = Effect.map(published("select distinct account_key from account_links"), ({ length }) => length)

it.live("holds what was said of an account that is said to be another itself", () =>
  Effect.gen(function*() {
    const asked = yield* threeAccounts
    yield* say(asked("y as x"), "same")
    yield* say(asked("x as a"), "same")
    assert.strictEqual(yield* keys, 1)
    assert.strictEqual(yield* rebuilt, 0)
    yield* undo(asked("x as a"))
    assert.strictEqual(yield* keys, 2)
    assert.strictEqual(yield* rebuilt, 0)
  }).pipe(Effect.provide(emptyStore)))

it.live(
  "has balances answer at once what they had answered before an account was said to be another",
  () =>
    Effect.gen(function*() {
      const balance = (amount: string, DateTime: string): AnsweredRead => ({
        resource: "balances",
        account: "x",
        consent: second,
        pages: [
          pageOf("Balance", [
            balanceRow({ AccountId: "x", DateTime, Amount: { Amount: amount, Currency: "GBP", SubType: "BCUR" } })
          ])
        ]
      })
      yield* nightOf(accounts([nameless("a")]), transactions([row("a", "1")], { account: "a" }))
      yield* nightOf(
        accounts([nameless("x")], { consent: second }),
        balance("100.00", "2026-11-04T06:00:00.000Z"),
        transactions([row("x", "7", { BookingDateTime: "2026-11-02T10:00:00Z" })], { account: "x", consent: second })
      )
      yield* nightOf(
        accounts([nameless("x")], { consent: second }),
        balance("95.00", "2026-11-07T06:00:00.000Z"),
        edged("x", second, "5")
      )
      assert.deepStrictEqual(yield* whats, ["equal-at-page-edge 5 bridge one", "same-account open"])
      yield* say(yield* question("same-account"), "same")
      assert.deepStrictEqual(yield* whats, ["equal-at-page-edge 5 bridge one", "same-account person same"])
      assert.strictEqual(yield* rebuilt, 0)
    }).pipe(Effect.provide(emptyStore))
)

it.live("tells of an answer that contradicts another, once accounts are said to be one", () =>
  Effect.gen(function*() {
    const asked = yield* threeAccounts
    yield* say(asked("y as x"), "same")
    yield* say(asked("y as a"), "different")
    const { root } = yield* StoreLayout
    const { exitCode, stderr } = yield* invoke(
      "reviews",
      "answer",
      asked("x as a"),
      "same",
      "--as",
      "A. Reader",
      "--reason",
      "a card",
      "--out",
      root
    )
    assert.strictEqual(exitCode, 0)
    assert.include(
      stderr,
      `the answer same of A. Reader to question ${
        asked("y as x")
      } no longer holds: nothing asks the same now, or what does has an ` +
        "answer of its own; look at it: daybook reviews list --all"
    )
    assert.strictEqual(yield* keys, 2)
    assert.strictEqual(yield* rebuilt, 0)
  }).pipe(Effect.provide(emptyStore)))
