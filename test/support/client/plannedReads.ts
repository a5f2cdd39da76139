/**
 * Reads, grants and banks for tests of the client side.
 */
import { DateTime, Option, Result } from "effect"
import { Grant } from "../../../src/consent/Grant.ts"
import { addDays, BookingDay } from "../../../src/domain/bookingDay.ts"
import { AccountId, ConsentId, Institution } from "../../../src/domain/identifiers.ts"
import { type Profile, profileOf } from "../../../src/institution/Capability.ts"
import type { Rules } from "../../../src/institution/rules.ts"
import type { PlannedRead } from "../../../src/plan/PlannedRead.ts"

export const consentId = ConsentId.make("c-1")
export const institution = Institution.make("gb_test")

/** A bank that nobody has described, asked as fast as it answers. */
export const bankWith = (rules: Partial<Rules> = {}): Profile => {
  const profile = profileOf(institution, Option.none())
  return { ...profile, rules: { ...profile.rules, requestsPerSecond: 0, ...rules } }
}

/** A Grant whose session began at an instant, or nobody knows when. */
export const grantOf = (authorisedAt: string | null = null): Grant =>
  Result.getOrThrow(Grant.open({
    consentId,
    institution,
    status: "AUTH",
    deleted: false,
    permissions: ["ReadAccountsDetail", "ReadBalances"],
    expiresAt: null,
    transactionFrom: null,
    transactionTo: null
  }, {
    now: DateTime.makeUnsafe("2026-01-01T00:00:00Z"),
    authorisedAt: authorisedAt === null ? null : DateTime.makeUnsafe(authorisedAt)
  }))

/** A planned read; without an account it is a bulk read. */
export const planned = (
  resource: PlannedRead["resource"],
  sent: { readonly account?: string; readonly from?: string; readonly to?: string } = {}
): PlannedRead => ({
  consentId,
  institution,
  resource,
  route: sent.account === undefined ? "bulk" : "account",
  accountId: sent.account === undefined ? null : AccountId.make(sent.account),
  accountKey: null,
  from: sent.from === undefined ? null : BookingDay.make(sent.from),
  to: sent.to === undefined ? null : BookingDay.make(sent.to),
  proves: resource !== "transactions" ? null : {
    from: sent.from === undefined ? null : addDays(BookingDay.make(sent.from), 1),
    to: sent.to === undefined ? BookingDay.make("2026-11-21") : addDays(BookingDay.make(sent.to), -1)
  },
  within: { from: null, to: null },
  calls: 1
})
