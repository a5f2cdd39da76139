/**
 * A folder for what tests make once and use often. It is there as long as the run of the tests.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  export interface ProvidedContext {
    readonly scratch: string
  }
}

/** Makes the folder before the first test and returns what takes it away after the last. */
export const setup = ({ provide }: TestProject) =>
  mkdtemp(join(tmpdir(), "daybook-scratch-")).then((folder) => {
    provide("scratch", folder)
    return () => rm(folder, { recursive: true, force: true })
  })
