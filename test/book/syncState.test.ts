/**
 * What the book knows of a consent when its reads are planned: each kind of day, and what the bank has taught.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, FileSystem, Layer, Option } from "effect"
import { bookAt } from "../../src/book/Book.ts"
import { syncStates } from "../../src/book/syncState.ts"
import { ConsentId, Institution } from "../../src/domain/identifiers.ts"
import { type Profile, profileOf } from "../../src/institution/Capability.ts"
import type { SyncState } from "../../src/plan/PlanContext.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { quickBooks } from "../support/store/quickBooks.ts"

const consent = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")
const profile = { ...profileOf(Institution.make("gb_test"), Option.none()), timezone: "Europe/London" }

/** The state at an instant, by a book with these rows. */
const stateAt = (
  now: string,
  rows: string,
  consents: ReadonlyArray<ConsentId> = [consent],
  bankOf: (consentId: ConsentId) => Profile = () => profile
) =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const out = yield* files.makeTempDirectoryScoped()
    return yield* Effect.gen(function*() {
      const warehouse = yield* Warehouse
      yield* warehouse.run(rows, { consent })
      // Reads of which a test says nothing else.
      yield* warehouse.run(
        `update reads set consent_id = $consent, resource = 'transactions', outcome = 'complete'
         where consent_id is null and resource is null and outcome is null`,
        { consent }
      )
      const asked = consents.map((consentId) => ({ consentId, bank: bankOf(consentId) }))
      const stateOf = yield* syncStates(asked, DateTime.makeUnsafe(now), true)
      return stateOf(consent)
    }).pipe(Effect.provide(
      bookAt(`${out}/book.duckdb`).pipe(
        Layer.provide(Layer.succeed(StoreLayout, StoreLayout.at(out))),
        Layer.provide(quickBooks)
      )
    ))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

const links = `
  insert into account_links by name
  select $consent as consent_id, 'a-1' as account_id, 'k1' as account_key
  union all select 'another', 'a-1', 'k2';
`

const daysInDoubt = Effect.map(({ doubtful }: SyncState) => doubtful.map(({ from, to }) => `${from}..${to}`))

it.live("tells days of its own accounts alone: those proven, silent, of one side, lost, and in doubt", () =>
  Effect.gen(function*() {
    const state = yield* stateAt(
      "2026-11-20T12:00:00Z",
      `${links}
      insert into reads by name
      select 'early' as read_id, 1 as load_seq, 'gb_test' as institution, '2026-11-15T03:00:00Z' as started_at
      union all select 'late', 3, 'gb_test', '2026-11-18T03:00:00Z';
      insert into coverage by name
      select * from (values ('k1', '2026-11-01'::date, '2026-11-05'::date, 'early'), ('k1', '2026-11-06', '2026-11-09', 'late'),
        ('k1', '2026-11-12', '2026-11-14', 'late'), ('k2', '2026-01-01', '2026-11-19', 'late'))
        t(account_key, from_date, to_date, read_id);
      insert into one_sided_coverage by name
      select 'k1' as account_key, 'debit' as side, '2026-10-01'::date as from_date, '2026-10-31'::date as to_date, 'early' as read_id;
      insert into unconfirmed_days values ('k1', '2026-08-01', '2026-08-31', 'late'), ('k1', '2026-11-02', '2026-11-08', 'early'),
        ('k2', '2026-08-01', '2026-08-31', 'late');
      insert into lost_days by name
      select 'k1' as account_key, '2025-01-01'::date as from_date, '2025-12-31'::date as to_date;
      insert into doubtful_days by name
      select * from (values ('k1', '2026-11-02'::date, '2026-11-03'::date, 2), ('k1', '2026-11-08', '2026-11-08', 2),
        ('k2', '2026-11-02', '2026-11-03', 2)) t(account_key, from_date, to_date, load_seq);
    `
    )
    const days = (all: ReadonlyArray<{ readonly from: string; readonly to: string }>) =>
      all.map(({ from, to }) => `${from}..${to}`)
    assert.deepStrictEqual(days(state.coverage), ["2026-11-01..2026-11-09", "2026-11-12..2026-11-14"])
    // Silence on days that another read proves is no more.
    assert.deepStrictEqual(days(state.silent), ["2026-08-01..2026-08-31"])
    assert.deepStrictEqual(state.oneSided.map(({ side }) => side), ["debit"])
    assert.deepStrictEqual(days(state.oneSided), ["2026-10-01..2026-10-31"])
    assert.deepStrictEqual(days(state.lost), ["2025-01-01..2025-12-31"])
    // A later read has proven the eighth.
    assert.deepStrictEqual(days(state.doubtful), ["2026-11-02..2026-11-03"])
  }))

it.live("has those days of a doubt looked at again of which no read has told since, until a month after its last ones were", () =>
  Effect.gen(function*() {
    const again = (now: string, ...looked: ReadonlyArray<readonly [from: string, to: string]>) =>
      stateAt(
        `${now}T12:00:00Z`,
        `${links}
        insert into reads by name
        select 'first' as read_id, 2 as load_seq, 'gb_test' as institution, '2026-11-10T03:00:00Z' as started_at
        union all select 'second', 3, 'gb_test', '2026-11-11T03:00:00Z';
        insert into doubtful_days by name
        select 'k1' as account_key, '2026-08-01'::date as from_date, '2026-10-31'::date as to_date, 'row-gone' as reason,
          'first' as read_id, 2 as load_seq;
        insert into coverage values ('k1', '2026-08-01', '2026-11-10', 'first')
          ${looked.map(([from, to]) => `, ('k1', '${from}', '${to}', 'second')`).join("")}`
      ).pipe(daysInDoubt)
    const middle = ["2026-08-20", "2026-09-10"] as const
    const end = ["2026-10-15", "2026-11-10"] as const
    assert.deepStrictEqual(yield* again("2026-11-12"), ["2026-08-01..2026-10-31"])
    assert.deepStrictEqual(yield* again("2026-11-12", end), ["2026-08-01..2026-10-14"])
    assert.deepStrictEqual(yield* again("2026-11-12", end, middle), [
      "2026-08-01..2026-08-19",
      "2026-09-11..2026-10-14"
    ])
    assert.deepStrictEqual(
      yield* again("2026-11-12", middle, ["2026-07-01", "2026-08-30"], ["2026-09-05", "2026-11-10"]),
      []
    )
    assert.deepStrictEqual(yield* again("2026-12-12", end, middle), [])
    assert.deepStrictEqual(yield* again("2026-12-12", middle), ["2026-08-01..2026-08-19", "2026-09-11..2026-10-31"])
  }))

it.live("takes days in doubt for looked at by reads of one direction where the consent that raised the doubt permits no other", () =>
  Effect.gen(function*() {
    const again = (raisedBy: string) =>
      stateAt(
        "2026-11-20T12:00:00Z",
        `${links}
        insert into reads by name
        select 'first' as read_id, 1 as load_seq, 'gb_test' as institution, $consent as consent_id, '2026-11-10T03:00:00Z' as started_at
        union all select 'second', 2, 'gb_test', $consent, '2026-11-11T03:00:00Z'
        union all select 'other', 1, 'gb_test', 'another', '2026-11-10T03:00:00Z';
        insert into doubtful_days by name
        select 'k1' as account_key, '2026-08-01'::date as from_date, '2026-08-31'::date as to_date, 'row-gone' as reason,
          '${raisedBy}' as read_id, 1 as load_seq;
        insert into one_sided_coverage values ('k1', 'credit', '2026-11-01', '2026-11-10', 'first'),
          ('k1', 'credit', '2026-07-01', '2026-11-11', 'second');`
      ).pipe(daysInDoubt)
    assert.deepStrictEqual(yield* again("first"), [])
    assert.deepStrictEqual(yield* again("other"), ["2026-08-01..2026-08-31"])
  }))

it.live("knows the windows that were not given in the last two months, and whether others were in that run, or they were refused", () =>
  Effect.gen(function*() {
    const state = yield* stateAt(
      "2026-11-20T12:00:00Z",
      `${links}
      insert into reads by name
      select $consent as consent_id, 'gb_test' as institution, 'a-1' as account_id, 'transactions' as resource, r.* from (
        values ('r1', '1', 'failed', '2026-08-01'::date, '2026-08-31'::date, '2026-11-18T03:00:00Z', null),
          ('r2', '1', 'complete', '2026-09-01', null, '2026-11-18T03:01:00Z', null),
          ('r3', '2', 'failed', '2026-09-01', null, '2026-11-19T03:00:00Z', null),
          ('r4', '3', 'partial', '2026-09-02', null, '2026-11-19T04:00:00Z', 'RowsRepeated'),
          ('r5', '4', 'failed', '2026-09-02', null, '2026-09-12T03:00:00Z', null),
          ('r6', '5', 'failed', '2026-07-01', null, '2026-11-19T05:00:00Z', 'BadRequest')
      ) r(read_id, run_id, outcome, from_date, to_date, started_at, error_tag)`
    )
    assert.deepStrictEqual(
      state.lessons.failed.map(({ from, isOfWindow, to }) => `${from}..${to} ${isOfWindow}`),
      ["2026-08-01..2026-08-31 true", "2026-09-01..null false", "2026-07-01..null true"]
    )
  }))

it.live("knows what backfills have asked for in the last year, what they were given, and which of them then left nothing over", () =>
  Effect.gen(function*() {
    const state = yield* stateAt(
      "2026-11-20T12:00:00Z",
      `${links}
      insert into runs by name
      select unnest(['1', '2', '3', '4', '5', '6', '7']) as run_id,
        unnest(['backfill', 'backfill', 'backfill', 'nightly', 'backfill', 'backfill', 'backfill']) as pipeline,
        unnest(['complete', 'partial', 'quota', 'complete', 'interrupted', 'partial', 'quota']) as outcome,
        unnest([[], ['GatewayFailing', 'QuotaSpent'], ['QuotaSpent'], [], ['Interrupted'], ['GatewayFailing'], ['QuotaSpent']]) as causes;
      insert into reads by name
      select $consent as consent_id, 'gb_test' as institution, 'a-1' as account_id, 'transactions' as resource, r.* from (
        values ('r0', '1', 'complete', 1, '2026-01-01'::date, '2025-11-01T03:00:00Z', null),
          ('r1', '1', 'complete', 1, '2026-01-02', '2026-11-01T03:00:00Z', null),
          ('r2', '2', 'failed', null, '2026-01-03', '2026-11-02T03:00:00Z', 'GatewayFailing'),
          ('r3', '3', 'partial', 1, '2026-01-04', '2026-11-03T03:00:00Z', 'RowsRepeated'),
          ('r4', '4', 'complete', 1, '2026-01-05', '2026-11-04T03:00:00Z', null),
          ('r5', '5', 'complete', null, '2026-01-06', '2026-11-05T03:00:00Z', null),
          ('r6', '6', 'complete', 1, '2026-01-07', '2026-11-06T03:00:00Z', null),
          ('r7', '7', 'complete', 1, '2026-01-08', '2026-11-07T03:00:00Z', null),
          ('r8', '7', null, null, '2026-01-09', '2026-11-07T03:01:00Z', null)
      ) r(read_id, run_id, outcome, load_seq, from_date, started_at, error_tag)`
    )
    assert.deepStrictEqual(
      state.lessons.backfilled.map(({ from, given, settledBy }) => `${from} ${given} ${settledBy}`),
      [
        "2026-01-02 true 1",
        "2026-01-03 false 6",
        "2026-01-04 true 6",
        // What was read and could not be taken in was not given.
        "2026-01-06 false 6",
        "2026-01-07 true 6",
        "2026-01-08 true null"
      ]
    )
  }))

it.live("takes for lost what was told, also of days after the newest answered one, unless a clock that ran ahead told it", () =>
  Effect.gen(function*() {
    const lostAfter = (later: string) =>
      stateAt(
        "2026-11-20T12:00:00Z",
        `${links}
        insert into reads by name
        select 'early' as read_id, 1 as load_seq, 'gb_test' as institution, '2026-06-10T03:00:00Z' as started_at;
        insert into coverage by name
        select 'k1' as account_key, '2026-06-01'::date as from_date, '2026-06-10'::date as to_date, 'early' as read_id;
        insert into lost_days by name
        select 'k1' as account_key, '2026-06-08'::date as from_date, '2026-08-20'::date as to_date, '000002-b' as run_id,
          '2026-11-18T03:01:00Z' as learned_at;
        insert into runs by name select '000003-c' as run_id, '${later}' as started_at;
      `
      ).pipe(Effect.map(({ lost }) => lost.map(({ from, to }) => `${from}..${to}`)))
    assert.deepStrictEqual(yield* lostAfter("2026-11-19T03:00:00Z"), ["2026-06-08..2026-08-20"])
    assert.deepStrictEqual(yield* lostAfter("2026-11-17T03:00:00Z"), ["2026-06-08..2026-06-09"])
  }))

it.live("knows the day that a read began, unless a later one was answered, or another consent that goes on began it", () =>
  Effect.gen(function*() {
    const second = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")
    const begunOf = (rows: string, consents: ReadonlyArray<ConsentId> = [consent]) =>
      stateAt(
        "2026-11-20T12:00:00Z",
        `${links}
        insert into reads by name
        select 'r1' as read_id, $consent as consent_id, 'gb_test' as institution, '2026-11-12T03:00:00Z'::timestamptz as started_at
        union all select 'r2', $consent, 'gb_test', '2026-11-13T03:00:00Z'::timestamptz;
        insert into coverage values ('k1', '2026-11-01', '2026-11-12', 'r1');
        ${rows}`,
        consents
      ).pipe(Effect.map(({ begun }) => begun.map(({ day, until }) => `${day} ${until}`)))
    assert.deepStrictEqual(yield* begunOf(""), ["2026-11-12 2026-11-12T03:00:00"])
    // An account on which nothing happens is answered with silence, which proves nothing of it.
    const silence = "insert into unconfirmed_days values ('k1', '2026-11-03', '2026-11-12', 'r2');"
    assert.deepStrictEqual(yield* begunOf(silence), [])
    const shared =
      `insert into account_links by name select '${second}' as consent_id, 'b-1' as account_id, 'k1' as account_key;
      update reads set consent_id = '${second}';`
    assert.deepStrictEqual(yield* begunOf(shared), ["2026-11-12 2026-11-12T03:00:00"])
    assert.deepStrictEqual(yield* begunOf(shared, [consent, second]), [])
  }))

it.live("has the days under a broken bridge read again, and those long before it, until a read has gone back so far", () =>
  Effect.gen(function*() {
    type Read = readonly [at: string, outcome: string, from: string | null, to?: string]
    const againOn = (today: string, ...reads: ReadonlyArray<Read>) =>
      stateAt(
        `${today}T12:00:00Z`,
        `${links}
        insert into account_versions (account_key, institution, account_id, version, known_from)
          values ('k1', 'gb_test', 'a-1', 1, now()), ('k2', 'gb_test', 'a-1', 1, now());
        insert into account_sightings values ('k1', '1', '1'), ('k2', '1', '1');
        insert into institutions by name
          select 'gb_test' as institution, 10 as lookback_days, 'Europe/London' as timezone;
        insert into reads (read_id, consent_id, account_id, resource, outcome, load_seq, institution, started_at, from_date, to_date)
          values
          ('found', $consent, null, 'transactions', 'complete', 1, 'gb_test', '2026-11-16T03:00:00Z', '2026-11-01', null),
          ${
          reads.map(([at, outcome, from, to], index) =>
            `('r-${index}', $consent, 'a-1', 'transactions', '${outcome}', 2, 'gb_test', '${at}T03:00:00Z', ${
              from === null ? "null" : `'${from}'`
            }, ${to === undefined ? "null" : `'${to}'`}),`
          ).join("\n")
        }
          ('other', 'another', 'a-1', 'transactions', 'complete', 3, 'gb_test', '2026-11-20T03:00:00Z', null, null);
        insert into bridges by name
        select unnest(['k1', 'k2']) as account_key, 'broken' as verdict,
          '{"days":["2026-11-05","2026-11-06"],"read_again_from":"2026-08-07"}'::json as evidence
        union all select 'k1', 'broken', '{"bridges":[]}' union all select 'k1', 'proven', null`
      ).pipe(daysInDoubt)
    const again = (...reads: ReadonlyArray<Read>) => againOn("2026-11-24", ...reads)
    const nightly = ["2026-11-17", "complete", "2026-11-06"] as const
    assert.deepStrictEqual(yield* again(), ["2026-08-07..2026-11-05"])
    assert.deepStrictEqual(yield* again(nightly), ["2026-08-07..2026-11-05"])
    assert.deepStrictEqual(yield* again(nightly, ["2026-11-18", "partial", "2026-08-06"]), ["2026-08-07..2026-11-05"])
    assert.deepStrictEqual(yield* again(nightly, ["2026-11-18", "complete", "2026-08-06"]), [])
    // What the bank no longer gives is left, and the planner leaves it out.
    assert.deepStrictEqual(yield* again(nightly, ["2026-11-18", "complete", "2026-08-20"]), ["2026-08-07..2026-08-20"])
    assert.deepStrictEqual(yield* again(nightly, ["2026-11-18", "complete", null]), [])
    // Of windows each is looked at, in whatever night; after a month the bank gives no more.
    const oldest = ["2026-11-18", "complete", "2026-08-06", "2026-09-06"] as const
    const newest = ["2026-11-18", "complete", "2026-10-05", "2026-11-06"] as const
    assert.deepStrictEqual(yield* again(nightly, oldest), ["2026-09-06..2026-11-05"])
    assert.deepStrictEqual(yield* again(nightly, oldest, newest), ["2026-09-06..2026-10-05"])
    assert.deepStrictEqual(yield* again(oldest, newest, ["2026-11-19", "complete", "2026-09-05", "2026-10-06"]), [])
    assert.deepStrictEqual(yield* againOn("2026-12-16", oldest, newest), ["2026-09-06..2026-10-05"])
    assert.deepStrictEqual(yield* againOn("2026-12-17", oldest, newest), [])
    assert.deepStrictEqual(yield* againOn("2026-12-17", oldest), ["2026-09-06..2026-11-05"])
  }))

it.live("has days of this month looked at once more that no read has looked at since late rows come for them no more", () =>
  Effect.gen(function*() {
    const again = (...looks: ReadonlyArray<readonly [on: string, from: string, to: string]>) =>
      stateAt(
        "2026-11-20T12:00:00Z",
        `${links}
        ${
          looks.map(([on, from, to], index) =>
            `insert into reads (read_id, consent_id, institution, resource, outcome, from_date, to_date, started_at, load_seq)
               values ('look-${index}', $consent, 'gb_test', 'transactions', 'complete', '${from}'::date - 1, '${to}'::date + 1,
                 '${on}T03:00:00Z', ${index + 1});
             insert into coverage values ('k1', '${from}', '${to}', 'look-${index}');`
          ).join("\n")
        }`
      ).pipe(daysInDoubt)
    const first = ["2026-10-28", "2026-08-01", "2026-10-28"] as const
    // Nights look back ten days from the newest one read.
    assert.deepStrictEqual(yield* again(first, ["2026-10-29", "2026-10-18", "2026-10-29"]), [])
    assert.deepStrictEqual(yield* again(first, ["2026-11-20", "2026-10-18", "2026-11-20"]), [])
    // After three weeks without a night the quota did for the newest days alone.
    assert.deepStrictEqual(yield* again(first, ["2026-11-19", "2026-10-28", "2026-11-19"]), ["2026-10-20..2026-10-27"])
    // A look that was too soon tells nothing of the days on which late rows could still come.
    const soon = ["2026-11-01", "2026-10-18", "2026-10-28"] as const
    assert.deepStrictEqual(yield* again(first, soon, ["2026-11-19", "2026-10-29", "2026-11-19"]), [
      "2026-10-23..2026-10-28"
    ])
    // Days that nobody has read, or not to their end, are none that are looked at once more.
    assert.deepStrictEqual(yield* again(first, ["2026-11-19", "2026-11-03", "2026-11-19"]), ["2026-10-20..2026-10-27"])
  }))

it.live("has days between two stretches that a list left out read again with the rows of three days before them", () =>
  Effect.gen(function*() {
    const again = (from: string, listed: string) =>
      stateAt(
        "2026-11-21T12:00:00Z",
        `${links}
        insert into reads by name
        select 'first' as read_id, 1 as load_seq, 'gb_test' as institution, '2026-11-19T03:00:00Z' as started_at
        union all select 'second', 2, 'gb_test', '2026-11-20T03:00:00Z';
        insert into coverage by name
        select * from (values ('k1', '2026-10-01'::date, '2026-11-11'::date, 'first'), ('k1', '${from}', '2026-11-20', 'second'))
          t(account_key, from_date, to_date, read_id);
        insert into finding_sightings by name
        select 'answer-shorter-than-known' as code, 'k1' as account_key, 'second' as read_id,
          '{"rows":3,"first_listed":"${listed}","last_listed":null}' as evidence;
        insert into transaction_versions by name
        select 'k1' as account_key, 'BOOK' as status, 'new' as change, unnest(['2026-10-30', '2026-11-03', '2026-11-06', '2026-11-09', '2026-11-09', '2026-11-19']::date[]) as booking_date
        union all select 'k1', 'BOOK', 'absent', '2026-11-10' union all select 'k1', 'PDNG', 'new', '2026-11-10'`
      ).pipe(daysInDoubt)
    assert.deepStrictEqual(yield* again("2026-11-19", "2026-11-19"), ["2026-11-01..2026-11-18"])
    assert.deepStrictEqual(yield* again("2026-11-19", "2026-11-25"), [])
    assert.deepStrictEqual(yield* again("2026-11-11", "2026-11-19"), [])
  }))

it.live("has a history without a row read once more, and no days that another read has looked back to", () =>
  Effect.gen(function*() {
    const again = (rows: number, from: string, others = "", now = "2026-11-12") =>
      stateAt(
        `${now}T12:00:00Z`,
        `${links}
        insert into reads by name
        select 'first' as read_id, '1' as run_id, 1 as load_seq, 'gb_test' as institution, $consent as consent_id, 'a-1' as account_id,
          'transactions' as resource, 'complete' as outcome, ${rows} as rows_read, '2026-11-11T03:00:00Z' as started_at;
        insert into coverage by name
        select 'k1' as account_key, '${from}'::date as from_date, '2026-11-11'::date as to_date, 'first' as read_id;
        ${others}`
      ).pipe(daysInDoubt)
    const other = (from: string) =>
      `insert into coverage by name select 'k1' as account_key, '${from}'::date as from_date, '2026-11-12'::date as to_date, 'o' as read_id`
    assert.deepStrictEqual(yield* again(0, "2026-01-01"), ["2026-01-01..2026-11-11"])
    assert.deepStrictEqual(yield* again(0, "2026-01-01", other("2026-11-01")), ["2026-01-01..2026-11-11"])
    assert.deepStrictEqual(yield* again(0, "2026-01-01", other("2026-08-13")), [])
    assert.deepStrictEqual(yield* again(0, "2026-10-31"), [])
    assert.deepStrictEqual(yield* again(1, "2026-01-01"), [])
    assert.deepStrictEqual(yield* again(0, "2026-01-01", "", "2026-11-20"), [])
    const all = `insert into reads by name
      select 'all' as read_id, '1' as run_id, $consent as consent_id, 'transactions' as resource, 'complete' as outcome`
    assert.deepStrictEqual(yield* again(0, "2026-01-01", all), [])
  }))

it.live("has the day of a row in quarantine read again for a month, or until it is understood", () =>
  Effect.gen(function*() {
    const rows = `${links}
      insert into reads by name
      select 'then' as read_id, 'gb_test' as institution, '2026-10-25T03:00:00Z' as started_at;
      insert into quarantine by name
      select 'k1' as account_key, 'then' as read_id, 'transactions' as resource, code, day as booking_date, resolved_run
      from (values ('unknown-status', '2026-10-02'::date, null), ('bad-date', null, null), ('bad-amount', '2026-10-03', '000002-x'),
        ('unlisted-account', '2026-10-04', null)) t(code, day, resolved_run);
    `
    const again = (now: string) =>
      Effect.map(stateAt(now, rows), ({ doubtful }) => doubtful.map(({ from, to }) => `${from}..${to}`))
    assert.deepStrictEqual(yield* again("2026-11-24T12:00:00Z"), ["2026-10-02..2026-10-02"])
    assert.deepStrictEqual(yield* again("2026-11-25T12:00:00Z"), [])
  }))

it.live("has the days of a row that tells none read at once and then once a week for a month, or until a look finds none", () =>
  Effect.gen(function*() {
    const again = (now: string, newest: string | null, ...looks: ReadonlyArray<readonly [string, string]>) =>
      stateAt(
        `${now}T12:00:00Z`,
        `${links}
        insert into institutions by name select 'gb_test' as institution, 10 as lookback_days, 'Europe/London' as timezone;
        insert into doubtful_days by name
          select 'k1' as account_key, '2024-11-01'::date as from_date, '2026-11-01'::date as to_date, 'row-without-day' as reason,
            'first' as read_id, 1 as load_seq;
        insert into quarantine by name
          select 'k1' as account_key, 'transactions' as resource, 'missing-field' as code, 'first' as read_id, '${newest}' as last_seen_run
          where '${newest}' <> 'null';
        insert into reads (read_id, run_id, institution, started_at, load_seq) values
          ('first', '2026-11-01', 'gb_test', '2026-11-01T03:00:00Z', 1);
        ${
          looks.map(([at, from], index) =>
            `insert into reads (read_id, run_id, institution, started_at, load_seq)
               values ('look-${index}', '${at}', 'gb_test', '${at}T03:00:00Z', ${index + 2});
             insert into coverage values ('k1', '${from}', '${at}', 'look-${index}');`
          ).join("\n")
        }`
      ).pipe(daysInDoubt)
    const days = ["2024-11-01..2026-11-01"]
    const [second, third] = [["2026-11-02", "2026-08-05"], ["2026-11-08", "2026-08-11"]] as const
    assert.deepStrictEqual(yield* again("2026-11-01", "2026-11-01"), days)
    // What a bank no longer gives is no reason to ask every night.
    assert.deepStrictEqual(yield* again("2026-11-03", "2026-11-02", second), [])
    assert.deepStrictEqual(yield* again("2026-11-08", "2026-11-07", second, ["2026-11-07", "2026-10-23"]), days)
    assert.deepStrictEqual(yield* again("2026-11-09", "2026-11-08", second, third), [])
    assert.deepStrictEqual(yield* again("2026-11-15", "2026-11-14", second, third), days)
    assert.deepStrictEqual(yield* again("2026-12-02", "2026-12-01", second, third), [])
    // The second look listed no such row, or the row was understood.
    assert.deepStrictEqual(yield* again("2026-11-08", "2026-11-01", second), [])
    assert.deepStrictEqual(yield* again("2026-11-08", null, second), [])
  }))

it.live("knows when an account was asked for by itself, and that lists leave it out until one names it", () =>
  Effect.gen(function*() {
    const alone = (named: string) =>
      stateAt(
        "2026-11-20T12:00:00Z",
        `${links}
        insert into reads by name
        select 'gb_test' as institution, 'transactions' as resource, t.*
        from (values
          ('found', $consent, 'a-1', '2026-11-10T23:30:00Z'::timestamptz, 'complete'),
          ('refused', $consent, 'a-1', '2026-11-13T03:00:00Z', 'refused'),
          ('failed', $consent, 'a-1', '2026-11-19T03:00:00Z', 'failed'),
          ('before', $consent, null, '2026-11-10T03:00:00Z', 'complete'),
          ('after', $consent, null, '2026-11-14T03:00:00Z', 'complete'),
          ('other', 'another', 'a-1', '2026-11-18T03:00:00Z', 'complete'))
          t(read_id, consent_id, account_id, started_at, outcome);
        insert into finding_sightings by name select 'left-out-of-lists' as code, 'k1' as account_key, 'found' as read_id;
        insert into coverage values ('k1', '2026-11-01', '2026-11-10', '${named}');
      `
      ).pipe(
        Effect.map(({ alone }) =>
          alone.map((each) => `${each.accountId} ${each.askedOn} ${each.leftOut} ${each.missed}`)
        )
      )
    assert.deepStrictEqual(yield* alone("before"), ["a-1 2026-11-13 true false"])
    assert.deepStrictEqual(yield* alone("after"), ["a-1 2026-11-13 false false"])
  }))

it.live("knows of which accounts the newest list of all held none of the rows that it should have", () =>
  Effect.gen(function*() {
    const missed = (newest: string) =>
      stateAt(
        "2026-11-20T12:00:00Z",
        `${links}
        insert into reads by name
        select 'gb_test' as institution, $consent as consent_id, 'transactions' as resource, 'complete' as outcome, 1 as load_seq, t.*
        from (values ('before', '000001-a'), ('after', '000002-b')) t(read_id, run_id);
        insert into finding_sightings by name
        select 'answer-shorter-than-known' as code, 'k1' as account_key, '${newest}' as read_id,
          '{"rows":3,"first_listed":null,"last_listed":null}' as evidence;
      `
      ).pipe(Effect.map(({ alone }) => alone.map((each) => `${each.accountId} ${each.askedOn} ${each.missed}`)))
    assert.deepStrictEqual(yield* missed("after"), ["a-1 null true"])
    assert.deepStrictEqual(yield* missed("before"), [])
  }))

it.live("asks for an account by the AccountId that the newest list has, and by the one that it had where none has it", () =>
  Effect.gen(function*() {
    const accountsAfter = (...runs: ReadonlyArray<string>) =>
      stateAt(
        "2026-11-20T12:00:00Z",
        `insert into account_links by name
        select $consent as consent_id, t.*
        from (values ('old', 'k1', '000002-b'), ('new', 'k1', '000003-c'), ('gone', 'k2', '000001-a'), ('unnamed', 'k3', null))
          t(account_id, account_key, last_listed_run);
        insert into account_sightings values ('k1', '000001-a', '000003-c'), ('k2', '000001-a', '000004-of-another-consent'),
          ('k3', '000001-a', '000001-a');
        insert into reads by name
        select $consent as consent_id, 'accounts' as resource, 'complete' as outcome, 1 as load_seq, unnest([${runs}]) as run_id;
      `
      ).pipe(
        Effect.map(({ accounts }) => accounts.map((each) => `${each.accountId}${each.unlisted ? " unlisted" : ""}`))
      )
    assert.deepStrictEqual(yield* accountsAfter("'000002-b'", "'000003-c'"), [
      "gone unlisted",
      "new",
      "unnamed unlisted"
    ])
    assert.deepStrictEqual(yield* accountsAfter("'000004-d'"), [
      "gone unlisted",
      "new unlisted",
      "old unlisted",
      "unnamed unlisted"
    ])
  }))

it.live("learns from reads of the consent, and of the bank what another consent's have shown", () =>
  Effect.gen(function*() {
    const state = yield* stateAt(
      "2026-11-20T12:00:00Z",
      `${links}
      insert into reads by name
      select 'gb_test' as institution, false as attended, t.*
      from (values
        ($consent, 'accounts', null, '2026-11-20T03:00:00Z'::timestamptz, 'complete', []::varchar[], null, null, 2),
        ($consent, 'transactions', 'a-1', '2026-11-20T03:01:00Z', 'complete', ['window-narrowed'],
          '2024-12-31T23:30:00Z'::timestamptz, '2026-01-01'::date, 5),
        ('another', 'transactions', 'a-1', '2026-11-19T03:01:00Z', 'refused', ['bulk-absent'], null, null, 0))
        t(consent_id, resource, account_id, started_at, outcome, learned, first_available, from_date, rows_read);
    `
    )
    assert.deepStrictEqual(
      { accounts: state.accounts, discovered: state.discovered, spent: state.spent },
      {
        accounts: [{ consentId: consent, accountId: "a-1", accountKey: "k1", unlisted: false, joined: false }],
        discovered: true,
        spent: [
          { consentId: consent, day: "2026-11-20", accountId: "a-1", resource: "transactions", reads: 1 },
          { consentId: consent, day: "2026-11-20", accountId: null, resource: "accounts", reads: 1 }
        ]
      }
    )
    const { accepted, bulkAbsent, filterRefused, kept } = state.lessons
    const at = (instant: DateTime.Utc | null) => instant === null ? null : DateTime.formatIso(instant)
    assert.deepStrictEqual([at(bulkAbsent), at(filterRefused)], ["2026-11-19T03:01:00.000Z", null])
    assert.deepStrictEqual(accepted.map(({ accountId, from }) => `${accountId} ${from}`), ["a-1 2026-01-01"])
    // The later of the days that it is there and by Greenwich.
    assert.deepStrictEqual(kept.map(({ accountKey, from }) => [accountKey, from]), [["k1", "2024-12-31"]])
  }))

it.live("has the days of equal rows on two pages read again until something has come since, for a week", () =>
  Effect.gen(function*() {
    const after = (now: string, at: string, rowsNew: number) =>
      stateAt(
        `${now}T12:00:00Z`,
        `${links}
        insert into doubtful_days by name
          select 'k1' as account_key, '2026-08-01'::date as from_date, '2026-08-02'::date as to_date, 'equal-rows' as reason,
            'first' as read_id, 1 as load_seq;
        insert into reads (read_id, run_id, institution, started_at, load_seq, rows_new) values
          ('first', '2026-11-01', 'gb_test', '2026-11-01T03:00:00Z', 1, 50),
          ('look', '${at}', 'gb_test', '${at}T03:00:00Z', 2, ${rowsNew});
        insert into coverage values ('k1', '2026-07-31', '${at}', 'look');`
      ).pipe(daysInDoubt)
    const days = ["2026-08-01..2026-08-02"]
    assert.deepStrictEqual(yield* after("2026-11-03", "2026-11-02", 0), days)
    assert.deepStrictEqual(yield* after("2026-11-03", "2026-11-02", 3), [])
    assert.deepStrictEqual(yield* after("2026-11-10", "2026-11-09", 0), [])
  }))

it.live("knows since which day accounts list nothing any more, unless their bank lists whatever it is asked for", () =>
  Effect.gen(function*() {
    const { doubtful, quiet } = yield* stateAt(
      "2026-11-20T12:00:00Z",
      `insert into account_links by name
      select $consent as consent_id, 'a-' || n as account_id, 'k' || n as account_key from generate_series(1, 11) s(n) where n <> 9
      union all select 'another', 'a-9', 'k9';
      insert into reads by name
      select 'newly' as read_id, '2026-11-14T03:00:00Z' as started_at union all select 'once', '2026-11-12T03:00:00Z';
      insert into finding_sightings by name
      select 'booked-outside-window' as code, 'k7' as account_key, 'newly' as read_id union all select 'booked-outside-window', 'k8', 'once';
      insert into transaction_versions by name
      select * from (values ('k1', 'BOOK', '2026-11-01'::date, 'new', null, null), ('k1', 'BOOK', '2026-11-09', 'new', null, null),
        ('k2', 'BOOK', '2026-11-01', 'new', null, null), ('k2', 'BOOK', '2026-11-10', 'new', null, null),
        ('k3', 'BOOK', '2026-11-01', 'new', null, null), ('k3', 'PDNG', null, 'new', null, '2026-11-12T03:00:00Z'),
        ('k4', 'BOOK', '2026-11-01', 'new', null, null), ('k4', 'BOOK', '2026-11-19', 'absent', null, null),
        ('k5', 'BOOK', '2026-11-01', 'new', null, null), ('k5', 'BOOK', '2026-11-19', 'new', '2026-11-20T03:00:00Z', null),
        ('k5', 'RJCT', '2026-11-02', 'new', null, null), ('k5', 'PDNG', null, 'new', null, '2026-11-19T03:00:00Z'),
        ('k6', 'BOOK', '2026-11-01', 'new', null, null), ('k6', 'FUTR', '2026-12-24', 'new', null, '2026-11-19T03:00:00Z'),
        ('k7', 'BOOK', '2026-11-01', 'new', null, null), ('k8', 'BOOK', '2026-11-01', 'new', null, null),
        ('k9', 'BOOK', '2026-11-01', 'new', null, null), ('k10', 'BOOK', '2026-11-01', 'new', null, null),
        ('k10', 'BOOK', '2026-11-18', 'new', null, '2026-11-19T03:00:00Z'),
        ('k11', 'BOOK', '2026-11-01', 'new', null, '2026-11-19T03:00:00Z'),
        ('k11', 'BOOK', '2026-11-18', 'new', null, '2026-11-19T03:00:00Z')) t(account_key, status, booking_date, change, known_to, known_from);
    `
    )
    assert.deepStrictEqual(
      quiet.map(({ accountKey, newest }) => `${accountKey} ${newest}`),
      ["k1 2026-11-09", "k4 2026-11-01", "k5 2026-11-01", "k8 2026-11-01"]
    )
    // The rest may come a night after the first row.
    assert.deepStrictEqual(doubtful.map(({ accountKey, from, to }) => `${accountKey} ${from}..${to}`), [
      "k10 2026-10-22..2026-11-10"
    ])
  }))

it.live("counts the first list of a run that a bank turns out not to have as none, and every other", () =>
  Effect.gen(function*() {
    const { spent } = yield* stateAt(
      "2026-11-20T12:00:00Z",
      `insert into reads by name
      select *, 'gb_test' as institution, $consent as consent_id, 'balances' as resource, false as attended,
        '2026-11-20T03:00:00Z'::timestamptz as started_at
      from (values ('1', '000001', 'bulk', null, 'refused', ['bulk-absent']), ('2', '000001', 'account', 'a-1', 'complete', []),
        ('3', '000002', 'bulk', null, 'refused', ['bulk-absent']), ('4', '000002', 'bulk', null, 'refused', ['bulk-absent']))
        t(read_id, run_id, route, account_id, outcome, learned)`
    )
    assert.deepStrictEqual(spent.map(({ accountId, reads }) => `${accountId} ${reads}`), ["a-1 1", "null 1"])
  }))

it.live("knows of a silence by how far back the account's own bank is asked, whatever others are asked beside it", () =>
  Effect.gen(function*() {
    const other = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")
    const lookbackDays = (days: number) => ({ ...profile, rules: { ...profile.rules, lookbackDays: days } })
    const rows = `
      insert into account_links by name select $consent as consent_id, 'a-1' as account_id, 'k1' as account_key;
      insert into transaction_versions by name
      select * from (values ('k1', 'BOOK', '2026-10-25'::date, 'new', '2026-10-26T03:00:00Z'::timestamptz),
        ('k1', 'BOOK', '2026-11-12', 'new', '2026-11-13T03:00:00Z')) t(account_key, status, booking_date, change, known_from)`
    const doubtsBeside = (consents: ReadonlyArray<ConsentId>) =>
      stateAt("2026-11-30T12:00:00Z", rows, consents, (each) => lookbackDays(each === consent ? 25 : 10)).pipe(
        Effect.map(({ doubtful, quiet }) => [doubtful, quiet])
      )
    assert.deepStrictEqual(yield* doubtsBeside([consent]), [[], []])
    assert.deepStrictEqual(yield* doubtsBeside([consent, other]), [[], []])
  }))
