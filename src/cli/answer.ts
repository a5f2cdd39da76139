/**
 * The answer of a command, on stdout: a value in JSON, or blocks for people, laid out for where they go.
 */
import { Console, Effect } from "effect"
import type { Block } from "./blocks.ts"
import { Verbose } from "./flags.ts"
import { laidOut } from "./layout.ts"
import { Styled } from "./plainConsole.ts"
import { stdoutScreen } from "./screen.ts"

/** Where answers go. */
const answerScreen = Effect.gen(function*() {
  return { ...yield* stdoutScreen, verbose: yield* Verbose }
})

/** Prints what is for people. */
const show = Effect.fnUntraced(function*(blocks: Block | ReadonlyArray<Block>) {
  const screen = yield* answerScreen
  yield* Console.log(new Styled(laidOut(Array.isArray(blocks) ? blocks : [blocks], screen)))
})

/** Prints one value: as one line of JSON, or as blocks for people. */
export const answer = Effect.fnUntraced(
  function*(json: boolean, value: unknown, blocks: () => Block | ReadonlyArray<Block>) {
    if (json) yield* Console.log(JSON.stringify(value))
    else yield* show(blocks())
  }
)
