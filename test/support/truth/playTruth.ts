/**
 * Plays the nights of a generated world in-process and compares, after every night, everything the book says of rows with
 * the known truth: booked rows, the pending set, questions for a person, the row equation; and after the last night the
 * book as it was known at each earlier one, and the book made again from its journal.
 */
import { Clock, Effect } from "effect"
import type { Behaviour, Rules } from "../behaviours/Behaviour.ts"
import { type Happened, Tally } from "../behaviours/Tally.ts"
import { Daybook } from "../daybook/Daybook.ts"
import { type Ended, lastSentence, runLineOf } from "../daybook/Ended.ts"
import type { GatewaySettings } from "../gateway/GatewaySettings.ts"
import { TestGateway } from "../gateway/TestGateway.ts"
import { GroundTruth } from "../world/GroundTruth.ts"
import { movementCounts } from "../world/movementCounts.ts"
import { type Movements, plainMovements } from "../world/Movements.ts"
import { type BankNight, beginNight, endNight, type PlayedBank } from "./bankNight.ts"
import { compareNight } from "./compareNight.ts"
import { faultsOf } from "./comparison.ts"
import { accountNames, heldRows } from "./heldRows.ts"
import { type IdsTell, Readings } from "./Readings.ts"

/** A world, a bank that tells of it, and what Daybook believes of that bank. */
export interface TruthScenario {
  readonly name: string
  readonly seed: number
  readonly nights: number
  /** The instant of night 0. */
  readonly start: string
  readonly movements: Partial<Movements>
  readonly settings: Partial<GatewaySettings>
  readonly rules: Rules
  readonly idsTell: IdsTell
  /** What the bank does beside. */
  readonly does: ReadonlyArray<Behaviour>
}

/** What a scenario showed. It is well where `faults` is empty. */
export interface TruthPlayed {
  readonly scenario: string
  /** How often each movement of the world happened, and each behaviour of the bank. */
  readonly counts: Readonly<Record<string, number>>
  readonly happened: Readonly<Record<string, Happened>>
  readonly booked: number
  readonly reviews: number
  readonly requests: number
  readonly seconds: number
  readonly faults: ReadonlyArray<string>
}

/** A capability file that says no more than it must. */
export const rulesText = ({ timezone = "Europe/London", ...facts }: Rules): string =>
  [
    "name = \"Truth\"",
    "country = \"XQ\"",
    `timezone = ${JSON.stringify(timezone)}`,
    ...Object.entries({ requests_per_second: 0, requests_per_day: 0, ...facts }).map(([key, value]) =>
      `${key} = { value = ${JSON.stringify(value)}, source = "generated world", checked = 2026-11-21 }`
    )
  ].join("\n")

/** Balances say nothing of rows, and reading them takes its time. */
const withoutBalances = `[consent]
permissions = ["ReadAccountsDetail", "ReadTransactionsCredits", "ReadTransactionsDebits", "ReadTransactionsDetail"]
`

const unattended = ["--callback", "none", "--poll", "0.01", "--wait", "1"]

const differencesOf = (rebuilt: Ended): string => JSON.stringify(rebuilt.lines.at(-1)?.["findings"] ?? rebuilt.stderr)

/** What a scenario says, with what its behaviours say laid over it in their order. */
const overlaid = <Part extends object>(own: Part, does: ReadonlyArray<Partial<Part> | undefined>): Part => {
  const sum = { ...own }
  for (const part of does) Object.assign(sum, part)
  return sum
}

/** Makes the bank of a scenario, and a Daybook that has no consent yet. */
const openBank = Effect.fn("playTruth.openBank")(function*(scenario: TruthScenario) {
  const { does, nights, seed, start } = scenario
  const movements = overlaid<Movements>(
    { ...plainMovements, ...scenario.movements },
    does.map((each) => each.movements)
  )
  const settings = overlaid(scenario.settings, does.map((each) => each.settings))
  const rules = overlaid(scenario.rules, does.map((each) => each.rules))
  const world = new GroundTruth(seed, nights, movements, start)
  const gateway = yield* TestGateway.start({ clock: start, approveAfterReads: 1, ...settings })
  const institution = "xq_truth_personal"
  const daybook = yield* Daybook.make(gateway.env, { [institution]: rulesText(rules) }, withoutBalances)
  const readings = new Readings(scenario.idsTell)
  const tally = new Tally(does.map(({ name }) => name))
  const watch: PlayedBank["watch"] = (page) => readings.take(page)
  const bank: PlayedBank = { seed, world, gateway, daybook, institution, does, tally, watch }
  const compared = {
    ids: scenario.idsTell === true && movements.ids === "stable",
    pending: rules["pending"] === "complete"
  }
  return { bank, readings, compared }
})

/** Plays a scenario. Faults are returned, never thrown. */
export const playTruth = Effect.fn("playTruth")(function*(scenario: TruthScenario) {
  const clock = yield* Clock.Clock
  const began = clock.currentTimeMillisUnsafe()
  const { bank, compared, readings } = yield* openBank(scenario)
  const { daybook, does, gateway, institution, tally, world } = bank
  const faults: Array<string> = []
  const published: Array<{ readonly number: number; readonly at: string; readonly held: ReadonlyArray<string> }> = []
  let reviews = 0

  const run = Effect.fnUntraced(function*(night: BankNight, ...args: ReadonlyArray<string>) {
    const ended = yield* daybook.here(...args, "--json")
    if (!night.allows(ended.exitCode)) {
      faults.push(`night ${night.number}: ${args.join(" ")} ended with ${ended.exitCode}: ${lastSentence(ended)}`)
    }
    return ended
  })

  const playNight = Effect.fnUntraced(function*(number: number) {
    const night = beginNight(bank, number)
    if (number === 0) yield* run(night, "consent", "new", institution, ...unattended)
    const renewing = does.find(({ renewal }) => renewal !== undefined)
    const renew = run(night, "consent", "renew", institution, ...unattended)
    if (night.night.renewal) yield* renewing?.renewal?.(night.seenBy(renewing), renew) ?? renew
    const awaited = does.find(({ nightly }) => nightly !== undefined)
    const nightly = run(night, "run", "nightly")
    const ended = yield* awaited?.nightly?.(night.seenBy(awaited), nightly) ?? nightly
    endNight(bank, night)
    const open = readings.settle()
    reviews = Math.max(reviews, open.size)
    if (!night.compared()) return
    const expected = { ...compared, night: night.night, fleeting: night.became().left, open }
    const found = yield* compareNight(daybook, gateway, expected)
    published.push({ number, at: String(runLineOf(ended)["ended_at"] ?? night.night.at), held: found.held })
    faults.push(...found.faults)
  })

  for (let number = 0; number <= scenario.nights && faults.length <= 12; number += 1) yield* playNight(number)
  if (faults.length === 0) {
    const names = yield* accountNames(daybook, gateway)
    for (const { at, held, number } of published) {
      const known = yield* heldRows(daybook, names, `transactions_as_of('${at}'::timestamptz)`, compared.ids)
      faults.push(...faultsOf(`as known at night ${number}`, held, known))
    }
    const rebuilt = yield* daybook.here("rebuild", "--json")
    if (rebuilt.exitCode !== 0) faults.push(`rebuild: ${differencesOf(rebuilt)}`)
    if (published.at(-1)?.held.length === 0) faults.push("nothing is held")
    faults.push(...tally.never.map((name) => `never happened: ${name}`))
  }
  return {
    scenario: scenario.name,
    counts: movementCounts(world.payments),
    happened: tally.all,
    booked: published.at(-1)?.held.length ?? 0,
    reviews,
    requests: gateway.asked.length,
    seconds: Math.round((clock.currentTimeMillisUnsafe() - began) / 1000),
    faults
  } satisfies TruthPlayed
})
