/**
 * How far reads have come, and their taking in, drawn on one line of a terminal; elsewhere, or where somebody asked for quiet, the log
 * tells it.
 */
import { Effect, Layer } from "effect"
import { stderr } from "node:process"
import { bytesOf, counted } from "../domain/inWords.ts"
import { LoadProgress } from "../normalise/LoadProgress.ts"
import { Progress, type ReadProgress } from "../pull/Progress.ts"
import { type BankNames, bankNames } from "./bankNames.ts"
import { Quiet } from "./flags.ts"
import { emptyLine } from "./plainConsole.ts"
import { stderrDraws } from "./screen.ts"

const lineOf = (banks: BankNames, { bytes, pages, read }: ReadProgress): string =>
  `${banks.called(read.institution)}: ${read.resource}, ${counted(pages, "page")}, ${bytesOf(bytes)}`

const draw = (line: string) =>
  Effect.sync(() => {
    stderr.write(`${emptyLine}${line}`)
  })

export const progress = Layer.unwrap(Effect.gen(function*() {
  if (!(yield* stderrDraws) || (yield* Quiet)) return Layer.empty
  const banks = yield* bankNames
  return Layer.mergeAll(
    Layer.succeed(Progress, (read) => draw(read.ended ? "" : lineOf(banks, read))),
    Layer.succeed(
      LoadProgress,
      ({ of, taken }) => draw(taken === of ? "" : `taken in: ${taken} of ${counted(of, "read")}`)
    )
  )
}))
