import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { faults, version4 } from "../../support/sandbox/fieldRules.ts"
import { dayMillis, lookAt, modelBanksOf, origin } from "../../support/sandbox/modelBanksOf.ts"

/** Faults with no more of a value than how it begins. */
const kinds = (found: ReadonlyArray<string>) =>
  [...new Set(found.map((fault) => fault.replace(/ is "(.).*/, " is $1")))].toSorted()

layer(NodeServices.layer)("the field rules of version 4", (it) => {
  const everyBank = Effect.fnUntraced(function*(days?: number) {
    const modelBanks = yield* modelBanksOf(11)
    return modelBanks.banks.flatMap(({ institution, vocabulary }) =>
      modelBanks.customers(institution).flatMap((_, customer) =>
        [0, 13].map((night) => ({
          institution,
          vocabulary,
          answers: lookAt(modelBanks, institution, origin + night * dayMillis, "consent-1", customer, days)
        }))
      )
    )
  })

  it.effect("hold for every account, balance and transaction of the five banks that speak it", () =>
    Effect.gen(function*() {
      for (const { answers: { accounts, balances, rows }, institution, vocabulary } of yield* everyBank()) {
        if (vocabulary === "v3") continue
        const found = [
          ...accounts.flatMap((row) => faults(row, version4.account)),
          ...balances.flatMap((row) => faults(row, version4.balance)),
          ...rows.flatMap((row) => faults(row, version4.transaction))
        ]
        assert.deepStrictEqual(found.slice(0, 5), [], institution)
      }
    }))

  it.effect("are met by sort codes of 14 digits and by IBANs whose check digits are right", () =>
    Effect.gen(function*() {
      const identifications = (yield* everyBank(0)).flatMap(({ answers: { accounts } }) =>
        accounts.flatMap(({ Account }) => Account ?? [])
      )
      assert.isAtLeast(identifications.length, 20)
      for (const { Identification, SchemeName } of identifications) {
        if (SchemeName === "UK.OBIE.SortCodeAccountNumber") assert.match(Identification, /^\d{14}$/)
        if (SchemeName === "UK.OBIE.PAN") assert.match(Identification, /^5555 \*{4} \*{4} \d{4}$/)
        if (SchemeName !== "UK.OBIE.IBAN") continue
        assert.match(Identification, /^GB\d{2}[A-Z]{4}\d{14}$/)
        const digits = `${Identification.slice(4)}${Identification.slice(0, 4)}`
          .replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
        assert.strictEqual(BigInt(digits) % 97n, 1n, Identification)
      }
    }))

  it.effect("make every transaction id of a bank with stable ids unique", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(11)
      for (const { institution, transactionIds } of modelBanks.banks) {
        if (transactionIds !== "stable") continue
        const { rows } = lookAt(modelBanks, institution, origin)
        assert.strictEqual(new Set(rows.map(({ TransactionId }) => TransactionId)).size, rows.length, institution)
      }
    }))

  it.effect("are broken by Elm in its names and codes and nowhere else", () =>
    Effect.gen(function*() {
      const elm = (yield* everyBank()).filter(({ vocabulary }) => vocabulary === "v3")
      assert.deepStrictEqual(
        kinds(elm.flatMap(({ answers: { accounts } }) => accounts.flatMap((row) => faults(row, version4.account)))),
        [
          "AccountCategory is missing",
          "AccountSubType is unknown",
          "AccountType is unknown",
          "AccountTypeCode is missing"
        ]
      )
      assert.deepStrictEqual(
        kinds(elm.flatMap(({ answers: { balances } }) => balances.flatMap((row) => faults(row, version4.balance)))),
        [
          "Amount.SubType is B",
          "Amount.SubType is L",
          "Type is I"
        ]
      )
      const rows = elm.flatMap(({ answers }) => answers.rows)
      const broken = rows.flatMap((row) => faults(row, version4.transaction))
      assert.deepStrictEqual(
        [...new Set(broken.map((fault) => fault.split(" ")[0]))].toSorted(),
        ["BankTransactionCode.Code", "BankTransactionCode.SubCode", "Status"]
      )
    }))
})
