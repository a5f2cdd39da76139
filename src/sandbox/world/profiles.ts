/**
 * What each profile of an account is: what moves on it, for whom it is kept, and what it costs the account that feeds it.
 */
import type { Profile as ProfileName } from "./BankFile.ts"
import { company, companyCard, exporter, reserve } from "./businessPatterns.ts"
import type { Pattern } from "./Pattern.ts"
import { card, household, joint, savings, wallet } from "./personalPatterns.ts"

interface Profile {
  readonly pattern: Pattern
  readonly category: "Personal" | "Business"
  /** Added to the salary of the account that it is fed from, so that this one does not run dry; minor units. */
  readonly raise: number
}

/** Every profile. The heavy account's rows are computed elsewhere. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  household: { pattern: household, category: "Personal", raise: 0 },
  savings: { pattern: savings, category: "Personal", raise: 8_000 },
  joint: { pattern: joint, category: "Personal", raise: 18_000 },
  card: { pattern: card, category: "Personal", raise: 52_000 },
  wallet: { pattern: wallet, category: "Personal", raise: 24_000 },
  company: { pattern: company, category: "Business", raise: 0 },
  reserve: { pattern: reserve, category: "Business", raise: 0 },
  exporter: { pattern: exporter, category: "Business", raise: 0 },
  "company-card": { pattern: companyCard, category: "Business", raise: 0 },
  heavy: { pattern: { ...household, opening: 0, recurring: [], casual: [] }, category: "Personal", raise: 0 }
}
