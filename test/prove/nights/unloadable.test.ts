/**
 * Reads that the book cannot take in, beside others that it can. What makes them so is planted: rules that fail over one
 * word stand for those of an earlier Daybook, which failed over one name of a field.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import { retryQuarantine } from "../../../pipelines/retry-quarantine.ts"
import { book } from "../../../src/book/Book.ts"
import { defineMacros } from "../../../src/book/macros.ts"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { publishStage } from "../../../src/export/publishStage.ts"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { Run } from "../../../src/journal/Run.ts"
import { normalise } from "../../../src/normalise/normalise.ts"
import { finishRun } from "../../../src/run/withRun.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { MemoryLimit } from "../../../src/warehouse/databaseLimits.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { accountRow, pageOf, transactionRow } from "../../support/gateway/bankRows.ts"
import { type AnsweredRead, journalRead } from "../../support/store/journalRead.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"

const ours = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")
const theirs = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

/** What an earlier Daybook could not take in: a row with this word. */
const failing = `create or replace temp macro folded(narrative) as
  case when narrative = 'POISON' then error('cannot be folded') else narrative end`

const transactions = (consent: ConsentId, rows: ReadonlyArray<unknown>): AnsweredRead => ({
  consent,
  institution: consent === ours ? "gb_alder_personal" : "gb_birch_business",
  resource: "transactions",
  account: "a-1",
  from: "2026-11-01",
  pages: [pageOf("Transaction", rows)]
})

const accounts = (consent: ConsentId): AnsweredRead => {
  const { account: _, from: __, ...bulk } = transactions(consent, [])
  return { ...bulk, resource: "accounts", pages: [pageOf("Account", [accountRow()])] }
}

const sound = (id: string) => transactionRow({ TransactionId: id })
const poison = (id: string) => transactionRow({ TransactionId: id, TransactionInformation: "POISON" })

/** A night of these reads, which the earlier Daybook takes in. */
const earlier = Effect.fnUntraced(function*(...reads: ReadonlyArray<AnsweredRead>) {
  yield* Effect.gen(function*() {
    const warehouse = yield* Warehouse
    yield* defineMacros()
    yield* warehouse.run(failing)
    for (const read of reads) yield* journalRead(read)
    yield* normalise({ ending: true })
    yield* finishRun([])
  }).pipe(Effect.provide(book), Effect.provide(Run.layer("nightly", null)), Effect.scoped)
  yield* publishStage()
})

const Told = Schema.Struct({ told: Schema.Array(Schema.String) })

const listOf = Effect.fnUntraced(function*(sql: string) {
  const warehouse = yield* Warehouse
  const [found] = yield* warehouse.rows(Told, `select coalesce(list(t order by t), []) as told from (${sql}) as r(t)`)
  return found?.told ?? []
}, Effect.provide(snapshot))

const rows = listOf(
  "select consent_id[-1:] || ' ' || transaction_id from transactions join accounts using (account_key)"
)
const aside = listOf(
  "select institution || ' ' || if(resolved_run is null, 'open', 'understood') || ' ' || message from quarantine"
)

const changed = Effect.map(
  rebuild({ replace: false }),
  ({ tables }) => tables.filter(({ gained, lost }) => gained + lost > 0)
)

const reason = "the database could not take it in (Invalid Input Error)"

it.live("sets aside the one read that cannot be loaded, loads all others, and makes the same book again", () =>
  Effect.gen(function*() {
    yield* earlier(
      accounts(ours),
      accounts(theirs),
      transactions(ours, [sound("t-1"), poison("t-2")]),
      transactions(theirs, [sound("t-1")])
    )
    assert.deepStrictEqual(yield* rows, ["2 t-1"])
    assert.deepStrictEqual(yield* aside, [`gb_alder_personal open ${reason}`])
    // These rules could load it; what the journal says was set aside stays so until somebody asks.
    assert.deepStrictEqual(yield* changed, [])
  }).pipe(Effect.provide(emptyStore), Effect.provide(Logger.layer([])), Effect.scoped))

it.live("sets aside an answer that is more than the memory of the database holds, and rows that are too long alone", () =>
  Effect.gen(function*() {
    const long = (id: string, length: number) =>
      transactionRow({ TransactionId: id, TransactionInformation: "x".repeat(length) })
    yield* earlier(
      accounts(ours),
      accounts(theirs),
      transactions(ours, [sound("t-1"), long("t-2", 10 * 1024 * 1024)]),
      transactions(theirs, [sound("t-3"), long("t-4", 300_000), long("t-5", 200_000)])
    )
    assert.deepStrictEqual(yield* rows, ["2 t-3", "2 t-5"])
    assert.deepStrictEqual(yield* aside, [
      "gb_alder_personal open the database may use too little memory for it",
      "gb_birch_business open the row is longer than 256 KB"
    ])
  }).pipe(
    Effect.provideService(MemoryLimit, "320MB"),
    Effect.provide(emptyStore),
    Effect.provide(Logger.layer([])),
    Effect.scoped
  ))

it.live("takes in again what was set aside once it can be loaded, and only then", () =>
  Effect.gen(function*() {
    yield* earlier(accounts(ours), transactions(ours, [sound("t-1"), poison("t-2")]))
    yield* earlier(transactions(ours, [sound("t-1"), poison("t-2"), sound("t-3")]))
    assert.deepStrictEqual(yield* rows, [])
    // What was asked for later says otherwise of one of them, and holds.
    const later = transactionRow({ TransactionId: "t-1", TransactionInformation: "LATER" })
    yield* earlier({ ...transactions(ours, [later]), outcome: "partial" })
    assert.deepStrictEqual(yield* rows, ["1 t-1"])
    assert.strictEqual((yield* retryQuarantine).reads, 2)
    assert.deepStrictEqual(yield* rows, ["1 t-1", "1 t-2", "1 t-3"])
    assert.deepStrictEqual(yield* listOf("select description from transactions where transaction_id = 't-1'"), [
      "LATER"
    ])
    assert.deepStrictEqual(yield* listOf("select code from quarantine where resolved_run is null"), [])
    assert.deepStrictEqual(yield* changed, [])
    assert.strictEqual((yield* retryQuarantine).reads, 0)
  }).pipe(Effect.provide(emptyStore), Effect.provide(Logger.layer([])), Effect.scoped))

it.live("goes on where an earlier Daybook ended every night over a read that its journal says was taken in", () =>
  Effect.gen(function*() {
    yield* Effect.gen(function*() {
      const run = yield* Run
      const read_id = yield* journalRead(transactions(ours, [poison("t-1")]))
      yield* journalRead(transactions(theirs, [sound("t-2")]))
      yield* run.append({ event: "taken-in", at: yield* run.at, seq: 1, read_id, consent_id: ours, run_id: run.id })
      yield* finishRun([])
    }).pipe(Effect.provide(Run.layer("nightly", null)), Effect.scoped)
    yield* earlier()
    assert.deepStrictEqual(yield* rows, ["2 t-2"])
    assert.deepStrictEqual(yield* aside, [`gb_alder_personal open ${reason}`])
    assert.deepStrictEqual(yield* changed, [])
  }).pipe(Effect.provide(emptyStore), Effect.provide(Logger.layer([])), Effect.scoped))
