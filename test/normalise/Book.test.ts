import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { bookAt } from "../../src/book/Book.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { storeLayer } from "../support/store.ts"

const Named = Schema.Struct({ name: Schema.String })

/** What stands in the book of a store once it is open. */
const relations = Effect.fnUntraced(function*(path: string) {
  return yield* inBook(path, (warehouse) =>
    warehouse.rows(
      Named,
      "select table_name as name from information_schema.tables where table_schema = 'main' order by table_name"
    ))
})

const inBook = <A, E>(path: string, use: (warehouse: Warehouse["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Warehouse, use).pipe(Effect.provide(bookAt(path), { local: true }), Effect.scoped)

const inWork = <A, E, R>(use: (path: string) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(StoreLayout, ({ work }) => use(`${work}/other.duckdb`)).pipe(Effect.provide(storeLayer()))

it.live("a book that was made from other tables gets those of today when it is opened", () =>
  inWork((path) =>
    Effect.gen(function*() {
      const whole = yield* relations(path)
      yield* inBook(path, (warehouse) =>
        warehouse.run("drop view unknown_words; update book_layout set digest = 'other'"))
      assert.deepStrictEqual(yield* relations(path), whole)
    })
  ))

it.live("a book whose tables are those of today is opened as it is", () =>
  inWork((path) =>
    Effect.gen(function*() {
      const whole = yield* relations(path)
      yield* inBook(path, (warehouse) => warehouse.run("drop view unknown_words"))
      assert.deepStrictEqual(yield* relations(path), whole.filter(({ name }) => name !== "unknown_words"))
    })
  ))
