/**
 * The past: what lies within the consents' spans, is still given, and was never read.
 */
import { normalising, publishing, reconciling } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import { everything, type RunScope } from "../src/run/RunScope.ts"
import { pullingConsents } from "./pulling.ts"

export const backfill = (scope: RunScope = everything) =>
  runPipeline({
    name: "backfill",
    lock: "backfill",
    stages: [pullingConsents("backfill", scope), normalising, reconciling, publishing]
  })
