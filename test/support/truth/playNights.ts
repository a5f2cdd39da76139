/**
 * Plays the nights of a generated world: the foreign gateway states what the bank states, Daybook runs as a person runs
 * it, and after every night what it holds is compared with the truth.
 */
import { Clock, DateTime, Effect } from "effect"
import { Daybook } from "../daybook/Daybook.ts"
import { lastSentence, runLineOf } from "../daybook/Ended.ts"
import type { GatewaySettings } from "../gateway/GatewaySettings.ts"
import { TestGateway } from "../gateway/TestGateway.ts"
import { GroundTruth, type Night } from "../world/GroundTruth.ts"
import { movementCounts } from "../world/movementCounts.ts"
import { type Movements, plainMovements } from "../world/Movements.ts"
import { stateNight } from "../world/stateNight.ts"
import {
  accountTexts,
  balanceTexts,
  difference,
  exportedTransactions,
  faultsOf,
  heldAccounts,
  heldTransactions,
  identifierTexts,
  transactionTexts
} from "./comparison.ts"

/** One world at one gateway, and how much of it to look at. */
export interface Scenario {
  readonly name: string
  readonly institution: string
  readonly seed: number
  readonly nights: number
  readonly behaviours?: Partial<Movements>
  readonly settings?: Partial<GatewaySettings>
  /** The institution's capability file; without it the cautious defaults hold. */
  readonly rules?: string
  /** The instant of night 0; "now" plays in real time, without a word about it from the gateway. */
  readonly start: string
  /** Whether the book as known at each earlier night is compared, after the last, with what was published then. */
  readonly asOf?: boolean
  /** Whether exports are compared after each night or only after the last. */
  readonly exports: "each" | "last"
}

/** What a played scenario showed. It is well where `faults` is empty. */
export interface Played {
  readonly scenario: string
  readonly nights: number
  readonly booked: number
  readonly requests: number
  /** Requests that were answered with 4xx. */
  readonly refused: number
  readonly seconds: number
  /** How often each behaviour of the world happened. */
  readonly counts: Readonly<Record<string, number>>
  readonly faults: ReadonlyArray<string>
}

/** Compares what is held with the truth of a night. */
const compare = Effect.fn("foreignNights.compare")(
  function*(daybook: Daybook, gateway: TestGateway, night: Night, exports: boolean) {
    const consent = [...gateway.consents.all.values()].at(-1)
    const idOf = (ref: string): string => {
      const account = night.accounts.find((each) => each.ref === ref)
      return account === undefined || consent === undefined ? ref : gateway.accountIdOf(account, consent)
    }
    const ids = gateway.settings.ids === "stated" && night.truth.booked.some((row) => row.id !== undefined)
    const served = transactionTexts(night.truth.booked, idOf, ids)
    const optional = transactionTexts(night.truth.optional, idOf, ids)
    const faults: Array<string> = []
    const check = (what: string, held: ReadonlyArray<string>) => {
      const arrived = difference(optional, difference(served, held).extra)
      const seen = difference(optional, arrived.lost).lost
      faults.push(...faultsOf(what, [...served, ...seen], held))
    }
    const held = yield* heldTransactions(daybook, ids)
    check("transactions", held)
    const rest = yield* heldAccounts(daybook)
    faults.push(
      ...faultsOf("accounts", accountTexts(night.accounts, idOf), rest.accounts),
      ...faultsOf("account_identifiers", identifierTexts(night.accounts, idOf), rest.identifiers),
      ...faultsOf("latest_balances", balanceTexts(night.balances, idOf), rest.balances)
    )
    if (exports) {
      check("transactions.parquet", yield* exportedTransactions(daybook, "parquet", ids))
      check("transactions.csv", yield* exportedTransactions(daybook, "csv", ids))
    }
    const unequal = yield* daybook.query(
      `select read_id from reads where outcome = 'complete' and rows_read
         <> rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined`
    )
    faults.push(...unequal.map((row) => `reads: the row equation fails for ${row["read_id"] ?? ""}`))
    return { held, ids, faults: faults.map((fault) => `night ${night.number}: ${fault}`) }
  },
  (compared, _daybook, _gateway, night) =>
    Effect.catchTag(
      compared,
      "DaybookUnusable",
      (error) => Effect.succeed({ held: [], ids: false, faults: [`night ${night.number}: ${error.message}`] })
    )
)

/** A second run at the same time must find nothing new: no version, no export. */
const again = Effect.fn("foreignNights.again")(function*(daybook: Daybook) {
  const versions = daybook.query("select count(*) as n from transaction_versions")
  const before = yield* versions
  const ended = yield* daybook.run("run", "nightly", "--json")
  const after = yield* versions
  const exported = runLineOf(ended)["export"]
  return [
    ...faultsOf("versions after a second run", before.map((row) => row["n"] ?? ""), after.map((row) => row["n"] ?? "")),
    ...exported === null ? [] : [`the second run at the same time exported again: ${JSON.stringify(exported)}`]
  ]
}, Effect.catchTag("DaybookUnusable", (error) => Effect.succeed([error.message])))

/**
 * Plays a scenario from the first consent to the last night. Faults are returned, never thrown; gateway and store stay as
 * long as the scope, for further questions.
 */
export const playNights = Effect.fn("foreignNights.play")(function*(scenario: Scenario) {
  const clock = yield* Clock.Clock
  const began = clock.currentTimeMillisUnsafe()
  const real = scenario.start === "now"
  const start = real ? DateTime.formatIso(DateTime.makeUnsafe(began)) : scenario.start
  const behaviours = { ...plainMovements, ...scenario.behaviours, ...real ? { stepHours: 0 } : {} }
  const world = new GroundTruth(scenario.seed, scenario.nights, behaviours, start)
  const gateway = yield* TestGateway.start({
    institutions: [scenario.institution],
    approveAfterReads: 1,
    ...real ? {} : { clock: start },
    ...scenario.settings
  })
  const rules = scenario.rules === undefined ? {} : { [scenario.institution]: scenario.rules }
  const daybook = yield* Daybook.make(gateway.env, rules)
  const faults: Array<string> = []
  const published: Array<{ readonly at: string; readonly ids: boolean; readonly held: ReadonlyArray<string> }> = []
  const run = Effect.fn("foreignNights.run")(function*(night: number, ...args: ReadonlyArray<string>) {
    const ended = yield* daybook.run(...args)
    if (ended.exitCode !== 0) {
      faults.push(`night ${night}: ${args.join(" ")} ended with ${ended.exitCode}: ${lastSentence(ended)}`)
    }
    return ended
  })
  const wait = ["--callback", "none", "--poll", "1", "--json"]
  let booked = 0
  for (let number = 0; number <= scenario.nights; number += 1) {
    const night = world.night(number)
    stateNight(gateway, night)
    if (number === 0) yield* run(number, "consent", "new", scenario.institution, ...wait)
    if (night.renewal) yield* run(number, "consent", "renew", scenario.institution, ...wait)
    const ended = yield* run(number, "run", "nightly", "--json")
    const exports = scenario.exports === "each" || number === scenario.nights
    const compared = yield* compare(daybook, gateway, night, exports)
    faults.push(...compared.faults)
    published.push({ at: String(runLineOf(ended)["ended_at"]), ids: compared.ids, held: compared.held })
    booked = compared.held.length
    if (faults.length > 40) break
  }
  if (scenario.asOf === true) {
    for (const [number, night] of published.entries()) {
      const relation = `transactions_as_of('${night.at}'::timestamptz)`
      const known = yield* heldTransactions(daybook, night.ids, relation).pipe(
        Effect.catchTag("DaybookUnusable", (error) => Effect.succeed([error.message]))
      )
      faults.push(...faultsOf(`as known at night ${number}`, night.held, known))
    }
  }
  // What booked while the last night was read is new to the next run, whenever that is.
  if (world.night(scenario.nights).arrivals.length > 0) yield* run(scenario.nights, "run", "nightly", "--json")
  faults.push(...yield* again(daybook))
  const played: Played = {
    scenario: scenario.name,
    nights: scenario.nights,
    booked,
    requests: gateway.asked.length,
    refused: gateway.refused,
    counts: movementCounts(world.payments),
    seconds: Math.round((clock.currentTimeMillisUnsafe() - began) / 1000),
    faults: faults.length > 40 ? [...faults.slice(0, 40), `and ${faults.length - 40} more`] : faults
  }
  return { played, gateway, daybook, world, published }
})
