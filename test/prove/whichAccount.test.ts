/**
 * Which account is which, where banks hide numbers, change what identifies an account, and name accounts anew with each
 * consent. Each bank is a foreign gateway, each night is what a person runs.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Logger } from "effect"
import { daysFrom, edgeBank, payment } from "../support/gateway/edgeBank.ts"
import type { StatedAccount, StatedTransaction } from "../support/gateway/statedRows.ts"

const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

type Identification = StatedAccount["identifications"][number]

const sortCode = (identification: string): Identification => ({
  scheme: "UK.OBIE.SortCodeAccountNumber",
  identification
})

const masked = sortCode("****5678")

const account = (accountId: string, fields: Partial<StatedAccount> = {}): StatedAccount => ({
  ref: accountId,
  accountId,
  currency: "GBP",
  category: "Personal",
  type: "current",
  description: "Current",
  identifications: [masked],
  ...fields
})

const paymentsOf = (ref: string, amount: string, last = "2026-02-19"): ReadonlyArray<StatedTransaction> =>
  daysFrom("2026-02-01", last).map((day) => payment(`${day}T12:00:00Z`, { ref, amount }))

const rules = { transaction_ids: "absent", lookback_days: 4 } as const

/** How many accounts there are, and how many rows under each AccountId. */
const held = `select a.account_id, count(*) as rows, sum(t.amount) as net
  from accounts a join transactions t using (account_key) group by account_key, a.account_id order by all`

const open = "select count(*) as n from quarantine where resolved_run is null"

const balance = (ref: string) => ({
  ref,
  type: "booked",
  currency: "GBP",
  units: 1_000_000n,
  at: "2026-02-20T00:00:00Z"
} as const)

for (const kind of ["fails", "is killed"] as const) {
  it.live(
    `counts an account once whose number is hidden where the first session of a renewal ${kind}`,
    () =>
      quiet(Effect.gen(function*() {
        const bank = yield* edgeBank("2026-02-20T03:00:00Z", { reissueAccounts: true }, rules, "")
        const { daybook, gateway } = bank
        gateway.accounts = [account("a"), account("b")]
        gateway.balances = [balance("a"), balance("b")]
        gateway.transactions = [...paymentsOf("a", "1.00"), ...paymentsOf("b", "2.00")]
        assert.strictEqual((yield* bank.consent("new")).exitCode, 0)

        gateway.setTime("2026-02-21T12:00:00Z")
        if (kind === "fails") {
          gateway.script = ({ path }) => path.endsWith("/transactions") ? { status: 503, body: {} } : undefined
          assert.strictEqual((yield* bank.consent("renew")).exitCode, 10)
          gateway.script = () => undefined
        } else {
          const reached = yield* Deferred.make<void>()
          gateway.hold = ({ path }, answer) => {
            if (path.endsWith("/transactions")) Deferred.doneUnsafe(reached, Effect.void)
            else answer()
          }
          const going = yield* daybook.start(
            ["consent", "renew", "xq_edge_personal", "--callback", "none", "--poll", "0.01", "--wait", "1", "--json"]
          )
          yield* Deferred.await(reached)
          process.kill(going.pid, "SIGKILL")
          yield* going.ended
          gateway.hold = (_, answer) => answer()
        }
        // Nothing says yet which of the two is which.
        const night = yield* bank.night("2026-02-22")
        assert.strictEqual(night.exitCode, 0, night.stderr)
        assert.deepStrictEqual(yield* daybook.query(held), [
          { account_id: "1~a", rows: "19", net: "-19.00000" },
          { account_id: "1~b", rows: "19", net: "-38.00000" }
        ])
        assert.deepStrictEqual(yield* daybook.query("select count(*) as n from accounts"), [{ n: "2" }])
        assert.deepStrictEqual(yield* daybook.query("select count(*) as n from latest_balances"), [{ n: "2" }])
        assert.deepStrictEqual(yield* daybook.query(open), [{ n: "0" }])
        assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
      }))
  )
}

const changes: ReadonlyArray<readonly [string, ReadonlyArray<StatedAccount>, ReadonlyArray<StatedAccount>]> = [
  [
    "a currency that was not sent before",
    [account("a", { currency: "", identifications: [sortCode("20000012345678")] })],
    [account("a", { identifications: [sortCode("20000012345678")] })]
  ],
  [
    "an IBAN first and a sort code then",
    [account("a", { identifications: [{ scheme: "UK.OBIE.IBAN", identification: "GB33BUKB20000012345678" }] })],
    [account("a", { identifications: [sortCode("20000012345678")] })]
  ],
  [
    "the number of a new card",
    [account("a", { type: "card", identifications: [{ scheme: "UK.OBIE.PAN", identification: "4929111122223333" }] })],
    [account("a", { type: "card", identifications: [{ scheme: "UK.OBIE.PAN", identification: "4929444455556666" }] })]
  ],
  [
    "a number that two accounts share",
    [
      account("a", { identifications: [sortCode("20000012345678")] }),
      account("b", {
        identifications: [sortCode("20000012345678")]
      })
    ],
    [
      account("a", { identifications: [sortCode("20000012345678")] }),
      account("b", {
        identifications: [sortCode("20000012345678")]
      })
    ]
  ],
  [
    "a number that two accounts share, and the first was listed alone",
    [account("a", { identifications: [sortCode("20000012345678")] })],
    [
      account("a", { identifications: [sortCode("20000012345678")] }),
      account("b", {
        identifications: [sortCode("20000012345678")]
      })
    ]
  ]
]

for (const reissueAccounts of [false, true]) {
  for (const [what, before, after] of changes) {
    it.live(
      `counts an account once that has ${what}${reissueAccounts ? ", and another AccountId" : ""}`,
      () =>
        quiet(Effect.gen(function*() {
          const bank = yield* edgeBank("2026-02-20T03:00:00Z", { reissueAccounts }, rules)
          const { daybook, gateway } = bank
          gateway.accounts = before
          gateway.transactions = [...paymentsOf("a", "1.00"), ...paymentsOf("b", "2.00")]
          assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
          gateway.setTime("2026-02-21T12:00:00Z")
          gateway.accounts = after
          assert.strictEqual((yield* bank.consent("renew")).exitCode, 0)
          assert.strictEqual((yield* bank.night("2026-02-22")).exitCode, 0)
          const id = (name: string) => reissueAccounts ? `1~${name}` : name
          assert.deepStrictEqual(yield* daybook.query(held), [
            { account_id: id("a"), rows: "19", net: "-19.00000" },
            ...after.length === 1 ? [] : [{ account_id: id("b"), rows: "19", net: "-38.00000" }]
          ])
          assert.deepStrictEqual(yield* daybook.query("select count(*) as n from accounts"), [{
            n: String(after.length)
          }])
          assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
        }))
    )
  }
}

it.live("keeps two accounts of two persons apart whose AccountIds are positions", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, rules)
    const { daybook, gateway } = bank
    gateway.accounts = [account("1"), account("2", { identifications: [] })]
    const ofFirst = [...paymentsOf("1", "1.00"), ...paymentsOf("2", "2.00")]
    const ofSecond = [...paymentsOf("1", "3.00"), ...paymentsOf("2", "4.00", "2026-02-03")]
    gateway.hold = ({ path }, answer) => {
      const [first] = gateway.consents.all.keys()
      gateway.transactions = path.includes(first ?? "none") ? ofFirst : ofSecond
      answer()
    }
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    gateway.setTime("2026-02-20T12:00:00Z")
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    assert.strictEqual((yield* bank.night("2026-02-21")).exitCode, 0)
    assert.deepStrictEqual(yield* daybook.query(held), [
      { account_id: "1", rows: "19", net: "-57.00000" },
      { account_id: "1", rows: "19", net: "-19.00000" },
      { account_id: "2", rows: "3", net: "-12.00000" },
      { account_id: "2", rows: "19", net: "-38.00000" }
    ])
    assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
  })))

it.live("tells positions apart that name other accounts after a renewal", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, rules)
    const { daybook, gateway } = bank
    gateway.accounts = [account("1", { ref: "a" }), account("2", { ref: "b" })]
    gateway.transactions = [...paymentsOf("a", "1.00"), ...paymentsOf("b", "2.00"), ...paymentsOf("c", "3.00")]
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    gateway.setTime("2026-02-21T12:00:00Z")
    gateway.accounts = [account("1", { ref: "b" }), account("2", { ref: "c" })]
    // Nobody reads the first of the three any more.
    const renewal = yield* bank.consent("renew")
    assert.strictEqual(renewal.exitCode, 10, renewal.stderr)
    assert.include(renewal.stderr, "does not list it: under that nothing is read of it")
    const nets = "select sum(amount) as net from transactions group by account_key order by 1 desc"
    assert.deepStrictEqual(yield* daybook.query(nets), [
      { net: "-19.00000" },
      { net: "-38.00000" },
      { net: "-57.00000" }
    ])
    assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
  })))

it.live("leaves out rows of an account that the list does not have, until it has", () =>
  quiet(Effect.gen(function*() {
    const bank = yield* edgeBank(
      "2026-02-20T03:00:00Z",
      { bulkStatus: 200, accountFilter: false, discovery: "always" },
      { ...rules, bulk: "both", account_filter: false, account_discovery: "always" },
      ""
    )
    const { daybook, gateway } = bank
    const all = [account("a", { identifications: [sortCode("20000012345678")] }), account("b")]
    let listed = all.slice(0, 1)
    gateway.balances = [balance("a"), balance("b")]
    gateway.transactions = [...paymentsOf("a", "1.00"), ...paymentsOf("b", "2.00")]
    gateway.hold = ({ path }, answer) => {
      gateway.accounts = path.endsWith("/accounts") ? listed : all
      answer()
    }
    const first = yield* bank.consent("new")
    assert.deepInclude(first.line, { exit_code: 10, rows_quarantined: 20 })
    const [a, b] = [
      { account_id: "a", rows: "19", net: "-19.00000" },
      { account_id: "b", rows: "19", net: "-38.00000" }
    ]
    assert.deepStrictEqual(yield* daybook.query(held), [a])
    const codes =
      "select code, count(account_key) as known, count(*) as n from quarantine where resolved_run is null group by all"
    assert.deepStrictEqual(yield* daybook.query(codes), [{ code: "unlisted-account", known: "0", n: "20" }])
    const second = yield* bank.night("2026-02-21")
    assert.strictEqual(second.exitCode, 0, second.stderr)
    assert.deepStrictEqual(yield* daybook.exported("select count(*) as n from '$folder/accounts.parquet'"), [{
      n: "1"
    }])

    // It is listed at last, when the bank no longer gives its oldest rows; all that it ever gave is there.
    for (const id of gateway.consents.all.keys()) gateway.consents.change(id, { expiresAt: 4102444800000 })
    listed = all
    gateway.transactions = gateway.transactions.filter(({ bookedAt }) => bookedAt > "2026-02-10")
    const third = yield* bank.night("2026-02-22")
    assert.strictEqual(third.exitCode, 0, third.stderr)
    const [, later] = yield* daybook.query(held)
    assert.strictEqual(later?.["account_id"], "b")
    assert.deepStrictEqual(yield* daybook.query(open), [{ n: "0" }])
    assert.deepStrictEqual(yield* daybook.query("select count(*) as n from latest_balances"), [{ n: "2" }])

    // Once linked it is never unlisted.
    gateway.transactions = [...paymentsOf("a", "1.00", "2026-02-22"), ...paymentsOf("b", "2.00", "2026-02-22")]
    listed = all.slice(0, 1)
    yield* bank.night("2026-02-23")
    assert.deepStrictEqual(yield* daybook.query(held), [
      { ...a, rows: "22", net: "-22.00000" },
      { ...b, rows: "22", net: "-44.00000" }
    ])
    assert.deepStrictEqual(yield* daybook.query(open), [{ n: "0" }])
    assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
  })))
