import { defineConfig } from "vitest/config"
import { closingLine } from "./test/support/closingLine.ts"

// eslint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    globalSetup: ["test/support/scratch.ts"],
    include: ["test/**/*.test.ts"],
    exclude: ["test/prove/**"],
    // Against what hangs, and no measure of speed: a busy machine is many times slower than a quiet one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Nothing in the program or its tests is kept in modules, and loading them anew for each file costs more than the tests.
    isolate: false,
    // A test waits for the disk, and for what it started: three keep two cores busy. One less than the cores, as is the default, would
    // be one on a small machine.
    maxWorkers: 3,
    reporters: ["default", closingLine({ skips: "allow" })]
  }
})
