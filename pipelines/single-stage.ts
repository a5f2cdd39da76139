/**
 * Single stages as runs of their own. All but `pull` need neither gateway nor credentials.
 */
import {
  comparing,
  exporting as exportStage,
  naming,
  normalising,
  publishing,
  reconciling
} from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import { everything, type RunScope } from "../src/run/RunScope.ts"
import { pullingIntoJournal } from "./pulling.ts"

/** Reads what a nightly run would, into the journal only. */
export const pull = (scope: RunScope = everything) =>
  runPipeline({ name: "pull", lock: "nightly", stages: [pullingIntoJournal("nightly", scope)] })

/** Makes the book from the journal. */
export const normalise = runPipeline({ name: "normalise", aim: "make a book of", lock: null, stages: [normalising] })

/** Proves movements by balances. */
export const reconcile = runPipeline({ name: "reconcile", aim: "prove", lock: null, stages: [comparing, reconciling] })

/** Exports the book as it is, and publishes it: what it tells of, readers are to find. */
export const exporting = (when: RunScope["export"]) =>
  runPipeline({ name: "export", aim: "export", lock: null, stages: [comparing, naming, exportStage(when), publishing] })

/** Publishes the book as it is. */
export const publish = runPipeline({
  name: "publish",
  aim: "publish",
  lock: null,
  stages: [comparing, naming, publishing]
})
