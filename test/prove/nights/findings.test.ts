/**
 * The life of a finding: open from the read that shows it, until a complete read no longer does or a person has looked.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Run } from "../../../src/journal/Run.ts"
import { importEvents } from "../../../src/normalise/importEvents.ts"
import { finishRun } from "../../../src/run/withRun.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

const some = [1, 2, 3].map((day) => paid(`t-${day}`, `2026-11-0${day}`, String(day)))
const list = [...some, paid("t-9", "2026-11-09", "9")]
const signed = [...some, paid("t-9", "2026-11-09", "-9")]

const life = `select code, run_id[:6] as opened, last_seen_run[:6] as seen, closed_run[:6] as closed, closed_by
  from findings order by all`
const opened = (night: number) => String(night).padStart(6, "0")
const sign = (from: number, seen: number, closed: number | null = null, by: string | null = null) => ({
  code: "sign-against-indicator",
  opened: opened(from),
  seen: opened(seen),
  closed: closed === null ? null : opened(closed),
  closed_by: by
})

/** A run in which a person says of a finding that it may rest. */
const acknowledge = Effect.fn("test.acknowledge")(function*(finding: string) {
  yield* Effect.gen(function*() {
    const run = yield* Run
    yield* run.append({
      event: "finding-acknowledged",
      at: yield* run.at,
      run_id: run.id,
      finding_id: finding,
      code: "any",
      account_key: null,
      by: "A. Reader",
      reason: "the bank was told"
    })
    yield* finishRun([])
    yield* importEvents(run.id)
  }).pipe(Effect.provide(Run.layer("findings-acknowledge", null)), Effect.scoped)
})

it.live(
  "is open while reads show it, gone with the first complete one that does not, and then open again",
  () =>
    withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-16", accounts(), transactions(signed))
        assert.deepStrictEqual(yield* query(life), [sign(1, 1)])
        yield* night("2026-11-17", transactions(signed))
        assert.deepStrictEqual(yield* query(life), [sign(1, 2)])

        // Neither a read that stopped, nor one of something else, says that it is gone.
        yield* night("2026-11-18", accounts(), transactions(list, { outcome: "partial" }))
        assert.deepStrictEqual(yield* query(life), [sign(1, 2)])
        yield* night("2026-11-19", transactions(list))
        yield* night("2026-11-20", transactions(list))
        assert.deepStrictEqual(yield* query(life), [sign(1, 2, 4, "gone")])

        yield* night("2026-11-21", transactions([...signed, paid("t-8", "2026-11-08", "-8")]))
        assert.deepStrictEqual(yield* query(life), [sign(6, 6)])
        const [row] = yield* query("select finding_id, message, evidence->>'rows' as rows, account_key from findings")
        assert.strictEqual(row?.["rows"], "2")
        assert.match(String(row?.["finding_id"]), /^[0-9a-f]{32}$/)
        assert.deepStrictEqual(yield* again(life), yield* query(life))
      })),
  120_000
)

it.live(
  "rests once a person has looked, is obeyed by a book made again, and opens when it comes back",
  () =>
    withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-16", accounts(), transactions(signed))
        const [row] = yield* query("select finding_id from findings")
        yield* acknowledge(String(row?.["finding_id"]))
        assert.deepStrictEqual(yield* query(life), [sign(1, 1, 2, "person")])
        yield* night("2026-11-17", transactions(signed))
        yield* night("2026-11-18", transactions(list))
        assert.deepStrictEqual(yield* query(life), [sign(1, 3, 2, "person")])
        assert.deepStrictEqual(yield* again(life), yield* query(life))
        yield* night("2026-11-19", transactions(signed))
        assert.deepStrictEqual(yield* query(life), [sign(5, 5)])
        assert.deepStrictEqual(yield* again(life), yield* query(life))
      })),
  120_000
)

it.live(
  "stays until a person has looked where it is told only once",
  () =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        const news = "select code, closed_by from findings"
        yield* night("2026-11-16", accounts(), transactions([...list, paid("t-4", "2026-11-04", "4", { Tomorrow: 1 })]))
        const plain = [...list, paid("t-4", "2026-11-04", "4")]
        yield* night("2026-11-17", transactions(plain))
        yield* night("2026-11-18", transactions(plain))
        assert.deepStrictEqual(yield* query(news), [{ code: "unknown-field", closed_by: null }])
        const [row] = yield* query("select finding_id from findings")
        yield* acknowledge(String(row?.["finding_id"]))
        assert.deepStrictEqual(yield* query(news), [{ code: "unknown-field", closed_by: "person" }])
      })),
  120_000
)

it.live(
  "is another one for each field of a bank, and for each account",
  () =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night(
          "2026-11-16",
          accounts(),
          transactions([paid("t-4", "2026-11-04", "4", { Tomorrow: 1, Later: 2 })])
        )
        assert.deepStrictEqual(
          yield* query("select count(distinct finding_id)::integer as ids, count(*)::integer as rows from findings"),
          [{ ids: 2, rows: 2 }]
        )
      })),
  120_000
)
