/**
 * Nights at a bank that gives less than its rules say: what it does give is read, the newest days without delay, within what it allows.
 */
import { assert, it } from "@effect/vitest"
import { addDays } from "../../../src/domain/bookingDay.ts"
import type { Rules } from "../../../src/institution/rules.ts"
import { daysOf, playNights } from "../../support/client/planNights.ts"

const nights = 40

/** On the first nights the bank is down, or gives twenty days and no more; then it gives sixty. */
const troubles = {
  "is down at first": (night: number) => night < 5 ? null : 60,
  "gives few days at first": (night: number) => night === 0 ? null : night < 5 ? 20 : 60,
  "never gives more": (night: number) => night === 0 ? null : 60
}

const banks: ReadonlyArray<Partial<Rules>> = [
  { toFilter: false },
  { toFilter: false, requestsPerDay: 4 },
  { toFilter: false, requestsPerDay: 2 },
  { toFilter: false, requestsPerDay: 1 },
  { toFilter: true },
  { toFilter: true, requestsPerDay: 4 },
  { toFilter: true, requestsPerDay: 1 },
  { toFilter: true, maxWindowDays: 120, requestsPerDay: 4 },
  { toFilter: true, maxWindowDays: 31, requestsPerDay: 4 },
  { toFilter: true, maxWindowDays: 14, requestsPerDay: 2 }
]

const each = Object.entries(troubles).flatMap(([trouble, gives]) =>
  banks.map((rules) => ({ title: `${trouble}, ${JSON.stringify(rules)}`, rules, gives }))
)

it.each(each)("reads all that a bank gives for long enough where it $title", ({ gives, rules }) => {
  const { asked, covered, dayOf, lost } = playNights(
    { historyDaysAfterFirstSession: 90, lookbackDays: 10, ...rules },
    nights,
    gives
  )
  const perDay = rules.requestsPerDay ?? 0
  const made = Array.from({ length: nights }, (_, index) => asked.filter(({ night }) => night === index + 1).length)
  if (perDay > 0) assert.isAtMost(Math.max(...made), perDay)
  // With one read a day a night may be one of older days.
  const last = addDays(dayOf(nights), perDay === 1 ? -1 : 0)
  assert.deepStrictEqual(daysOf(addDays(dayOf(nights), -52), last).filter((day) => !covered.has(day)), [])
  // No day that could be had when nights began is forgotten.
  const isLost = (day: string) => lost.some(({ from, to }) => from <= day && day <= to)
  const wasAsked = (day: string) =>
    asked.some(({ from, to }) => from !== null && from < day && (to === null || day <= to))
  const first = addDays(dayOf(1), -89)
  assert.deepStrictEqual(daysOf(first, last).filter((day) => !covered.has(day) && !isLost(day) && !wasAsked(day)), [])
})
