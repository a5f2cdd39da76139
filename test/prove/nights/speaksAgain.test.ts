/**
 * A bank that stands still for longer than a night looks back, and then lists all that it has booked meanwhile.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { dayAfter, daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/** What a bank comes to that booked a payment every so many days, and listed none of those from 10 to 29 July until the 30th. */
const standsStill = Effect.fnUntraced(function*(every: number) {
  const bank = yield* edgeBank("2026-07-09T03:00:00Z", {}, { lookback_days: 5 })
  const booked = daysFrom("2026-05-10", "2026-08-01").filter((_, place) => place % every === 0)
  const until = (day: string) => booked.filter((each) => each < day).map((each) => payment(`${each}T12:00:00Z`))
  bank.gateway.transactions = until("2026-07-09")
  assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
  for (const day of daysFrom("2026-07-12", "2026-07-29").filter((_, place) => place % 6 === 0)) {
    assert.strictEqual((yield* bank.night(day)).exitCode, 0, day)
  }
  bank.gateway.transactions = until("2026-07-31")
  const back = yield* bank.night("2026-07-31")
  const again = yield* bank.night("2026-07-31")
  const next = yield* bank.night(dayAfter("2026-07-31", 1))
  return { back, again, next, rows: (yield* bank.held).rows - until("2026-07-31").length }
})

it.live("a night says that days of an account may lack rows, and the next run reads them", () =>
  Effect.gen(function*() {
    const { again, back, next, rows } = yield* standsStill(1)
    assert.strictEqual(back.exitCode, 10)
    assert.match(
      back.stderr,
      /the bank lists rows of account \S+ again after days without any; what it books from 2026-07-03 to 2026-07-\d\d may be missing/
    )
    assert.deepStrictEqual([again.exitCode, next.exitCode, rows], [0, 0, 0])
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("a night says nothing of the kind of an account on which little is booked", () =>
  Effect.gen(function*() {
    const { again, back, next, rows } = yield* standsStill(10)
    assert.deepStrictEqual([back.exitCode, again.exitCode, next.exitCode, rows], [0, 0, 0, 0])
  }).pipe(Effect.scoped, Effect.provide(quiet)))
