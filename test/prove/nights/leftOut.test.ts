/**
 * A bank whose lists of all accounts leave one of them out, night after night: no row of it is lost, nothing is called proven
 * by their silence, and an account that is only quiet costs next to nothing.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import type { Rules } from "../../support/behaviours/Behaviour.ts"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import type { GatewaySettings } from "../../support/gateway/GatewaySettings.ts"
import type { StatedAccount } from "../../support/gateway/statedRows.ts"
import type { Script } from "../../support/gateway/TestGateway.ts"

const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

const rules = { bulk: "both", account_filter: true, transaction_ids: "absent", lookback_days: 2 } as const

const savings = {
  ref: "savings",
  accountId: "A-2",
  currency: "GBP",
  category: "Personal",
  type: "savings",
  description: "Savings",
  identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "20000087654321" }]
} as const satisfies StatedAccount

/** What is otherwise at a bank; `leftOut` are accounts that its lists leave out from the first one on. */
interface Otherwise {
  readonly settings?: Partial<GatewaySettings>
  readonly rules?: Rules
  readonly toml?: string
  readonly leftOut?: ReadonlyArray<string>
  readonly script?: Script
  /** The days of which the other account lists a payment on a day; each until then unless said otherwise. */
  readonly mainOn?: (day: string) => ReadonlyArray<string>
}

const daily = (day: string) => daysFrom("2026-05-10", day)

/** An account with a payment a day, and one that is paid into on these days. */
const bankWith = Effect.fnUntraced(function*(
  paidOn: ReadonlyArray<string>,
  { leftOut = [], mainOn = daily, rules: more = {}, script = () => undefined, settings = {}, toml }: Otherwise = {}
) {
  const bank = yield* edgeBank("2026-06-01T03:00:00Z", { bulkStatus: 200, ...settings }, { ...rules, ...more }, toml)
  bank.gateway.accounts = [...bank.gateway.accounts, savings]
  const leaveOut = (...refs: ReadonlyArray<string>) => {
    bank.gateway.leavesOut = { ...bank.gateway.leavesOut, transactions: new Set(refs) }
  }
  leaveOut(...leftOut)
  bank.gateway.script = script
  const book = (day: string) => {
    bank.gateway.transactions = [
      ...mainOn(day).map((each) => payment(`${each}T01:00:00Z`)),
      ...paidOn.filter((each) => each <= day).map((each) => payment(`${each}T01:30:00Z`, { ref: "savings" }))
    ]
  }
  book("2026-06-01")
  assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
  /** Exit codes of the nights from one day to another. */
  const nights = Effect.fnUntraced(function*(from: string, to: string) {
    const codes: Array<number> = []
    for (const day of daysFrom(from, to)) {
      book(day)
      codes.push((yield* bank.night(day)).exitCode)
    }
    return [...new Set(codes)]
  })
  const ofSavings = (sql: string) =>
    bank.daybook.query(`select ${sql} where account_key = (select account_key from accounts where account_id = 'A-2')`)
  /** The nights on which its transactions were asked for by itself. */
  const alone = Effect.map(
    bank.daybook.query(`select distinct timezone('UTC', started_at)::date as night from reads
      where account_id = 'A-2' and resource = 'transactions' order by all`),
    (rows) => rows.map(({ night }) => night)
  )
  return { ...bank, leaveOut, nights, ofSavings, alone }
})

const findings = "code, evidence ->> '$.rows' as rows, closed_run is null as open from findings"

it.live("brings in the rows of an account that bulk lists left out for longer than is looked back, and says so", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* bankWith(["2026-05-20", "2026-06-05", "2026-06-06"])
    assert.deepStrictEqual(yield* bank.nights("2026-06-02", "2026-06-03"), [0])
    bank.leaveOut("savings")
    assert.deepStrictEqual(yield* bank.nights("2026-06-04", "2026-06-09"), [0])
    bank.leaveOut()
    assert.deepStrictEqual(yield* bank.nights("2026-06-10", "2026-06-12"), [0])
    assert.deepStrictEqual(yield* bank.ofSavings("count(*)::integer as rows from transactions"), [{ rows: "3" }])
    assert.deepStrictEqual(yield* bank.ofSavings(findings), [{ code: "left-out-of-lists", rows: "2", open: "true" }])
    // Once in as many days as are looked back, then every night until a list names it again.
    assert.deepStrictEqual(yield* bank.alone, ["2026-06-04", "2026-06-07", "2026-06-08", "2026-06-09", "2026-06-10"])
    assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
  })))

it.live("misses nothing of an account that lists leave out where another one speaks again after days without a row", () =>
  quiet(Effect.gen(function*() {
    const late = ["2026-06-05", "2026-06-10"]
    const bank = yield* bankWith(daily("2026-06-12"), {
      mainOn: (day) => ["2026-05-20", ...day < "2026-06-10" ? [] : late]
    })
    bank.leaveOut("savings")
    // Until it is known that lists leave it out.
    assert.deepStrictEqual(yield* bank.nights("2026-06-02", "2026-06-03"), [10])
    assert.deepStrictEqual(yield* bank.nights("2026-06-04", "2026-06-12"), [0])
    assert.deepStrictEqual(yield* bank.ofSavings("count(*)::integer as rows from transactions"), [{ rows: "34" }])
    assert.strictEqual((yield* bank.held).rows, 37)
  })))

it.live("asks at once for an account whose rows a bulk list should have held, and has nothing to complain of from then on", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* bankWith(daysFrom("2026-05-20", "2026-06-07"))
    assert.deepStrictEqual(yield* bank.nights("2026-06-02", "2026-06-02"), [0])
    bank.leaveOut("savings")
    // The list of the second night holds none of them either; then the account is asked for by itself.
    assert.deepStrictEqual(yield* bank.nights("2026-06-03", "2026-06-04"), [10])
    assert.deepStrictEqual(yield* bank.nights("2026-06-05", "2026-06-07"), [0])
    assert.deepStrictEqual(yield* bank.alone, ["2026-06-04", "2026-06-05", "2026-06-06", "2026-06-07"])
    assert.deepStrictEqual(yield* bank.ofSavings("count(*)::integer as rows from transactions"), [{ rows: "19" }])
    assert.deepStrictEqual(yield* bank.ofSavings("code from (from findings where closed_run is null)"), [{
      code: "left-out-of-lists"
    }])
  })))

it.live("asks within the first session for an account that its bulk list leaves out: later the bank gives less", () =>
  quiet(Effect.gen(function*() {
    const history = { historyDays: 30, unboundedHistory: "first-session" } as const
    const paid = ["2025-11-03", "2026-02-01", "2026-05-20", "2026-06-03"]
    const bank = yield* bankWith(paid, {
      settings: history,
      rules: { history_days_after_first_session: 30 },
      leftOut: ["savings"]
    })
    assert.deepStrictEqual(yield* bank.ofSavings("count(*)::integer as rows from transactions"), [{ rows: "3" }])
    assert.deepStrictEqual(yield* bank.nights("2026-06-02", "2026-06-05"), [0])
    assert.deepStrictEqual(yield* bank.ofSavings("count(*)::integer as rows from transactions"), [{ rows: "4" }])
    assert.deepStrictEqual(yield* bank.held, { rows: 31, gaps: 0 })
    assert.deepStrictEqual(yield* bank.ofSavings(findings), [{ code: "left-out-of-lists", rows: "3", open: "true" }])
    assert.deepStrictEqual(yield* bank.alone, ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04", "2026-06-05"])
    assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
  })))

it.live("asks for an account that is only quiet by itself once in as many days as are looked back, and finds nothing", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* bankWith(["2026-05-20"])
    assert.deepStrictEqual(yield* bank.nights("2026-06-02", "2026-06-10"), [0])
    assert.deepStrictEqual(yield* bank.alone, ["2026-06-04", "2026-06-07", "2026-06-10"])
    assert.deepStrictEqual(yield* bank.ofSavings(findings), [])
    assert.deepStrictEqual(yield* bank.ofSavings("max(to_date) as day from coverage"), [{ day: "2026-06-10" }])
    assert.deepStrictEqual(yield* bank.held, { rows: 33, gaps: 0 })
  })))

for (
  const [what, status] of [["400", 400], ["404", 404]] as const
) {
  it.live(`tells once, without trouble, that nothing is known of an account that is refused by itself with ${what}`, () =>
    quiet(Effect.gen(function*() {
      const bank = yield* bankWith(["2026-05-20"])
      bank.gateway.script = ({ query }) => query["accountId"] === undefined ? undefined : { status, body: {} }
      assert.deepStrictEqual(yield* bank.nights("2026-06-02", "2026-06-10"), [0])
      assert.deepStrictEqual(yield* bank.ofSavings("code, evidence ->> '$.since' as since from findings"), [
        { code: "never-named", since: "2026-06-01" }
      ])
      assert.deepStrictEqual(yield* bank.ofSavings("max(to_date) as day from coverage"), [{ day: "2026-06-01" }])
    })))
}

it.live("tells on the first night that nothing is known of an account that no list names and that is refused by itself", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* bankWith(["2026-05-20"], {
      leftOut: ["savings"],
      script: ({ query }) => query["accountId"] === undefined ? undefined : { status: 404, body: {} }
    })
    assert.deepStrictEqual(yield* bank.ofSavings("code, evidence ->> '$.since' as since from findings"), [
      { code: "never-named", since: "2026-06-01" }
    ])
    assert.deepStrictEqual(yield* bank.nights("2026-06-02", "2026-06-03"), [0])
    assert.deepStrictEqual(yield* bank.ofSavings("count(*)::integer as findings from findings"), [{ findings: "1" }])
  })))

it.live("holds an account back whose balance moves while bulk lists leave it out, where it can not be asked for by itself", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* bankWith(["2026-05-20"], {
      settings: { accountFilter: false },
      rules: { account_filter: false },
      toml: ""
    })
    const state = (day: string, units: bigint) => {
      bank.gateway.balances = [{ ref: "savings", type: "booked", currency: "GBP", units, at: `${day}T02:00:00Z` }]
    }
    const verdicts: Array<unknown> = []
    for (const day of daysFrom("2026-06-02", "2026-06-08")) {
      state(day, day < "2026-06-05" ? 10_000_000n : 9_000_000n)
      yield* bank.nights(day, day)
      verdicts.push(...(yield* bank.ofSavings("verdict from verdicts")).map(({ verdict }) => verdict))
    }
    assert.deepStrictEqual(verdicts, ["unprovable", "proven", "proven", "timing", "timing", "broken", "broken"])
  })))
