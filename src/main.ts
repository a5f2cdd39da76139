#!/usr/bin/env node
/**
 * Where the program starts: the Node and the platform below it, its exit code after it.
 */
import module from "node:module"
import { compileCache } from "./cli/compileCache.ts"
import { heedEarlySignals, heedHangup } from "./cli/invocation.ts"
import { refuseOldNode } from "./cli/oldestNode.ts"
import { keepAnswerWhole } from "./cli/wholeAnswer.ts"

refuseOldNode()
heedHangup()
const loaded = heedEarlySignals()

// Before anything else is loaded: it takes a quarter off the start.
const cache = compileCache()
if (cache !== undefined) module.enableCompileCache(cache)

const [{ provide }, { layer }, { runMain }, { exitCode, program }] = await Promise.all([
  import("effect/Effect"),
  import("@effect/platform-node/NodeServices"),
  import("@effect/platform-node/NodeRuntime"),
  import("./cli/program.ts")
])

const ofWholeAnswer = keepAnswerWhole()

runMain(provide(program, layer), {
  disableErrorReporting: true,
  teardown: (exit, end) => end(ofWholeAnswer(exitCode(exit)))
})

// One that came while something was loaded is heard of only now, and with nobody to hear it it would be lost.
setImmediate(loaded)
