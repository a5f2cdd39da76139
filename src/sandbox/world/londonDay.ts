/**
 * Days as the model banks keep them: whole numbers counted from 1970-01-01, in British local time.
 *
 * The clock change follows the rule of today (last Sunday of March and of October, 01:00 UTC) for every year; before
 * 1996 real clocks differed.
 */

/** A calendar day, counted from 1970-01-01. */
export type Day = number

const dayMillis = 86_400_000
const hourMillis = 3_600_000

/** Year, month (1 to 12) and day of the month of a day. Days-from-civil arithmetic on the proleptic calendar. */
export const civil = (day: Day): { readonly year: number; readonly month: number; readonly date: number } => {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  }
}

/** The day of a calendar date. A month outside 1 to 12 runs into the years around. */
export const dayOfCivil = (year: number, month: number, date: number): Day => {
  const months = year * 12 + month - 1
  const wholeYear = Math.floor(months / 12)
  const wholeMonth = months - wholeYear * 12 + 1
  const fromMarchYear = wholeMonth <= 2 ? wholeYear - 1 : wholeYear
  const era = Math.floor(fromMarchYear / 400)
  const yearOfEra = fromMarchYear - era * 400
  const ofYear = Math.floor((153 * (wholeMonth > 2 ? wholeMonth - 3 : wholeMonth + 9) + 2) / 5) + date - 1
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear
  return era * 146_097 + ofEra - 719_468
}

/** Monday is 1, Sunday is 7. */
export const weekday = (day: Day): number => ((day + 3) % 7 + 7) % 7 + 1

/** Monday to Friday. Bank holidays are not kept. */
export const isWorkingDay = (day: Day): boolean => weekday(day) <= 5

/** The day itself, or the Monday after. */
export const nextWorkingDay = (day: Day): Day => {
  const at = weekday(day)
  return at <= 5 ? day : day + 8 - at
}

/** The day itself, or the Friday before. */
export const lastWorkingDay = (day: Day): Day => {
  const at = weekday(day)
  return at <= 5 ? day : day + 5 - at
}

const lastSunday = (year: number, month: number): Day => {
  const last = dayOfCivil(year, month + 1, 1) - 1
  return last - weekday(last) % 7
}

/** Milliseconds by which British time is ahead of UTC at an instant: an hour in summer, else nothing. */
const ahead = (instant: number): number => {
  const { year } = civil(Math.floor(instant / dayMillis))
  const begins = lastSunday(year, 3) * dayMillis + hourMillis
  const ends = lastSunday(year, 10) * dayMillis + hourMillis
  return instant >= begins && instant < ends ? hourMillis : 0
}

/** The local day of an instant. */
export const dayAt = (instant: number): Day => Math.floor((instant + ahead(instant)) / dayMillis)

/** The first instant of a local day. */
export const startOf = (day: Day): number => day * dayMillis - ahead(day * dayMillis - hourMillis)

/** The last millisecond of a local day. */
export const endOf = (day: Day): number => startOf(day + 1) - 1

/** The instant so many seconds into a local day; it never leaves the day, also where the day has 23 hours. */
export const instantIn = (day: Day, second: number): number => Math.min(startOf(day) + second * 1000, endOf(day) - 999)

const two = (value: number) => String(value).padStart(2, "0")

/** `2026-06-03`. */
export const dateText = (day: Day): string => {
  const { date, month, year } = civil(day)
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}`
}

const clockText = (millis: number) => {
  const seconds = Math.floor(millis / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const fields = (shifted: number) => {
  const day = Math.floor(shifted / dayMillis)
  const rest = shifted - day * dayMillis
  return { text: `${dateText(day)}T${clockText(rest)}`, millis: `.${String(rest % 1000).padStart(3, "0")}` }
}

/** `2026-06-02T23:12:41Z`, or with `.000` before the `Z`. */
export const utcText = (instant: number, precision: "seconds" | "millis"): string => {
  const { millis, text } = fields(instant)
  return `${text}${precision === "millis" ? millis : ""}Z`
}

/** `2026-06-03T00:12:41+01:00`: the same instant as people there read it, or with `.000` before the offset. */
export const localText = (instant: number, precision: "seconds" | "millis"): string => {
  const offset = ahead(instant)
  const { millis, text } = fields(instant + offset)
  return `${text}${precision === "millis" ? millis : ""}${offset === 0 ? "+00:00" : "+01:00"}`
}
