/**
 * What the published file holds of accounts, balances and transactions, as rows of its relations: whatever columns they have
 * in the version that published it.
 */
import { DateTime, Effect, Schema } from "effect"
import { AccountUnknown } from "../domain/AccountUnknown.ts"
import type { BookingDay } from "../domain/bookingDay.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Row = Schema.Record(Schema.String, Schema.Unknown)

/** One row, by the names of its columns. */
export type Row = typeof Row.Type

/** The accounts, bank by bank. */
export const listAccounts = Effect.fn("inspect.listAccounts")(function*() {
  return yield* (yield* Warehouse).rows(Row, "select * from accounts order by institution, account_id, account_key")
})

/** The newest balance of each kind, account by account. */
export const listBalances = Effect.fn("inspect.listBalances")(function*() {
  return yield* (yield* Warehouse).rows(
    Row,
    `select b.* from latest_balances b left join accounts a using (account_key)
     order by a.institution, a.account_id, b.account_key, b.type, b.sub_type, b.currency`
  )
})

const Called = Schema.Struct({ account_key: Schema.String })

/**
 * The account_key of the account that a person means: by its key, by the bank's AccountId, by its number, or by its name. A
 * name that several accounts have means none of them.
 */
export const accountCalled = Effect.fn("inspect.accountCalled")(function*(account: string) {
  const warehouse = yield* Warehouse
  const called = yield* warehouse.rows(Called, new URL("./accountCalled.sql", import.meta.url), { account })
  const [only] = called
  if (only === undefined || called.length > 1) {
    return yield* new AccountUnknown({ account, found: called.length })
  }
  return only.account_key
})

/** Which transactions; null where it does not matter. */
export interface Wanted {
  readonly account: string | null
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  /** Only what the book learned after this instant, or counts again since. */
  readonly changedSince: DateTime.DateTime | null
  /** Only so many, the newest. */
  readonly limit: number | null
}

/** Booked transactions by booking day, oldest first. */
export const listTransactions = Effect.fn("inspect.listTransactions")(
  function*({ account, changedSince, from, limit, to }: Wanted) {
    const warehouse = yield* Warehouse
    const rows = yield* warehouse.rows(
      Row,
      `select * from transactions
       where ($account::varchar is null or account_key = $account)
         and ($from::date is null or booking_date >= $from::date)
         and ($to::date is null or booking_date <= $to::date)
         and ($since::timestamptz is null or known_from > $since::timestamptz or transaction_key in (
           select transaction_key from withheld_rows where known_from <= $since::timestamptz and known_to > $since::timestamptz
         ))
       order by booking_date desc, booking_at desc, transaction_key desc
       limit $limit::bigint`,
      {
        account: account === null ? null : yield* accountCalled(account),
        from,
        to,
        since: changedSince === null ? null : DateTime.formatIso(changedSince),
        limit
      }
    )
    return rows.toReversed()
  }
)

/** The answer to a question in SQL. */
export const query = Effect.fn("inspect.query")(function*(sql: string) {
  return yield* (yield* Warehouse).ask(sql)
})
