/**
 * How a read ended, in the words of the journal and of the table `reads`. They are made from what its failure amounts to
 * anywhere, and from how much of the read was kept.
 */
import { Schema } from "effect"
import type { Outcome } from "./Outcome.ts"

/** How a read ended. `complete` says that every page up to one without a next was kept. */
export const ReadOutcome = Schema.Literals(["complete", "partial", "refused", "needs-person", "quota", "failed"])
export type ReadOutcome = typeof ReadOutcome.Type

/**
 * What an outcome makes of a read that has kept this many pages: with pages it is partial, unless it has to wait for a
 * person or for another day.
 */
export const readOutcomeOf = (outcome: Outcome, pages: number): ReadOutcome => {
  switch (outcome) {
    case "complete":
    case "partial":
    case "needs-person":
    case "quota":
      return outcome
    case "refused":
      return pages > 0 ? "partial" : "refused"
    default:
      return pages > 0 ? "partial" : "failed"
  }
}
