/**
 * The long proofs: many nights, many seeds, a real browser. They print their figures, take as long as they need, and
 * never skip: what cannot be shown fails.
 */
import { defineConfig } from "vitest/config"
import { behaviourLines } from "./test/support/behaviourLines.ts"
import { closingLine } from "./test/support/closingLine.ts"
import { everySeed } from "./test/support/truth/seeds.ts"

// eslint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    globalSetup: ["test/support/scratch.ts"],
    include: ["test/prove/**/*.test.ts"],
    // Against what hangs, and no measure of speed: the longest of them take half an hour on a machine that is idle.
    testTimeout: 7_200_000,
    hookTimeout: 1_800_000,
    // One less than the cores, as is the default, would be one on a small machine.
    maxWorkers: 2,
    disableConsoleIntercept: true,
    provide: { seeds: everySeed },
    reporters: ["verbose", behaviourLines(), closingLine({ skips: "fail" })]
  }
})
