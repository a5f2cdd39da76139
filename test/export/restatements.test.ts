/**
 * What a ledger that loads every export takes back and puts in its place, so that it always has what the newest one adds up to.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Schema } from "effect"
import { bookAt } from "../../src/book/Book.ts"
import { recordExport } from "../../src/book/exports.ts"
import { RunId } from "../../src/domain/identifiers.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { quickBooks } from "../support/store/quickBooks.ts"

const Said = Schema.Struct({ text: Schema.String })
const Next = Schema.Struct({ seq: Schema.Int })

const nextLoad = Effect.gen(function*() {
  const [next] = yield* (yield* Warehouse).rows(
    Next,
    "select coalesce(max(load_seq), 0)::integer + 1 as seq from loads"
  )
  return next?.seq ?? 1
})

/** Exports the book, and gives what it says of rows that left before. */
const exported = Effect.fnUntraced(function*(id: string, held: ReadonlyArray<string> = []) {
  const warehouse = yield* Warehouse
  const said = yield* warehouse.rows(
    Said,
    `select concat_ws(' ', entry, transaction_key, amount::decimal(9, 2), version, export_id) as text
     from restatements where account_key not in (select unnest($held::varchar[]))
     order by account_key, booking_date, transaction_key, version`,
    { held }
  )
  yield* recordExport({
    event: "exported",
    at: "2026-11-20T03:00:00Z",
    seq: yield* nextLoad,
    run_id: RunId.make(id),
    export_id: id,
    folder: id,
    manifest_sha256: id,
    left_out: held
  })
  return said.map(({ text }) => text)
})

/** A load that brings these versions, each as key, version, amount and change. What it says is told by its amount. */
const learn = Effect.fnUntraced(function*(...versions: ReadonlyArray<readonly [string, number, number, string?]>) {
  const seq = yield* nextLoad
  yield* (yield* Warehouse).run([
    `insert into loads values (${seq}, 'read', 'r-${seq}', now())`,
    ...versions.flatMap(([key, version, amount, change = version === 1 ? "new" : "changed"]) => [
      `update transaction_versions set known_to = now() where transaction_key = '${key}' and known_to is null`,
      `insert into transaction_versions by name
       select '${key}' as transaction_key, 'a' as account_key, 'BOOK' as status, date '2026-11-10' as booking_date,
         ${amount} as amount, 'GBP' as currency, ${version} as version, '${change}' as change, ${seq} as load_seq,
         now() as known_from, hash(${amount}) as row_hash`
    ])
  ].join(";\n"))
})

const withRows = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const out = yield* files.makeTempDirectoryScoped({ prefix: "daybook-restatements-" })
    return yield* body.pipe(Effect.provide(
      bookAt(`${out}/book.duckdb`).pipe(
        Layer.provide(Layer.succeed(StoreLayout, StoreLayout.at(out))),
        Layer.provide(quickBooks)
      )
    ))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

it.live("takes back what changed or is gone, posts what it says now, and what came back, each once", () =>
  withRows(Effect.gen(function*() {
    yield* learn(["rent", 1, -100], ["shop", 1, -7], ["wages", 1, 900])
    assert.deepStrictEqual(yield* exported("e1"), [])
    yield* learn(["rent", 2, -101], ["shop", 2, -7, "absent"], ["new", 1, -1])
    assert.deepStrictEqual(yield* exported("e2"), [
      "reverse rent 100.00 1 e1",
      "post rent -101.00 2",
      "reverse shop 7.00 1 e1"
    ])
    assert.deepStrictEqual(yield* exported("e3"), [])
    yield* learn(["shop", 3, -7, "returned"])
    assert.deepStrictEqual(yield* exported("e4"), ["post shop -7.00 3"])
    assert.deepStrictEqual(yield* exported("e5"), [])
    yield* learn(["shop", 4, -8])
    assert.deepStrictEqual(yield* exported("e6"), ["reverse shop 7.00 3 e4", "post shop -8.00 4"])
  })))

it.live("says nothing of what changed and changed back between two exports", () =>
  withRows(Effect.gen(function*() {
    yield* learn(["rent", 1, -100], ["shop", 1, -7])
    yield* exported("e1")
    yield* learn(["rent", 2, -101], ["shop", 2, -7, "absent"])
    yield* learn(["rent", 3, -100], ["shop", 3, -7, "returned"])
    assert.deepStrictEqual(yield* exported("e2"), [])
  })))

it.live("says what changed of an account that was held once it is shipped again, against what had left of it", () =>
  withRows(Effect.gen(function*() {
    yield* learn(["rent", 1, -100])
    yield* exported("e1")
    yield* learn(["rent", 2, -101])
    assert.deepStrictEqual(yield* exported("e2", ["a"]), [])
    yield* learn(["rent", 3, -102])
    assert.deepStrictEqual(yield* exported("e3", ["a"]), [])
    assert.deepStrictEqual(yield* exported("e4"), ["reverse rent 100.00 1 e1", "post rent -102.00 3"])
    assert.deepStrictEqual(yield* exported("e5"), [])
  })))

it.live("takes back a row that a person says is no payment, and posts it again where that is undone", () =>
  withRows(Effect.gen(function*() {
    yield* learn(["rent", 1, -100], ["shop", 1, -7])
    yield* exported("e1")
    const { run } = yield* Warehouse
    yield* run("insert into withheld_rows values ('shop', 'review', now(), null)")
    assert.deepStrictEqual(yield* exported("e2"), ["reverse shop 7.00 1 e1"])
    assert.deepStrictEqual(yield* exported("e3"), [])
    yield* run("update withheld_rows set known_to = now()")
    assert.deepStrictEqual(yield* exported("e4"), ["post shop -7.00 1"])
    assert.deepStrictEqual(yield* exported("e5"), [])
  })))
