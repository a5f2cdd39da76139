/**
 * What tells pages apart, taken from their text without parsing it.
 */
import { assert, describe, it } from "@effect/vitest"
import { pageFields } from "../../src/gateway/pageFields.ts"
import { mayOverlap, pageMarks } from "../../src/gateway/pageMarks.ts"
import { pageOf, transactionRow } from "../support/gateway/bankRows.ts"

const row = (day: string, amount: string, fields: Record<string, unknown> = {}) =>
  transactionRow({ BookingDateTime: `${day}T10:00:00Z`, Amount: { Amount: amount, Currency: "GBP" }, ...fields })

const marksOf = (...rows: ReadonlyArray<unknown>) =>
  pageMarks(
    pageFields(new TextEncoder().encode(JSON.stringify(pageOf("Transaction", rows))), "transactions"),
    "transactions"
  )

const may = (before: ReadonlyArray<unknown>, now: ReadonlyArray<unknown>) =>
  mayOverlap(marksOf(...before).marks, marksOf(...now).marks)

const [a, b, c, d] = [
  row("2026-11-04", "4.00"),
  row("2026-11-03", "3.00"),
  row("2026-11-02", "2.00"),
  row("2026-11-01", "1.00")
]

describe("a page", () => {
  it("may move while a row of it is not booked, or as new as a bank may still add to", () => {
    assert.isFalse(marksOf(a, d).mayMove("2026-11-05"))
    assert.isTrue(marksOf(d, a).mayMove("2026-11-04"))
    assert.isTrue(marksOf(d, row("2026-11-01", "1.00", { Status: "PDNG" })).mayMove("2026-11-05"))
    assert.isTrue(marksOf().mayMove("2026-11-05"))
  })

  it("is uniform where no two of its rows differ in what is compared", () => {
    assert.isTrue(marksOf(a, { ...a, TransactionId: "another", TransactionInformation: "something else" }).uniform)
    assert.isFalse(marksOf(a, b).uniform)
    assert.isFalse(marksOf(a, { ...a, Status: "PDNG" }).uniform)
    assert.isTrue(marksOf().uniform)
  })

  it("is of one day where its rows are, by the day that the bank writes", () => {
    assert.isTrue(marksOf(a, row("2026-11-04", "9.00", { BookingDateTime: "2026-11-04T23:59:00Z" })).oneDay)
    assert.isFalse(marksOf(a, b, a).oneDay)
    assert.isFalse(marksOf().oneDay)
  })

  it("is told by the ids of its rows where each that has one has its own", () => {
    const [one, two, none] = [{ ...a, TransactionId: "1" }, { ...b, TransactionId: "2" }, { ...c, TransactionId: " " }]
    assert.strictEqual(marksOf(one, two, none).ids, marksOf(one, none, two).ids)
    assert.notStrictEqual(marksOf(one, two).ids, marksOf(one, { ...b, TransactionId: "3" }).ids)
    assert.isNull(marksOf(one, { ...b, TransactionId: "1" }).ids)
    assert.isNull(marksOf(none).ids)
  })

  it("is the same with other ids and other words, and another with another sum", () => {
    assert.strictEqual(marksOf(a).digest, marksOf({ ...a, TransactionId: "another" }).digest)
    assert.notStrictEqual(marksOf(a).digest, marksOf(row("2026-11-04", "4.01")).digest)
  })
})

describe("two pages, one after the other", () => {
  it("may overlap where the later begins as the earlier ends", () => {
    assert.isTrue(may([a, b, c], [c, d]))
    assert.isTrue(may([a, b, c], [{ ...b, TransactionId: "another" }, c, d]))
    assert.isTrue(may([a], [a]))
    assert.isTrue(may([b, c], [b, c, d]))
    assert.isTrue(may([a, b, c, d], [c, d]))
  })

  it("do not where rows of the one only stand in the midst of the other", () => {
    assert.isFalse(may([a, b], [c, d]))
    assert.isFalse(may([a, b, c], [b, d]))
    assert.isFalse(may([a, b], [c, a]))
    assert.isFalse(may([a, b], [a, c]))
  })

  it("may where there is nothing to compare", () => {
    assert.isTrue(may([], [a]))
    assert.isTrue(may([a], []))
  })
})
