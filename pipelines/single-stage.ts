/**
 * Single stages as runs of their own. All but `pull` need neither gateway nor credentials.
 */
import { Effect } from "effect"
import { announceUnbegun } from "../src/run/announce.ts"
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
import { requireBegun } from "../src/upkeep/requireJournal.ts"
import { pullingIntoJournal } from "./pulling.ts"

/** Reads what a nightly run would, into the journal only. */
export const pull = (scope: RunScope = everything) =>
  runPipeline({ name: "pull", lock: "nightly", stages: [pullingIntoJournal("nightly", scope)] })

/** A pipeline over what a store holds, which there must be; `aim` is what it does with that. */
const overStore = <A, E, R>(name: string, aim: string, run: Effect.Effect<A, E, R>) =>
  requireBegun(aim).pipe(Effect.onError((cause) => announceUnbegun(name, cause)), Effect.andThen(run))

/** Makes the book from the journal. */
export const normalise = overStore(
  "normalise",
  "make a book of",
  runPipeline({ name: "normalise", lock: null, stages: [normalising] })
)

/** Proves movements by balances. */
export const reconcile = overStore(
  "reconcile",
  "prove",
  runPipeline({ name: "reconcile", lock: null, stages: [comparing, reconciling] })
)

/** Exports the book as it is, and publishes it: what it tells of, readers are to find. */
export const exporting = (when: RunScope["export"]) =>
  overStore(
    "export",
    "export",
    runPipeline({ name: "export", lock: null, stages: [comparing, naming, exportStage(when), publishing] })
  )

/** Publishes the book as it is. */
export const publish = overStore(
  "publish",
  "publish",
  runPipeline({ name: "publish", lock: null, stages: [comparing, naming, publishing] })
)
