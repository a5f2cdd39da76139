/**
 * A book that stays open over several nights, each a run of its own at an instant of its own, over answers that a test
 * writes itself. The bank is `gb_test`; its rules are those that the test names.
 */
import { NodeServices } from "@effect/platform-node"
import { DateTime, Effect, FileSystem, identity, Layer, Ref, Schema } from "effect"
import { uuidV4Unsafe } from "effect/crypto/SecureRandom"
import { book, bookAt } from "../../../src/book/Book.ts"
import { addDays, BookingDay } from "../../../src/domain/bookingDay.ts"
import { Capabilities } from "../../../src/institution/Capabilities.ts"
import { Run } from "../../../src/journal/Run.ts"
import { verifyJournal } from "../../../src/journal/verifyJournal.ts"
import { normalise, replay } from "../../../src/normalise/normalise.ts"
import { finishRun } from "../../../src/run/withRun.ts"
import { writeAnswer } from "../../../src/run/writeAnswer.ts"
import { ConfigFolder } from "../../../src/settings/ConfigFolder.ts"
import { StoreClock } from "../../../src/store/StoreClock.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import type { Rules } from "../behaviours/Behaviour.ts"
import { accountRow, pageOf, transactionRow } from "../gateway/bankRows.ts"
import { rulesText } from "../truth/playTruth.ts"
import { type AnsweredRead, journalRead } from "./journalRead.ts"
import { quickBooks } from "./quickBooks.ts"

const Row = Schema.Record(Schema.String, Schema.Unknown)

/** A read of transactions of account `a-1` from 2026-11-01 until now, complete unless said otherwise. */
export const transactions = (
  rows: ReadonlyArray<unknown>,
  read: Partial<AnsweredRead> = {}
): AnsweredRead => ({
  resource: "transactions",
  account: "a-1",
  from: "2026-11-01",
  pages: [pageOf("Transaction", rows)],
  ...read
})

/** The same of days that it proves, asked for with a day more before them, and after them where it has an end. */
export const proving = (
  rows: ReadonlyArray<unknown>,
  proves: { readonly from: string | null; readonly to: string },
  read: Partial<AnsweredRead> & { readonly open?: boolean } = {}
): AnsweredRead => {
  const { open = true, ...rest } = read
  const { from: _, ...asked } = transactions(rows, { proves, ...rest })
  const day = (text: string, days: number) => addDays(BookingDay.make(text), days)
  return {
    ...asked,
    ...proves.from === null ? {} : { from: day(proves.from, -1) },
    ...open ? {} : { to: day(proves.to, 1) }
  }
}

/** A list of accounts; without any, account `a-1`. */
export const accounts = (
  rows: ReadonlyArray<unknown> = [accountRow()],
  read: Partial<AnsweredRead> = {}
): AnsweredRead => ({
  resource: "accounts",
  pages: [pageOf("Account", rows)],
  ...read
})

/** Puts somebody who listens before a database. */
type Listen = (warehouse: typeof Warehouse.Service) => typeof Warehouse.Service

/** What a test does with its book. */
export interface Nights {
  /** A night, from its day: what was answered in it is written into the journal and taken in. */
  readonly night: (day: string, ...reads: ReadonlyArray<AnsweredRead>) => ReturnType<typeof nightOf>
  /** The same, where each answer is taken in before the next one comes. */
  readonly readByRead: (day: string, ...reads: ReadonlyArray<AnsweredRead>) => ReturnType<typeof nightOf>
  /** What a person says at noon of a day of the newest question. */
  readonly answer: (day: string, reading: string) => ReturnType<typeof answerOf>
  readonly query: (sql: string) => ReturnType<typeof queryOf>
  /** Asks the same of a book that is made again from the journal, while somebody may listen. */
  readonly again: (sql: string, listen?: Listen) => ReturnType<typeof madeAgain>
  /** Edits the rules of the bank. */
  readonly setRules: (rules: Rules) => Effect.Effect<void>
}

/** A payment of account `a-1` as the bank lists it: at ten o'clock of its day, in pounds, money out unless said otherwise. */
export const paid = (id: string | undefined, day: string, amount: string, fields: Record<string, unknown> = {}) => {
  const { TransactionId: _, ...row } = transactionRow({
    BookingDateTime: `${day}T10:00:00Z`,
    Amount: { Amount: amount, Currency: "GBP" },
    ...fields
  })
  return id === undefined ? row : { ...row, TransactionId: id }
}

const now = Ref.makeUnsafe(DateTime.makeUnsafe("2026-11-20T03:00:00Z"))

const fixedTime = StoreClock.layerNoDeps.pipe(
  Layer.provideMerge(Layer.succeed(
    StoreOrigin,
    StoreOrigin.of({
      timeSeen: Effect.asSome(Ref.get(now)),
      stamped: Effect.succeedSome("sandbox"),
      observe: () => Effect.succeed(false),
      remember: Effect.void
    })
  ))
)

const nightOf = Effect.fn("bookNights.night")(
  function*(day: string, reads: ReadonlyArray<AnsweredRead>, readByRead = false) {
    yield* Ref.set(now, DateTime.makeUnsafe(`${day}T03:00:00Z`))
    yield* Effect.gen(function*() {
      for (const read of reads) {
        yield* journalRead({ institution: "gb_test", ...read })
        if (readByRead) yield* normalise({ ending: false })
      }
      yield* normalise({ ending: true })
      yield* finishRun([])
    }).pipe(Effect.provide(Run.layer("nightly", null)), Effect.scoped)
    // The rules are read anew each night, as each run reads them.
  },
  Effect.provide(Capabilities.layer, { local: true })
)

const Question = Schema.Struct({ review_id: Schema.String, kind: Schema.String })

const answerOf = Effect.fn("bookNights.answer")(function*(day: string, reading: string) {
  const warehouse = yield* Warehouse
  yield* Ref.set(now, DateTime.makeUnsafe(`${day}T12:00:00Z`))
  const [question] = yield* warehouse.rows(
    Question,
    "select review_id, kind from reviews order by opened_run desc, review_id limit 1"
  )
  if (question === undefined) return yield* Effect.die(new Error("no question is asked"))
  yield* Effect.andThen(writeAnswer(question, reading, { by: "A. Reader", reason: "the bank says so" }), finishRun([]))
    .pipe(
      Effect.provide(Run.layer("reviews-answer", null)),
      Effect.scoped
    )
})

const queryOf = Effect.fn("bookNights.query")(function*(sql: string) {
  return yield* (yield* Warehouse).rows(Row, sql)
})

const madeAgain = Effect.fn("bookNights.madeAgain")(function*(sql: string, listen: Listen = identity) {
  const { work } = yield* StoreLayout
  return yield* Effect.andThen(replay(yield* verifyJournal()), queryOf(sql)).pipe(
    Effect.updateService(Warehouse, listen),
    Effect.provide(bookAt(`${work}/again-${uuidV4Unsafe()}.duckdb`), { local: true })
  )
}, Effect.provide(Capabilities.layer, { local: true }))

/** Opens a new book at a bank of these rules. */
export const withBook = <A, E, R>(
  rules: Rules,
  body: (nights: Nights) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const root = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-nights-" })
    yield* fs.makeDirectory(`${root}/config/institutions`, { recursive: true })
    const write = (next: Rules) =>
      Effect.orDie(fs.writeFileString(`${root}/config/institutions/gb_test.toml`, rulesText(next)))
    yield* write(rules)
    const ground = Layer.mergeAll(
      fixedTime,
      quickBooks,
      Layer.succeed(StoreLayout, StoreLayout.at(`${root}/out`)),
      Layer.succeed(ConfigFolder, `${root}/config`)
    )
    return yield* body({
      night: (day, ...reads) => nightOf(day, reads),
      readByRead: (day, ...reads) => nightOf(day, reads, true),
      answer: answerOf,
      query: queryOf,
      again: madeAgain,
      setRules: write
    }).pipe(Effect.provide(book), Effect.provide(ground))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
