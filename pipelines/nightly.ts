/**
 * Every night: what is new under every live consent, the days that banks still change, and an export.
 */
import { exporting, normalising, publishing, reconciling } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import { everything, type RunScope } from "../src/run/RunScope.ts"
import { pullingConsents } from "./pulling.ts"

export const nightly = (scope: RunScope = everything) =>
  runPipeline({
    name: "nightly",
    lock: "nightly",
    stages: [pullingConsents("nightly", scope), normalising, reconciling, exporting(scope.export), publishing]
  })
