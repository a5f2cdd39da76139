import { defineConfig } from "vitest/config"
import { closingLine } from "./test/support/closingLine.ts"

// eslint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/prove/**"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ["default", closingLine({ skips: "allow" })]
  }
})
