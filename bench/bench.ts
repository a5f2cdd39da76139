/**
 * Measures Daybook against named peers and a limit, all in the same run on the same machine and the same bytes:
 *
 *     npm run bench                           200,000 transactions, five rounds
 *     npm run bench -- --rows 1000000 --rounds 3
 *
 * It keeps every round in `bench/results.json` and writes `docs/benchmarks.md` with its plot. It ends with an error where a way
 * counts other rows or another total than were served.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Config, Console, Effect, FileSystem, Stream } from "effect"
import { ChildProcess } from "effect/process"
import { parseArgs } from "node:util"
import { queryFile } from "../test/support/daybook/queryFile.ts"
import { benchmarksDocument, benchmarksPlot } from "./benchmarksDocument.ts"
import { both, expect, type Figure, here, measure, root } from "./measure.ts"
import { institution, type Rendered, renderPages } from "./pages.ts"
import { coldOf, keepCold } from "./results.ts"

const rules = `name = "Bench"
country = "GB"
timezone = "Europe/London"
bulk = { value = "none", source = "bench", checked = 2026-11-21 }
account_filter = { value = true, source = "bench", checked = 2026-11-21 }
requests_per_second = { value = 0, source = "bench", checked = 2026-11-21 }
requests_per_day = { value = 0, source = "bench", checked = 2026-11-21 }
transaction_ids = { value = "stable", source = "bench", checked = 2026-11-21 }
page_cap = { value = 100000, source = "bench", checked = 2026-11-25 }
`

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

/** Daybook: consent, first session (read, load, publish), then the export, and what DuckDB alone takes for its rows. */
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
  const name = "DuckDB copies the same rows to both formats"
  const copying = yield* measure(name, scratch, [`${here}peer.ts`, "duckdb-copy", scratch, `${out}/daybook.duckdb`])
  yield* expect(name, copying.stdout, String(rendered.rows))
  return [
    reading.figure,
    exporting.figure,
    both("Daybook: both", reading.figure, exporting.figure),
    copying.figure
  ]
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

const { values } = parseArgs({
  options: { rows: { type: "string", default: "200000" }, rounds: { type: "string", default: "5" } }
})

const program = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-bench-pages-" })
  const rendered = renderPages(folder, Number(values.rows))
  const rounds: Array<ReadonlyArray<Figure>> = []
  for (let each = 1; each <= Number(values.rounds); each += 1) {
    yield* Console.error(`round ${each} of ${values.rounds}`)
    rounds.push(yield* round(rendered))
  }
  const cold = coldOf(rendered, rounds)
  const results = yield* keepCold(cold)
  yield* files.writeFileString(`${root}docs/benchmarks.md`, benchmarksDocument(results))
  yield* files.writeFileString(`${root}docs/benchmarks.svg`, benchmarksPlot(results))
  yield* ChildProcess.make(
    `${root}/node_modules/.bin/dprint`,
    ["fmt", "docs/benchmarks.md", "bench/results.json"],
    { cwd: root, stdout: "ignore" }
  ).pipe(Effect.flatMap(({ exitCode }) => exitCode))
  yield* Console.log(benchmarksDocument({ cold: [cold] }).split("\n## ").at(-1) ?? "")
})

NodeRuntime.runMain(program.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
