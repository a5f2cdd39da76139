/**
 * What a test run says last: `N passed, N failed` on a line of its own, for people and for scripts that read the end of
 * the output. Vitest's own closing lines stay as they are.
 */
import type { Reporter, TestModule, Vitest } from "vitest/node"

const counted = (modules: ReadonlyArray<TestModule>) => {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  // A file that could not be loaded has no tests to count, and is a failure all the same.
  const broken = modules.filter((module) => module.errors().length > 0).length
  return { passed: count("passed"), failed: count("failed") + broken, skipped: count("skipped") + count("pending") }
}

/**
 * The reporter. A run in which no test ran has failed; `skips: "fail"` says the same of a run in which one was skipped.
 */
export const closingLine = ({ skips }: { readonly skips: "allow" | "fail" }): Reporter => {
  let vitest: Vitest | undefined
  return {
    onInit: (started) => {
      vitest = started
    },
    onTestRunEnd: (modules, unhandled, reason) => {
      const { failed, passed, skipped } = counted(modules)
      const faults = failed + unhandled.length
      if (passed + failed === 0 || reason !== "passed" || (skips === "fail" && skipped > 0)) process.exitCode = 1
      vitest?.logger.log(
        `\n${passed} passed, ${faults} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`
      )
    }
  }
}
