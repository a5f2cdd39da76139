/**
 * What a command or a run amounts to: the number that a shell hears of it, and the word that the ledger of runs has for it
 * (README, "Exit codes").
 */
import { Order, Record, Schema } from "effect"

/** The exit code of every outcome, the strongest first: where several apply, the first of them is told. */
const exitCodes = {
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

/** What a command or a run amounts to, the strongest first. */
export const Outcome = Schema.Literals(Record.keys(exitCodes))
export type Outcome = typeof Outcome.Type

/** The exit code of an outcome. */
export const exitCodeOf = (outcome: Outcome): number => exitCodes[outcome]

/** Orders outcomes, the strongest first. */
export const byStrength: Order.Order<Outcome> = Order.mapInput(
  Order.Number,
  (outcome) => Outcome.literals.indexOf(outcome)
)

/** The strongest of several outcomes; `complete` where there is none. */
export const strongest = (outcomes: ReadonlyArray<Outcome>): Outcome => outcomes.toSorted(byStrength)[0] ?? "complete"

/** How a run ended, in the words of the ledger and of `--json`. */
export const RunOutcome = Schema.Literals([
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
export type RunOutcome = typeof RunOutcome.Type

/**
 * The ledger's word for an outcome. It has none for usage: such a run is `failed` there, and its exit code, which stands
 * beside the word, is 2.
 */
export const runOutcomeOf = (outcome: Outcome): RunOutcome => {
  switch (outcome) {
    case "usage":
      return "failed"
    case "refused":
      return "partial"
    default:
      return outcome
  }
}
