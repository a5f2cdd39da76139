/**
 * How far the reads have come, on one line of a terminal that is drawn over. Where stderr is no terminal nothing is drawn:
 * the log tells it.
 */
import { Effect, Layer, Stdio } from "effect"
import { stderr } from "node:process"
import { Progress, type ReadProgress } from "../pull/Progress.ts"
import { Quiet } from "./flags.ts"
import { emptyLine } from "./logging.ts"

const line = ({ bytes, pages, read }: ReadProgress): string =>
  `${read.institution} ${read.resource}: ${pages} pages, ${(bytes / 1_000_000).toFixed(1)} MB`

/** Draws the progress of reads where there is a terminal and nobody asked for quiet. */
export const progress = Layer.unwrap(Effect.gen(function*() {
  const terminal = yield* (yield* Stdio.Stdio).stderrIsTerminal
  if (!terminal || (yield* Quiet)) return Layer.empty
  return Layer.succeed(Progress, (read) =>
    Effect.sync(() => {
      stderr.write(`${emptyLine}${read.ended ? "" : line(read)}`)
    }))
}))
