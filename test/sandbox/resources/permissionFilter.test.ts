import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  permittedAccounts,
  permittedDirection,
  permittedTransactions
} from "../../../src/sandbox/resources/permissionFilter.ts"
import { at, jsonOf, listAt, SharedCaller, textAt } from "../../support/sandbox/Caller.ts"

const detail = [
  "TransactionInformation",
  "Balance",
  "MerchantDetails",
  "CreditorAccount",
  "DebtorAccount",
  "CreditorAgent",
  "DebtorAgent"
]

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("permissions", (it) => {
  it.effect("ReadAccountsBasic shows accounts without their identifications and servicers", () =>
    Effect.gen(function*() {
      const { authorised, read } = yield* SharedCaller
      const id = yield* authorised("gb_alder_personal", "ReadAccountsBasic")
      for (const account of listAt(jsonOf(yield* read(`/${id}/accounts`)), "Data", "Account")) {
        assert.isNotEmpty(textAt(account, "AccountId"))
        assert.deepStrictEqual([at(account, "Account"), at(account, "Servicer")], [undefined, undefined])
      }
    }))

  it.effect("ReadTransactionsBasic shows transactions without narrative, parties and running balance", () =>
    Effect.gen(function*() {
      const { authorised, read } = yield* SharedCaller
      const scope = "ReadAccountsBasic ReadTransactionsBasic ReadTransactionsCredits ReadTransactionsDebits"
      const id = yield* authorised("gb_alder_personal", scope)
      const rows = listAt(jsonOf(yield* read(`/${id}/transactions`)), "Data", "Transaction")
      assert.strictEqual(rows.length, 100)
      for (const row of rows) {
        for (const field of detail) assert.isUndefined(at(row, field))
        assert.isNotEmpty(textAt(row, "Amount", "Amount"))
      }
    }))

  for (const [permission, indicator] of [["ReadTransactionsCredits", "Credit"], ["ReadTransactionsDebits", "Debit"]]) {
    it.effect(`${permission} alone shows ${indicator} rows only, all of them, and counts its pages by them`, () =>
      Effect.gen(function*() {
        const { authorised, pages } = yield* SharedCaller
        const both = yield* authorised("gb_alder_personal")
        const one = yield* authorised("gb_alder_personal", `ReadAccountsBasic ReadTransactionsDetail ${permission}`)
        const rowsOf = (id: string) =>
          Effect.map(
            pages(`/${id}/transactions`),
            (read) => read.flatMap((page) => listAt(page, "Data", "Transaction"))
          )
        const wanted = (yield* rowsOf(both)).filter((row) => textAt(row, "CreditDebitIndicator") === indicator)
        assert.deepStrictEqual(yield* rowsOf(one), wanted)
      }))
  }

  it("Detail wins over Basic, and both directions are no filter", () => {
    const row = { AccountId: "1", Account: [], TransactionInformation: "x" }
    assert.deepStrictEqual(permittedAccounts(["ReadAccountsBasic", "ReadAccountsDetail"], [row]), [row])
    assert.deepStrictEqual(permittedTransactions(["ReadTransactionsBasic", "ReadTransactionsDetail"], [row]), [row])
    assert.strictEqual(permittedDirection(["ReadTransactionsCredits", "ReadTransactionsDebits"]), null)
  })
})
