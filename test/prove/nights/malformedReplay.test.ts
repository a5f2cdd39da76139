import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { retryQuarantine } from "../../../pipelines/retry-quarantine.ts"
import { book } from "../../../src/book/Book.ts"
import { snapshot } from "../../../src/inspect/snapshot.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"

const Row = Schema.Struct({ transaction_id: Schema.NullOr(Schema.String), amount: Schema.String })
const Line = Schema.Struct({ code: Schema.String, open: Schema.Boolean })
const Load = Schema.Struct({ load_seq: Schema.Int, kind: Schema.String })

/** The book as a program would have left it that did not understand the second row. */
const forget = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  yield* warehouse.run(`
    insert into quarantine by name
    select 'gb_alder_personal' as institution, v.account_key, p.read_id, 'bad-amount' as code,
      '/Data/Transaction/1/Amount/Amount' as path, '/Amount/Amount' as field, 'not understood' as message, v.raw_page_id,
      v.row_index, 'digest/1' as row_digest, 'transactions' as resource, v.booking_date, v.run_id as first_seen_run,
      v.run_id as last_seen_run, 'earlier' as last_read_id
    from transaction_versions v
    join raw_pages p using (raw_page_id)
    where v.transaction_id = 't-2';
    delete from transaction_versions where transaction_id = 't-2';
  `)
}).pipe(Effect.provide(book), Effect.scoped)

const told = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  return {
    rows: yield* warehouse.rows(Row, "select transaction_id, amount from transactions order by transaction_id"),
    lines: yield* warehouse.rows(Line, "select code, resolved_run is null as open from quarantine"),
    loads:
      (yield* warehouse.rows(Load, "select load_seq::integer as load_seq, kind from loads order by load_seq")).length
  }
}).pipe(Effect.provide(snapshot))

it.live("takes in again what is understood by now, once, and leaves the rest where it stands", () =>
  Effect.gen(function*() {
    yield* publishNight()
    yield* forget
    const first = yield* retryQuarantine
    assert.deepStrictEqual([first.reads, first.summary.outcome, first.summary.pipeline], [
      1,
      "complete",
      "quarantine-replay"
    ])
    const after = yield* told
    assert.deepStrictEqual(after, {
      rows: [{ transaction_id: "t-1", amount: "-12.50000" }, { transaction_id: "t-2", amount: "-3.50000" }],
      lines: [{ code: "bad-amount", open: false }],
      loads: 4
    })
    assert.strictEqual((yield* retryQuarantine).reads, 0)
    assert.deepStrictEqual(yield* told, after)
  }).pipe(Effect.provide(emptyStore)))

it.live("takes nothing in again that is still not understood", () =>
  Effect.gen(function*() {
    yield* publishNight("12.123456")
    assert.strictEqual((yield* retryQuarantine).reads, 0)
    const { lines, loads } = yield* told
    assert.deepStrictEqual(lines, [{ code: "bad-amount", open: true }])
    assert.strictEqual(loads, 3)
  }).pipe(Effect.provide(emptyStore)))
