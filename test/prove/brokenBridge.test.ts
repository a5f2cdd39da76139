/**
 * A row that a bank books late, for a day that no night looks at any more: the balances tell that it is missing, and the night
 * after they have told looks for it far back, once.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { daysFrom, edgeBank, payment } from "../support/gateway/edgeBank.ts"
import type { StatedBalance } from "../support/gateway/statedRows.ts"

const quiet = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))

const pound = 100_000n

/** Nights after a consent of the 20th, as exit code, verdict and the first day asked for. Balances say of a payment from `since` on. */
const nights = Effect.fnUntraced(function*(
  late: boolean,
  days: ReadonlyArray<string>,
  { since = "2026-02-22", type }: { readonly since?: string; readonly type: StatedBalance["type"] }
) {
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, { transaction_ids: "absent", lookback_days: 2 }, "")
  const { daybook, gateway } = bank
  const state = (day: string, units: bigint) => {
    gateway.balances = [{ ref: "main", type, at: `${day}T03:00:00Z`, units, currency: "GBP" }]
  }
  const known = ["2026-02-01", "2026-02-18"].map((day) => payment(`${day}T12:00:00Z`))
  gateway.transactions = known
  state("2026-02-20", 100n * pound)
  assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
  const told: Array<string> = []
  for (const day of days) {
    const isBooked = day >= since
    state(day, (isBooked ? 90n : 100n) * pound)
    if (isBooked && late) gateway.transactions = [...known, payment("2026-02-05T12:00:00Z")]
    const before = gateway.asked.length
    const { exitCode } = yield* bank.night(day)
    const [verdict] = yield* daybook.query("select verdict from verdicts")
    told.push(`${day.slice(8)} ${exitCode} ${String(verdict?.["verdict"])} ${bank.asked(before).join().slice(0, 10)}`)
  }
  return { bank, told }
})

const first = ["2026-02-21", "2026-02-22", "2026-02-23", "2026-02-24", "2026-02-25", "2026-02-26"]

it.live(
  "finds a row that was booked late for a day long before, on the night after the bridge broke",
  () =>
    quiet(Effect.gen(function*() {
      const { bank, told } = yield* nights(true, first, { type: "booked" })
      assert.deepStrictEqual(told, [
        "21 0 proven 2026-02-17",
        "22 0 timing 2026-02-18",
        "23 0 timing 2026-02-19",
        "24 12 broken 2026-02-20",
        "25 0 proven 2025-11-28",
        "26 0 proven 2026-02-22"
      ])
      assert.deepStrictEqual(yield* bank.held, { rows: 3, gaps: 0 })
      assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
    }))
)

it.live(
  "looks so far back once, where the bank has nothing there, and says how to look again",
  () =>
    quiet(Effect.gen(function*() {
      const { bank, told } = yield* nights(false, first, { type: "booked" })
      assert.deepStrictEqual(told.slice(3), [
        "24 12 broken 2026-02-20",
        "25 12 broken 2025-11-28",
        "26 12 broken 2026-02-22"
      ])
      const [account] = yield* bank.daybook.query("select account_key from accounts")
      const explained = yield* bank.daybook.here("explain", "--account", String(account?.["account_key"]))
      assert.include(explained.stdout, "known as they were read last, 2026-02-25 03:00")
      assert.include(
        explained.stdout,
        `daybook run backfill --again --account ${account?.["account_key"]} --from 2025-11-23`
      )
    }))
)

it.live(
  "looks as far back where only available balances moved, which proves no break, and finds what made them",
  () =>
    quiet(Effect.gen(function*() {
      const days = daysFrom("2026-02-21", "2026-02-27")
      const { bank, told } = yield* nights(true, days, { type: "available", since: "2026-02-23" })
      assert.deepStrictEqual(told, [
        "21 0 proven 2026-02-17",
        "22 0 proven 2026-02-18",
        "23 0 unprovable 2026-02-19",
        "24 0 unprovable 2026-02-20",
        "25 0 unprovable 2026-02-21",
        "26 0 proven 2025-11-29",
        "27 0 proven 2026-02-23"
      ])
      assert.deepStrictEqual(yield* bank.held, { rows: 3, gaps: 0 })
      assert.strictEqual((yield* bank.run("rebuild")).exitCode, 0)
    }))
)
