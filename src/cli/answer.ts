/**
 * The answer of a command, on stdout: a value in JSON, or blocks for people, laid out for where they go.
 */
import { Array, Console, Effect } from "effect"
import type { Block } from "./blocks.ts"
import { Verbose } from "./flags.ts"
import { laidOut } from "./layout.ts"
import { Styled } from "./plainConsole.ts"
import { stdoutScreen } from "./screen.ts"

/** Where answers go. */
const answerScreen = Effect.gen(function*() {
  return { ...yield* stdoutScreen, verbose: yield* Verbose }
})

/** How many lines or rows are printed at once: a text can only be so long, and an answer longer. */
const atOnce = 10_000

/** Prints lines of text. */
export const printLines = (lines: ReadonlyArray<string>, print: (text: string) => unknown = (text) => text) =>
  Effect.forEach(Array.chunksOf(lines, atOnce), (piece) => Console.log(print(piece.join("\n"))), { discard: true })

/** A value as JSON, on one line; very many rows in pieces, a line each. */
const jsonLines = function*(value: unknown): Iterable<string> {
  if (!globalThis.Array.isArray(value) || value.length <= atOnce) return yield JSON.stringify(value)
  for (let start = 0; start < value.length; start += atOnce) {
    const rows = value.slice(start, start + atOnce).map((row) => JSON.stringify(row)).join(",")
    const isLast = start + atOnce >= value.length
    yield `${start === 0 ? "[" : ""}${rows}${isLast ? "]" : ","}`
  }
}

/** Prints a value as JSON. */
export const printJson = (value: unknown) =>
  Effect.forEach(jsonLines(value), (line) => Console.log(line), { discard: true })

/** Prints what is for people. */
const show = Effect.fnUntraced(function*(blocks: Block | ReadonlyArray<Block>) {
  const screen = yield* answerScreen
  yield* printLines(laidOut(Array.ensure(blocks), screen), (text) => new Styled(text))
})

/** Prints one value: as JSON, or as blocks for people. */
export const answer = Effect.fnUntraced(
  function*(json: boolean, value: unknown, blocks: () => Block | ReadonlyArray<Block>) {
    if (json) yield* printJson(value)
    else yield* show(blocks())
  }
)
