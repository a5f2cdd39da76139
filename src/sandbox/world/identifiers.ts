/** The identifiers that banks give: their own BIC, an account's IBAN, and the ids of accounts and rows on the wire. */
import { draws, fingerprint } from "./draws.ts"
import type { Entry } from "./Entry.ts"
import type { Holding } from "./Holding.ts"
import type { Day } from "./londonDay.ts"

/** Four letters for the bank, as in a BIC. */
export const bic = ({ bank }: Holding) => bank.name.replaceAll(/[^A-Za-z]/g, "").slice(0, 4).toUpperCase()

/** An IBAN of a country and its national number, with the check digits of ISO 7064 (remainder 97). */
export const iban = (country: string, national: string): string => {
  const digits = `${national}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return `${country}${String(98n - BigInt(digits) % 97n).padStart(2, "0")}${national}`
}

/** The `AccountId` of an account: 20 digits that tell nothing. */
export const wireAccountId = ({ bank, root }: Holding, consentId: string): string => {
  const draw = draws(`${root}|wire|${bank.accountIds === "per-consent" ? consentId : ""}`)
  return Array.from({ length: 20 }, (_, index) => draw.between(index === 0 ? 1 : 0, 9)).join("")
}

/**
 * The `TransactionId` of a row. A bank whose ids are unstable sends none for about half of its rows, a blank for a few,
 * and for the rest another one on each day and under each consent.
 */
export const wireTransactionId = (
  { bank, root }: Holding,
  { movement, status }: Entry,
  consentId: string,
  posted: Day
): string | undefined => {
  const row = `${root}|row|${movement.key}`
  if (bank.transactionIds === "stable") return fingerprint(row)
  const lot = draws(row).between(1, 100)
  return lot <= 45 ? undefined : lot <= 52 ? " " : fingerprint(`${row}|${status}|${consentId}|${posted}`)
}
