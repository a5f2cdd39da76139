/**
 * How many reads a bank still allows today, where it counts those that no person attends.
 */
import type { BookingDay } from "../domain/bookingDay.ts"
import type { AccountId } from "../domain/identifiers.ts"
import type { Resource } from "../domain/permission.ts"

/** Unattended reads already made; `accountId` is null for reads in bulk and of the list of accounts. */
export interface Spent {
  readonly accountId: AccountId | null
  readonly resource: Resource
  readonly reads: number
}

/** Those of a day, by the bank's clock. */
export interface SpentOnDay extends Spent {
  readonly day: BookingDay
}

/**
 * How many unattended reads of a resource are left today, where a bank allows `perDay` per account and resource; 0 is no
 * bound. A read in bulk is a read of every account, so it is bounded by the account read most often. Source:
 * docs/bank-facts.md, 1.6.
 */
export const readsLeft = (
  perDay: number,
  spent: ReadonlyArray<Spent>,
  resource: Resource,
  accountId: AccountId | null
): number => {
  if (perDay === 0) return Infinity
  const byAccount = new Map<AccountId | null, number>()
  for (const { accountId, resource: of, reads } of spent) {
    if (of === resource) byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + reads)
  }
  const inBulk = byAccount.get(null) ?? 0
  const mostOften = Math.max(0, ...[...byAccount].map(([id, reads]) => id === null ? 0 : reads))
  return Math.max(0, perDay - inBulk - (accountId === null ? mostOften : byAccount.get(accountId) ?? 0))
}
