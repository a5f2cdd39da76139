import { assert, describe, it } from "@effect/vitest"
import * as Vocabulary from "../../src/domain/vocabulary.ts"

describe("the two vocabularies", () => {
  const { codeOf } = Vocabulary

  it("become the codes of version 4", () => {
    assert.strictEqual(codeOf(Vocabulary.consentStatusCodes, "Authorised"), "AUTH")
    assert.strictEqual(codeOf(Vocabulary.transactionStatusCodes, "Booked"), "BOOK")
    assert.strictEqual(codeOf(Vocabulary.balanceTypeCodes, "InterimBooked"), "ITBD")
    assert.strictEqual(codeOf(Vocabulary.balanceSubTypeCodes, "BaseCurrency"), "BCUR")
    assert.strictEqual(codeOf(Vocabulary.accountTypeCodes, "CurrentAccount"), "CACC")
  })

  it("leave a code as it is, and a word that nobody knows as it was sent", () => {
    assert.strictEqual(codeOf(Vocabulary.transactionStatusCodes, "PDNG"), "PDNG")
    assert.strictEqual(codeOf(Vocabulary.transactionStatusCodes, "Imagined"), "Imagined")
  })

  it("are not read twice: no code is itself a word to be replaced, nor one that the standard misspells", () => {
    const tables = [
      Vocabulary.consentStatusCodes,
      Vocabulary.transactionStatusCodes,
      Vocabulary.balanceTypeCodes,
      Vocabulary.balanceSubTypeCodes,
      Vocabulary.accountTypeCodes,
      Vocabulary.bankTransactionCodes,
      Vocabulary.bankTransactionSubCodes,
      Vocabulary.schemeNames
    ]
    for (const table of tables) {
      for (const code of Object.values(table)) {
        assert.strictEqual(codeOf(table, code), code)
        assert.notInclude(["REJT", "CLBS", "XPCH"], code)
      }
    }
  })
})
