/**
 * What consents have brought is in the book while another is still being read, and it is the same book.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger, Schedule, Schema } from "effect"
import { book } from "../../src/book/Book.ts"
import { readEvents } from "../../src/journal/EventLog.ts"
import { Run } from "../../src/journal/Run.ts"
import { normalising, pulling } from "../../src/run/Pipeline.ts"
import { runPipeline } from "../../src/run/runPipeline.ts"
import { everything } from "../../src/run/RunScope.ts"
import { type ConsentPipeline, syncConsents } from "../../src/run/syncConsents.ts"
import { TakenTogether, takingInBeside } from "../../src/run/takeInBeside.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { rebuild } from "../../src/upkeep/rebuild.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { accountRow, pageOf, transactionRow } from "../support/gateway/bankRows.ts"
import { journalRead } from "../support/store/journalRead.ts"
import { alder, birch, emptyStore, publishNight } from "../support/store/publishedStore.ts"

const told: Array<string> = []

/** What is told, and no line of it on the screen. */
const listening = Logger.layer([Logger.make(({ message }) => told.push(String(message)))])

const Row = Schema.Struct({ transaction_id: Schema.String })

/** Whatever is not so yet will be soon. */
const soon = { schedule: Schedule.spaced("10 millis"), times: 2000 }

/** The consents whose reads have a place in the order of loads by now, as the run that goes on has written down. */
const takenIn = Effect.gen(function*() {
  const events = yield* readEvents((yield* StoreLayout).runEvents((yield* Run).id))
  return events.flatMap((event) => event.event === "taken-in" ? [event.consent_id] : [])
})

const read = (consent: typeof alder, account: string) =>
  Effect.gen(function*() {
    const institution = consent === alder ? "gb_alder_personal" : "gb_birch_business"
    const identified = { SchemeName: "UK.OBIE.IBAN", Identification: `GB00TEST${account}` }
    const row = accountRow({ AccountId: account, Account: [identified] })
    yield* journalRead({ consent, institution, resource: "accounts", pages: [pageOf("Account", [row])] })
    const rows = [transactionRow({ AccountId: account, TransactionId: `${account}-9` })]
    yield* journalRead({
      consent,
      institution,
      resource: "transactions",
      account,
      pages: [pageOf("Transaction", rows)]
    })
  })

/**
 * A night in which the second consent has been read, and the first one only is once `enough` holds: which transactions the
 * book holds then, and that one made again holds the same.
 */
const night = <E, R>(
  together: typeof TakenTogether.Service,
  enough: Effect.Effect<boolean, E, R>,
  afterwards: Effect.Effect<void, E, R> = Effect.void
) =>
  Effect.gen(function*() {
    yield* publishNight()
    const share: ConsentPipeline<Run | FileSystem.FileSystem | StoreLayout | R> = ({ consentId }) =>
      Effect.gen(function*() {
        if (consentId === alder) {
          yield* Effect.repeat(enough, { ...soon, until: (is) => is })
          yield* read(alder, "a-7")
        } else yield* Effect.andThen(read(birch, "b-1"), afterwards)
        return { consentId, finished: [], results: [], withheld: [], unlisted: new Set<never>(), missing: null }
      }).pipe(Effect.orDie)
    const reading = takingInBeside((handOver) => syncConsents(share, "nightly", everything, handOver)).pipe(
      Effect.provideService(TakenTogether, together)
    )
    yield* runPipeline({ name: "nightly", lock: null, stages: [pulling(reading), normalising] })
    const rows = yield* Effect.flatMap(
      Warehouse,
      (warehouse) => warehouse.rows(Row, "select transaction_id from transaction_versions order by all")
    ).pipe(
      Effect.provide(book),
      Effect.scoped
    )
    const { tables } = yield* rebuild({ replace: false })
    assert.deepStrictEqual(tables.filter(({ gained, lost }) => gained + lost > 0), [])
    return rows.map(({ transaction_id }) => transaction_id)
  }).pipe(Effect.provide(emptyStore.pipe(Layer.provideMerge(listening))), Effect.scoped)

const all = ["a-7-9", "b-1-9", "t-1", "t-2"]

it.live("what one consent has brought waits no longer than is told, and is taken in while another is being read", () =>
  Effect.gen(function*() {
    const isTakenIn = Effect.map(takenIn, (consents) => consents.includes(birch))
    assert.deepStrictEqual(yield* night({ consents: 100, within: "20 millis" }, isTakenIn), all)
  }))

it.live("what could not be taken in beside the reading is taken in after it", () =>
  Effect.gen(function*() {
    told.length = 0
    const page = Effect.map(Effect.all([StoreLayout, Run]), ([layout, { id }]) =>
      `${layout.folder(birch, id)}/pages/000000.json`)
    const away = Effect.flatMap(FileSystem.FileSystem, ({ rename }) =>
      Effect.flatMap(page, (page) =>
        rename(page, `${page}.away`)))
    const back = Effect.gen(function*() {
      const isTold = told.some((line) =>
        line.startsWith("what was read is taken in after all of it:")
      )
      const file = yield* page
      if (isTold) yield* (yield* FileSystem.FileSystem).rename(`${file}.away`, file)
      return isTold
    })
    const ids = yield* night({ consents: 1, within: "1 minute" }, back, away)
    assert.deepStrictEqual(ids, all)
  }))
