import { assert, describe, it } from "@effect/vitest"
import { BigDecimal, Schema } from "effect"
import { amountPattern, formatAmount, signed } from "../../src/domain/money.ts"

describe("an amount", () => {
  it.each(["0", "0.00", "12.5", "1234567890123.12345", "007"])(
    "may be written %j",
    (text) => assert.match(text, amountPattern)
  )

  it.each(["", ".5", "5.", "-1", "+1", "1e3", "1_000", "1,000.00", " 1", "1.123456", "12345678901234", "string"])(
    "is never written %j",
    (text) => assert.notMatch(text, amountPattern)
  )

  it("is positive for a credit and negative for a debit", () => {
    assert.strictEqual(formatAmount(signed("12.34", "Credit")), "12.34")
    assert.strictEqual(formatAmount(signed("12.34", "Debit")), "-12.34")
  })

  it("is written without an exponent, to the last decimal", () => {
    assert.strictEqual(formatAmount(signed("1234567890123.12345", "Debit"), 5), "-1234567890123.12345")
    assert.strictEqual(formatAmount(signed("5.125", "Credit")), "5.125")
    assert.strictEqual(formatAmount(signed("0.00001", "Credit"), 5), "0.00001")
  })

  const minor = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999_999 }))

  it.prop("adds up to the last decimal", [Schema.Array(minor)], ([amounts]) => {
    const sum = amounts.reduce(
      (total, cents) => BigDecimal.sum(total, signed(`0.${String(cents % 100_000).padStart(5, "0")}`, "Debit")),
      BigDecimal.fromStringUnsafe("0")
    )
    const units = amounts.reduce((total, cents) => total - BigInt(cents % 100_000), 0n)
    assert.isTrue(BigDecimal.equals(sum, BigDecimal.make(units, 5)))
  })
})
