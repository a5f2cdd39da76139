/**
 * Measures what small nights cost: a store of 20 accounts at four banks with 200 new rows a night, made as the program makes it.
 *
 *     node bench/year.ts                                   30 nights, one round
 *     node bench/year.ts --nights 365 --folder /tmp/year --rounds 3
 *
 * Figures are seconds of processor time of the whole process, medians over the rounds: `rebuild` of the store, and beside it how long
 * that takes by the clock, by night; and in turn what starting costs, `status`, `plan`, and a night on which no bank has anything new. A folder keeps
 * the store for the next time. It ends with an error where the book made again is another, or where a quiet night found
 * something.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, FileSystem } from "effect"
import { parseArgs } from "node:util"
import type { Daybook } from "../test/support/daybook/Daybook.ts"
import { runLineOf } from "../test/support/daybook/Ended.ts"
import { Unmeasurable } from "./measure.ts"
import { median } from "./results.ts"
import { makeYear, taken, type YearStore } from "./yearStore.ts"

const { values } = parseArgs({
  options: {
    nights: { type: "string", default: "30" },
    rounds: { type: "string", default: "1" },
    folder: { type: "string" }
  }
})

const nights = Number(values.nights)
const rounds = Number(values.rounds)

const commands = ["--help", "status", "plan", "a night without news"] as const

/** In turn what small commands take, and a night on which nothing is new. It moves the time of the store. */
const smallCommands = Effect.fn("year.smallCommands")(function*(scratch: string, daybook: Daybook, store: YearStore) {
  const seconds = new Map<string, Array<number>>(commands.map((command) => [command, []]))
  for (let round = 0; round <= rounds; round += 1) {
    store.nextDay()
    for (const command of commands) {
      const args = command === "a night without news" ? ["run", "nightly", "--json"] : [command]
      const { cpu, ended } = yield* taken(daybook, `${scratch}/usage`, ...args)
      if (command === "a night without news" && runLineOf(ended)["export"] !== null) {
        return yield* new Unmeasurable({ way: ended.command, reason: "it exported something new" })
      }
      // The first time is for the caches.
      if (round > 0) seconds.get(command)?.push(cpu)
    }
  }
  return new Map([...seconds].map(([command, each]) => [command, median(each)]))
})

const program = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const scratch = yield* files.makeTempDirectoryScoped({ prefix: "daybook-year-" })
  const folder = values.folder ?? `${scratch}/year`
  const store = yield* makeYear(
    folder,
    nights,
    (night) => night % 10 === 0 ? Console.error(`${night} nights are made`) : Effect.void
  )
  const rebuilds: Array<{ readonly cpu: number; readonly wall: number }> = []
  for (let round = 0; round < rounds; round += 1) {
    rebuilds.push(yield* taken(store.daybook, `${scratch}/usage`, "rebuild"))
  }
  const rebuild = median(rebuilds.map(({ cpu }) => cpu))
  const wall = median(rebuilds.map(({ wall }) => wall))
  yield* files.copy(`${folder}/out`, `${scratch}/out`)
  const small = yield* smallCommands(scratch, store.daybook.over(`${scratch}/out`), store)
  const lines = [
    ["rebuild", rebuild, `${(rebuild / nights).toFixed(3)} a night; by the clock ${(wall / nights).toFixed(3)}`],
    ...[...small].map(([command, seconds]) =>
      [
        command,
        seconds,
        command === "a night without news"
          ? `${(seconds - (small.get("status") ?? 0)).toFixed(2)} more than status`
          : ""
      ] as const
    )
  ] as const
  yield* Console.log([
    `${nights} nights of 20 accounts`,
    "",
    "| command | CPU, s | |",
    "|---|---|---|",
    ...lines.map(([command, seconds, note]) => `| ${command} | ${seconds.toFixed(2)} | ${note} |`)
  ].join("\n"))
})

NodeRuntime.runMain(program.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
