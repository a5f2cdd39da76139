import type { Profile } from "./BankModel.ts"
import { company, companyCard, exporter, reserve } from "./businessPatterns.ts"
import type { Pattern } from "./Pattern.ts"
import { card, household, joint, savings, wallet } from "./personalPatterns.ts"

/** Every profile's pattern. The heavy account's rows are computed elsewhere. */
export const patterns: Readonly<Record<Profile, Pattern>> = {
  household,
  savings,
  joint,
  card,
  wallet,
  company,
  reserve,
  exporter,
  "company-card": companyCard,
  heavy: { ...household, opening: 0, recurring: [], casual: [] }
}
