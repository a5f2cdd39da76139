/**
 * What consents have brought is in the book while another is still being read, each read in one place of the order.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger, Schedule, Schema } from "effect"
import { book } from "../../../src/book/Book.ts"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { readEvents, readLog } from "../../../src/journal/EventLog.ts"
import { journalFolders } from "../../../src/journal/journalFolders.ts"
import { Run } from "../../../src/journal/Run.ts"
import { normalising, pulling } from "../../../src/run/Pipeline.ts"
import { retire } from "../../../src/run/retireReplaced.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { everything } from "../../../src/run/RunScope.ts"
import { type ConsentPipeline, syncConsents } from "../../../src/run/syncConsents.ts"
import { TakenTogether, takingInBeside } from "../../../src/run/takeInBeside.ts"
import { finishRun } from "../../../src/run/withRun.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { accountRow, pageOf, transactionRow } from "../../support/gateway/bankRows.ts"
import { journalRead } from "../../support/store/journalRead.ts"
import { alder, birch, emptyStore, publishNight } from "../../support/store/publishedStore.ts"

/** No line on the screen. */
const silent = Logger.layer([])

const cedar = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000003")

const Row = Schema.Struct({ transaction_id: Schema.String })

/** Whatever is not so yet will be soon. */
const soon = { schedule: Schedule.spaced("10 millis"), times: 2000 }

/** The consents whose reads have a place in the order of loads by now, as the run that goes on has written down. */
const takenIn = Effect.gen(function*() {
  const events = yield* readEvents((yield* StoreLayout).runEvents((yield* Run).id))
  return events.flatMap((event) => event.event === "taken-in" ? [event.consent_id] : [])
})

const read = Effect.fnUntraced(function*(consent: ConsentId, account: string) {
  const institution = consent === alder ? "gb_alder_personal" : "gb_birch_business"
  const identified = { SchemeName: "UK.OBIE.IBAN", Identification: `GB00TEST${account}` }
  const row = accountRow({ AccountId: account, Account: [identified] })
  yield* journalRead({ consent, institution, resource: "accounts", pages: [pageOf("Account", [row])] })
  const rows = [transactionRow({ AccountId: account, TransactionId: `${account}-9` })]
  yield* journalRead({ consent, institution, resource: "transactions", account, pages: [pageOf("Transaction", rows)] })
})

/**
 * A night in which the second consent has been read, with `afterwards`, and the first one only is once that is in the book and
 * `meanwhile` is done.
 */
const night = <E = never, R = never>(
  afterwards: Effect.Effect<void, E, R> = Effect.void,
  meanwhile: Effect.Effect<void, E, R> = Effect.void
) =>
  Effect.gen(function*() {
    const share: ConsentPipeline<Run | FileSystem.FileSystem | StoreLayout | R> = ({ consentId }) =>
      Effect.gen(function*() {
        if (consentId === alder) {
          yield* Effect.repeat(takenIn, { ...soon, until: (consents) => consents.includes(birch) })
          yield* meanwhile
          yield* read(alder, "a-7")
        } else yield* Effect.andThen(read(birch, "b-1"), afterwards)
        return {
          consentId,
          finished: [],
          results: [],
          withheld: [],
          unlisted: new Set<never>(),
          missing: null,
          closed: null
        }
      }).pipe(Effect.orDie)
    const reading = takingInBeside((handOver) => syncConsents(share, "nightly", everything, handOver)).pipe(
      Effect.provideService(TakenTogether, { consents: 100, within: "20 millis" })
    )
    yield* runPipeline({ name: "nightly", lock: null, stages: [pulling(reading), normalising] })
  })

/** The transactions that the book holds, which one made again holds too; and no two reads have one place in the order of loads. */
const held = Effect.gen(function*() {
  const { tables } = yield* rebuild({ replace: false })
  assert.deepStrictEqual(tables.filter(({ gained, lost }) => gained + lost > 0), [])
  const events = yield* Effect.forEach(yield* journalFolders, ({ path }) => readEvents(`${path}/events.ndjson`))
  const places = events.flat().flatMap((event) => event.event === "taken-in" ? [event.seq] : [])
  assert.strictEqual(new Set(places).size, places.length)
  const rows = yield* Effect.flatMap(
    Warehouse,
    (warehouse) => warehouse.rows(Row, "select transaction_id from transaction_versions order by all")
  ).pipe(Effect.provide(book), Effect.scoped)
  return rows.map(({ transaction_id }) => transaction_id)
})

const inStore = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.andThen(publishNight(), test).pipe(
    Effect.provide(emptyStore.pipe(Layer.provideMerge(silent))),
    Effect.scoped
  )

it.live("what one consent has brought waits no longer than is told, and is taken in while another is being read", () =>
  inStore(Effect.gen(function*() {
    yield* night()
    assert.deepStrictEqual(yield* held, ["a-7-9", "b-1-9", "t-1", "t-2"])
  })))

const Retired = Schema.Struct({ consent_id: Schema.String })

it.live("what was taken in beside is packed, and what its log says only after that comes into the book too", () =>
  inStore(Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const packed = Effect.gen(function*() {
      return yield* fs.exists(`${(yield* StoreLayout).folder(birch, (yield* Run).id)}/pages.zst`)
    })
    yield* night(
      Effect.void,
      Effect.repeat(packed, { ...soon, until: (there) => there }).pipe(Effect.andThen(retire(birch, "given up")))
    )
    const retired = yield* Effect.flatMap(
      Warehouse,
      (warehouse) => warehouse.rows(Retired, "select consent_id from consent_events where change = 'retired'")
    ).pipe(Effect.provide(book), Effect.scoped)
    assert.deepStrictEqual(retired, [{ consent_id: birch }])
    assert.deepStrictEqual(yield* held, ["a-7-9", "b-1-9", "t-1", "t-2"])
  })))

/** A run beside the night that has given a read its place, and ended before it was in the book. */
const endedBeside = Effect.gen(function*() {
  yield* read(cedar, "c-1")
  const { events } = yield* readLog(`${(yield* StoreLayout).folder(cedar, (yield* Run).id)}/events.ndjson`)
  const run = yield* Run
  const at = yield* run.at
  // The night before has the first three.
  for (const [nth, { read_id }] of events.filter((event) => event.event === "read-ended").entries()) {
    const place = { clock: at, seq: 4 + nth, batch: 4 }
    yield* run.append({ event: "taken-in", at, ...place, read_id, consent_id: cedar, run_id: run.id })
  }
  yield* finishRun([])
}).pipe(Effect.provide(Run.layer("first-session", null), { local: true }), Effect.scoped)

it.live("what a run that ended beside the night has given places to comes first", () =>
  inStore(Effect.gen(function*() {
    yield* night(endedBeside)
    assert.deepStrictEqual(yield* held, ["a-7-9", "b-1-9", "c-1-9", "t-1", "t-2"])
  })))

it.live("a night that cannot take in what it has given places to ends, and the next run does", () =>
  inStore(Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    let kept = ""
    const away = Effect.gen(function*() {
      kept = `${(yield* StoreLayout).folder(birch, (yield* Run).id)}/pages/000000.json`
      yield* files.rename(kept, `${kept}.away`)
    })
    const failed = yield* Effect.flip(night(away))
    assert.strictEqual(failed._tag, "StorageMissing")
    yield* files.rename(`${kept}.away`, kept)
    yield* runPipeline({ name: "normalise", lock: null, stages: [normalising] })
    assert.deepStrictEqual(yield* held, ["b-1-9", "t-1", "t-2"])
  })))
