/**
 * Booking days: calendar dates as a bank keeps them, written `YYYY-MM-DD`. They have no zone and no time; they are
 * compared and ordered as text, which the last day of the year 9999 ends: what lies after it is that day. Banks write it
 * for "without end", and by a clock east of Greenwich it is over before that.
 */
import { DateTime, Duration, Schema } from "effect"

const isOfCalendar = (text: string) => {
  const date = DateTime.make(`${text}T00:00:00Z`)
  return date._tag === "Some" && DateTime.formatIsoDateUtc(date.value) === text
    ? true
    : "expected a day of the calendar"
}

const isCalendarDate = Schema.makeFilter((text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) ? isOfCalendar(text) : "expected a day written YYYY-MM-DD"
)

/** That a text begins with a day of the calendar: who reads `2026-02-30T04:00:00Z` as JavaScript does takes it for 2 March. */
export const beginsWithDay = Schema.makeFilter((text: string) => isOfCalendar(text.slice(0, 10)))

/** A calendar date, `YYYY-MM-DD`. */
export const BookingDay = Schema.String.check(isCalendarDate).pipe(Schema.brand("BookingDay"))
export type BookingDay = typeof BookingDay.Type

/**
 * For how many days at most balances wait for a row that may be listed late. A bank may be asked further back than that each night;
 * that its balances and its rows disagree is told all the same.
 */
export const longestLate = 31

const midnight = (day: BookingDay): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** The years of four digits, by the clock of UTC. */
const calendar = {
  minimum: DateTime.makeUnsafe("0001-01-01T00:00:00Z"),
  maximum: DateTime.makeUnsafe("9999-12-31T23:59:59Z")
}

/** The day that a clock shows. No clock shows one that is none, so it is not checked: that takes longer than to find it. */
const shownDay = (shown: string): BookingDay => BookingDay.make(shown.slice(0, 10), { disableChecks: true })

const dayOf = (instant: DateTime.Utc): BookingDay => shownDay(DateTime.formatIso(DateTime.clamp(instant, calendar)))

/** The day `days` later, or earlier where negative. */
export const addDays = (day: BookingDay, days: number): BookingDay =>
  dayOf(DateTime.addDuration(midnight(day), Duration.days(days)))

/** How many days `to` lies after `from`; negative where it lies before. */
export const daysBetween = (from: BookingDay, to: BookingDay): number =>
  Math.round((DateTime.toEpochMillis(midnight(to)) - DateTime.toEpochMillis(midnight(from))) / 86_400_000)

/** What clocks of `timeZone` show at an instant, `YYYY-MM-DDTHH:MM:SS`, without a zone; begun seconds are left out. */
export const wallClockAt = (instant: DateTime.DateTime, timeZone: string): string => {
  const shown = DateTime.toDate(DateTime.setZoneNamedUnsafe(DateTime.clamp(instant, calendar), timeZone)).toISOString()
  // A year of five digits is written with a sign.
  return (shown.startsWith("+") ? "9999-12-31T23:59:59" : shown).slice(0, 19)
}

/** The instant at which clocks of `timeZone` show this, `YYYY-MM-DDTHH:MM:SS`; the earlier one where they show it twice. */
export const instantAt = (shown: string, timeZone: string): DateTime.DateTime =>
  DateTime.makeZonedUnsafe(shown, { timeZone, adjustForTimeZone: true, disambiguation: "earlier" })

/** The calendar day on which an instant falls at a bank in `timeZone` (an IANA name). */
export const bookingDayAt = (instant: DateTime.DateTime, timeZone: string): BookingDay =>
  shownDay(wallClockAt(instant, timeZone))

/** The later of two days. */
export const latest = (a: BookingDay, b: BookingDay): BookingDay => a < b ? b : a

/** The earlier of two days. */
export const earliest = (a: BookingDay, b: BookingDay): BookingDay => a < b ? a : b
