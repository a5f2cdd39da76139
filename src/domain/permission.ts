/**
 * The permissions a consent can carry and what they open. Source: docs/bank-facts.md, 1.3 and 1.4.
 */
import { Schema } from "effect"

/** The 21 permission names of the standard. */
const permissionNames = [
  "ReadAccountsBasic",
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsBasic",
  "ReadTransactionsDetail",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadBeneficiariesBasic",
  "ReadBeneficiariesDetail",
  "ReadDirectDebits",
  "ReadStandingOrdersBasic",
  "ReadStandingOrdersDetail",
  "ReadScheduledPaymentsBasic",
  "ReadScheduledPaymentsDetail",
  "ReadStatementsBasic",
  "ReadStatementsDetail",
  "ReadProducts",
  "ReadOffers",
  "ReadParty",
  "ReadPartyPSU",
  "ReadPAN"
] as const

/** A permission that we may ask for. */
export const Permission = Schema.Literals(permissionNames)
export type Permission = typeof Permission.Type

/** What Daybook reads under a consent. */
export const Resource = Schema.Literals(["accounts", "balances", "transactions"])
export type Resource = typeof Resource.Type

/** The name of a resource's list in `Data`. */
export const listName = (resource: Resource): string =>
  ({ accounts: "Account", balances: "Balance", transactions: "Transaction" })[resource]

/** Whether these permissions open a resource at all. A bank may grant names that we do not know. */
export const permits = (granted: ReadonlyArray<string>, resource: Resource): boolean => {
  const any = (...names: ReadonlyArray<Permission>) => names.some((name) => granted.includes(name))
  switch (resource) {
    case "accounts":
      return any("ReadAccountsBasic", "ReadAccountsDetail")
    case "balances":
      return any("ReadBalances")
    case "transactions":
      return any("ReadTransactionsBasic", "ReadTransactionsDetail") &&
        any("ReadTransactionsCredits", "ReadTransactionsDebits")
  }
}

/** A direction of payments. */
export type Side = "credit" | "debit"

/** The one direction of payments that these permissions open; null where they open both, or say nothing of either. */
export const onlySide = (granted: ReadonlyArray<string>): Side | null => {
  const credits = granted.includes("ReadTransactionsCredits")
  return credits === granted.includes("ReadTransactionsDebits") ? null : credits ? "credit" : "debit"
}

/**
 * Why a list of permissions may not be asked for, or undefined where it may: never empty, always one of the account
 * permissions, and transaction detail and direction only together.
 */
export const invalidCombination = (asked: ReadonlyArray<string>): string | undefined => {
  const has = (...names: ReadonlyArray<Permission>) => names.some((name) => asked.includes(name))
  const detail = has("ReadTransactionsBasic", "ReadTransactionsDetail")
  const direction = has("ReadTransactionsCredits", "ReadTransactionsDebits")
  if (asked.length === 0) return "no permission is named"
  if (!has("ReadAccountsBasic", "ReadAccountsDetail")) return "ReadAccountsBasic or ReadAccountsDetail is missing"
  if (detail && !direction) return "ReadTransactionsCredits or ReadTransactionsDebits is missing"
  if (direction && !detail) return "ReadTransactionsBasic or ReadTransactionsDetail is missing"
  return undefined
}
