/**
 * Whether a resource is read for all accounts at once or account by account.
 */
import type { Resource } from "../domain/permission.ts"
import type { Profile } from "../institution/Capability.ts"

/** All accounts in one read, or one read per account. */
export type Route = "bulk" | "account"

/** What a bank refused at run time, against its rules or where there are none. */
export interface Learned {
  readonly bulkAbsent: boolean
  readonly filterRefused: boolean
}

/**
 * How a resource is read: in bulk where the bank serves it, for that is one call; by account where it does not, or where
 * only some accounts are wanted. Null where the bank's rules leave no way.
 *
 * Bulk that is believed absent only by default is tried once the filter was refused: the one or the other must be there.
 * A bank that has refused both had a bad night, and is asked as its rules say.
 */
export const routeOf = (
  profile: Profile,
  resource: Exclude<Resource, "accounts">,
  learned: Learned,
  someAccounts: boolean
): Route | null =>
  routeLeft(profile, resource, learned, someAccounts) ?? routeLeft(profile, resource, nothing, someAccounts)

const nothing: Learned = { bulkAbsent: false, filterRefused: false }

const routeLeft = (
  { rules, facts }: Profile,
  resource: Exclude<Resource, "accounts">,
  learned: Learned,
  someAccounts: boolean
): Route | null => {
  const served = rules.bulk === "both" || rules.bulk === resource
  const byAccount = rules.accountFilter && !learned.filterRefused
  const inBulk = !learned.bulkAbsent && (served || (learned.filterRefused && facts.bulk.checked === null))
  if (inBulk && !(someAccounts && byAccount)) return "bulk"
  return byAccount ? "account" : null
}
