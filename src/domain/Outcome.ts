/**
 * How a run ended, and what a shell hears of it (contract, section 3).
 */
import { Schema } from "effect"

/** How a run ended. */
export const Outcome = Schema.Literals([
  "complete",
  "partial",
  "needs-person",
  "held",
  "unreachable",
  "quota",
  "busy",
  "storage",
  "failed",
  "interrupted"
])
export type Outcome = typeof Outcome.Type

const exitCodes: Readonly<Record<Outcome, number>> = {
  complete: 0,
  failed: 1,
  partial: 10,
  "needs-person": 11,
  held: 12,
  unreachable: 13,
  quota: 14,
  busy: 15,
  storage: 16,
  interrupted: 130
}

/** The exit code of an outcome. */
export const exitCodeOf = (outcome: Outcome): number => exitCodes[outcome]

/** The outcome of a run that ends with an exit code; `failed` where no outcome has that code. */
export const outcomeOfCode = (exitCode: number): Outcome =>
  Outcome.literals.find((outcome) => exitCodes[outcome] === exitCode) ?? "failed"

/** Strongest first. */
const strength: ReadonlyArray<Outcome> = [
  "interrupted",
  "failed",
  "busy",
  "storage",
  "held",
  "needs-person",
  "quota",
  "unreachable",
  "partial",
  "complete"
]

/** The strongest of several outcomes; `complete` where there is none. */
export const strongest = (outcomes: ReadonlyArray<Outcome>): Outcome =>
  strength.find((outcome) => outcomes.includes(outcome)) ?? "complete"
