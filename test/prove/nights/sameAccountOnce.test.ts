/**
 * Two accounts of one list are never one, and none is two that are known: whoever says so is told, and of what a journal holds all
 * the same the first word counts.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  listing,
  meant,
  nameless,
  nightOf,
  published,
  row,
  say,
  sayUnasked,
  second,
  typed,
  undo
} from "../../support/store/namelessAccounts.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"
import { accounts, transactions } from "../../support/store/withBook.ts"

/** The open questions, by the AccountId and the account that they name. */
const open = Effect.map(
  published(`
    select review_id, regexp_extract(reason, 'AccountId (\\w+)', 1) as id, account_id as known
    from reviews join accounts using (account_key)
    where kind = 'same-account' and resolved_run is null order by id, known`),
  (rows) =>
    rows.map(({ id, known, review_id }) => ({ review: String(review_id), what: `${String(id)} as ${String(known)}` }))
)

const whats = Effect.map(open, (questions) => questions.map(({ what }) => what))

const question = (what: string) =>
  Effect.map(open, (questions) => questions.find((question) => question.what === what)?.review ?? "")

it.live(
  "refuses to take one account for two of a list, until the first word is taken back",
  () =>
    Effect.gen(function*() {
      yield* listing(["a"])
      yield* listing(["x", "yy"], second)
      assert.deepStrictEqual(yield* whats, ["x as a", "yy as a"])
      const [x, y] = [yield* question("x as a"), yield* question("yy as a")]
      assert.strictEqual((yield* say(x, "same")).exitCode, 0)
      assert.deepStrictEqual(yield* meant, ["a x", "yy"])

      const refused = yield* say(y, "same")
      assert.strictEqual(refused.exitCode, 2)
      assert.include(
        refused.stderr,
        `daybook: question ${x} has been answered same, and both cannot hold; answer ${y} different, or take that answer back first: ` +
          `daybook reviews undo ${x} --as WHO --reason TEXT\n`
      )
      assert.deepStrictEqual(yield* meant, ["a x", "yy"])
      assert.strictEqual((yield* undo(x)).exitCode, 0)
      assert.strictEqual((yield* say(y, "same")).exitCode, 0)
      assert.deepStrictEqual(yield* meant, ["a yy", "x"])
      assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
      assert.strictEqual((yield* say(x, "different")).exitCode, 0)
      assert.deepStrictEqual(yield* open, [])
    }).pipe(Effect.provide(emptyStore))
)

it.live("refuses to take an AccountId for two accounts that are known", () =>
  Effect.gen(function*() {
    yield* listing(["a", "bb"])
    yield* listing(["x"], second)
    const [a, b] = [yield* question("x as a"), yield* question("x as bb")]
    assert.strictEqual((yield* say(b, "same")).exitCode, 0)
    const refused = yield* say(a, "same")
    assert.strictEqual(refused.exitCode, 2)
    assert.include(refused.stderr, `question ${b} has been answered same, and both cannot hold`)
    assert.deepStrictEqual(yield* meant, ["a", "bb x"])
  }).pipe(Effect.provide(emptyStore)))

it.live("refuses to take an account for one beside which its own rows name it", () =>
  Effect.gen(function*() {
    const rows = (id: string) => ["1", "2", "3"].map((amount) => row(id, amount))
    yield* nightOf(accounts([nameless("a")]), transactions(rows("a"), { account: "a" }))
    yield* nightOf(
      accounts([nameless("x")], { consent: second }),
      transactions([row("x", "1")], { account: "x", consent: second })
    )
    const x = yield* question("x as a")
    yield* nightOf(
      accounts([nameless("x"), nameless("z")], { consent: second }),
      transactions([row("x", "1")], { account: "x", consent: second }),
      transactions(rows("z"), { account: "z", consent: second })
    )
    assert.deepStrictEqual(yield* meant, ["a z", "x"])
    const refused = yield* say(x, "same")
    assert.strictEqual(refused.exitCode, 2)
    assert.include(
      refused.stderr,
      `daybook: consent ${second} opens that account under AccountId z, and two accounts of one list are never one; say so: ` +
        `daybook reviews answer ${x} different --as WHO --reason TEXT\n`
    )
    assert.strictEqual((yield* say(x, "different")).exitCode, 0)
  }).pipe(Effect.provide(emptyStore)))

it.live("takes the first of answers that cannot both hold, and goes on to ask the other", () =>
  Effect.gen(function*() {
    yield* listing(["a"])
    yield* listing(["x", "yy"], second)
    const [x, y] = [yield* question("x as a"), yield* question("yy as a")]
    for (const review of [y, x]) yield* sayUnasked(review, "same", "published")
    assert.deepStrictEqual(yield* meant, ["a yy", "x"])
    assert.deepStrictEqual(yield* whats, ["x as a"])
    // It is made once by these answers, and not anew by every run.
    yield* nightOf()
    assert.deepStrictEqual(yield* meant, ["a yy", "x"])
    assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
    assert.strictEqual((yield* undo(y)).exitCode, 0)
    assert.deepStrictEqual(yield* meant, ["a x", "yy"])
  }).pipe(Effect.provide(emptyStore)))
