/**
 * How a window travels, what is asked instead of one that the bank refused, and what its list proves in the end.
 */
import { DateTime, Duration, Schema } from "effect"
import { addDays, type BookingDay, daysBetween, earliest, instantAt, latest } from "../domain/bookingDay.ts"
import type { Query } from "../gateway/Gateway.ts"
import type { Profile } from "../institution/Capability.ts"
import type { Bounds } from "../plan/availableRange.ts"
import { lessonDays } from "../plan/lessons.ts"
import type { PlannedRead, ProvenRange } from "../plan/PlannedRead.ts"

/** The bank refused the beginning of a window, and gave the rest. */
export class WindowNarrowed extends Schema.TaggedError<WindowNarrowed>()("WindowNarrowed", {
  what: Schema.String,
  institution: Schema.String,
  /** The first day that was given. */
  from: Schema.String,
  /** The latest such day of several accounts; null where one list is meant, or all begin on the same day. */
  latest: Schema.NullOr(Schema.String),
  /** The first day of those before it that were not asked for one by one; null where the bank refused all. */
  untoldFrom: Schema.NullOr(Schema.String)
}) {
  override get message() {
    return this.untoldFrom === null
      ? `${this.institution} refused ${this.what} from before ${this.from}${
        this.latest === null ? "" : `, and of some accounts from before later days, up to ${this.latest}`
      }; what it gives from then on is kept, and the ` +
        "days before are asked for again in a new session or, as far as its history_days_after_first_session reaches, " +
        `after ${lessonDays} days by: daybook run backfill`
      : `${this.institution} gave ${this.what} from ${this.from} on, and refused more at once; ` +
        `whether it gives the days from ${this.untoldFrom} on is still to be asked, run again`
  }
}

/** The later of a bound and the consent's own, where it has one. */
const notBefore = (bound: string, { from }: Bounds): string => from !== null && bound < from ? from : bound

const notAfter = (bound: string, { to }: Bounds): string => to !== null && bound > to ? to : bound

/**
 * The last second of a window that is asked for. A bank that bounds windows may count hours, and across the night in which its clocks
 * go back so many days are an hour longer; the last day of a window only bounds it, and proves nothing (`plan/requestRanges.ts`).
 */
const endOf = (from: BookingDay | null, to: BookingDay, { rules: { maxWindowDays }, timezone }: Profile): string => {
  const end = `${to}T23:59:59`
  if (from === null || maxWindowDays === null) return end
  const lasting = DateTime.distance(instantAt(`${from}T00:00:00`, timezone), instantAt(end, timezone))
  return Duration.isGreaterThan(lasting, Duration.days(maxWindowDays)) ? `${to}T22:59:59` : end
}

/**
 * Our own parameters of a read. Bounds are written without a zone: the bank reads them in the zone in which it keeps its
 * booking days (docs/bank-facts.md, 4.2). Nothing is asked for outside the consent's span: some banks refuse that (same
 * place).
 */
export const queryOf = (read: Pick<PlannedRead, "accountId" | "from" | "to" | "within">, bank: Profile): Query =>
  new URLSearchParams({
    ...read.accountId === null ? {} : { accountId: read.accountId },
    ...read.from === null ? {} : { fromBookingDateTime: notBefore(`${read.from}T00:00:00`, read.within) },
    ...read.to === null ? {} : { toBookingDateTime: notAfter(endOf(read.from, read.to, bank), read.within) }
  }).toString()

/** What cuts short what a list was to prove: each of these days is no whole one. */
export interface Shortened {
  /** From when on it was asked for instead. */
  readonly from: BookingDay | null
  /** The last day of which a row may be missing, because another took its place. */
  readonly lastDoubtful?: BookingDay | null
  /** When the bank's history begins and ends, as it says. */
  readonly firstAvailable: BookingDay | null
  readonly lastAvailable: BookingDay | null
}

/**
 * What a list proves that was asked for from another day than planned, or of which the bank says that its history begins
 * later or ends earlier. Null where that leaves no day.
 */
export const provenPart = (proves: ProvenRange, asked: Shortened): ProvenRange | null => {
  const begins = [asked.from, asked.lastDoubtful ?? null, asked.firstAvailable].filter((day) => day !== null).map((
    day
  ) => addDays(day, 1))
  const from = begins.reduce((first, day) => first === null ? day : latest(first, day), proves.from)
  const to = asked.lastAvailable === null ? proves.to : earliest(proves.to, addDays(asked.lastAvailable, -1))
  return from !== null && from > to ? null : { from, to }
}

/** How often a window is narrowed before the read is given up. */
export const mostNarrowings = 6

/** The day half way between two, none of which it is where there is one between them. */
export const halfWay = (from: BookingDay, to: BookingDay): BookingDay =>
  addDays(from, Math.ceil(daysBetween(from, to) / 2))

/** The window that was refused, and what is known of its bank. */
export interface Refused {
  /** The last day of the window. */
  readonly end: BookingDay
  /** From where on the bank has given such a list before, where it has. */
  readonly givenFrom: BookingDay | undefined
  readonly historyDays: number
  readonly today: BookingDay
}

/**
 * A later start for a window that was refused: first half way to days that the bank has given before, and then these; else where its
 * history is believed to begin, and then half way to the window's end, again and again. Undefined where nothing narrower makes sense.
 */
export const narrower = (
  from: BookingDay | null,
  { end, givenFrom, historyDays, today }: Refused,
  narrowings = 0
): BookingDay | undefined => {
  if (from !== null && givenFrom !== undefined && from < givenFrom && givenFrom <= end) {
    return narrowings === 0 && daysBetween(from, givenFrom) > 1 ? halfWay(from, givenFrom) : givenFrom
  }
  const oldest = addDays(today, -historyDays)
  if (from === null || from < oldest) return oldest <= end ? oldest : undefined
  return daysBetween(from, end) > 1 ? halfWay(from, end) : undefined
}
