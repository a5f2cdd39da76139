/**
 * Why a payment is in the book, or why it is not, by what a person knows of it: account, day and amount. Reads the
 * snapshot only.
 */
import { type DateTime, Effect, Schema } from "effect"
import { type BookingDay, bookingDayAt } from "../domain/bookingDay.ts"
import { consentState } from "../domain/consentState.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { accountCalled } from "./published.ts"
import { type FoundRow, reasonsOf } from "./reasons.ts"

const text = Schema.NullOr(Schema.String)

const Found = Schema.Struct({
  transaction_key: Schema.String,
  status: Schema.String,
  booking_date: Schema.String,
  amount: Schema.String,
  currency: Schema.String,
  description: text,
  change: Schema.String,
  run_id: Schema.String,
  known_from: Schema.String,
  listed_since: Schema.String,
  said_until: text,
  changed: Schema.NullOr(
    Schema.Struct({ booking_date: Schema.NullOr(Schema.String), amount: Schema.String, run_id: Schema.String })
  ),
  successor: text,
  to_review: Schema.Boolean,
  withheld_by: Schema.NullOr(Schema.String)
}) satisfies Schema.Decoder<FoundRow>

const Day = Schema.Struct({
  timezone: Schema.String,
  read_id: text,
  read_at: text,
  read_day: text,
  silent_at: text,
  covered_from: text,
  covered_to: text,
  last_chance: text,
  institution: text,
  consents: Schema.Array(Schema.Struct({
    consent_id: Schema.String,
    status: text,
    deleted: Schema.NullOr(Schema.Boolean),
    expires: Schema.NullOr(Schema.DateTimeUtcFromString),
    retired: Schema.Boolean,
    from: text,
    to: text
  })),
  quarantine: Schema.Array(Schema.Struct({
    code: Schema.String,
    path: Schema.String,
    message: Schema.String,
    raw_page_id: Schema.String,
    row_index: Schema.NullOr(Schema.Int),
    booking_date: text
  }))
})

/** How a consent of the account stands at `now`; one whose record was never read waits. */
const stateOf = ({ deleted, expires, retired, status }: (typeof Day.Type)["consents"][number], now: DateTime.Utc) =>
  consentState({
    status: status ?? "AWAU",
    deleted: deleted ?? false,
    expiresAt: expires,
    retired: retired ? { since: null } : null
  }, now)._tag

/** What a person knows of a payment. `amount` is a decimal; without a sign it is meant either way. */
export interface Question {
  readonly account: string
  readonly date: BookingDay
  readonly amount: string
}

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Answers the question with every reason there is, the strongest first. */
export const explainWhy = Effect.fn("inspect.explainWhy")(function*({ account, amount, date }: Question) {
  const warehouse = yield* Warehouse
  const key = yield* accountCalled(account)
  const values = { account: key, day: date }
  const found = yield* warehouse.rows(Found, sql("explainFound"), {
    ...values,
    amount,
    unsigned: !/^[+-]/.test(amount)
  })
  const [day] = yield* warehouse.rows(Day, sql("explainDay"), values)
  const now = yield* (yield* StoreClock).now
  const known = day &&
    {
      ...day,
      today: bookingDayAt(now, day.timezone),
      consents: day.consents.map((consent) => ({ ...consent, state: stateOf(consent, now) }))
    }
  const reasons = known === undefined ? [] : reasonsOf(date, found, known)
  return { account_key: key, date, amount, reasons }
})
