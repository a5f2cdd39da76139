/**
 * Measures what the same night costs on a short and on a long history: 100,000 rows are listed of which nine in ten are known, into
 * an account that holds so many. Each stage is run by itself, and each history is a store of its own.
 *
 *     node bench/history.ts                                       into 1,000,000 and into 10,000,000
 *     node bench/history.ts --known 200000,2000000 --listed 20000
 *
 * All figures are seconds on the clock and of processor time of the whole process. An export writes all that is known, so it is not
 * part of it. It ends with an error where a row is missing.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Clock, Console, Data, DateTime, Effect, FileSystem, Schema } from "effect"
import { parseArgs } from "node:util"
import { Daybook, processUsage, Usage } from "../test/support/daybook/Daybook.ts"
import type { StatedAccount } from "../test/support/gateway/statedRows.ts"
import { TestGateway } from "../test/support/gateway/TestGateway.ts"
import { accountId, institution, penceOf, rowText } from "./pages.ts"
import { day, firstNight, instant, must, rulesOf } from "./yearStore.ts"

const { values } = parseArgs({
  options: {
    known: { type: "string", default: "1000000,10000000" },
    listed: { type: "string", default: "100000" },
    folder: { type: "string" }
  }
})

const histories = values.known.split(",").map(Number)
const listed = Number(values.listed)

/** A tenth of what is listed is of the new day; the nine days before it are listed once more. */
const rowsOfDay = listed / 10
const lookback = 9

const pageRows = 250

const stages = ["pull", "normalise", "reconcile", "publish"]

const sumOf = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, each) => sum + each, 0)

/** Rows that are stated are not held. */
class RowsMissing extends Data.TaggedError("RowsMissing")<{ readonly held: number; readonly stated: number }> {
  override get message() {
    return `${this.held} rows are held of ${this.stated}`
  }
}

/** When a row is booked; rows are numbered from the oldest, so that each is the same one from night to night. */
const bookedAt = (row: number): number =>
  firstNight + (Math.floor(row / rowsOfDay) - 1) * day + row % rowsOfDay * Math.floor(36_000_000 / rowsOfDay)

/** The first row of a day that is not before an instant, which stands in a query. */
const firstSince = (from: string): number =>
  Math.max(0, Math.ceil((DateTime.toEpochMillis(DateTime.makeUnsafe(from)) - bookedAt(0)) / day)) * rowsOfDay

/** A page of the rows from the newest down to the oldest that is asked for. */
const pageOf = (self: string, newest: number, oldest: number, page: number): string => {
  const first = newest - (page - 1) * pageRows
  const last = Math.max(oldest, first - pageRows + 1)
  const rows = Array.from(
    { length: first - last + 1 },
    (_, nth) => rowText(first - nth, instant(bookedAt(first - nth)))
  )
  const next = last > oldest ? `,"Next":"${self}&page=${page + 1}"` : ""
  return `{"Data":{"Transaction":[${rows.join(",")}]},"Links":{"Self":"${self}&page=${page}"${next}},"Meta":{}}`
}

const account: StatedAccount = {
  ref: "bench",
  accountId,
  currency: "GBP",
  category: "Business",
  type: "current",
  description: "Bench account",
  identifications: [{
    scheme: "UK.OBIE.SortCodeAccountNumber",
    identification: "20041500000001",
    name: "Bench Limited"
  }]
}

/** Makes a store with so many rows, and measures each stage of the night after it. */
const measured = Effect.fn("history.measured")(function*(known: number, folder: string) {
  const files = yield* FileSystem.FileSystem
  const night = firstNight + Math.floor(known / rowsOfDay - 1) * day
  const gateway = yield* TestGateway.start({
    anyClient: true,
    clock: instant(night),
    approveAfterReads: 0,
    discovery: "always",
    unboundedHistory: "always",
    historyDays: 0
  })
  gateway.accounts = [account]
  let rows = 0
  let units = 0n
  const state = (until: number) => {
    for (; rows < until; rows += 1) units += BigInt(penceOf(rows)) * 1000n
    gateway.balances = [{ ref: account.ref, type: "booked", currency: "GBP", units, at: instant(gateway.now()) }]
  }
  let served = 0
  gateway.script = ({ path, query }) => {
    if (!path.endsWith("/transactions")) return undefined
    const from = query["fromBookingDateTime"]
    const since = from === undefined ? "" : `&fromBookingDateTime=${encodeURIComponent(from)}`
    const oldest = from === undefined ? 0 : Math.min(firstSince(from), rows - 1)
    served = rows - oldest
    return { body: pageOf(`${path}?accountId=${accountId}${since}`, rows - 1, oldest, Number(query["page"] ?? "1")) }
  }
  yield* files.makeDirectory(`${folder}/config/institutions`, { recursive: true })
  yield* files.writeFileString(`${folder}/config/daybook.toml`, "")
  yield* files.writeFileString(
    `${folder}/config/institutions/${institution}.toml`,
    rulesOf(institution, {
      bulk: "\"none\"",
      transaction_ids: "\"stable\"",
      lookback_days: String(lookback),
      page_cap: "100000"
    })
  )
  const daybook = new Daybook(`${folder}/out`, gateway.env, `${folder}/config`)
  state(known)
  yield* Console.error(`${known} rows are read`)
  yield* must(daybook, {}, "consent", "new", institution, "--callback", "none", "--poll", "1")

  gateway.setTime(instant(night + day))
  state(known + rowsOfDay)
  const taken: Array<{ readonly stage: string; readonly wall: number; readonly cpu: number }> = []
  for (const stage of stages) {
    const usage = `${folder}/usage`
    const began = yield* Clock.currentTimeMillis
    yield* must(daybook, { preload: processUsage(usage) }, stage)
    const wall = ((yield* Clock.currentTimeMillis) - began) / 1000
    const { cpu } = yield* Schema.decodeEffect(Usage)(yield* files.readFileString(usage))
    taken.push({ stage, wall, cpu })
  }
  const [count] = yield* daybook.query("select count(*)::integer as rows from transactions")
  const held = Number(count?.["rows"])
  if (held !== rows) return yield* new RowsMissing({ held, stated: rows })
  return { served, taken }
}, Effect.scoped)

const program = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const scratch = values.folder ?? (yield* files.makeTempDirectoryScoped({ prefix: "daybook-history-" }))
  const lines = yield* Effect.forEach(
    histories,
    (known) =>
      Effect.map(measured(known, `${scratch}/${known}`), ({ served, taken }) => {
        const cells = taken.map(({ cpu, wall }) => `${wall.toFixed(1)} (${cpu.toFixed(1)})`)
        return `| ${served} into ${known} | ${cells.join(" | ")} | ${sumOf(taken.map(({ wall }) => wall)).toFixed(1)} |`
      })
  )
  yield* Console.log([
    "Seconds on the clock, and of processor time:",
    "",
    `| rows | ${stages.join(" | ")} | all |`,
    `|---|${stages.map(() => "---|").join("")}---|`,
    ...lines
  ].join("\n"))
})

NodeRuntime.runMain(program.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
