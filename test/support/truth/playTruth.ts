/**
 * Plays the nights of a generated world in-process and compares, after every night, everything the book says of rows with
 * the known truth: booked rows, the pending set, questions for a person, the row equation; and after the last night the
 * book as it was known at each earlier one, and the book made again from its journal.
 */
import { Clock, Effect } from "effect"
import type { Behaviour, Rules } from "../behaviours/Behaviour.ts"
import { type Happened, Tally } from "../behaviours/Tally.ts"
import { Daybook } from "../daybook/Daybook.ts"
import { type Ended, runLineOf } from "../daybook/Ended.ts"
import type { GatewaySettings } from "../gateway/GatewaySettings.ts"
import { TestGateway } from "../gateway/TestGateway.ts"
import { GroundTruth } from "../world/GroundTruth.ts"
import { movementCounts } from "../world/movementCounts.ts"
import { type Movements, plainMovements } from "../world/Movements.ts"
import { type BankNight, beginNight, endNight, newestConsent, type PlayedBank } from "./bankNight.ts"
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
  /** What complete reads of lists of transactions cost, by whether a list has one page or several. */
  readonly cost: Readonly<
    Record<"one" | "several", { readonly pages: number; readonly requests: number; readonly most: number }>
  >
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

/** `most` is by how many requests a page the dearest read was. */
const costOf = Effect.fnUntraced(function*(daybook: Daybook, pages: string) {
  const [cost] = yield* daybook.query(`select coalesce(sum(pages), 0) as pages, coalesce(sum(requests), 0) as requests,
    coalesce(max(requests / pages), 0) as most
    from reads where resource = 'transactions' and outcome = 'complete' and ${pages}`)
  return { pages: Number(cost?.["pages"]), requests: Number(cost?.["requests"]), most: Number(cost?.["most"]) }
})

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
  const idsTell = does.find((each) => each.idsTell !== undefined)?.idsTell ?? scenario.idsTell
  const readings = new Readings(idsTell)
  const tally = new Tally(does.map(({ name }) => name))
  const watch: PlayedBank["watch"] = (page) =>
    readings.take(page, gateway.accountsOf(page.consent).map(({ ref }) => ref))
  const faults: Array<string> = []
  const fault = (text: string) => void faults.push(text)
  const bank: PlayedBank = { seed, world, gateway, daybook, does, tally, watch, fault }
  const compared = {
    ids: idsTell === true && movements.ids === "stable",
    pending: rules["pending"] === "complete"
  }
  return { bank, faults, institution, readings, compared }
})

/** Plays a scenario. Faults are returned, never thrown. */
export const playTruth = Effect.fn("playTruth")(function*(scenario: TruthScenario) {
  const clock = yield* Clock.Clock
  const began = clock.currentTimeMillisUnsafe()
  const { bank, compared, faults, institution, readings } = yield* openBank(scenario)
  const { daybook, does, gateway, tally, world } = bank
  const published: Array<{ readonly number: number; readonly at: string; readonly held: ReadonlyArray<string> }> = []
  let reviews = 0

  /** A person consents, for the first time or again. */
  const consent = (night: BankNight, person: string, ...args: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      gateway.consents.person = person
      return night.run("consent", ...args, ...unattended)
    })

  const playNight = Effect.fnUntraced(function*(number: number) {
    const night = beginNight(bank, number)
    const renew = (person: string) =>
      Effect.suspend(() => consent(night, person, "renew", newestConsent(gateway, person)))
    const renewing = does.find(({ renewal }) => renewal !== undefined)
    for (const person of new Set(world.accounts.map(({ stated }) => stated.person ?? "one"))) {
      if (number === 0) yield* consent(night, person, "new", institution)
      if (!night.night.renewal) continue
      const hook = person === "one" ? renewing : undefined
      gateway.consents.person = person
      yield* hook?.renewal?.(night.seenBy(hook), renew(person)) ?? renew(person)
    }
    const awaited = does.find(({ nightly }) => nightly !== undefined)
    const nightly = night.run("run", "nightly")
    const ended = yield* awaited?.nightly?.(night.seenBy(awaited), nightly, renew("one")) ?? nightly
    endNight(bank, night)
    const open = readings.settle(gateway.transactions)
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
    cost: { one: yield* costOf(daybook, "pages = 1"), several: yield* costOf(daybook, "pages > 1") },
    seconds: Math.round((clock.currentTimeMillisUnsafe() - began) / 1000),
    faults
  } satisfies TruthPlayed
})
