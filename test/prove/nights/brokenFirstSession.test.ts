/**
 * A first session that broke off before it had read the rows: what the bank gives only then is told to be lost by the night that
 * comes after it, and not passed over.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import type { GatewaySettings } from "../../support/gateway/GatewaySettings.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

const bankOf = Effect.fnUntraced(function*(settings: Partial<GatewaySettings> = {}) {
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", { discovery: "always", ...settings }, {
    transaction_ids: "stable",
    lookback_days: 4,
    account_discovery: "always"
  })
  const [main] = bank.gateway.accounts
  if (main === undefined) return assert.fail("the bank has no account")
  bank.gateway.transactions = daysFrom("2025-10-01", "2026-02-20").flatMap((day) =>
    ["main", "side"].map((ref) => payment(`${day}T12:00:00Z`, { ref, id: `${ref} ${day}` }))
  )
  const side = {
    ...main,
    ref: "side",
    accountId: "A-2",
    description: "Side",
    identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "20000087654321" }]
  }
  return { ...bank, side }
})

/** What a night says: how it ended, the days that it tells are lost, and its rows in all. */
const told = Effect.fnUntraced(
  function*({ daybook, held, night }: Effect.Success<ReturnType<typeof bankOf>>, day: string) {
    const { exitCode } = yield* night(day)
    const gaps = yield* daybook.query(
      "select account_id, from_date, to_date from gaps join accounts using (account_key) where lost order by all"
    )
    const days = gaps.map(({ account_id, from_date, to_date }) => `${account_id} ${from_date}..${to_date}`)
    return [exitCode, (yield* held).rows, ...days]
  }
)

it.live(
  "the night after a first session in which no rows were given tells which days are lost, once",
  () =>
    Effect.gen(function*() {
      const bank = yield* bankOf()
      bank.gateway.script = ({ path }) =>
        path.endsWith("/transactions") ? { status: 500, body: {}, headers: {} } : undefined
      assert.strictEqual((yield* bank.consent("new")).exitCode, 10)
      bank.gateway.script = () => undefined
      assert.deepStrictEqual(yield* told(bank, "2026-02-21"), [10, 89, "A-1 2024-02-22..2025-11-24"])
      assert.deepStrictEqual(yield* told(bank, "2026-02-22"), [0, 89, "A-1 2024-02-22..2025-11-24"])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("a first session that ends while its rows are not given says that a new one may give them", () =>
  Effect.gen(function*() {
    const bank = yield* bankOf()
    const minutes = { passed: 0 }
    bank.gateway.script = ({ path }) => {
      if (!path.endsWith("/transactions")) return
      minutes.passed += 4
      bank.gateway.setTime(`2026-02-20T03:${String(minutes.passed).padStart(2, "0")}:00Z`)
      return { status: 500, body: {}, headers: {} }
    }
    const { exitCode, stderr } = yield* bank.consent("new")
    assert.strictEqual(exitCode, 10)
    assert.match(stderr, /is to be had in a new one: daybook consent renew [\da-f-]{36}/)
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("of an account that joins a consent later nothing is lost that was never wanted", () =>
  Effect.gen(function*() {
    const bank = yield* bankOf()
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    assert.deepStrictEqual(yield* told(bank, "2026-02-21"), [0, 143])
    bank.gateway.accounts = [...bank.gateway.accounts, bank.side]
    assert.deepStrictEqual(yield* told(bank, "2026-02-22"), [0, 231])
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live(
  "the night that first reads a consent whose person came when nobody waited any more tells which days are lost",
  () =>
    Effect.gen(function*() {
      const bank = yield* bankOf({ approveAfterReads: undefined })
      const wait = ["--callback", "none", "--poll", "0.01", "--wait", "0.001"]
      yield* bank.run("consent", "new", "xq_edge_personal", ...wait)
      bank.gateway.approve([...bank.gateway.consents.all.keys()][0] ?? "")
      assert.deepStrictEqual(yield* told(bank, "2026-02-21"), [10, 89, "A-1 2024-02-22..2025-11-24"])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)
