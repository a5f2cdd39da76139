/**
 * Whether an answer reached the file that stdout is. Node writes as much of a text as the disk has room for, and its console passes
 * over the rest, so a command could end well with half of its answer. Who closes a pipe has read enough.
 */
import { fstatSync, writeSync } from "node:fs"
import { exitCodeOf } from "../domain/exitCodes.ts"

/** What stronger than a lost answer is told of a run. */
const stronger: ReadonlySet<number> = new Set(
  (["interrupted", "failed", "usage", "storage"] as const).map(exitCodeOf)
)

const isFile = (descriptor: number): boolean => {
  const stat = fstatSync(descriptor)
  return stat.isFile() || stat.isCharacterDevice()
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)

/**
 * Has every text written to its end from now on, where stdout is a file. Gives what makes of a command's exit code that of the
 * whole: what could not be written is told on stderr, and is a fault of the storage.
 */
export const keepAnswerWhole = (): (exitCode: number) => number => {
  const { stderr, stdout } = process
  const lost = new Set<string>()
  if (!stdout.isTTY && isFile(stdout.fd)) {
    stdout._write = (chunk: Buffer, _, done) => {
      try {
        for (let at = 0; at < chunk.length;) at += writeSync(stdout.fd, chunk, at)
        done()
      } catch (cause) {
        lost.add(codeOf(cause))
        done()
      }
    }
  }
  return (exitCode) => {
    if (lost.size === 0) return exitCode
    stderr.write(
      `daybook: the answer could not be written to its end (${[...lost].join(", ")}); free some space, then ask again\n`
    )
    return stronger.has(exitCode) ? exitCode : exitCodeOf("storage")
  }
}
