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

/** Has every text written to its end, where a stream is a file, and tells of what could not be written. */
const writeWhole = (stream: NodeJS.WriteStream & { readonly fd: number }, tell: (code: string) => void): void => {
  if (stream.isTTY || !isFile(stream.fd)) return
  stream._write = (chunk: Buffer, _, done) => {
    try {
      for (let at = 0; at < chunk.length;) at += writeSync(stream.fd, chunk, at)
    } catch (cause) {
      tell(codeOf(cause))
    }
    done()
  }
}

/**
 * Has what is told and answered written to its end from now on, where stdout and stderr are files. Gives what makes of a command's exit
 * code that of the whole: an answer that could not be written is told on stderr, and is a fault of the storage. What stderr has no
 * room or no reader for nobody can be told; the work goes on without it.
 */
export const keepAnswerWhole = (): (exitCode: number) => number => {
  const { stderr, stdout } = process
  const lost = new Set<string>()
  writeWhole(stdout, (code) => lost.add(code))
  writeWhole(stderr, () => {})
  // A pipe whose reader has gone is an error of the stream; unheard it ends the process in the midst of its work.
  for (const stream of [stdout, stderr]) stream.on("error", () => {})
  return (exitCode) => {
    if (lost.size === 0) return exitCode
    stderr.write(
      `daybook: the answer could not be written to its end (${[...lost].join(", ")}); free some space, then ask again\n`
    )
    return stronger.has(exitCode) ? exitCode : exitCodeOf("storage")
  }
}
