/**
 * A book that was made by older rules, in the hands of a run: it is made again first, and what that changes is told.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import { book } from "../../../src/book/Book.ts"
import { ruleVersion } from "../../../src/domain/versions.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"

const inBook = <A, E>(use: (warehouse: Warehouse["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Warehouse, use).pipe(Effect.provide(book, { local: true }), Effect.scoped)

const Row = Schema.Struct({ transaction_id: Schema.String, amount: Schema.String, rule_version: Schema.Int })
const rows = inBook((warehouse) =>
  warehouse.rows(
    Row,
    "select transaction_id, amount, rule_version from transaction_versions where known_to is null order by transaction_id"
  )
)

const Finding = Schema.Struct({ code: Schema.String, message: Schema.String, evidence: Schema.String })
const findings = inBook((warehouse) =>
  warehouse.rows(Finding, "select code, message, evidence from findings where code = 'rule-changed'")
)

/** A book as rules of before could have made it: one amount another, a column less, and the row had left in an export. */
const age = inBook((warehouse) =>
  warehouse.run(`
    insert into shipped_rows select 'e', transaction_key, version from transaction_versions;
    update transaction_versions set rule_version = 1;
    update transaction_versions set amount = -100 where transaction_id = 't-2';
    drop view transactions;
    drop view pending_transactions;
    alter table transaction_versions drop column merchant_name;
    update book_layout set rule_version = null, digest = 'other'`)
)

/** What a run says while it goes on. */
const saying = <A, E, R>(run: Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  return Effect.as(run.pipe(Effect.provide(Logger.layer([logger]))), lines)
}

it.live(
  "is made again by the next run, which says what money changes, and finds rows that had left otherwise",
  () =>
    Effect.gen(function*() {
      yield* publishNight()
      const before = yield* rows
      yield* age
      const said = yield* saying(publishNight())
      assert.match(said[0] ?? "", /^the book was made by older rules, and is made again from its journal$/)
      assert.match(
        said[1] ?? "",
        /^by newer rules: account \w+, 2026-11: 2 rows of -112\.50000 GBP are now 2 rows of -16\.00000$/
      )
      assert.deepStrictEqual(yield* rows, before)
      assert.deepStrictEqual(before.map(({ rule_version }) => rule_version), [ruleVersion, ruleVersion])
      assert.deepStrictEqual(yield* findings, [{
        code: "rule-changed",
        message:
          "1 row that left in an export is otherwise, or no more, since the book was made again by newer rules; " +
          "compare the next export with the one before",
        evidence: `{"rows":1,"rule_version":${ruleVersion}}`
      }])
      const { tables } = yield* rebuild({ replace: false })
      assert.deepStrictEqual(tables.filter(({ gained, lost }) => gained + lost > 0), [])
    }).pipe(Effect.provide(emptyStore), Effect.scoped)
)

it.live("a book of a newer version is put aside only where that is asked for", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const before = yield* rows
    yield* inBook((warehouse) => warehouse.run("update book_layout set schema_version = 98"))
    const refused = yield* Effect.flip(rebuild({ replace: false }))
    assert.strictEqual(refused._tag, "BookTooNew")
    assert.isTrue((yield* rebuild({ replace: true })).replaced)
    assert.deepStrictEqual(yield* rows, before)
  }).pipe(Effect.provide(emptyStore)))
