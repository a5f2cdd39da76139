import { assert, it } from "@effect/vitest"
import { DateTime, Effect, FileSystem } from "effect"
import { book } from "../../../src/book/Book.ts"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { readBoard } from "../../../src/notify/Board.ts"
import { bookNotices, endingNotices, problemNotices } from "../../../src/notify/notices.ts"
import { exporting, normalising, pulling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { StorageMissing } from "../../../src/store/StorageError.ts"
import { StoreClock } from "../../../src/store/StoreClock.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { defaultSettings, emptyStore, journalConsent } from "../../support/store/publishedStore.ts"
import { withBook } from "../../support/store/withBook.ts"

it.live("tells the findings and questions of a run once, and what is held for as long as it is", () =>
  withBook({}, () =>
    Effect.gen(function*() {
      const { run } = yield* Warehouse
      yield* run(`insert into finding_sightings by name
        select 'unknown-field' as code, 'a field is new' as message, 'k-1' as account_key, run_id, read_id
        from (values ('000001-a', '000001-a-0001')) v(run_id, read_id)`)
      yield* run(`insert into reviews by name
        select 'r-' || opened_run as review_id, 'booked-as' as kind, 'k-1' as account_key, 'two readings' as reason,
          opened_run, resolved_run
        from (values ('000001-a', null), ('000002-b', null), ('000002-b', '000003-c')) v(opened_run, resolved_run)`)
      yield* run(`create or replace view verdicts as
        select * from (values
          ('k-1', 'GBP', 'broken', 'hold', null::date), ('k-2', 'GBP', 'broken', 'flag', null),
          ('k-3', 'GBP', 'broken', 'hold', date '2099-01-01'), ('k-4', 'GBP', 'proven', 'hold', null)
        ) v(account_key, currency, verdict, policy, released_until)`)
      const told = yield* bookNotices("000002-b")
      assert.deepStrictEqual(told.map(({ message, subject, type }) => [type, subject.name, message]), [
        [
          "held",
          "k-1",
          "account k-1 is held: its balances and movements do not prove each other; " +
          "find out why: daybook explain --account k-1; or ship it as it is: daybook export release k-1 --reason TEXT --as WHO"
        ],
        ["question", "k-1", "two readings; look at it, and answer: daybook reviews show r-000002-b"]
      ])
      const first = yield* bookNotices("000001-a")
      assert.deepStrictEqual(first.map(({ evidence, type }) => [type, evidence["code"]]), [
        ["finding", "unknown-field"],
        ["held", "broken"],
        ["question", "booked-as"]
      ])
    }).pipe(Effect.provide(defaultSettings))))

it.live("warns of consents that end soon, the same by the book as by the journal alone", () =>
  Effect.gen(function*() {
    const now = yield* (yield* StoreClock).now
    const journal = (nth: number, days: number, status: string, deleted = false) =>
      journalConsent({
        consentId: ConsentId.make(`7d6f5c1e-0000-4000-8000-00000000000${nth}`),
        institution: "gb_alder_personal",
        status,
        expiresAt: DateTime.formatIso(DateTime.add(now, { days, hours: 1 })),
        deleted
      })
    const reading = Effect.all([
      journal(1, 6, "AUTH"),
      journal(2, 29, "AUTH"),
      journal(3, 300, "AUTH"),
      journal(4, -1, "AUTH"),
      journal(5, 6, "RJCT"),
      journal(6, 6, "AUTH", true)
    ]).pipe(Effect.as({ problems: [], pages: 0 }))
    yield* runPipeline({ name: "nightly", lock: null, stages: [pulling(reading), normalising] })
    const told = yield* endingNotices
    assert.deepStrictEqual(told.map(({ evidence }) => [evidence["days_left"], evidence["warn_days"]]), [[6, 7], [
      29,
      30
    ]])
    assert.deepStrictEqual(yield* bookNotices("none").pipe(Effect.provide(book), Effect.scoped), told)
  }).pipe(Effect.provide(emptyStore), Effect.scoped))

it.live("tells of an export whose run then failed in the next run, once and before that run's own", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const failing = { afterBook: Effect.fail(new StorageMissing({ path: "daybook.duckdb" })) }
    const night = (when: "always" | "changed", ...after: ReadonlyArray<typeof failing>) =>
      Effect.exit(runPipeline({ name: "nightly", lock: null, stages: [normalising, exporting(when), ...after] }))
    const told = Effect.map(
      readBoard,
      ({ entries }) =>
        entries.flatMap(({ notification: { subject, type } }) =>
          type === "export" ? [Number.parseInt(subject.name, 10)] : []
        )
    )
    yield* night("always", failing)
    assert.deepStrictEqual(yield* told, [])
    yield* night("changed")
    assert.deepStrictEqual(yield* told, [1], "the first of the store")
    yield* night("always", failing)
    yield* night("always", failing)
    assert.deepStrictEqual(yield* told, [1])
    yield* night("always")
    yield* night("changed")
    assert.deepStrictEqual(yield* told, [1, 3, 4, 5])

    yield* files.remove(`${(yield* StoreLayout).work}/notifications.json`)
    yield* night("always")
    assert.deepStrictEqual(yield* told, [5, 7], "not all anew where nobody knows what was told")
  }).pipe(Effect.provide(emptyStore), Effect.scoped))

it("tells of each person who is needed, and of a failed run once, whatever failed in it", () => {
  const subject = { kind: "consent", name: "c-1" } as const
  const told = problemNotices("000001-a", "needs-person", [
    { tag: "ConsentRevoked", message: "it was withdrawn; renew it", outcome: "needs-person", subject },
    { tag: "LoopingNext", message: "a link leads back; look", outcome: "partial" },
    { tag: "QuotaSpent", message: "a quota is spent; wait", outcome: "quota" }
  ])
  assert.deepStrictEqual(told.map(({ evidence, subject, type }) => [type, subject.name, evidence]), [
    ["person-needed", "c-1", { error: "ConsentRevoked" }],
    ["run-failed", "000001-a", { errors: ["LoopingNext", "QuotaSpent"], outcome: "needs-person" }]
  ])
  assert.deepStrictEqual(problemNotices("000001-a", "complete", []), [])
})
