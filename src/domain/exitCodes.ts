/**
 * Which number a shell hears of which outcome (README, "Exit codes"). Which failure has which outcome stands in
 * `failureOutcomes.ts`.
 */

/** The exit code of every outcome, the strongest first: where several apply, the first of them is told. */
export const exitCodes = {
  interrupted: 130,
  /** A defect of ours. */
  failed: 1,
  /** Usage or configuration: until that is corrected, nothing else can be mended. */
  usage: 2,
  storage: 16,
  busy: 15,
  held: 12,
  "needs-person": 11,
  quota: 14,
  unreachable: 13,
  /** A bank understood what it was asked, and declined. */
  refused: 10,
  partial: 10,
  complete: 0
} as const

/** The exit code of an outcome. */
export const exitCodeOf = (outcome: keyof typeof exitCodes): number => exitCodes[outcome]
