/**
 * A bank that stands still for longer than a night looks back, and then lists all that it has booked meanwhile.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import type { Rules } from "../../support/behaviours/Behaviour.ts"
import { pageOf, transactionRow } from "../../support/gateway/bankRows.ts"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import type { GatewaySettings } from "../../support/gateway/GatewaySettings.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/**
 * What a bank comes to that booked a payment every so many days, and listed none of those from 10 to 29 July until the 30th: the night of
 * the 31st and the one after that, each with how many rows the book lacks then.
 */
const standsStill = Effect.fnUntraced(
  function*(every: number, rules: Rules = {}, settings: Partial<GatewaySettings> = {}) {
    const bank = yield* edgeBank("2026-07-09T03:00:00Z", settings, { lookback_days: 5, ...rules })
    const booked = daysFrom("2026-05-10", "2026-08-01").filter((_, place) => place % every === 0)
    const until = (day: string) => booked.filter((each) => each < day).map((each) => payment(`${each}T12:00:00Z`))
    bank.gateway.transactions = until("2026-07-09")
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    for (const day of daysFrom("2026-07-12", "2026-07-29").filter((_, place) => place % 6 === 0)) {
      assert.strictEqual((yield* bank.night(day)).exitCode, 0, day)
    }
    bank.gateway.transactions = until("2026-07-31")
    return yield* Effect.forEach(["2026-07-31", "2026-08-01"], (day) =>
      Effect.gen(function*() {
        const { exitCode, stderr } = yield* bank.night(day)
        return { exitCode, stderr, lacking: until("2026-07-31").length - (yield* bank.held).rows }
      }))
  }
)

it.live("the night in which a bank lists rows again reads the days about which it was silent, however little is booked", () =>
  Effect.gen(function*() {
    for (const [every, bulk, bulkStatus] of [[1, "none", 404], [10, "both", 200], [10, "both", 404]] as const) {
      const nights = yield* standsStill(every, { bulk }, { bulkStatus })
      assert.deepStrictEqual(nights.map(({ exitCode, lacking }) => [exitCode, lacking]), [[0, 0], [0, 0]], bulk)
    }
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("a night that has no read left for them says that they may lack rows, and the next one reads them", () =>
  Effect.gen(function*() {
    const [back, next] = yield* standsStill(1, { requests_per_day: 1 })
    assert.strictEqual(back?.exitCode, 10)
    assert.match(
      back?.stderr ?? "",
      /the bank lists rows of account \S+ again after days without any; what it books from 2026-07-03 to 2026-07-\d\d may be missing/
    )
    assert.isAbove(back?.lacking ?? 0, 0)
    assert.deepStrictEqual([next?.exitCode, next?.lacking], [0, 0])
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("rows that come a night after the first word of a bank that was silent are read too, be that word booked or not", () =>
  Effect.gen(function*() {
    for (const status of ["booked", "pending"] as const) {
      const bank = yield* edgeBank("2026-07-09T03:00:00Z", {}, { lookback_days: 5 })
      const before = daysFrom("2026-06-10", "2026-07-08").map((day) => payment(`${day}T12:00:00Z`))
      const meanwhile = daysFrom("2026-07-10", "2026-07-29").map((day) => payment(`${day}T12:00:00Z`))
      const first = payment("2026-07-30T12:00:00Z", { status })
      bank.gateway.transactions = before
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      for (const day of ["2026-07-16", "2026-07-23", "2026-07-30"]) {
        assert.strictEqual((yield* bank.night(day)).exitCode, 0)
      }
      bank.gateway.transactions = [...before, first]
      yield* bank.night("2026-07-31")
      bank.gateway.transactions = [...before, ...meanwhile, payment("2026-07-30T12:00:00Z")]
      assert.strictEqual((yield* bank.night("2026-08-01")).exitCode, 0)
      assert.strictEqual((yield* bank.held).rows, before.length + meanwhile.length + 1, status)
    }
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("what a bank lists whatever days it is asked for ends no silence night after night", () =>
  Effect.gen(function*() {
    const bank = yield* edgeBank("2026-07-09T03:00:00Z", {}, { lookback_days: 5 })
    bank.gateway.transactions = [payment("2026-07-07T12:00:00Z")]
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    const row = transactionRow({ AccountId: "A-1", BookingDateTime: "2026-07-07T12:00:00Z" })
    const body = pageOf("Transaction", [row])
    bank.gateway.script = ({ path }) => path.endsWith("/transactions") ? { status: 200, body } : undefined
    for (const day of ["2026-07-24", "2026-07-25"]) yield* bank.night(day)
    const before = bank.gateway.asked.length
    yield* bank.night("2026-07-26")
    assert.strictEqual(bank.asked(before).length, 1)
  }).pipe(Effect.scoped, Effect.provide(quiet)))
