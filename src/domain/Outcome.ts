/**
 * What a command or a run amounts to, which of several is the strongest, and the word that the ledger of runs has for it.
 */
import { Order, Record, Schema } from "effect"
import { exitCodes } from "./exitCodes.ts"

/** What a command or a run amounts to, the strongest first. */
export const Outcome = Schema.Literals(Record.keys(exitCodes))
export type Outcome = typeof Outcome.Type

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

const inWords: Readonly<Record<string, string>> = {
  "needs-person": "needs a person",
  quota: "quota is spent",
  unreachable: "no answer",
  storage: "fault of the store"
}

/** How a run or a read ended, for people; null is one of which no end is known. */
export const outcomeWord = (outcome: string | null): string =>
  outcome === null ? "goes on, or was killed" : inWords[outcome] ?? outcome
