/**
 * Plays the nights of a generated world in-process and compares, after every night, everything the book says of rows with
 * the known truth: booked rows, the pending set, questions for a person, the row equation; and after the last night the
 * book as it was known at each earlier one, and the book made again from its journal.
 */
import { Clock, Effect } from "effect"
import { Daybook } from "../daybook/Daybook.ts"
import { type Ended, lastSentence, runLineOf } from "../daybook/Ended.ts"
import type { GatewaySettings } from "../gateway/GatewaySettings.ts"
import { TestGateway } from "../gateway/TestGateway.ts"
import { GroundTruth, type Night, type TruthRow } from "../world/GroundTruth.ts"
import { movementCounts } from "../world/movementCounts.ts"
import { type Movements, plainMovements } from "../world/Movements.ts"
import { stateNight } from "../world/stateNight.ts"
import { difference, faultsOf, transactionTexts } from "./comparison.ts"
import { type IdsTell, Readings } from "./Readings.ts"

/** A world, a bank that tells of it, and what Daybook believes of that bank. */
export interface TruthScenario {
  readonly name: string
  readonly seed: number
  readonly nights: number
  readonly behaviours: Partial<Movements>
  readonly settings: Partial<GatewaySettings>
  readonly rules: Readonly<Record<string, string | number | boolean>>
  readonly idsTell: IdsTell
}

/** What a scenario showed. It is well where `faults` is empty. */
export interface TruthPlayed {
  readonly scenario: string
  readonly counts: Readonly<Record<string, number>>
  readonly booked: number
  readonly reviews: number
  readonly seconds: number
  readonly faults: ReadonlyArray<string>
}

const start = "2026-02-02T03:00:00.000Z"

/** A capability file that says no more than it must. */
export const rulesText = ({ timezone = "Europe/London", ...facts }: TruthScenario["rules"]): string =>
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

const columns = "a.account_id, t.currency, t.amount, t.booking_date, t.description"

/** A relation's rows as texts, night by night where it has several. */
const heldIn = Effect.fnUntraced(function*(daybook: Daybook, relation: string, ids: boolean) {
  const rows = yield* daybook.query(
    `select ${columns}, t.transaction_id from ${relation} t join accounts a using (account_key)`
  )
  return rows.map((row) =>
    JSON.stringify([
      row["account_id"],
      row["currency"],
      row["amount"],
      row["booking_date"],
      row["description"],
      ids ? row["transaction_id"] : ""
    ])
  )
})

const withoutSide = (content: string): string => {
  const [account, , ...rest]: ReadonlyArray<string> = JSON.parse(content)
  return JSON.stringify([account, ...rest, ""])
}

const openQuestions = Effect.fnUntraced(function*(daybook: Daybook) {
  const rows = yield* daybook.query(
    `select distinct a.account_id, if(v.status = 'BOOK', 'booked', 'pending') as side, v.currency, v.amount,
       v.booking_date, v.description
     from (select unnest(transaction_keys) as transaction_key from reviews
       where resolved_run is null and kind = 'equal-at-page-edge') r
     join transaction_versions v using (transaction_key)
     join accounts a using (account_key)`
  )
  return rows.map((row) =>
    JSON.stringify([
      row["account_id"],
      row["side"],
      row["currency"],
      row["amount"],
      row["booking_date"],
      row["description"]
    ])
  )
})

/** Plays a scenario. Faults are returned, never thrown. */
export const playTruth = Effect.fn("truthNights.play")(function*(scenario: TruthScenario) {
  const clock = yield* Clock.Clock
  const began = clock.currentTimeMillisUnsafe()
  const behaviours = { ...plainMovements, ...scenario.behaviours }
  const world = new GroundTruth(scenario.seed, scenario.nights, behaviours, start)
  const gateway = yield* TestGateway.start({ clock: start, approveAfterReads: 1, ...scenario.settings })
  const institution = "xq_truth_personal"
  const daybook = yield* Daybook.make(gateway.env, { [institution]: rulesText(scenario.rules) }, withoutBalances)
  const readings = new Readings(scenario.idsTell)
  gateway.afterAnswer = (asked, reply) => readings.take(asked, reply)
  const faults: Array<string> = []
  const published: Array<{ readonly at: string; readonly held: ReadonlyArray<string> }> = []
  const ids = scenario.idsTell === true && behaviours.ids === "stable"
  let reviews = 0
  let booked = 0

  const run = Effect.fnUntraced(function*(night: number, ...args: ReadonlyArray<string>) {
    const ended = yield* daybook.here(...args, "--json")
    if (ended.exitCode !== 0) {
      faults.push(`night ${night}: ${args.join(" ")} ended with ${ended.exitCode}: ${lastSentence(ended)}`)
    }
    return ended
  })
  const compare = Effect.fnUntraced(function*(night: Night, at: string) {
    const consent = [...gateway.consents.all.values()].at(-1)
    const idOf = (ref: string): string => {
      const account = night.accounts.find((each) => each.ref === ref)
      return account === undefined || consent === undefined ? ref : gateway.accountIdOf(account, consent)
    }
    const texts = (rows: ReadonlyArray<TruthRow>) => transactionTexts(rows, idOf, ids)
    const open = readings.settle()
    const asked = yield* openQuestions(daybook)
    const mine = [...open].filter((content) => [...night.accounts].some((a) => content.startsWith(`["${idOf(a.ref)}"`)))
    const found: Array<string> = [...faultsOf("reviews", mine, asked)]
    reviews = Math.max(reviews, open.size)
    const excused = new Set([...open].map(withoutSide))
    const check = (
      what: string,
      served: ReadonlyArray<string>,
      held: ReadonlyArray<string>,
      may: ReadonlyArray<string>
    ) => {
      const arrived = difference(may, difference(served, held).extra)
      const seen = difference(may, arrived.lost).lost
      const { extra, lost } = difference([...served, ...seen], held)
      found.push(
        ...lost.map((row) => `${what}: lost ${row}`),
        ...extra.filter((row) => !excused.has(row)).map((row) => `${what}: extra ${row}`)
      )
    }
    const held = yield* heldIn(daybook, "transactions", ids)
    check("transactions", texts(night.truth.booked), held, texts(night.truth.optional))
    if (scenario.rules["pending"] === "complete") {
      const pending = transactionTexts(night.truth.pending, idOf, false)
      check("pending", pending, yield* heldIn(daybook, "pending_transactions", false), [])
    }
    const unequal = yield* daybook.query(
      `select read_id from reads where outcome = 'complete' and rows_read
         <> rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined`
    )
    found.push(...unequal.map((row) => `the row equation fails for ${row["read_id"] ?? ""}`))
    booked = held.length
    published.push({ at, held })
    faults.push(...found.map((fault) => `night ${night.number}: ${fault}`))
  })

  for (let number = 0; number <= scenario.nights && faults.length <= 12; number += 1) {
    const night = world.night(number)
    stateNight(gateway, night)
    if (number === 0) yield* run(number, "consent", "new", institution, ...unattended)
    if (night.renewal) yield* run(number, "consent", "renew", institution, ...unattended)
    const ended = yield* run(number, "run", "nightly")
    yield* compare(night, String(runLineOf(ended)["ended_at"] ?? night.at))
  }
  if (faults.length === 0) {
    const newest = published.at(-1)?.held ?? []
    for (const [number, { at, held }] of published.entries()) {
      // An AccountId that came with a renewal is today's name of an account that had another then.
      if (behaviours.renewals.some((renewal) => number < renewal) && scenario.settings.reissueAccounts === true) {
        continue
      }
      const known = yield* heldIn(daybook, `transactions_as_of('${at}'::timestamptz)`, ids)
      faults.push(...faultsOf(`as known at night ${number}`, held, known))
    }
    const rebuilt = yield* daybook.here("rebuild", "--json")
    if (rebuilt.exitCode !== 0) faults.push(`rebuild: ${differencesOf(rebuilt)}`)
    if (newest.length === 0) faults.push("nothing is held")
  }
  return {
    scenario: scenario.name,
    counts: movementCounts(world.payments),
    booked,
    reviews,
    seconds: Math.round((clock.currentTimeMillisUnsafe() - began) / 1000),
    faults
  } satisfies TruthPlayed
})
