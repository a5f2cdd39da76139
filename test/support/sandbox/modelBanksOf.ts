/** Model banks to look into, and the sums of what they list. */
import { Effect } from "effect"
import type { ModelBanks, WireTransaction } from "../../../src/sandbox/world/ModelBanks.ts"
import { makeModelBanks } from "../../../src/sandbox/world/ModelBanks.ts"

/** A day's milliseconds. */
export const dayMillis = 86_400_000

/** Noon of a day whose next nights cross no clock change. */
export const origin = 1_779_883_200_000 // 2026-05-27T12:00:00Z

/** Model banks that began at `origin`. */
export const modelBanksOf = Effect.fn("modelBanksOf")(function*(seed: number, heavy = 0) {
  return yield* makeModelBanks({ seed, origin, heavy })
})

/** No bound. */
export const always = { from: null, to: null }

/** What one customer's accounts list at an instant under one consent: every row, or those of the last `days`. */
export const lookAt = (
  modelBanks: ModelBanks,
  institution: string,
  now: number,
  consentId = "consent-1",
  customer = 0,
  days?: number
) => {
  const accounts = (modelBanks.customers(institution)[customer]?.accounts ?? []).map(({ id }) => id)
  const at = { institution, consentId, now }
  const listing = modelBanks.transactions(
    at,
    accounts,
    days === undefined ? always : { from: now - days * dayMillis, to: null }
  )
  return {
    accounts: modelBanks.accounts(at, accounts),
    balances: modelBanks.balances(at, accounts),
    rows: listing.slice(0, listing.count)
  }
}

const hundredThousandths = (amount: string): bigint => {
  const [whole = "", fraction = ""] = amount.split(".")
  return BigInt(whole) * 100_000n + BigInt(fraction.padEnd(5, "0"))
}

/** A signed amount in hundred-thousandths. */
export const signedAmount = (row: {
  readonly Amount: { readonly Amount: string }
  readonly CreditDebitIndicator: string
}): bigint => hundredThousandths(row.Amount.Amount) * (row.CreditDebitIndicator === "Credit" ? 1n : -1n)

/** Whether a row is booked, in either vocabulary. */
export const isBooked = (row: WireTransaction): boolean => row.Status === "BOOK" || row.Status === "Booked"

/** Sums of booked rows by account and currency. */
export const bookedSums = (rows: ReadonlyArray<WireTransaction>): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const row of rows.filter(isBooked)) {
    const key = `${row.AccountId} ${row.Amount.Currency}`
    sums.set(key, (sums.get(key) ?? 0n) + signedAmount(row))
  }
  return sums
}
