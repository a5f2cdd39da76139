import { assert, describe, it } from "@effect/vitest"
import { invalidCombination, Permission, permits } from "../../src/domain/permission.ts"

const smallest = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadTransactionsDetail"
]

describe("permissions", () => {
  it("are 21", () => assert.strictEqual(new Set(Permission.literals).size, 21))

  it("of the usual consent open accounts, balances and transactions", () => {
    for (const resource of ["accounts", "balances", "transactions"] as const) assert.isTrue(permits(smallest, resource))
  })

  it("open transactions only where both detail and direction are granted", () => {
    assert.isFalse(permits(["ReadTransactionsDetail"], "transactions"))
    assert.isFalse(permits(["ReadTransactionsCredits", "ReadTransactionsDebits"], "transactions"))
    assert.isTrue(permits(["ReadTransactionsBasic", "ReadTransactionsDebits"], "transactions"))
  })

  it("that nobody knows open nothing and disturb nothing", () => {
    assert.isFalse(permits(["ReadEverything"], "accounts"))
    assert.isTrue(permits(["ReadEverything", "ReadBalances"], "balances"))
  })

  it.each(
    [
      [smallest, undefined],
      [["ReadAccountsBasic"], undefined],
      [["ReadAccountsBasic", "ReadAccountsDetail"], undefined],
      [[], "no permission is named"],
      [["ReadBalances"], "ReadAccountsBasic or ReadAccountsDetail is missing"],
      [
        ["ReadAccountsBasic", "ReadTransactionsBasic"],
        "ReadTransactionsCredits or ReadTransactionsDebits is missing"
      ],
      [
        ["ReadAccountsBasic", "ReadTransactionsCredits"],
        "ReadTransactionsBasic or ReadTransactionsDetail is missing"
      ]
    ] as const
  )("asked for as %j: %s", (asked, fault) => assert.strictEqual(invalidCombination(asked), fault))
})
