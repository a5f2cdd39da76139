import { defineConfig } from "vitest/config"

// eslint-disable-next-line import/no-default-export
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/prove/**"],
    testTimeout: 30_000,
    hookTimeout: 30_000
  }
})
