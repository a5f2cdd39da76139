/**
 * How often a page may come as other payments that are equal.
 */
import { assert, describe, it } from "@effect/vitest"
import { listedRows } from "../../src/gateway/listedRows.ts"
import { pageFields } from "../../src/gateway/pageFields.ts"
import { pageMarks } from "../../src/gateway/pageMarks.ts"
import { type GivenPage, pagesGiven } from "../../src/pull/pagesGiven.ts"
import { pageOf, transactionRow } from "../support/gateway/bankRows.ts"

const pageWith = (rows: ReadonlyArray<unknown>, totalPages: number | null = null): GivenPage => {
  const body = new TextEncoder().encode(JSON.stringify(pageOf("Transaction", rows)))
  const fields = pageFields(body, "transactions")
  return {
    envelope: { totalPages },
    marks: pageMarks(fields, "transactions"),
    rows: () => listedRows(body, fields, false)
  }
}

const row = (amount: string, information = "") =>
  transactionRow({
    TransactionId: undefined,
    BookingDateTime: "2026-11-04T00:00:00Z",
    Amount: { Amount: amount, Currency: "GBP" },
    TransactionInformation: information
  })

/** What a page is once it came so often. */
const standingAfter = (times: number, rows: ReadonlyArray<unknown>, totalPages: number | null = null) => {
  const given = pagesGiven(false)
  for (let page = 1; page <= times; page++) given.add(pageWith(rows))
  return given.standingOf(times + 1, pageWith(rows, totalPages))
}

describe("a page that came before", () => {
  const pairs = [row("0.50"), row("0.10"), row("0.50"), row("0.10")]

  it("is equal payments a thousand times where its rows have their likes, and more often where the bank counts as many", () => {
    assert.strictEqual(standingAfter(999, pairs), "equal")
    assert.strictEqual(standingAfter(1000, pairs), "repeated")
    assert.strictEqual(standingAfter(1000, pairs, 1001), "equal")
  })

  it("is unclear once where its rows have none", () => {
    assert.strictEqual(standingAfter(1, [row("0.50"), row("0.10")]), "unclear")
    assert.strictEqual(standingAfter(2, [row("0.50"), row("0.10")]), "repeated")
  })

  it("is looked at with all its words where these came too, else by what counts alone", () => {
    const numbered = (from: number) =>
      pairs.map((each, place) => ({ ...each, TransactionReference: `${from + place}` }))
    const given = pagesGiven(false)
    given.add(pageWith(numbered(1)))
    assert.strictEqual(given.standingOf(2, pageWith(numbered(1))), "unclear")
    assert.strictEqual(given.standingOf(2, pageWith(numbered(5))), "equal")
  })

  it("is always another where it holds no row", () => {
    assert.strictEqual(standingAfter(1001, []), "another")
  })
})
