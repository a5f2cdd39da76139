/**
 * Measures Daybook against named peers and a limit, all in the same run on the same machine and the same bytes:
 *
 *     npm run bench                           1,000,000 transactions, one round
 *     npm run bench -- --rows 100000 --rounds 3
 *
 * Wall time and peak memory are those of the measured process. Ratios are against DuckDB reading the page files with its
 * default settings; over several rounds every figure is the median. It ends with an error where a way counts other rows
 * or another total than were served, so a fast wrong answer is no figure.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Clock, Config, Console, Effect, FileSystem, Schema, Stream } from "effect"
import { ChildProcess } from "effect/process"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { collect } from "../test/support/daybook/Daybook.ts"
import { queryFile } from "../test/support/daybook/queryFile.ts"
import { institution, type Rendered, renderPages } from "./pages.ts"

/** A measured process that failed, or that answered with other figures than were served. */
class Unmeasurable extends Schema.TaggedError<Unmeasurable>()("Unmeasurable", {
  way: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.way}: ${this.reason}`
  }
}

interface Figure {
  readonly way: string
  readonly seconds: number
  readonly megabytes: number
}

const here = fileURLToPath(new URL(".", import.meta.url))
const root = fileURLToPath(new URL("..", import.meta.url))

const rules = `name = "Bench"
country = "GB"
timezone = "Europe/London"
bulk = { value = "none", source = "bench", checked = 2026-11-21 }
account_filter = { value = true, source = "bench", checked = 2026-11-21 }
requests_per_second = { value = 0, source = "bench", checked = 2026-11-21 }
requests_per_day = { value = 0, source = "bench", checked = 2026-11-21 }
transaction_ids = { value = "stable", source = "bench", checked = 2026-11-21 }
`

/** Runs a script under Node to its end and measures it. */
const measure = Effect.fn("bench.measure")(
  function*(way: string, scratch: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) {
    const files = yield* FileSystem.FileSystem
    const peak = `${scratch}/peak`
    const began = yield* Clock.currentTimeMillis
    const path = yield* Config.String("PATH")
    const child = yield* ChildProcess.make(
      `${root}/node_modules/.bin/node`,
      ["--no-warnings", "--import", `file://${here}peakMemory.ts?out=${peak}`, ...args],
      { cwd: root, env: { PATH: path, HOME: scratch, ...env }, stdin: "ignore" }
    )
    const [stdout, stderr, exitCode] = yield* Effect.all(
      [collect(child.stdout), collect(child.stderr), child.exitCode],
      {
        concurrency: 3
      }
    )
    const ended = yield* Clock.currentTimeMillis
    if (exitCode !== 0) {
      return yield* new Unmeasurable({ way, reason: `ended with ${exitCode}: ${stderr.trim().slice(-2000)}` })
    }
    const megabytes = Number(yield* files.readFileString(peak))
    const figure: Figure = { way, seconds: (ended - began) / 1000, megabytes }
    yield* Console.error(`${way}: ${figure.seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`)
    return { figure, stdout: stdout.trim() }
  },
  Effect.scoped
)

const expect = Effect.fn("bench.expect")(function*(way: string, found: string, wanted: string) {
  if (found !== wanted) return yield* new Unmeasurable({ way, reason: `found ${found}, served were ${wanted}` })
})

/** The peers and the limit. */
const peers = Effect.fn("bench.peers")(function*(rendered: Rendered, scratch: string, origin: string) {
  const figures: Array<Figure> = []
  const counted = `${rendered.rows} ${rendered.total.replace(".", "").replace(/^(-?)0+/, "$1")}`
  for (
    const [name, way, target] of [
      ["DuckDB reads the page files, default settings", "duckdb-pages", `${scratch}/pages.duckdb`],
      ["a plain script into SQLite, row by row", "sqlite", `${scratch}/rows.sqlite`],
      ["DuckDB reads pre-split 16 MB NDJSON: the limit", "duckdb-split", `${scratch}/split.duckdb`],
      ["the network alone", "network", origin]
    ] as const
  ) {
    const { figure, stdout } = yield* measure(name, scratch, [`${here}peer.ts`, way, rendered.folder, target])
    yield* expect(name, stdout, way === "network" ? String(rendered.bytes) : counted)
    figures.push(figure)
  }
  return figures
})

/** Daybook: consent, first session (read, load, publish), then the export. */
const daybook = Effect.fn("bench.daybook")(function*(rendered: Rendered, scratch: string, origin: string) {
  const files = yield* FileSystem.FileSystem
  const config = `${scratch}/config`
  const out = `${scratch}/out`
  yield* files.makeDirectory(`${config}/institutions`, { recursive: true })
  yield* files.writeFileString(`${config}/daybook.toml`, `[gateway]\nauth_url = "${origin}"\nbase_url = "${origin}"\n`)
  yield* files.writeFileString(`${config}/institutions/${institution}.toml`, rules)
  const env = { DAYBOOK_GATEWAY_CLIENT_ID: "bench", DAYBOOK_GATEWAY_CLIENT_SECRET: "bench" }
  const flags = ["--config", config, "--out", out, "--json"]
  const main = `${root}src/main.ts`
  const reading = yield* measure(
    "Daybook: read, load, publish",
    scratch,
    [main, "consent", "new", institution, "--callback", "none", "--poll", "1", ...flags],
    env
  )
  const exporting = yield* measure("Daybook: export", scratch, [main, "export", ...flags], env)
  const wanted = `${rendered.rows} ${rendered.total}`
  const sums = "select count(*) as n, sum(amount::decimal(18, 5))::decimal(38, 2) as total from"
  const held = yield* queryFile(`${out}/daybook.duckdb`, `${sums} transactions`)
  yield* expect("Daybook", held.map((row) => `${row["n"] ?? ""} ${row["total"] ?? ""}`).join(), wanted)
  for (
    const [file, relation] of [
      ["transactions.parquet", `'${out}/exports/latest/transactions.parquet'`],
      ["transactions.csv", `read_csv('${out}/exports/latest/transactions.csv', all_varchar = true, header = true)`]
    ] as const
  ) {
    const shipped = yield* queryFile(":memory:", `${sums} ${relation}`)
    yield* expect(file, shipped.map((row) => `${row["n"] ?? ""} ${row["total"] ?? ""}`).join(), wanted)
  }
  const whole: Figure = {
    way: "Daybook: both",
    seconds: reading.figure.seconds + exporting.figure.seconds,
    megabytes: Math.max(reading.figure.megabytes, exporting.figure.megabytes)
  }
  return [reading.figure, exporting.figure, whole]
})

const round = Effect.fn("bench.round")(function*(rendered: Rendered) {
  const files = yield* FileSystem.FileSystem
  const scratch = yield* files.makeTempDirectoryScoped({ prefix: "daybook-bench-" })
  const path = yield* Config.String("PATH")
  const gateway = yield* ChildProcess.make(
    `${root}/node_modules/.bin/node`,
    [`${here}gateway.ts`, rendered.folder, `${rendered.folder}/rendered-${rendered.rows}.json`],
    { cwd: root, env: { PATH: path } }
  )
  const origin = yield* gateway.stdout.pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.take(1),
    Stream.mkString
  )
  return [...(yield* peers(rendered, scratch, origin)), ...(yield* daybook(rendered, scratch, origin))]
}, Effect.scoped)

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const table = (rounds: ReadonlyArray<ReadonlyArray<Figure>>): string => {
  const ways = rounds[0]?.map((figure) => figure.way) ?? []
  const of = (way: string, read: (figure: Figure) => number) =>
    median(rounds.flatMap((figures) => figures.filter((figure) => figure.way === way).map(read)))
  const base = of(ways[0] ?? "", (figure) => figure.seconds)
  const lines = ways.map((way) => {
    const seconds = of(way, (figure) => figure.seconds)
    const megabytes = of(way, (figure) => figure.megabytes)
    return `| ${way} | ${seconds.toFixed(1)} | ${(seconds / base).toFixed(2)} | ${megabytes.toFixed(0)} |`
  })
  return ["| way | wall, s | ratio | peak memory, MB |", "|---|---|---|---|", ...lines].join("\n")
}

const { values } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, rounds: { type: "string", default: "1" } }
})

const program = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-bench-pages-" })
  const rendered = renderPages(folder, Number(values.rows))
  const size = (rendered.bytes / rendered.rows / 1000).toFixed(2)
  yield* Console.log(`${rendered.rows} transactions of ${size} KB in ${rendered.pages} pages of one account\n`)
  const rounds: Array<ReadonlyArray<Figure>> = []
  for (let each = 0; each < Number(values.rounds); each += 1) rounds.push(yield* round(rendered))
  yield* Console.log(table(rounds))
})

NodeRuntime.runMain(program.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
