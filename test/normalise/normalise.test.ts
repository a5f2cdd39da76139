import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Schema } from "effect"
import { dirname } from "node:path"
import { book } from "../../src/book/Book.ts"
import { RunId } from "../../src/domain/identifiers.ts"
import { normalise } from "../../src/normalise/normalise.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { accountRow, balanceRow, pageOf, transactionRow } from "../support/gateway/bankRows.ts"
import { journalRead, runLayer, storeLayer } from "../support/store/journalRead.ts"

const Row = Schema.Struct({
  transaction_id: Schema.NullOr(Schema.String),
  amount: Schema.String,
  booking_date: Schema.String,
  version: Schema.Int,
  change: Schema.String
})

const night = Effect.fn("test.night")(function*() {
  yield* normalise({ ending: false }).pipe(Effect.provide(book), Effect.scoped)
})

const rows = <A>(schema: Schema.Decoder<A>, sql: string) =>
  Effect.gen(function*() {
    return yield* (yield* Warehouse).rows(schema, sql)
  }).pipe(Effect.provide(book), Effect.scoped)

const versions = rows(
  Row,
  `select transaction_id, amount, booking_date, version, change from transaction_versions
   order by transaction_id, booking_date, version, amount`
)

const Figures = Schema.Struct({
  rows_read: Schema.Int,
  rows_new: Schema.Int,
  rows_changed: Schema.Int,
  rows_known: Schema.Int,
  rows_repeated: Schema.Int,
  rows_quarantined: Schema.Int
})

const figures = rows(
  Figures,
  `select rows_read, rows_new, rows_changed, rows_known, rows_repeated, rows_quarantined from reads
   where resource = 'transactions' order by read_id`
)

const inStore = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(runLayer), Effect.provide(storeLayer()))

it.live("makes rows of what was read, signed, and finds nothing new in the same answer", () =>
  Effect.gen(function*() {
    yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
    yield* journalRead({ resource: "balances", account: "a-1", pages: [pageOf("Balance", [balanceRow()])] })
    const page = pageOf("Transaction", [
      transactionRow(),
      transactionRow({
        TransactionId: "t-2",
        CreditDebitIndicator: "Credit",
        Amount: { Amount: "3.5", Currency: "GBP" }
      })
    ])
    yield* journalRead({ resource: "transactions", account: "a-1", from: "2026-11-01", pages: [page] })
    yield* night()
    yield* journalRead({ resource: "transactions", account: "a-1", from: "2026-11-01", pages: [page] })
    yield* night()
    assert.deepStrictEqual(yield* versions, [
      { transaction_id: "t-1", amount: "-12.50000", booking_date: "2026-11-18", version: 1, change: "new" },
      { transaction_id: "t-2", amount: "3.50000", booking_date: "2026-11-18", version: 1, change: "new" }
    ])
    assert.deepStrictEqual(yield* figures, [
      { rows_read: 2, rows_new: 2, rows_changed: 0, rows_known: 0, rows_repeated: 0, rows_quarantined: 0 },
      { rows_read: 2, rows_new: 0, rows_changed: 0, rows_known: 2, rows_repeated: 0, rows_quarantined: 0 }
    ])
  }).pipe(inStore))

it.live("takes over a run that had only just made its folder when another looked", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const log = (yield* StoreLayout).runEvents(RunId.make("000009-0a1b2c3d"))
    yield* files.makeDirectory(dirname(log))
    yield* night()
    const common = { at: "2026-11-20T03:00:00Z", run_id: "000009-0a1b2c3d" }
    const events = [
      { event: "run-started", ...common, pipeline: "new-consent", process: { pid: 1, began: null } },
      { event: "run-ended", ...common, outcome: "complete", exit_code: 0, causes: [] }
    ]
    yield* files.writeFileString(log, events.map((event) => `${JSON.stringify(event)}\n`).join(""))
    yield* night()
    const runs = yield* rows(
      Schema.Struct({ outcome: Schema.NullOr(Schema.String) }),
      "select outcome from runs where run_id = '000009-0a1b2c3d'"
    )
    assert.deepStrictEqual(runs, [{ outcome: "complete" }])
  }).pipe(inStore))

it.live("takes in the windows of all accounts in turn, those of each in the order of their days", () =>
  Effect.gen(function*() {
    const [a, b, c] = ["a-1", "b-1", "c-1"] as const
    yield* journalRead({
      resource: "accounts",
      pages: [pageOf(
        "Account",
        [a, b, c].map((AccountId, place) =>
          accountRow({
            AccountId,
            Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: `GB0000000000000${place}` }]
          })
        )
      )]
    })
    const window = Effect.fnUntraced(function*(account: string, from: string, to: string) {
      const BookingDateTime = `${from}T12:00:00Z`
      const row = transactionRow({ AccountId: account, TransactionId: `${account} ${from}`, BookingDateTime })
      yield* journalRead({ resource: "transactions", account, from, to, pages: [pageOf("Transaction", [row])] })
    })
    for (const account of [a, b]) {
      yield* window(account, "2026-11-05", "2026-11-10")
      yield* window(account, "2026-11-01", "2026-11-06")
    }
    yield* window(c, "2026-11-01", "2026-11-10")
    yield* night()
    const Taken = Schema.Struct({ account_id: Schema.String, from_date: Schema.String })
    const taken = yield* rows(
      Taken,
      "select account_id, from_date from reads where resource = 'transactions' order by load_seq"
    )
    const [first, second] = ["2026-11-01", "2026-11-05"] as const
    assert.deepStrictEqual(
      taken.map(({ account_id, from_date }) => [account_id, from_date]),
      [[a, first], [b, first], [c, first], [a, second], [b, second]]
    )
  }).pipe(inStore))
