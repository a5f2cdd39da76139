/**
 * What is known of where an answer goes: the width and the colours of a terminal, or neither where it goes into a file or to
 * another program; and whether a person wants to see ids beside names.
 */
import { Config, Effect, Stdio, Terminal } from "effect"
import { TerminalCapabilities } from "effect/cli"

/** Where text goes. `width` is in columns, null where lines may be as long as they are. */
export interface Screen {
  readonly width: number | null
  readonly styled: boolean
  readonly verbose: boolean
}

/** How a piece of text looks on a terminal that has colours. */
export type Tone = "bold" | "quiet" | "good" | "warning" | "bad"

const codes: Readonly<Record<Tone, number>> = { bold: 1, quiet: 2, good: 32, warning: 33, bad: 31 }

/** The text in that tone. */
export const inTone = (tone: Tone | null, text: string, styled: boolean): string =>
  styled && tone !== null && text !== "" ? `\u001b[${codes[tone]}m${text}\u001b[0m` : text

/** A file or another program. */
const noScreen: Screen = { width: null, styled: false, verbose: false }

/** What stdout is. Colours are for a terminal alone, and for none where `NO_COLOR` is set. */
export const stdoutScreen = Effect.gen(function*() {
  if (!(yield* (yield* Stdio.Stdio).stdoutIsTerminal)) return noScreen
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const width = yield* (yield* Terminal.Terminal).columns
  return { ...noScreen, width: width > 0 ? width : null, styled: canColor }
})

/** Whether stderr is a terminal on which a line can be drawn over: a dumb one prints what should do that. */
export const stderrDraws = Effect.gen(function*() {
  if (!(yield* (yield* Stdio.Stdio).stderrIsTerminal)) return false
  return (yield* Config.String("TERM").pipe(Effect.orElseSucceed(() => ""))) !== "dumb"
})
