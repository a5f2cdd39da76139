/**
 * A book whose rows a test states itself, without a bank, a journal or a load: what was stated and listed on which night.
 * A night is a day, at three in the morning, UTC, or another hour of it (`2026-11-02T19`); its balances are known before its rows.
 */
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Layer, Schema } from "effect"
import { bookAt } from "../../../src/book/Book.ts"
import { reconcile } from "../../../src/reconcile/reconcile.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { quickBooks } from "../store/quickBooks.ts"

/** A balance as a bank states it: `at` an instant or a day, as sent. `night` is the day of the night that read it. */
export interface StatedBalance {
  readonly night: string
  readonly at: string
  readonly amount: string
  readonly type?: string
  /** The word that was sent for the type, where it is another. */
  readonly typeSent?: string
  readonly account?: string
  readonly currency?: string
  readonly subType?: "BCUR" | "LCUR"
  /** Credit lines that are inside the amount. */
  readonly included?: string
}

/** A row: `at` an instant or a day, as sent; listed from the night `night` until before the night `until`. */
export interface StatedRow {
  readonly night: string
  readonly at: string
  readonly amount: string
  readonly until?: string
  /** What its amount is from other nights on. */
  readonly restated?: ReadonlyArray<readonly [night: string, amount: string]>
  readonly account?: string
  readonly currency?: string
  readonly status?: "BOOK" | "PDNG"
  readonly key?: string
  /** The balance that the bank states after it. */
  readonly running?: string
}

export interface StatedBook {
  readonly balances: ReadonlyArray<StatedBalance>
  readonly rows: ReadonlyArray<StatedRow>
  /** Nights that read the account's rows, each all days until the day before it; by default all that are named. */
  readonly read?: ReadonlyArray<string>
  /** The first day that the first of them read. */
  readonly since?: string
  readonly lookback?: number
  /** Of the bank; by default UTC. */
  readonly zone?: string
}

const Row = Schema.Record(Schema.String, Schema.Unknown)

const text = (value: string | undefined) => value === undefined ? "null" : `'${value}'`

/** When a night asks, to the minute. */
const askedAt = (night: string) => `${night.length === 10 ? `${night}T03` : night}:00`

const dayOf = (night: string) => night.slice(0, 10)

const instantOf = (at: string) => at.length === 10 ? `timestamptz '${at}T00:00:00Z'` : `timestamptz '${at}'`

const bookedOn = (at: string, zone: string) =>
  at.length === 10 ? `'${at}'` : `timezone('${zone}', ${instantOf(at)})::date`

/** The statements that write a stated book into an open one. */
export const statementsOf = (stated: StatedBook): string => {
  const { balances, lookback = 10, rows, since = "2026-01-01", zone = "UTC" } = stated
  const nights = [
    ...new Set(
      [...balances, ...rows].flatMap(({ night, ...rest }) => [
        night,
        ..."until" in rest && rest.until !== undefined ? [rest.until] : [],
        ...("restated" in rest ? rest.restated ?? [] : []).map(([since]) => since)
      ])
    )
  ].toSorted()
  const read = stated.read ?? nights
  const all = [...new Set([...nights, ...read])].toSorted()
  const accounts = [...new Set([...balances, ...rows].map(({ account = "a" }) => account))]
  const seq = (night: string, part: 1 | 2) => all.indexOf(night) * 2 + part
  const values = (table: string, columns: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : [`insert into ${table} (${columns}) values ${lines.join(",\n")}`]
  return [
    `insert into institutions by name select 'gb_test' as institution, ${lookback} as lookback_days, '${zone}' as timezone`,
    ...values(
      "loads",
      "load_seq, kind, subject, decided_at",
      all.flatMap((night) => [
        `(${seq(night, 1)}, 'read', 'b-${night}', '${askedAt(night)}:00Z')`,
        `(${seq(night, 2)}, 'read', 't-${night}', '${askedAt(night)}:01Z')`
      ])
    ),
    ...values(
      "account_versions",
      "account_key, institution, account_id, currency, version, known_from, load_seq, run_id",
      accounts.map((key) =>
        `('${key}', 'gb_test', '${key}', 'GBP', 1, '${askedAt(all[0] ?? since)}:00Z', 1, '${all[0]}')`
      )
    ),
    ...values(
      "account_sightings",
      "account_key, first_seen_run, last_seen_run",
      accounts.map((key) => `('${key}', '${all[0]}', '${all.at(-1)}')`)
    ),
    ...values(
      "reads",
      "read_id, run_id, institution, resource, started_at, outcome, load_seq",
      read.map((night) =>
        `('t-${night}', '${night}', 'gb_test', 'transactions', '${askedAt(night)}:01Z', 'complete', ${seq(night, 2)})`
      )
    ),
    ...values(
      "coverage",
      "account_key, from_date, to_date, read_id",
      read.flatMap((night, index) =>
        accounts.map((key) =>
          `('${key}', ${
            index === 0 ? `'${since}'::date` : `greatest('${since}'::date, '${dayOf(night)}'::date - ${lookback})`
          }, '${dayOf(night)}'::date - 1, 't-${night}')`
        )
      )
    ),
    ...values(
      "balances",
      "balance_key, account_key, type, type_sent, sub_type, currency, as_of, as_of_sent, amount, known_from, load_seq, run_id",
      balances.map((
        { account = "a", amount, at, currency = "GBP", night, subType = "BCUR", type = "ITBD", typeSent = "" },
        index
      ) =>
        `('b-${index}', '${account}', '${type}', nullif('${typeSent}', ''), '${subType}', '${currency}', ${
          instantOf(at)
        }, '${at}', ${amount}, ` +
        `'${askedAt(night)}:00Z', ${seq(night, 1)}, '${night}')`
      )
    ),
    ...values(
      "credit_lines",
      "balance_key, type, included, amount, currency",
      balances.flatMap(({ currency = "GBP", included }, index) =>
        included === undefined ? [] : [`('b-${index}', 'Available', true, ${included}, '${currency}')`]
      )
    ),
    ...values(
      "transaction_versions",
      "transaction_key, account_key, status, booking_date, booking_at, booking_sent, amount, currency, version, " +
        "known_from, known_to, change, load_seq, run_id, running_balance",
      rows.flatMap(
        (
          { account = "a", amount, at, currency = "GBP", key, night, restated = [], running, status = "BOOK", until },
          index
        ) => {
          const line = (amount: string, version: number, from: string, to: string | undefined, change: string) =>
            `('${key ?? `t-${index}`}', '${account}', '${status}', ${bookedOn(at, zone)}, ${instantOf(at)}, '${at}', ` +
            `${amount}, '${currency}', ${version}, '${askedAt(from)}:01Z', ${
              text(to && `${askedAt(to)}:01Z`)
            }, '${change}', ` +
            `${seq(from, 2)}, '${from}', ${running ?? null})`
          const said = [[night, amount] as const, ...restated]
          return [
            ...said.map(([from, amount], at) =>
              line(amount, at + 1, from, said[at + 1]?.[0] ?? until, at === 0 ? "new" : "changed")
            ),
            ...until === undefined
              ? []
              : [line(amount, said.length + 1, until, undefined, status === "BOOK" ? "absent" : "voided")]
          ]
        }
      )
    )
  ].join(";\n")
}

/** What a test does with its book. */
export interface Stated {
  readonly state: (stated: StatedBook) => ReturnType<typeof fill>
  readonly query: (sql: string) => ReturnType<typeof ask>
}

const fill = Effect.fn("stated.fill")(function*(stated: StatedBook) {
  yield* (yield* Warehouse).run(statementsOf(stated))
  yield* reconcile()
})

const ask = Effect.fn("stated.ask")(function*(sql: string) {
  return yield* (yield* Warehouse).rows(Row, sql)
})

/** Opens an empty book. */
export const withStatedBook = <A, E, R>(body: (stated: Stated) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const root = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-stated-" })
    const layout = StoreLayout.at(`${root}/out`)
    return yield* body({ state: fill, query: ask }).pipe(
      Effect.provide(bookAt(layout.book)),
      Effect.provide(Layer.mergeAll(quickBooks, Layer.succeed(StoreLayout, layout)))
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
