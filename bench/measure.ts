/**
 * One measured process: how long it took, on the clock and of the processor, and the most memory that it had.
 */
import { Clock, Config, Console, Effect, FileSystem, Schema } from "effect"
import { ChildProcess } from "effect/process"
import { fileURLToPath } from "node:url"
import { collect, processUsage, Usage } from "../test/support/daybook/Daybook.ts"

/** A measured process that failed, or that answered with other figures than were served. */
export class Unmeasurable extends Schema.TaggedError<Unmeasurable>()("Unmeasurable", {
  way: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.way}: ${this.reason}`
  }
}

/** Seconds on the clock, seconds of processor time, and MB of memory. */
export interface Figure {
  readonly way: string
  readonly wall: number
  readonly cpu: number
  readonly memory: number
}

export const here = fileURLToPath(new URL(".", import.meta.url))
export const root = fileURLToPath(new URL("..", import.meta.url))

/** Runs a script under Node to its end and measures it. */
export const measure = Effect.fn("bench.measure")(
  function*(way: string, scratch: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) {
    const files = yield* FileSystem.FileSystem
    const usage = `${scratch}/usage`
    const began = yield* Clock.currentTimeMillis
    const path = yield* Config.String("PATH")
    const child = yield* ChildProcess.make(
      `${root}/node_modules/.bin/node`,
      ["--no-warnings", "--import", processUsage(usage), ...args],
      { cwd: root, env: { PATH: path, HOME: scratch, ...env }, stdin: "ignore" }
    )
    const [stdout, stderr, exitCode] = yield* Effect.all(
      [collect(child.stdout), collect(child.stderr), child.exitCode],
      { concurrency: 3 }
    )
    const wall = ((yield* Clock.currentTimeMillis) - began) / 1000
    if (exitCode !== 0) {
      return yield* new Unmeasurable({ way, reason: `ended with ${exitCode}: ${stderr.trim().slice(-2000)}` })
    }
    const { cpu, memory } = yield* Schema.decodeEffect(Usage)(yield* files.readFileString(usage))
    const figure: Figure = { way, wall, cpu, memory }
    yield* Console.error(`${way}: ${wall.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${memory.toFixed(0)} MB`)
    return { figure, stdout: stdout.trim() }
  },
  Effect.scoped
)

/** Fails where a way found something else than was served: a fast wrong answer is no figure. */
export const expect = Effect.fn("bench.expect")(function*(way: string, found: string, wanted: string) {
  if (found !== wanted) return yield* new Unmeasurable({ way, reason: `found ${found}, served were ${wanted}` })
})

/** Two figures as one: one after the other. */
export const both = (way: string, first: Figure, second: Figure): Figure => ({
  way,
  wall: first.wall + second.wall,
  cpu: first.cpu + second.cpu,
  memory: Math.max(first.memory, second.memory)
})
