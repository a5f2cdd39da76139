/**
 * A bank of one account whose rows a test writes itself, and Daybook beside it: for what happens at the edges of windows,
 * spans, days and sessions.
 */
import { DateTime, Effect } from "effect"
import type { Rules } from "../behaviours/Behaviour.ts"
import { Daybook } from "../daybook/Daybook.ts"
import { runLineOf } from "../daybook/Ended.ts"
import { rulesText } from "../truth/playTruth.ts"
import type { GatewaySettings } from "./GatewaySettings.ts"
import type { StatedTransaction } from "./statedRows.ts"
import { TestGateway } from "./TestGateway.ts"

/** Balances say nothing of rows, and reading them takes its time. */
const withoutBalances = `[consent]
permissions = ["ReadAccountsDetail", "ReadTransactionsCredits", "ReadTransactionsDebits", "ReadTransactionsDetail"]
`

const institution = "xq_edge_personal"

/** The day `days` after another. */
export const dayAfter = (day: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe(`${day}T00:00:00Z`), { days }))

/** Days in order, both ends included. */
export const daysFrom = (first: string, last: string): ReadonlyArray<string> =>
  first > last ? [] : [first, ...daysFrom(dayAfter(first, 1), last)]

/** A payment of ten pounds, without an id unless it is named. */
export const payment = (bookedAt: string, fields: Partial<StatedTransaction> = {}): StatedTransaction => ({
  ref: "main",
  status: "booked",
  credit: false,
  amount: "10.00",
  currency: "GBP",
  bookedAt,
  information: `paid at ${bookedAt}`,
  ...fields
})

/**
 * A bank whose time begins at an instant, its rows, and Daybook, which has no consent yet. `night` plays a night at three
 * o'clock of a day; `run` any command; `held` counts booked rows and gaps; `asked` are the windows of transactions that were
 * asked for since then, first pages alone.
 */
export const edgeBank = Effect.fn("edgeBank")(
  function*(begin: string, settings: Partial<GatewaySettings>, rules: Rules, toml = withoutBalances) {
    const gateway = yield* TestGateway.start({ clock: begin, approveAfterReads: 1, pageSize: 500, ...settings })
    gateway.accounts = [{
      ref: "main",
      accountId: "A-1",
      currency: "GBP",
      category: "Personal",
      type: "current",
      description: "Main",
      identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "20000012345678" }]
    }]
    const daybook = yield* Daybook.make(gateway.env, { [institution]: rulesText(rules) }, toml)
    const run = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
      const ended = yield* daybook.here(...args, "--json")
      return { exitCode: ended.exitCode, stderr: ended.stderr, line: runLineOf(ended) }
    })
    const consent = (what: "new" | "renew") =>
      run("consent", what, institution, "--callback", "none", "--poll", "0.01", "--wait", "1")
    const night = (day: string) => {
      gateway.setTime(`${day}T03:00:00Z`)
      return run("run", "nightly")
    }
    const held = Effect.map(
      daybook.query("select (select count(*) from transactions) as rows, (select count(*) from gaps) as gaps"),
      ([row]) => ({ rows: Number(row?.["rows"]), gaps: Number(row?.["gaps"]) })
    )
    const asked = (after = 0) =>
      gateway.asked.slice(after)
        .filter(({ path, query }) => path.endsWith("/transactions") && query["page"] === undefined)
        .map(({ query }) => `${query["fromBookingDateTime"] ?? ""}..${query["toBookingDateTime"] ?? ""}`)
    const setRules = (next: Rules) => daybook.setRules(institution, rulesText(next))
    return { gateway, daybook, run, consent, night, held, asked, setRules }
  }
)
