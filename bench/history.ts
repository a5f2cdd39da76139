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
import { Console, DateTime, Effect, FileSystem, Number as Numbers } from "effect"
import { parseArgs } from "node:util"
import { Daybook, writeConfig } from "../test/support/daybook/Daybook.ts"
import { TestGateway } from "../test/support/gateway/TestGateway.ts"
import { expect } from "./measure.ts"
import { account, accountId, institution, pageRows, pageText, penceOf, rowText } from "./pages.ts"
import { day, firstNight, instant, must, rulesOf, taken } from "./yearStore.ts"

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

const stages = ["pull", "normalise", "reconcile", "publish"]

/** When a row is booked; rows are numbered from the oldest, so that each is the same one from night to night. */
const bookedAt = (row: number): number =>
  firstNight + (Math.floor(row / rowsOfDay) - 1) * day + row % rowsOfDay * Math.floor(36_000_000 / rowsOfDay)

/** The first row of a day that is not before an instant, which stands in a query. */
const firstSince = (from: string): number =>
  Math.max(0, Math.ceil((DateTime.toEpochMillis(DateTime.makeUnsafe(from)) - bookedAt(0)) / day)) * rowsOfDay

/** A page of the rows from the newest down to the oldest that is asked for. */
const pageOf = (path: string, newest: number, oldest: number, page: number): string => {
  const first = newest - (page - 1) * pageRows
  const rows = Array.from(
    { length: Math.min(pageRows, first - oldest + 1) },
    (_, nth) => rowText(first - nth, instant(bookedAt(first - nth)))
  )
  return pageText(rows, path, page, Math.ceil((newest - oldest + 1) / pageRows))
}

/** Makes a store with so many rows, and measures each stage of the night after it. */
const measured = Effect.fn("history.measured")(function*(known: number, folder: string) {
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
    const page = Number(query["page"] ?? "1")
    return { body: pageOf(`${path}?accountId=${accountId}${since}&page=`, rows - 1, oldest, page) }
  }
  yield* writeConfig(
    `${folder}/config`,
    {
      [institution]: rulesOf(institution, {
        bulk: "\"none\"",
        transaction_ids: "\"stable\"",
        lookback_days: String(lookback),
        page_cap: "100000"
      })
    },
    ""
  )
  const daybook = new Daybook(`${folder}/out`, gateway.env, `${folder}/config`)
  state(known)
  yield* Console.error(`${known} rows are read`)
  yield* must(daybook, {}, "consent", "new", institution, "--callback", "none", "--poll", "1")

  gateway.setTime(instant(night + day))
  state(known + rowsOfDay)
  const figures = yield* Effect.forEach(stages, (stage) => taken(daybook, `${folder}/usage`, stage))
  const [count] = yield* daybook.query("select count(*)::integer as rows from transactions")
  yield* expect("a night", String(count?.["rows"]), String(rows))
  return { served, figures }
}, Effect.scoped)

const program = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const scratch = values.folder ?? (yield* files.makeTempDirectoryScoped({ prefix: "daybook-history-" }))
  const lines = yield* Effect.forEach(
    histories,
    (known) =>
      Effect.map(measured(known, `${scratch}/${known}`), ({ figures, served }) => {
        const cells = figures.map(({ cpu, wall }) => `${wall.toFixed(1)} (${cpu.toFixed(1)})`)
        return `| ${served} into ${known} | ${cells.join(" | ")} | ${
          Numbers.sumAll(figures.map(({ wall }) => wall)).toFixed(1)
        } |`
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
