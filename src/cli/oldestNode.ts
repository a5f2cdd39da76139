/**
 * Which Node the program runs on. What older ones lack breaks in the middle of loading, with a sentence that names a module
 * of ours; so it is looked at before anything is loaded. The platform package asks for the same version.
 */

import { exit, stderr, versions } from "node:process"

/** The oldest Node on which the program runs; a test holds it equal to the package's `engines`. */
export const oldestNode = "22.19.0"

const numbers = (version: string) => version.split(".").map((part) => Number.parseInt(part, 10))

/** What is to be said where this version of Node is too old. */
export const tooOld = (version: string): string | undefined => {
  const [major = 0, minor = 0] = numbers(version)
  const [oldestMajor = 0, oldestMinor = 0] = numbers(oldestNode)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `daybook: this is Node ${version}, and Daybook needs ${oldestMajor}.${oldestMinor} or later; install one: ` +
    "https://nodejs.org/en/download"
}

/** Ends the process where its Node is too old. */
export const refuseOldNode = (): void => {
  const sentence = tooOld(versions.node)
  if (sentence === undefined) return
  stderr.write(`${sentence}\n`)
  exit(2)
}
