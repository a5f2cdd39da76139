/**
 * The life of a finding: open from the read that shows it, until a complete read no longer does or a person has looked.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { RunId } from "../../../src/domain/identifiers.ts"
import type { FindingAcknowledged } from "../../../src/journal/decisions.ts"
import { Run } from "../../../src/journal/Run.ts"
import { importEvents } from "../../../src/normalise/importEvents.ts"
import { finishRun } from "../../../src/run/withRun.ts"
import { accounts, type Nights, paid, transactions, withBook } from "../../support/store/withBook.ts"

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

const Seen = Schema.Struct({ finding_id: Schema.String, run_id: RunId, load_seq: Schema.Int })

/** What a person sees of a finding by now. */
const look = (query: Nights["query"], code: string) =>
  query(
    `select finding_id, last_seen_run as run_id, (select max(load_seq) from loads)::integer as load_seq
     from findings where code = '${code}' order by last_seen_run desc`
  ).pipe(
    Effect.flatMap(([row]) => Schema.decodeUnknownEffect(Seen)(row)),
    Effect.map(({ finding_id, ...seen }) => ({ finding_id, seen }))
  )

/** A run in which a person says of a finding that it may rest; journals of before do not say what was `seen` of it. */
const acknowledge = Effect.fn("test.acknowledge")(
  function*(finding: string, seen?: typeof FindingAcknowledged.Type["seen"]) {
    yield* Effect.gen(function*() {
      const run = yield* Run
      yield* run.append({
        event: "finding-acknowledged",
        at: yield* run.at,
        run_id: run.id,
        finding_id: finding,
        code: "any",
        account_key: null,
        ...seen === undefined ? {} : { seen },
        by: "A. Reader",
        reason: "the bank was told"
      })
      yield* finishRun([])
      yield* importEvents(run.id)
    }).pipe(Effect.provide(Run.layer("findings-acknowledge", null)), Effect.scoped)
  }
)

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
      }))
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
      }))
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
      }))
)

it.live(
  "is not gone by a list of later days than those of which rows were left out",
  () =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        const days = ["02", "03", "04", "10", "11", "12"].map((day) => `2026-11-${day}`)
        const pounds = days.map((day) => paid(`p-${day}`, day, "5"))
        const dollars = days.slice(0, 3).map((day) =>
          paid(`d-${day}`, day, "9", { Amount: { Amount: "9", Currency: "USD" } })
        )
        const open = query(
          `select coalesce(evidence ->> '$.currency', 'all') as of_them from findings
           where code = 'answer-shorter-than-known' and closed_run is null order by all`
        )
        const everything = [...pounds, ...dollars]
        yield* night("2026-11-14", accounts(), transactions(everything))
        yield* night("2026-11-15", transactions(pounds))
        yield* night("2026-11-16", transactions(pounds.slice(3), { from: "2026-11-07" }))
        assert.deepStrictEqual(yield* open, [{ of_them: "USD" }])
        yield* night("2026-11-17", transactions(pounds.slice(3)))
        yield* night("2026-11-18", transactions(pounds.slice(3), { from: "2026-11-07" }))
        assert.deepStrictEqual(yield* open, [{ of_them: "all" }])
        yield* night("2026-11-19", transactions(everything, { from: "2026-11-01" }))
        assert.deepStrictEqual(yield* open, [])
      }))
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
      }))
)

const gone = (from: number, seen: number, rows: number, closed: number | null = null) => ({
  ...sign(from, seen, closed, closed === null ? null : "person"),
  code: "booked-row-gone",
  rows
})

it.live(
  "rests by a person's word about the rows that a read found to be gone, and about no others, whenever the word was written down",
  () =>
    withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
      Effect.gen(function*() {
        const lives =
          `select code, run_id[:6] as opened, last_seen_run[:6] as seen, closed_run[:6] as closed, closed_by,
          (evidence->>'rows')::integer as rows from findings where code = 'booked-row-gone' order by all`
        yield* night("2026-11-16", accounts(), transactions(list))
        yield* night("2026-11-17", transactions(list.slice(1)))
        const first = yield* look(query, "booked-row-gone")
        yield* night("2026-11-18", transactions(list.slice(2)))
        yield* acknowledge(first.finding_id, first.seen)
        assert.deepStrictEqual(yield* query(lives), [gone(2, 2, 1, 4), gone(3, 3, 1)])
        assert.deepStrictEqual(yield* again(lives), yield* query(lives))

        // A word of before was about all rows that the account had lost until then.
        const [former] = yield* query(
          `select md5(concat_ws(chr(31), code, account_key, 'transactions')) as finding_id from findings
           where code = 'booked-row-gone' and closed_run is null`
        )
        const { seen } = yield* look(query, "booked-row-gone")
        yield* acknowledge(String(former?.["finding_id"]), seen)
        assert.deepStrictEqual(yield* query(lives), [gone(2, 2, 1, 4), gone(3, 3, 1, 5)])
        yield* night("2026-11-19", transactions(list.slice(2)))
        assert.deepStrictEqual(yield* query(lives), [gone(2, 2, 1, 4), gone(3, 3, 1, 5)])
        assert.deepStrictEqual(yield* again(lives), yield* query(lives))
      }))
)

it.live("says of rows that are gone which of them are listed again", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const told = "select message, closed_by from findings where code = 'booked-row-gone'"
      const message =
        "2 booked rows of 2026-11-02 to 2026-11-03 are no longer listed by the bank; what it said is in transaction_versions"
      yield* night("2026-11-16", accounts(), transactions(list))
      yield* night("2026-11-17", transactions([...list.slice(0, 1), ...list.slice(3)]))
      assert.deepStrictEqual(yield* query(told), [{ message, closed_by: null }])
      yield* night("2026-11-18", transactions([...list.slice(0, 2), ...list.slice(3)]))
      assert.deepStrictEqual(yield* query(told), [{
        message: `${message}; 1 of them is listed again since`,
        closed_by: null
      }])
      assert.deepStrictEqual(yield* again(told), yield* query(told))
      yield* night("2026-11-19", transactions(list))
      assert.deepStrictEqual(yield* query(told), [{ message, closed_by: "gone" }])
    })))

it.live("stays where of very many rows that were gone one is not listed again, whichever it is", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const many = Array.from({ length: 120 }, (_, place) => paid(`m-${place}`, "2026-11-05", "1"))
      yield* night("2026-11-16", accounts(), transactions([...list, ...many]))
      yield* night("2026-11-17", transactions(list))
      const [unnamed] = yield* query(
        `select v.transaction_id as id from transaction_versions v, findings f
         where v.change = 'absent' and not contains(f.evidence::varchar, v.transaction_key) order by id limit 1`
      )
      const left = many.filter((row) => "TransactionId" in row && row.TransactionId !== unnamed?.["id"])
      assert.strictEqual(left.length, 119)
      yield* night("2026-11-18", transactions([...list, ...left]))
      assert.deepStrictEqual(yield* query("select code, closed_run from findings"), [
        { code: "booked-row-gone", closed_run: null }
      ])
    })))

it.live(
  "is open where a read of an older run is taken in after the word about what a newer one showed",
  () =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-16", accounts(), transactions(list))
        yield* night("2026-11-17", transactions(list))
        yield* night("2026-11-18", transactions(list.slice(1)))
        const { finding_id, seen } = yield* look(query, "booked-row-gone")
        yield* acknowledge(finding_id, seen)
        // As where a slow run ends after one that began beside it.
        yield* query("update reads set load_seq = 9 where run_id[:6] = '000002' and resource = 'transactions'")
        yield* query(
          `insert into finding_sightings by name
           select s.* replace (r.run_id as run_id, r.read_id as read_id, json_object('rows', 2) as evidence)
           from finding_sightings s, reads r
           where s.code = 'booked-row-gone' and r.run_id[:6] = '000002' and r.resource = 'transactions'`
        )
        assert.deepStrictEqual(
          yield* query("select run_id[:6] as opened, evidence->>'rows' as rows from findings where closed_run is null"),
          [{ opened: opened(2), rows: "2" }]
        )
      }))
)

it.live(
  "that reads show is open once it comes back, where the word is about the time before",
  () =>
    withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-16", accounts(), transactions(signed))
        const { finding_id, seen } = yield* look(query, "sign-against-indicator")
        yield* night("2026-11-17", transactions(signed))
        yield* acknowledge(finding_id, seen)
        assert.deepStrictEqual(yield* query(life), [sign(1, 2, 3, "person")])
        yield* night("2026-11-18", transactions(list))
        yield* night("2026-11-19", transactions(signed))
        yield* acknowledge(finding_id, seen)
        assert.deepStrictEqual(yield* query(life), [sign(5, 5)])
        assert.deepStrictEqual(yield* again(life), yield* query(life))
      }))
)

it.live(
  "stays where a list had fewer pages than the bank said, and goes where it had more, once another list has as many",
  () =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-16", accounts(), transactions(list))
        yield* query(
          `insert into finding_sightings by name
           select 'wrong-total-pages' as code, p.part, p.evidence, r.run_id, r.read_id, r.account_key, r.account_id, 'pages' as message
           from reads r, (values ('fewer', '{"said": 9, "read": 2}'::json), ('more', '{"said": 1, "read": 2}')) p(part, evidence)
           where r.resource = 'transactions'`
        )
        const told = "select evidence ->> '$.said' as said, closed_by from findings order by all"
        assert.deepStrictEqual(yield* query(told), [{ said: "1", closed_by: null }, { said: "9", closed_by: null }])
        yield* night("2026-11-17", transactions(list))
        assert.deepStrictEqual(yield* query(told), [{ said: "1", closed_by: "gone" }, { said: "9", closed_by: null }])
      }))
)

it.live(
  "is gone only by lists of the days of all windows that left rows out",
  () =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-16", accounts(), transactions(list, { from: "2026-07-01" }))
        yield* query(
          `insert into finding_sightings by name
           select 'answer-shorter-than-known' as code, json_object('last_missing', unnest(['2026-08-05', '2026-10-05'])) as evidence,
             r.run_id, r.read_id, r.account_key, r.account_id, 'short' as message
           from reads r where r.resource = 'transactions'`
        )
        const told = query("select closed_by from findings")
        yield* night("2026-11-17", transactions(list, { from: "2026-09-01" }))
        assert.deepStrictEqual(yield* told, [{ closed_by: null }])
        yield* night("2026-11-18", transactions(list, { from: "2026-08-01" }))
        assert.deepStrictEqual(yield* told, [{ closed_by: "gone" }])
      }))
)
