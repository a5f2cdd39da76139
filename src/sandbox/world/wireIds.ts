/** The identifiers that a bank gives to accounts and rows on the wire. */
import { draws, fingerprint } from "./draws.ts"
import type { Entry } from "./Entry.ts"
import type { Holding } from "./Holding.ts"
import type { Day } from "./londonDay.ts"

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
