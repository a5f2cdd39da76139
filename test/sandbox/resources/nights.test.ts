/**
 * Nights of change, seen through the interface alone: at every institution, on every night, each booked balance is the
 * sum of the booked movements that are listed.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { signedText, unitsOf } from "../../support/gateway/statedRows.ts"
import { type Caller, jsonOf, listAt, startCaller, textAt } from "../../support/sandbox/Caller.ts"

/** Adds the amounts of rows per account and currency, and writes the totals. */
const totals = (rows: ReadonlyArray<Schema.Json>): Readonly<Record<string, string>> => {
  const sums = new Map<string, bigint>()
  for (const row of rows) {
    const key = `${textAt(row, "AccountId")} ${textAt(row, "Amount", "Currency")}`
    const units = unitsOf(textAt(row, "Amount", "Amount"))
    const credit = textAt(row, "CreditDebitIndicator") === "Credit"
    sums.set(key, (sums.get(key) ?? 0n) + (credit ? units : -units))
  }
  return Object.fromEntries([...sums].toSorted().map(([key, sum]) => [key, signedText(sum)]))
}

const months = (from: string, to: string): ReadonlyArray<string> => {
  const windows: Array<string> = []
  for (let [year = 0, month = 0] = from.split("-").map(Number); `${year}-${String(month).padStart(2, "0")}` <= to;) {
    const next = month === 12 ? [year + 1, 1] : [year, month + 1]
    const [nextYear = 0, nextMonth = 0] = next
    const first = `${year}-${String(month).padStart(2, "0")}-01T00:00:00`
    const last = `${nextYear}-${String(nextMonth).padStart(2, "0")}-01T00:00:00`
    windows.push(`fromBookingDateTime=${first}&toBookingDateTime=${last.slice(0, 10)}T00:00:00`)
    year = nextYear
    month = nextMonth
  }
  return windows
}

/** Every booked row that a bank lists, asked for as that bank wants it. */
const bookedRows = Effect.fn("bookedRows")(function*(caller: Caller, institution: string, id: string) {
  const accounts = listAt(jsonOf(yield* caller.read(`/${id}/accounts`)), "Data", "Account")
  const queries = institution === "gb_birch_business"
    ? accounts.map((account) => `accountId=${textAt(account, "AccountId")}`)
    : institution === "gb_fir_personal"
    ? months("2025-03", "2026-12")
    : [""]
  const pages = yield* Effect.forEach(queries, (query) => caller.pages(`/${id}/transactions?${query}`))
  const balances = yield* Effect.forEach(
    institution === "gb_birch_business" ? queries : [""],
    (query) =>
      Effect.map(caller.read(`/${id}/balances?${query}`), (answer) => listAt(jsonOf(answer), "Data", "Balance"))
  )
  // Months of windows share their bounds, both inclusive: a row on a bound is listed twice, and told by its text.
  const rows = pages.flat().flatMap((page) => listAt(page, "Data", "Transaction"))
  const told = institution === "gb_fir_personal"
    ? [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
    : rows
  return {
    movements: told.filter((row) => ["BOOK", "Booked"].includes(textAt(row, "Status"))),
    balances: balances.flat().filter((row) => ["ITBD", "InterimBooked"].includes(textAt(row, "Type")))
  }
})

describe("several nights", () => {
  it.live(
    "every booked balance is the sum of its movements, at each institution on each night",
    () =>
      Effect.gen(function*() {
        const caller = yield* startCaller()
        const consents = yield* Effect.forEach(
          caller.ready.institutions,
          (institution) => Effect.map(caller.authorised(institution), (id) => [institution, id] as const)
        )
        for (const span of ["PT0S", "P3DT13H"]) {
          yield* caller.advance(span)
          for (const [institution, id] of consents) {
            yield* caller.decide(id, "reauthenticate")
            const { balances, movements } = yield* bookedRows(caller, institution, id)
            assert.isAtLeast(movements.length, 200, institution)
            assert.deepStrictEqual(totals(movements), totals(balances), `${institution} after ${span}`)
          }
        }
      }),
    30_000
  )
})
