/**
 * Nights of one account as the planner and its rounds play them, at a bank that gives days only so far back: what was asked for, what is
 * covered, and what was told as lost. It keeps what the book would, by the same rules (`book/tables/ungiven_days.sql`).
 */
import { DateTime } from "effect"
import { addDays, type BookingDay, bookingDayAt, earliest } from "../../../src/domain/bookingDay.ts"
import { type DateRange, union } from "../../../src/domain/DateRange.ts"
import { AccountKey, ReadId } from "../../../src/domain/identifiers.ts"
import type { Rules } from "../../../src/institution/rules.ts"
import { plan } from "../../../src/plan/plan.ts"
import type { PlannedRead } from "../../../src/plan/PlannedRead.ts"
import type { ReadResult } from "../../../src/pull/ReadResult.ts"
import { readsDue, withAnswers } from "../../../src/run/planAgain.ts"
import { accountId, bankOf, grantOf, lessonsOf, now, requestOf, syncStateOf } from "./situation.ts"

/** A window of transactions that was asked for on a night. */
export interface AskedWindow {
  readonly night: number
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  readonly outcome: "complete" | "refused" | "failed"
}

const accountKey = AccountKey.make("key-a")

export const daysOf = (from: BookingDay, to: BookingDay): ReadonlyArray<BookingDay> => {
  const days: Array<BookingDay> = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

const rangesOf = (days: Iterable<BookingDay>): ReadonlyArray<DateRange> =>
  union([...days].map((day) => ({ from: day, to: day })))

const answerTo = (read: PlannedRead, attended: boolean, outcome: AskedWindow["outcome"]): ReadResult => ({
  readId: ReadId.make("r-1"),
  read,
  attended,
  outcome,
  pages: outcome === "complete" ? 1 : 0,
  frames: [],
  requests: 1,
  error: null,
  errorTag: outcome === "complete" ? null : outcome === "refused" ? "Forbidden" : "GatewayFailing",
  learned: [],
  findings: [],
  from: read.from,
  to: read.to,
  proves: outcome === "complete" ? read.proves : null,
  untold: null
})

/** Plays a first session, night 0, and so many nights; `gives` says how many days back a window may begin, null that nothing is given. */
export const playNights = (
  rules: Partial<Rules>,
  nights: number,
  gives: (night: number) => number | null
) => {
  const [bank, grant] = [bankOf({ bulk: "none", ...rules }), grantOf({ approvedMinutesAgo: 2, spanFrom: 365 })]
  const asked: Array<AskedWindow> = []
  const covered = new Set<BookingDay>()
  const [missed, answered] = [new Map<BookingDay, Set<number>>(), new Set<BookingDay>()]
  const lost: Array<DateRange> = []
  const at = (night: number) => DateTime.add(now, { days: night })
  const dayOf = (night: number) => bookingDayAt(at(night), bank.timezone)
  const gave = (night: number) =>
    asked.some((window) => window.outcome === "complete" && Math.abs(window.night - night) < 2)
  for (let night = 0; night <= nights; night += 1) {
    const today = dayOf(night)
    const back = gives(night)
    const coverage = rangesOf([...covered].toSorted())
    const oldest = coverage[0]?.from
    const ungiven = [...missed].filter(([day]) => oldest !== undefined && day < oldest && !answered.has(day))
    let known = syncStateOf({ a: [] }, {
      coverage: coverage.map((range) => ({ accountKey, ...range })),
      ungiven: ungiven.map(([day, on]) => ({ accountKey, from: day, to: day, tries: [...on].filter(gave).length })),
      lost: lost.map((range) => ({ accountKey, ...range })),
      lessons: {
        ...lessonsOf(),
        failed: asked.filter(({ outcome }) => outcome !== "complete").map(({ from, night, outcome, to }) => ({
          accountId: accountId("a"),
          from,
          to,
          isOfWindow: outcome === "refused" ||
            asked.some((each) => each.night === night && each.outcome === "complete"),
          at: at(night)
        }))
      }
    })
    const request = requestOf(night === 0 ? "first-session" : "nightly", { now: at(night) })
    let planned = plan(grant, bank, known, request)
    for (let due = readsDue(planned, known); due.length > 0; due = readsDue(planned, known)) {
      const answers = due.map((read) => {
        if (read.resource !== "transactions") return answerTo(read, night === 0, "complete")
        const isGiven = back !== null && read.from !== null && read.from >= addDays(today, -back)
        const outcome = isGiven ? "complete" : back === null ? "failed" : "refused"
        asked.push({ night, from: read.from, to: read.to, outcome })
        const days = read.from === null ? [] : daysOf(addDays(read.from, 1), earliest(read.to ?? today, today))
        for (const day of days) {
          if (isGiven) answered.add(day)
          else missed.set(day, (missed.get(day) ?? new Set()).add(night))
        }
        return answerTo(read, night === 0, outcome)
      })
      known = withAnswers(known, answers, null, false, at(night), bank)
      planned = plan(grant, bank, known, request)
    }
    for (const { range: { from, to } } of known.provenNow) {
      for (const day of from === null ? [] : daysOf(from, to)) covered.add(day)
    }
    lost.push(...planned.withheld.flatMap((each) => each.lost ?? []))
  }
  return { asked, covered, lost, dayOf }
}
