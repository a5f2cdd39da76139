/**
 * What was measured, as `results.json` keeps it: every round of every way, by how many rows. A machine is named by its cores and
 * its memory alone.
 */
import { Effect, FileSystem, Schema } from "effect"
import { availableParallelism, totalmem } from "node:os"
import { programVersion } from "../src/domain/versions.ts"
import { type Figure, here } from "./measure.ts"

const Rounds = Schema.Array(Schema.Finite)

const Way = Schema.Struct({ way: Schema.String, wall: Rounds, cpu: Rounds, memory: Rounds })

const Cold = Schema.Struct({
  rows: Schema.Int,
  pages: Schema.Int,
  bytes: Schema.Int,
  program: Schema.String,
  cores: Schema.Int,
  memory_gb: Schema.Int,
  ways: Schema.Array(Way)
})

/** Rows that come in for the first time, so many of them. */
export type Cold = typeof Cold.Type
export type Way = typeof Way.Type

const Results = Schema.Struct({ cold: Schema.Array(Cold) })
export type Results = typeof Results.Type

const file = `${here}results.json`
const ResultsFile = Schema.fromJsonString(Results)

export const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** How many times as long a way takes as another of the same round: the median over the rounds. */
export const ratio = (way: Way, base: Way, of: "wall" | "cpu"): number =>
  median(way[of].map((each, round) => each / (base[of][round] ?? Number.NaN)))

/** The rounds of one size. */
export const coldOf = (
  served: Pick<Cold, "rows" | "pages" | "bytes">,
  rounds: ReadonlyArray<ReadonlyArray<Figure>>
): Cold => {
  const ways = rounds[0]?.map(({ way }) => way) ?? []
  const figuresOf = (way: string) => rounds.flatMap((figures) => figures.filter((figure) => figure.way === way))
  const rounded = (figure: number) => Math.round(figure * 100) / 100
  return {
    rows: served.rows,
    pages: served.pages,
    bytes: served.bytes,
    program: programVersion,
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 1e9),
    ways: ways.map((way) => ({
      way,
      wall: figuresOf(way).map(({ wall }) => rounded(wall)),
      cpu: figuresOf(way).map(({ cpu }) => rounded(cpu)),
      memory: figuresOf(way).map(({ memory }) => Math.round(memory))
    }))
  }
}

/** What was measured before; nothing where there is no file. */
export const readResults = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  if (!(yield* files.exists(file))) return { cold: [] } satisfies Results
  return yield* Schema.decodeEffect(ResultsFile)(yield* files.readFileString(file))
})

/** Keeps the figures of one size in the place of those that stood there. */
export const keepCold = Effect.fn("bench.keepCold")(function*(cold: Cold) {
  const files = yield* FileSystem.FileSystem
  const before = yield* readResults
  const others = before.cold.filter(({ rows }) => rows !== cold.rows)
  const results: Results = { ...before, cold: [...others, cold].toSorted((a, b) => a.rows - b.rows) }
  yield* files.writeFileString(file, `${JSON.stringify(yield* Schema.encodeEffect(Results)(results), null, 2)}\n`)
  return results
})
