/**
 * The accounts of a generated world: what they are called, what they are in, and what stood on them before anything
 * that the bank still tells.
 */
import type { StatedAccount, Units } from "../gateway/statedRows.ts"
import { Dice } from "./Dice.ts"
import type { Movements } from "./Movements.ts"

/** An account with its currencies and the balance of each before the first stated payment. */
export interface GeneratedAccount {
  readonly stated: StatedAccount
  readonly currencies: readonly [string, ...ReadonlyArray<string>]
  readonly opening: ReadonlyMap<string, Units>
  readonly creditLine: Units | undefined
}

const currenciesOf = (ordinal: number, count: number): readonly [string, ...ReadonlyArray<string>] =>
  ordinal > 0 && ordinal === count - 1 ? ["GBP", "EUR", "JPY"] : ordinal % 3 === 1 ? ["EUR"] : ["GBP"]

const accountIdOf = (form: Movements["accountIds"], ordinal: number): string => {
  switch (form) {
    case "plain":
      return `ACC-${1000 + ordinal}`
    case "awkward":
      return `${ordinal}/../home/%2F${ordinal} a+b?x=1&y#é`
    case "long":
      return `${ordinal}${"0123456789".repeat(12)}`.slice(0, 120)
  }
}

export const makeAccounts = (seed: number, behaviours: Movements): ReadonlyArray<GeneratedAccount> => {
  const dice = new Dice(seed, "accounts")
  return Array.from({ length: behaviours.accounts }, (_, ordinal) => {
    const currencies = currenciesOf(ordinal, behaviours.accounts)
    const wallet = currencies.length > 1
    return {
      currencies,
      opening: new Map(currencies.map((currency) => [currency, BigInt(dice.between(-500_000, 5_000_000)) * 1_010n])),
      creditLine: ordinal === 0 ? 50_000_000n : undefined,
      stated: {
        ref: `account ${ordinal}`,
        person: behaviours.personOf(ordinal, behaviours.accounts),
        listedFrom: behaviours.listedFrom(ordinal, behaviours.accounts),
        accountId: accountIdOf(behaviours.accountIds, ordinal),
        currency: currencies[0],
        category: ordinal % 2 === 0 ? "Personal" : "Business",
        type: wallet ? "wallet" : ordinal % 3 === 1 ? "savings" : "current",
        description: wallet ? "Wallet, \"three\" currencies" : `Account no. ${ordinal + 1}`,
        identifications: behaviours.identified
          ? [{
            scheme: "UK.OBIE.SortCodeAccountNumber",
            identification: `0${String(10_000 + ordinal)}${String(dice.below(100_000_000)).padStart(8, "0")}`,
            name: `Zoë Holder ${ordinal}`
          }]
          : []
      }
    }
  })
}
