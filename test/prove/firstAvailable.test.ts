/**
 * A bank that keeps thirteen months, under consents that span twenty-four: what it does not give any more it does not take
 * back, and what it never gave is not covered.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { edgeBank, payment } from "../support/gateway/edgeBank.ts"

const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

const rules = { transaction_ids: "absent", lookback_days: 4 } as const
const thirteenMonths = { keptDays: 395, tellsFirstAvailable: true }

const absent = "select count(*) as n from transaction_versions where change = 'absent'"

for (
  const [what, settings, more] of [
    ["says so", thirteenMonths, {}],
    ["does not say so", { keptDays: 395 }, {}],
    [
      "says so and bounds windows",
      { ...thirteenMonths, toFilter: true, maxWindowDays: 93 },
      { to_filter: true, max_window_days: 93 }
    ],
    [
      "does not say so and bounds windows",
      { keptDays: 395, toFilter: true, maxWindowDays: 93 },
      { to_filter: true, max_window_days: 93 }
    ]
  ] as const
) {
  it.live(
    `takes back no row of a quiet account in two renewals where a bank keeps thirteen months and ${what}`,
    () =>
      quiet(Effect.gen(function*() {
        const bank = yield* edgeBank("2026-02-20T03:00:00Z", settings, { ...rules, ...more })
        const { daybook, gateway } = bank
        gateway.transactions = ["2025-02-01", "2025-03-10"].map((day) => payment(`${day}T12:00:00Z`))
        assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
        for (const day of ["2026-03-15", "2026-05-01"]) {
          gateway.setTime(`${day}T12:00:00Z`)
          // Who lists nothing of an account that has rows, and does not say how far back it goes, has proven nothing.
          const silent = day === "2026-05-01" && !("tellsFirstAvailable" in settings)
          assert.strictEqual((yield* bank.consent("renew")).exitCode, silent ? 10 : 0)
          assert.deepStrictEqual(yield* bank.held, { rows: 2, gaps: 0 })
          assert.deepStrictEqual(yield* daybook.query(absent), [{ n: "0" }])
        }
        if ("tellsFirstAvailable" in settings) {
          const [covered] = yield* daybook.query("select from_date, to_date from covered")
          assert.deepStrictEqual(covered, { from_date: "2025-01-22", to_date: "2026-05-01" })
          // Nobody asks for what the bank says that it does not have, nor again for what another read than the empty one has answered.
          const before = gateway.asked.length
          gateway.setTime("2026-05-02T12:00:00Z")
          const backfilled = yield* bank.run("run", "backfill")
          assert.strictEqual(backfilled.exitCode, 0, backfilled.stderr)
          assert.isTrue(bank.asked(before).every((window) => window > "2026-03-15"), bank.asked(before).join(" "))
        }
        assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
      }))
  )
}

it.live(
  "claims no day that a bank of ninety days may have left out in silence, and asks for none of them again",
  () =>
    quiet(Effect.gen(function*() {
      const bank = yield* edgeBank("2026-02-20T03:00:00Z", { keptDays: 90 }, rules)
      const { daybook, gateway } = bank
      gateway.transactions = ["2025-02-01", "2025-03-10", "2025-12-20"].map((day) => payment(`${day}T12:00:00Z`))
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      const before = gateway.asked.length
      assert.strictEqual((yield* bank.night("2026-02-21")).exitCode, 0)
      assert.deepStrictEqual(bank.asked(before), ["2026-02-15T00:00:00.."])
      const covered = yield* daybook.query("select from_date, to_date from covered")
      assert.deepStrictEqual(covered, [{ from_date: "2025-11-24", to_date: "2026-02-21" }])
      assert.deepStrictEqual(yield* bank.held, { rows: 1, gaps: 0 })
      const [why] = yield* daybook.query("select account_key from accounts")
      const asked = ["--account", String(why?.["account_key"]), "--date", "2025-03-10", "--amount", "10.00", "--json"]
      const explained = yield* daybook.here("explain", ...asked)
      assert.include(explained.stdout, "not-confirmed")
      assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
    }))
)
