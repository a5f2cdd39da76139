/**
 * An invocation before any command has read its arguments: what they say, and signals that come before the program is loaded, which
 * takes a second or two on a busy machine.
 */
import process, { argv, exit, kill, pid, stderr, stdout } from "node:process"
import { isatty } from "node:tty"
import { exitCodeOf } from "../domain/exitCodes.ts"
import { interruption } from "../domain/interruption.ts"

/** Without what follows `--`, where everything is an argument. */
export const beforeEnd = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf("--")
  return end < 0 ? args : args.slice(0, end)
}

/** Whether the answer is wanted in JSON. */
export const wantsJson = (args: ReadonlyArray<string>): boolean =>
  beforeEnd(args).some((arg) => arg === "--json" || arg === "--json=true")

/** Whether it is the sandbox, which ends by a signal and in no other way. */
export const isSandbox = (args: ReadonlyArray<string>): boolean =>
  args.find((arg) => !arg.startsWith("-")) === "sandbox"

const signals = ["SIGINT", "SIGTERM"] as const

const exitCode = exitCodeOf("interrupted")

/** Nothing is begun by then, so nothing is to be ended. */
const end = (): void => {
  const args = argv.slice(2)
  const { _tag: error, message } = interruption
  if (!isSandbox(args)) {
    stderr.write(`daybook: ${message}\n`)
    if (wantsJson(args)) stdout.write(`${JSON.stringify({ event: "failed", error, message, exit_code: exitCode })}\n`)
  }
  exit(exitCode)
}

/**
 * A terminal that is closed ends what was started from it, as Ctrl-C does. What has nothing to do with a terminal goes on: Node
 * takes from `nohup` what that has asked for.
 */
export const heedHangup = (): void => {
  const ofTerminal = [0, 1, 2].some(isatty)
  process.on("SIGHUP", () => {
    if (ofTerminal) kill(pid, "SIGTERM")
  })
}

/** Heeds them from now on, until what is given is called. */
export const heedEarlySignals = (): () => void => {
  for (const signal of signals) process.once(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}
