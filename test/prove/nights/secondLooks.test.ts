/**
 * Days that are looked at once more at a bank that bounds windows and counts reads: each has its turn, whatever becomes of the others,
 * and none takes the reads that new days need.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { dayAfter, daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const begin = "2026-02-20"

const euro = (day: string) => payment(`${day}T00:00:00Z`, { information: `euro of ${day}`, currency: "EUR" })

const pound = (day: string) => payment(`${day}T00:00:00Z`)

/** A bank that gives windows of a month, and `perDay` reads a day; it fails where `fails` says so. */
const countingBank = Effect.fnUntraced(function*(perDay: number, maxWindowDays: number) {
  const bank = yield* edgeBank(
    `${begin}T03:00:00Z`,
    { toFilter: true, maxWindowDays, spanDays: 90, bulkStatus: 404, accountFilter: true },
    {
      bulk: "none",
      account_filter: true,
      to_filter: true,
      max_window_days: maxWindowDays,
      requests_per_day: perDay,
      transaction_ids: "absent",
      pending: "absent",
      lookback_days: 10
    }
  )
  const { gateway } = bank
  let failsAt: string | null = null
  gateway.script = ({ path, url: { searchParams } }) => {
    const from = searchParams.get("fromBookingDateTime") ?? ""
    const to = searchParams.get("toBookingDateTime") ?? "9999"
    const isFailing = failsAt !== null && path.endsWith("/transactions") && from <= failsAt && failsAt <= to
    return isFailing ? { status: 500, body: {} } : undefined
  }
  return {
    ...bank,
    /** From now on a window that has this day is not given; null is none. */
    failAt: (day: string | null) => {
      failsAt = day
    },
    night: Effect.fnUntraced(function*(day: string) {
      gateway.transactions = [...gateway.transactions, pound(dayAfter(day, -1))]
      const before = gateway.asked.length
      const { exitCode } = yield* bank.night(day)
      return { exitCode, asked: bank.asked(before).map((window) => window.replaceAll(/T[\d:]+/g, "")) }
    })
  }
})

const provided = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  test.pipe(Effect.scoped, Effect.provide([Logger.layer([]), NodeServices.layer]))

it.live(
  "looks again at the days of a window that the bank once failed to give, and at none of the others",
  () =>
    provided(Effect.gen(function*() {
      const bank = yield* countingBank(4, 31)
      bank.gateway.transactions = daysFrom("2025-11-27", "2026-02-19").map(pound)
      yield* bank.consent("new")
      const old = ["2025-12-13", "2026-01-07", "2026-02-01"]
      bank.gateway.transactions = [...bank.gateway.transactions, ...[...old, "2026-02-20"].map(euro)]
      yield* bank.night("2026-02-21")
      bank.failAt("2025-12-13")
      const failed = yield* bank.night("2026-02-22")
      assert.strictEqual(failed.exitCode, 10)
      assert.deepStrictEqual([...new Set(failed.asked)].toSorted(), [
        "2025-11-25..2025-12-25",
        "2025-12-24..2026-01-23",
        "2026-01-22..2026-02-10",
        "2026-02-10.."
      ])
      bank.failAt(null)
      assert.deepStrictEqual(yield* bank.night("2026-02-23"), {
        exitCode: 0,
        asked: ["2026-02-11..", "2025-11-26..2025-12-25"]
      })
      assert.deepStrictEqual(yield* bank.night("2026-02-24"), { exitCode: 0, asked: ["2026-02-12.."] })
      assert.strictEqual((yield* bank.held).rows, bank.gateway.transactions.length)
    }))
)

it.live(
  "reads new days although the bank never gives those of a hole, of which there are as many windows as it allows reads",
  () =>
    provided(Effect.gen(function*() {
      const bank = yield* countingBank(1, 31)
      bank.gateway.transactions = daysFrom("2025-11-27", "2026-02-19").map(pound)
      bank.failAt("2026-01-05")
      yield* bank.consent("new")
      const nights = yield* Effect.forEach(daysFrom("2026-02-21", "2026-02-24"), bank.night)
      assert.deepStrictEqual(nights.map(({ asked }) => new Set(asked).size), [1, 1, 1, 1])
      const newest = yield* bank.daybook.query("select max(booking_date)::varchar as day from transactions")
      assert.deepStrictEqual(newest, [{ day: "2026-02-23" }])
    }))
)

it.live(
  "makes no more reads in one run than the bank allows in a day, however often it plans",
  () =>
    provided(Effect.gen(function*() {
      const bank = yield* countingBank(2, 31)
      bank.gateway.transactions = daysFrom("2026-01-10", "2026-02-19").map(pound)
      yield* bank.consent("new")
      bank.gateway.transactions = [...bank.gateway.transactions, ...daysFrom("2026-02-20", "2026-04-24").map(pound)]
      const nights = yield* Effect.forEach(["2026-04-26", "2026-04-27"], bank.night)
      assert.deepStrictEqual(nights.map(({ asked, exitCode }) => [exitCode, asked.length]), [[14, 2], [0, 2]])
      assert.deepStrictEqual(yield* bank.held, { rows: bank.gateway.transactions.length, gaps: 0 })
    }))
)

it.live(
  "finds a row that came late after weeks without a night, of which there were more windows than reads",
  () =>
    provided(Effect.gen(function*() {
      const bank = yield* countingBank(4, 7)
      const { daybook, gateway } = bank
      gateway.transactions = daysFrom("2025-11-27", "2026-02-19").map(pound)
      yield* bank.consent("new")
      gateway.transactions = [...gateway.transactions, ...daysFrom("2026-02-20", "2026-03-16").map(pound)]
      const late = payment("2026-02-16T00:00:00Z", { information: "late" })
      gateway.transactions = [...gateway.transactions, late]
      const nights = yield* Effect.forEach(daysFrom("2026-03-17", "2026-03-19"), (day) =>
        Effect.gen(function*() {
          const { exitCode } = yield* bank.night(day)
          const [held] = yield* daybook.query("select count(*) as n from transactions where description = 'late'")
          return [exitCode, held?.["n"]]
        }))
      assert.deepStrictEqual(nights, [[14, "0"], [0, "0"], [0, "1"]])
    }))
)
