/**
 * Codes and other fixed words as people read them. JSON and the tables have the codes.
 */
import { accountTypeCodes, balanceSubTypeCodes, balanceTypeCodes } from "../domain/vocabulary.ts"

/** `InterimBooked` is `interim booked`. */
const apart = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()

/** What a code is called: the first name that the older vocabulary has for it; one without a name stands for itself. */
const calledBy = (codes: Readonly<Record<string, string>>) => (code: string | null): string | null => {
  const name = Object.keys(codes).find((each) => codes[each] === code && /^[A-Z][a-z]/.test(each))
  return name === undefined ? code : apart(name)
}

/** `CACC` is `current account`. */
export const accountType = calledBy(accountTypeCodes)

/** `ITBD` is `booked`: that a balance is one of the day that is not over goes without saying on a screen. */
export const balanceType = (code: string | null): string | null =>
  calledBy(balanceTypeCodes)(code)?.replace("interim ", "") ?? null

/** Of a balance that a bank states in more than one way. */
export const balanceSubType = calledBy(balanceSubTypeCodes)

/** What is written with hyphens between its words: kinds, verdicts, reasons. */
export const words = (term: string | null): string | null => term === null ? null : term.replaceAll("-", " ")
