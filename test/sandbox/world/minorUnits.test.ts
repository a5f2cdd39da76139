import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { draws, fingerprint } from "../../../src/sandbox/world/draws.ts"
import { amountText, indicator } from "../../../src/sandbox/world/minorUnits.ts"

describe("amounts as banks write them", () => {
  it("are the same number in every style", () => {
    const styles = ["currency", "shortest", "four"] as const
    const written = (minor: number, currency: "GBP" | "JPY") =>
      styles.map((style) => amountText(minor, currency, style))
    assert.deepStrictEqual(written(-1050, "GBP"), ["10.50", "10.5", "10.5000"])
    assert.deepStrictEqual(written(7, "GBP"), ["0.07", "0.07", "0.0700"])
    assert.deepStrictEqual(written(30_000, "GBP"), ["300.00", "300", "300.0000"])
    assert.deepStrictEqual(written(1500, "JPY"), ["1500", "1500", "1500.0000"])
  })

  it.prop("match the standard's pattern and carry no sign", {
    minor: Schema.Int.check(Schema.isBetween({ minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 })),
    style: Schema.Literals(["currency", "shortest", "four"])
  }, ({ minor, style }) => {
    assert.match(amountText(minor, "GBP", style), /^\d{1,13}(\.\d{1,5})?$/)
  })

  it("mark nothing at all as Credit", () => {
    assert.deepStrictEqual([indicator(0), indicator(1), indicator(-1)], ["Credit", "Credit", "Debit"])
    assert.strictEqual(amountText(0, "GBP", "shortest"), "0")
  })
})

describe("draws", () => {
  it("are the same for the same text and evenly spread", () => {
    const [one, two] = [draws("a text"), draws("a text")]
    const counts = Array.from({ length: 10 }, () => 0)
    for (let n = 0; n < 10_000; n++) {
      const drawn = one.between(0, 9)
      assert.strictEqual(drawn, two.between(0, 9))
      counts[drawn] = (counts[drawn] ?? 0) + 1
    }
    assert.isTrue(counts.every((count) => count > 850 && count < 1150), JSON.stringify(counts))
  })

  it("start elsewhere for texts that differ in one sign", () => {
    const firsts = Array.from({ length: 20_000 }, (_, n) => draws(`seed|${n}`).fraction())
    assert.strictEqual(new Set(firsts).size, firsts.length)
    const mean = firsts.reduce((sum, fraction) => sum + fraction, 0) / firsts.length
    assert.closeTo(mean, 0.5, 0.01)
    assert.strictEqual(new Set(Array.from({ length: 20_000 }, (_, n) => fingerprint(`seed|${n}`))).size, 20_000)
  })
})
