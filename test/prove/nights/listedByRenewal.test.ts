/**
 * Rows of an account that no list of a consent names, where the consent that takes its place names the account: what the first
 * one showed is that account's, also what the bank no longer gives, and nothing of another account comes back with it.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import type { StatedAccount, StatedTransaction } from "../../support/gateway/statedRows.ts"

const account = (accountId: string, ref: string): StatedAccount => ({
  ref,
  accountId,
  currency: "GBP",
  category: "Personal",
  type: "current",
  description: "Current",
  identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "****5678" }]
})

const paymentsOf = (ref: string, amount: string, last = "2026-02-19"): ReadonlyArray<StatedTransaction> =>
  daysFrom("2026-02-01", last).map((day) => payment(`${day}T12:00:00Z`, { ref, amount }))

const rules = { transaction_ids: "absent", lookback_days: 4, bulk: "both", account_filter: false } as const

const nets = `select count(*) as rows, sum(amount) as net from transactions group by account_key order by 2 desc`
const open = "select count(*) as n from quarantine where resolved_run is null"

/** A bank whose first consent lists the account "a" and shows rows of "b" too; one row of "a" is taken back meanwhile. */
const unlistedAtFirst = Effect.fnUntraced(function*() {
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", { bulkStatus: 200, accountFilter: false }, rules, "")
  const { gateway } = bank
  let listed = [account("a", "a")]
  let answeredFor = [account("a", "a"), account("b", "b")]
  gateway.hold = ({ path }, answer) => {
    gateway.accounts = path.endsWith("/accounts") ? listed : answeredFor
    answer()
  }
  gateway.transactions = [...paymentsOf("a", "1.00"), ...paymentsOf("b", "2.00")]
  assert.deepInclude((yield* bank.consent("new")).line, { exit_code: 10, rows_quarantined: 19 })
  gateway.transactions = gateway.transactions.filter(({ ref, bookedAt }) => ref !== "a" || bookedAt < "2026-02-19")
  yield* bank.night("2026-02-21")
  assert.deepStrictEqual(yield* bank.daybook.query(nets), [{ rows: "18", net: "-18.00000" }])
  const renew = (accounts: ReadonlyArray<StatedAccount>) =>
    Effect.suspend(() => {
      listed = [...accounts]
      answeredFor = [...accounts]
      gateway.setTime("2026-02-22T12:00:00Z")
      return bank.consent("renew")
    })
  return { ...bank, renew }
})

const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

for (const [names, ids] of [["keeps", ["a", "b"]], ["makes new", ["c", "d"]]] as const) {
  it.live(
    `takes in what waited for an account that the next consent lists, where the bank ${names} AccountIds`,
    () =>
      quiet(Effect.gen(function*() {
        const { daybook, gateway, night, renew, run } = yield* unlistedAtFirst()
        gateway.transactions = gateway.transactions.filter(({ bookedAt }) => bookedAt > "2026-02-10")
        const [first, second] = ids
        assert.strictEqual((yield* renew([account(first, "a"), account(second, "b")])).exitCode, 0)
        const both = [{ rows: "18", net: "-18.00000" }, { rows: "19", net: "-38.00000" }]
        assert.deepStrictEqual(yield* daybook.query(nets), both)
        assert.deepStrictEqual(yield* daybook.query(open), [{ n: "0" }])
        assert.strictEqual((yield* night("2026-02-23")).exitCode, 0)
        assert.deepStrictEqual(yield* daybook.query(nets), both)
        assert.strictEqual((yield* run("rebuild")).exitCode, 0)
      }))
  )
}

it.live(
  "keeps them where an account with other rows has the AccountId under the next consent",
  () =>
    quiet(Effect.gen(function*() {
      const { daybook, gateway, renew, run } = yield* unlistedAtFirst()
      const rowsOfA = gateway.transactions.filter(({ ref }) => ref === "a")
      gateway.transactions = [...rowsOfA, ...paymentsOf("c", "3.00")]
      yield* renew([account("a", "a"), account("b", "c")])
      assert.deepStrictEqual(yield* daybook.query(nets), [{ rows: "18", net: "-18.00000" }, {
        rows: "19",
        net: "-57.00000"
      }])
      assert.deepStrictEqual(yield* daybook.query(open), [{ n: "19" }])
      assert.strictEqual((yield* run("rebuild")).exitCode, 0)
    }))
)

it.live(
  "takes in what waited where the next consent lists rows only after the one before it was read that night",
  () =>
    quiet(Effect.gen(function*() {
      const { daybook, gateway, night, renew, run } = yield* unlistedAtFirst()
      const [before] = gateway.consents.all.keys()
      const isNews = (path: string) => !path.includes(before ?? "")
      gateway.script = ({ path }) =>
        isNews(path) && path.endsWith("/transactions") ? { status: 503, body: {} } : undefined
      gateway.transactions = gateway.transactions.filter(({ bookedAt }) => bookedAt > "2026-02-10")
      yield* renew([account("c", "a"), account("d", "b")])
      gateway.script = () => undefined
      // The next consent is answered after the one before has had its list.
      const answerNews = (answer: () => void) =>
        Effect.sync(() => {
          gateway.setTime("2026-02-23T03:01:00Z")
          gateway.accounts = [account("c", "a"), account("d", "b")]
          answer()
        })
      const fork = Effect.runForkWith(yield* Effect.context())
      gateway.hold = ({ path }, answer) => {
        if (isNews(path)) return void fork(Effect.delay(answerNews(answer), "1 second"))
        gateway.accounts = [account("a", "a"), account("b", "b")]
        answer()
      }
      yield* night("2026-02-23")
      const lists = "select consent_id from reads where resource = 'transactions' and outcome = 'complete'"
      const ended = yield* daybook.query(`${lists} order by ended_at, read_id`)
      assert.strictEqual(ended.at(-2)?.["consent_id"], before)
      const both = [{ rows: "18", net: "-18.00000" }, { rows: "19", net: "-38.00000" }]
      assert.deepStrictEqual(yield* daybook.query(nets), both)
      assert.deepStrictEqual(yield* daybook.query(open), [{ n: "0" }])
      assert.strictEqual((yield* run("rebuild")).exitCode, 0)
    }))
)
