/**
 * Measures a night of many consents: half of them at a bank that answers for all accounts at once, half at one that is asked account
 * by account, three accounts each, every answer after the same wait and so many requests under way at a time.
 *
 *     node bench/consents.ts                                    1,000 consents, 200 ms, 50 at once
 *     node bench/consents.ts --consents 100 --latency 50
 *
 * A first night reads what there is, the second is measured: its time on the clock beside the time that its requests take where
 * each waits only for the bank, its processor time by consent, and its peak of memory. It ends with an error where a row is missing.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { ConfigProvider, Console, Effect, FiberSet, FileSystem, Layer, Stdio } from "effect"
import { TestConsole } from "effect/testing"
import { parseArgs } from "node:util"
import { program as daybookProgram } from "../src/cli/program.ts"
import { Daybook, writeConfig } from "../test/support/daybook/Daybook.ts"
import type { StatedAccount, StatedTransaction } from "../test/support/gateway/statedRows.ts"
import { TestGateway } from "../test/support/gateway/TestGateway.ts"
import { expect } from "./measure.ts"
import { day, firstNight, instant, movementOf, NightFailed, rulesOf, taken } from "./yearStore.ts"

const { values } = parseArgs({
  options: {
    consents: { type: "string", default: "1000" },
    latency: { type: "string", default: "200" },
    "at-once": { type: "string", default: "50" }
  }
})

const consents = Number(values.consents)
const latency = Number(values.latency)
const atOnce = Number(values["at-once"])

const accountsPerConsent = 3
const rowsPerNight = 5

const banks = ["xb_bulk", "xb_single"] as const

const accountsOf = (consent: number): ReadonlyArray<StatedAccount> =>
  Array.from({ length: accountsPerConsent }, (_, nth) => ({
    ref: `${consent}-${nth}`,
    accountId: `account-${consent}-${nth}`,
    currency: "GBP",
    category: "Personal",
    type: "current",
    description: `Account ${nth}`,
    identifications: [{
      scheme: "UK.OBIE.SortCodeAccountNumber",
      identification: `2004${String(consent * accountsPerConsent + nth).padStart(10, "0")}`,
      name: "Bench"
    }],
    person: String(consent)
  }))

const rowsOf = (consent: number, nights: number): ReadonlyArray<StatedTransaction> =>
  Array.from({ length: nights }, (_, night) => night).flatMap((night) =>
    accountsOf(consent).flatMap(({ ref }, account) =>
      Array.from({ length: rowsPerNight }, (_, nth) => ({
        ref,
        id: `B${(night * accountsPerConsent + account) * rowsPerNight + nth}`,
        status: "booked",
        credit: nth === 0,
        // No two accounts list the same: what equal rows of several accounts would tell is another matter.
        amount: `${nth + 1}${consent}.${String(account * 30 + night).padStart(2, "0")}`,
        currency: "GBP",
        bookedAt: instant(firstNight + (night - 1) * day + nth * 3_600_000),
        information: `purchase ${consent} ${account} ${night} ${nth}`
      }))
    )
  )

/** Runs a command in this process and listens to nothing that it says: a thousand processes take a quarter of an hour. */
const here = (env: Readonly<Record<string, string>>, args: ReadonlyArray<string>) =>
  daybookProgram.pipe(Effect.provide([
    TestConsole.layer,
    Layer.effect(Stdio.Stdio, Effect.map(Stdio.Stdio, (stdio) => ({ ...stdio, args: Effect.succeed(args) }))).pipe(
      Layer.provideMerge(NodeServices.layer)
    ),
    ConfigProvider.layer(ConfigProvider.fromEnv({ env }))
  ], { local: true }))

const program = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const scratch = yield* files.makeTempDirectoryScoped({ prefix: "daybook-consents-" })
  const gateway = yield* TestGateway.start({
    anyClient: true,
    clock: instant(firstNight),
    discovery: "always",
    unboundedHistory: "always",
    historyDays: 0
  })
  yield* writeConfig(
    `${scratch}/config`,
    Object.fromEntries(banks.map((bank) => [
      bank,
      rulesOf(bank, {
        bulk: bank === "xb_bulk" ? "\"both\"" : "\"none\"",
        transaction_ids: "\"stable\"",
        concurrency: String(atOnce / banks.length)
      })
    ])),
    ""
  )
  const daybook = new Daybook(`${scratch}/out`, gateway.env, `${scratch}/config`)

  const flags = ["--config", daybook.config, "--out", daybook.out]

  yield* Console.error(`${consents} consents are made`)
  for (let consent = 0; consent < consents; consent += 1) {
    gateway.consents.person = String(consent)
    const bank = banks[consent % banks.length] ?? ""
    const wanted = ["consent", "new", bank, "--callback", "none", "--poll", "none", ...flags]
    // Nobody is waited for, so it says that a person is needed.
    yield* here(gateway.env, wanted)
    if (gateway.consents.all.size !== consent + 1) {
      return yield* new NightFailed({ command: wanted.join(" "), reason: "no consent was made" })
    }
  }

  for (const id of gateway.consents.all.keys()) gateway.approve(id)

  let nights = 1
  let underWay = 0
  let most = 0
  const wait = yield* FiberSet.makeRuntime()
  gateway.hold = (_, answer) => {
    underWay += 1
    most = Math.max(most, underWay)
    wait(Effect.delay(
      Effect.sync(() => {
        underWay -= 1
        answer()
      }),
      latency
    ))
  }
  // Of all that is stated it looks at what the one that is asked about has.
  gateway.script = ({ path }) => {
    const person = gateway.consents.all.get(/^\/ais\/v1\/([^/]+)\//.exec(path)?.[1] ?? "")?.person
    if (person === undefined) return undefined
    gateway.accounts = accountsOf(Number(person))
    gateway.transactions = rowsOf(Number(person), nights)
    gateway.balances = gateway.accounts.map(({ ref }) => ({
      ref,
      type: "booked",
      currency: "GBP",
      units: gateway.transactions.filter((row) => row.ref === ref).reduce((sum, row) => sum + movementOf(row), 0n),
      at: instant(gateway.now())
    }))
    return undefined
  }
  const usage = `${scratch}/usage`
  yield* Console.error("the first night")
  const { wall: first } = yield* taken(daybook, usage, "run", "nightly")

  nights = 2
  gateway.setTime(instant(firstNight + day))
  gateway.asked.length = 0
  most = 0
  yield* Console.error("the night that is measured")
  const { cpu, memory, wall } = yield* taken(daybook, usage, "run", "nightly")
  const [count] = yield* daybook.query("select count(*)::integer as rows from transactions")
  const stated = consents * accountsPerConsent * rowsPerNight * nights
  yield* expect("a night", String(count?.["rows"]), String(stated))
  const paced = gateway.asked.length * latency / atOnce / 1000
  yield* Console.log([
    `${consents} consents of ${accountsPerConsent} accounts; the first night took ${first.toFixed(1)} s`,
    "",
    "| a night | |",
    "|---|---|",
    `| requests, at most ${most} at once | ${gateway.asked.length} |`,
    `| their waiting alone, s | ${paced.toFixed(1)} |`,
    `| on the clock, s | ${wall.toFixed(1)} (${(wall / paced).toFixed(2)}) |`,
    `| processor time, s | ${cpu.toFixed(1)} (${(cpu / consents * 1000).toFixed(0)} ms a consent) |`,
    `| peak of memory, MB | ${Math.round(memory)} |`
  ].join("\n"))
})

NodeRuntime.runMain(program.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
