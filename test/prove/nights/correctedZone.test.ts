/**
 * The `timezone` rule of a bank is corrected between two nights: the book is made again by it, so that no row is lost or doubled at
 * the edges of the days that are read again.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Schema } from "effect"
import { book } from "../../../src/book/Book.ts"
import { normalising, pulling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { type AnsweredRead, journalRead } from "../../support/store/journalRead.ts"
import { night } from "../../support/store/publishedStore.ts"
import { accounts, proving } from "../../support/store/withBook.ts"
import { coffee, coffees, differing, inZone, perDay, zonedStore } from "../../support/store/zonedNights.ts"

const Day = Schema.Struct({ rows: Schema.String })

/** Takes in what was read, and gives how many rows count on each day. */
const takenIn = Effect.fn("test.takenIn")(function*(...reads: ReadonlyArray<AnsweredRead>) {
  yield* (yield* StoreOrigin).observe("http://127.0.0.1:8787", Option.some(night))
  const pulled = Effect.as(Effect.forEach(reads, journalRead, { discard: true }), { problems: [], pages: 2 })
  yield* runPipeline({ name: "nightly", lock: "nightly", stages: [pulling(pulled), normalising] })
  return yield* Effect.flatMap(Warehouse, (warehouse) => warehouse.rows(Day, perDay("transactions"))).pipe(
    Effect.map((days) => days.map(({ rows }) => rows)),
    Effect.provide(book, { local: true }),
    Effect.scoped
  )
})

it.live("neither loses nor doubles a row where the time zone of a bank is corrected", () =>
  Effect.gen(function*() {
    const first = takenIn(accounts(), proving(coffees(1, 2, 3, 4), { from: "2026-11-01", to: "2026-11-05" }))
    assert.deepStrictEqual(yield* inZone("Europe/London", first), ["1: 2", "2: 2", "3: 2", "4: 2"])
    // The bank has always begun its days by its own clock. One of the two coffees of the newest is known, and one is new.
    const listed = [coffee(1, "17"), ...coffees(2, 3, 4), coffee(5, "08")]
    const second = takenIn(proving(listed, { from: "2026-11-03", to: "2026-11-06" }))
    assert.deepStrictEqual(yield* inZone("Pacific/Auckland", second), ["1: 1", "2: 2", "3: 2", "4: 2", "5: 2"])
    assert.deepStrictEqual(yield* differing, [])
  }).pipe(Effect.provide(zonedStore.pipe(Layer.provideMerge(Logger.layer([]))))))
