/**
 * The reasons for which a payment is in the book or not, from what the book knows of its day. Pure.
 */
import { chanceOf, type DayKnown, isBegun, isLive, isOpened, newSession } from "./DayKnown.ts"

/** A row that has, or had, the amount asked for on the day or within ten days of it; all else as it stands now. */
export interface FoundRow {
  readonly transaction_key: string
  readonly status: string
  readonly booking_date: string
  readonly amount: string
  readonly currency: string
  readonly description: string | null
  readonly change: string
  readonly run_id: string
  readonly known_from: string
  /** The run since which it was listed with that day and amount, and the one since which it is not any more; null where it is still. */
  readonly listed_since: string
  readonly said_until: string | null
  /** What it says instead of that day and amount, since a run; null where it says them still. */
  readonly changed: { readonly booking_date: string | null; readonly amount: string; readonly run_id: string } | null
  /** The row that took its place. */
  readonly successor: string | null
  readonly to_review: boolean
  readonly withheld_by: string | null
}

/** One reason: a stable code, a sentence, and the row it speaks of. */
export interface Reason {
  readonly code:
    | "in-book"
    | "changed"
    | "pending"
    | "became-booked"
    | "voided"
    | "absent"
    | "aside"
    | "answered"
    | "to-review"
    | "quarantined"
    | "not-listed"
    | "not-confirmed"
    | "not-covered"
    | "outside-consent"
    | "consent-over"
    | "other-day"
  readonly message: string
  readonly transaction_key: string | null
  readonly raw_page_id: string | null
}

const reason = (code: Reason["code"], message: string, at: Partial<Reason> = {}): Reason => ({
  code,
  message,
  transaction_key: at.transaction_key ?? null,
  raw_page_id: at.raw_page_id ?? null
})

/** Whether a row is in the book, that is among `transactions`, with the day and amount that are asked for. */
const isBooked = ({ change, changed, status }: FoundRow): boolean =>
  status === "BOOK" && change !== "absent" && changed === null

/** What the bank says instead, and since when. */
const instead = (
  verb: "says" | "said",
  { amount, booking_date, run_id }: NonNullable<FoundRow["changed"]>,
  currency: string
): string => `since run ${run_id} the bank ${verb} ${amount} ${currency} on ${booking_date ?? "no day"}`

/** What became of a row that the bank lists no more. */
const gone = ({ changed, currency, known_from, listed_since, run_id, said_until, successor }: FoundRow): string =>
  [
    `it was listed so since run ${listed_since}`,
    ...said_until === null || said_until === run_id ? [] : [` and no more since run ${said_until}`],
    ...changed === null ? [] : [`; ${instead("said", changed, currency)}`],
    `${said_until === run_id && changed === null ? " and" : "; it"} is absent since run ${run_id} (${known_from})`,
    ...successor === null ? [] : [`, and ${successor} is in its place`]
  ].join("")

const standing = (row: FoundRow): ReadonlyArray<Reason> => {
  const { change, changed, currency, listed_since, run_id, said_until, status, successor, transaction_key } = row
  const at = { transaction_key }
  const about = (): Reason => {
    if (change === "absent") return reason("absent", gone(row), at)
    if (change === "voided") {
      return reason("voided", `it was pending and went without being booked in run ${run_id}`, at)
    }
    if (change === "booked") {
      return reason(
        "became-booked",
        `it was pending and was booked in run ${run_id}, as ${successor ?? "another row"}`,
        at
      )
    }
    if (changed !== null) {
      const until = said_until === null || said_until === changed.run_id ? "" : ` until run ${said_until}`
      return reason(
        "changed",
        `it was listed so since run ${listed_since}${until}; ${instead("says", changed, currency)}`,
        at
      )
    }
    if (status === "BOOK") return reason("in-book", `it is in the book since run ${listed_since}`, at)
    if (status === "PDNG" || status === "FUTR") {
      return reason("pending", `it is listed but not booked yet (${status}), so it counts in no total`, at)
    }
    return reason("aside", `the bank lists it as ${status}, which moves no money`, at)
  }
  return [
    about(),
    ...row.withheld_by === null
      ? []
      : [reason(
        "answered",
        `it counts in no total, because a question about it was answered so: daybook reviews show ${row.withheld_by}`,
        at
      )],
    ...row.to_review
      ? [reason("to-review", "it can be read in two ways and waits for a person: daybook reviews list", at)]
      : []
  ]
}

/** `unlisted` is what the bank did not do on that day, in words. */
const ofDay = (date: string, day: DayKnown, unlisted: string): ReadonlyArray<Reason> => {
  if (date > day.today) return [reason("not-covered", "the day has not come yet")]
  if (isBegun(date, day)) {
    return [
      reason(
        "not-covered",
        `the day was read before its end, last at ${
          day.read_at ?? "an unknown time"
        } by read ${day.read_id}, and the bank ${unlisted} by then${
          isOpened(date, day) ? "; the next night reads on" : ""
        }`
      )
    ]
  }
  if (day.read_id !== null) {
    return [
      reason(
        "not-listed",
        `the day was read completely, last at ${
          day.read_at ?? "an unknown time"
        } by read ${day.read_id}, and the bank ${unlisted}`
      )
    ]
  }
  const covered = day.covered_from === null || day.covered_to === null
    ? "no day of this account has been read completely"
    : `what has been read reaches from ${day.covered_from} to ${day.covered_to}`
  if (day.silent_at !== null) {
    return [
      reason(
        "not-confirmed",
        `the day was asked for, last at ${day.silent_at}, and the bank listed nothing of it, nor anything older, or ` +
          `nothing of this account; it may keep no more than that, or leave the account out, so ${covered}; a new first session may list more: ${
            newSession(day)
          }`
      )
    ]
  }
  const chance = isOpened(date, day) ? `; ${chanceOf(date, day)}` : ""
  return [reason("not-covered", `the day has not been read completely; ${covered}${chance}`)]
}

const ofConsents = (date: string, day: DayKnown): ReadonlyArray<Reason> => {
  const alive = day.consents.filter(isLive)
  if (alive.length === 0) {
    return [reason("consent-over", `no consent for this account is alive; ask for one: ${newSession(day)}`)]
  }
  const spans = alive.map(({ from, to }) => `${from ?? "the beginning"} to ${to ?? "now"}`).join("; ")
  return isOpened(date, day)
    ? []
    : [reason("outside-consent", `the day lies outside what the consent opens (${spans})`)]
}

/** Every reason, the strongest first. Where the payment is in the book, that is the only one. */
export const reasonsOf = (date: string, found: ReadonlyArray<FoundRow>, day: DayKnown): ReadonlyArray<Reason> => {
  const here = found.filter(({ booking_date }) => booking_date === date)
  const booked = here.filter(isBooked)
  if (booked.length > 0) return booked.flatMap(standing)
  const known = here.flatMap(standing)
  const isAhead = date > day.today
  // A row without a day may be of any but those that are to come.
  const quarantined = day.quarantine.filter(({ booking_date }) => booking_date !== null || !isAhead)
  const unlisted = quarantined.length === 0 ? "did not list it" : "listed no other row that may be it"
  return [
    ...known,
    ...quarantined.map(({ code, message, path, raw_page_id }) =>
      reason("quarantined", `a row that may be it stands in quarantine: ${code} at ${path}, ${message}`, {
        raw_page_id
      })
    ),
    ...known.length > 0 ? [] : ofDay(date, day, unlisted),
    ...known.length > 0 || (day.read_id !== null && !isBegun(date, day)) || isAhead ? [] : ofConsents(date, day),
    ...found.filter((row) => row.booking_date !== date && row.withheld_by === null && isBooked(row)).map((row) =>
      reason("other-day", `the same amount is in the book on ${row.booking_date}`, row)
    )
  ]
}
