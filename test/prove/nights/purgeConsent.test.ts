/**
 * What a person had removed is gone from everything that is made from the journal, and nothing else is; that it went is
 * never forgotten, and excuses nothing else that is missing.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { Run } from "../../../src/journal/Run.ts"
import { takeLock } from "../../../src/store/Lock.ts"
import { StoreClock } from "../../../src/store/StoreClock.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { lastSentence, runLineOf } from "../../support/daybook/Ended.ts"
import { queryFile } from "../../support/daybook/queryFile.ts"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import { TestGateway } from "../../support/gateway/TestGateway.ts"
import { rulesText } from "../../support/truth/playTruth.ts"
import { GroundTruth } from "../../support/world/GroundTruth.ts"
import { plainMovements } from "../../support/world/Movements.ts"

const start = "2026-03-02T03:00:00.000Z"
const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))
const bank = "xq_purge"
const rules = rulesText({ bulk: "both", transaction_ids: "stable", account_discovery: "always" })
const unattended = ["--callback", "none", "--poll", "0.01", "--json"]

/** The gateway of one bank with two accounts, and a store that reads from it. */
const store = Effect.gen(function*() {
  const world = new GroundTruth(8, 2, { ...plainMovements, accounts: 2, historyDays: 30, perNight: 2 }, start)
  const gateway = yield* TestGateway.start({ clock: start, approveAfterReads: 1, bulkStatus: 200, pageSize: 100 })
  const daybook = yield* Daybook.make(gateway.env, { [bank]: rules })
  /** Lets the bank state a night, and says how many booked rows there are. */
  const state = (number: number) => {
    const night = world.night(number)
    gateway.setTime(night.at)
    gateway.accounts = night.accounts
    gateway.balances = night.balances
    gateway.transactions = night.transactions
    return night.truth.booked.length
  }
  /** Asks for a consent, and says which it is. */
  const consent = Effect.fnUntraced(function*(command: "new" | "renew") {
    assert.strictEqual((yield* daybook.here("consent", command, bank, ...unattended)).exitCode, 0)
    return ConsentId.make([...gateway.consents.all.keys()].at(-1) ?? "")
  })
  const nightly = Effect.map(daybook.here("run", "nightly", "--json"), (ended) => runLineOf(ended)["outcome"])
  const purge = (consentId: string) => daybook.here("consent", "forget", consentId, "--purge", "--json")
  /** What a purge said, that went well. */
  const purged = Effect.fnUntraced(function*(consentId: string) {
    const { exitCode, lines } = yield* purge(consentId)
    assert.strictEqual(exitCode, 0)
    return { ...lines.at(-1) }
  })
  /** Fails where a book made again from the journal is not the one that is there. */
  const isSame = Effect.gen(function*() {
    const { exitCode, lines } = yield* daybook.here("rebuild", "--json")
    assert.deepStrictEqual([exitCode, lines.at(-1)?.["findings"]], [0, []])
  })
  const counts = Effect.map(
    daybook.query("select (select count(*) from accounts) as a, (select count(*) from transactions) as t"),
    ([row]) => [Number(row?.["a"]), Number(row?.["t"])]
  )
  return { daybook, state, consent, nightly, purge, purged, isSame, counts, journal: `${daybook.out}/journal` }
})

/** Every file below a folder in which one of these words stands. */
const filesWith = Effect.fnUntraced(function*(folder: string, ...words: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(folder, { recursive: true })
  return yield* Effect.filter(names, (name) =>
    fs.readFile(`${folder}/${name}`).pipe(
      Effect.map((body) => words.some((word) => Buffer.from(body).includes(word))),
      Effect.orElseSucceed(() => false)
    ))
})

it.live(
  "a purged consent leaves a record in a run's log, and no row, no answer and no folder",
  () =>
    Effect.gen(function*() {
      const { consent, counts, daybook, isSame, journal, nightly, purged, state } = yield* store
      const fs = yield* FileSystem.FileSystem
      const rows = state(0)
      const consentId = yield* consent("new")
      assert.strictEqual(yield* nightly, "complete")
      assert.deepStrictEqual(yield* counts, [2, rows])
      const keys = (yield* daybook.query("select account_key as key from accounts")).map((row) => row["key"] ?? "")

      const { recorded_in, went, ...stays } = yield* purged(consentId)
      assert.deepInclude(Object(went), { folders: 4, accounts: 2, transactions: rows })
      assert.sameMembers(Object(went).account_keys, keys)
      assert.deepInclude(stays, { exports: 1, shared_with: [], new_account_keys: 0, alive_at_bank: true })
      assert.deepStrictEqual(yield* counts, [0, 0])
      assert.isFalse((yield* fs.readDirectory(journal)).some((name) => name.includes(consentId)))
      const [told] = yield* daybook.query("select consent_id, institution, status, retired from consents")
      assert.deepStrictEqual(told, { consent_id: consentId, institution: bank, status: "", retired: "true" })
      // An account's key stands in what was shipped alone.
      const found = yield* filesWith(daybook.out, ...keys)
      assert.isAbove(found.length, 0)
      for (const file of found) assert.match(file, /^exports\//)
      assert.deepStrictEqual(yield* filesWith(journal, "consent-purged"), [`runs/${String(recorded_in)}/events.ndjson`])
      yield* isSame

      // Life goes on: a new consent, a night, and the same rows once.
      const later = state(1)
      yield* consent("new")
      assert.strictEqual(yield* nightly, "complete")
      assert.deepStrictEqual(yield* counts, [2, later])
      yield* isSame
      assert.strictEqual((yield* daybook.here("rebuild", "--replace")).exitCode, 0)
      assert.deepStrictEqual(yield* counts, [2, later])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("what another consent read of the same accounts stays, and is said to", () =>
  Effect.gen(function*() {
    const { consent, counts, isSame, nightly, purged, state } = yield* store
    state(0)
    const first = yield* consent("new")
    const rows = state(1)
    const second = yield* consent("renew")
    const { new_account_keys, shared_with, went } = yield* purged(first)
    assert.deepStrictEqual([shared_with, new_account_keys], [[second], 0])
    assert.deepInclude(Object(went), { accounts: 0, account_keys: [], transactions: 0 })
    assert.deepStrictEqual(yield* counts, [2, rows])
    yield* isSame
    assert.strictEqual(yield* nightly, "complete")
    yield* isSame
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live(
  "a purge that was killed on its way can be asked for again, and what it had renamed goes with the next run",
  () =>
    Effect.gen(function*() {
      const { consent, daybook, isSame, journal, nightly, purged, state } = yield* store
      const fs = yield* FileSystem.FileSystem
      state(0)
      const consentId = yield* consent("new")
      // Killed after the folder was renamed.
      yield* fs.copy(`${journal}/${consentId}`, `${journal}/.purged-x`)
      yield* nightly
      assert.isFalse(yield* fs.exists(`${journal}/.purged-x`))
      // Killed after the record was written and the book removed: the consent's folder is there as it was.
      const aside = `${daybook.out}/aside`
      yield* fs.copy(`${journal}/${consentId}`, aside)
      yield* purged(consentId)
      yield* fs.rename(aside, `${journal}/${consentId}`)
      yield* fs.remove(StoreLayout.at(daybook.out).book)
      yield* isSame
      yield* fs.remove(StoreLayout.at(daybook.out).book)
      yield* purged(consentId)
      assert.isFalse(yield* fs.exists(`${journal}/${consentId}`))
      yield* isSame
      // Where no book said what had left, nothing of it comes back from what was exported.
      const { book } = StoreLayout.at(daybook.out)
      const [kept] = yield* queryFile(book, "select count(*) as rows from internal.unwritten_ledger_rows")
      assert.deepStrictEqual(kept, { rows: "0" })
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("a purge goes through where the book is damaged, which is made anew in any case", () =>
  Effect.gen(function*() {
    const { consent, counts, daybook, isSame, purged, state } = yield* store
    const fs = yield* FileSystem.FileSystem
    state(0)
    const consentId = yield* consent("new")
    yield* fs.writeFileString(StoreLayout.at(daybook.out).book, "no database")
    yield* purged(consentId)
    assert.deepStrictEqual(yield* counts, [0, 0])
    yield* isSame
  }).pipe(Effect.scoped, Effect.provide(quiet)))

const littleMemory = `[consent]
permissions = ["ReadAccountsDetail", "ReadTransactionsCredits", "ReadTransactionsDebits", "ReadTransactionsDetail"]
[store]
memory_limit = "320MB"
threads = 1
`

it.live(
  "the places of what a purge took away are given again, and what was set aside at one is none of the next read's",
  () =>
    Effect.gen(function*() {
      const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, { transaction_ids: "stable" }, littleMemory)
      const { daybook, gateway, run } = bank
      const [own] = gateway.accounts
      if (own === undefined) throw new Error("the bank has no account")
      const identifications = [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "20000087654321" }]
      gateway.accounts = [{ ...own, person: "one" }, {
        ...own,
        ref: "two",
        accountId: "A-2",
        person: "two",
        identifications
      }]
      const rent = payment("2026-02-01T12:00:00Z", { id: "rent" })
      const large = payment("2026-02-18T12:00:00Z", { ref: "two", id: "t", information: "x".repeat(10 * 1024 * 1024) })
      gateway.transactions = [rent, large]
      gateway.consents.person = "one"
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      gateway.consents.person = "two"
      assert.strictEqual((yield* bank.consent("new")).exitCode, 10)
      assert.deepStrictEqual(yield* daybook.query("select code from quarantine"), [{ code: "unloadable" }])
      const second = [...gateway.consents.all.keys()].at(-1) ?? ""
      assert.strictEqual((yield* run("consent", "forget", second, "--purge")).exitCode, 0)
      gateway.transactions = [rent, payment("2026-02-20T12:00:00Z", { id: "new" })]
      for (const day of ["2026-02-21", "2026-02-22"]) {
        gateway.setTime(`${day}T03:00:00Z`)
        assert.strictEqual((yield* run("run", "backfill", "--again")).exitCode, 0)
      }
      assert.strictEqual((yield* run("rebuild")).exitCode, 0)
      assert.strictEqual((yield* run("rebuild", "--replace")).exitCode, 0)
      const rows = yield* daybook.query("select transaction_id from transactions order by 1")
      assert.deepStrictEqual(rows.map((row) => row["transaction_id"]), ["new", "rent"])
      assert.deepStrictEqual(yield* daybook.query("select code from quarantine"), [])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "a purge excuses no other folder that is missing, and is refused where the rest could not make a book",
  () =>
    Effect.gen(function*() {
      const { consent, daybook, journal, purge, purged, state } = yield* store
      const fs = yield* FileSystem.FileSystem
      state(0)
      const first = yield* consent("new")
      const second = yield* consent("new")
      const [run = ""] = yield* fs.readDirectory(`${journal}/${second}`)
      const folder = `${second}/${run}`
      yield* fs.rename(`${journal}/${folder}`, `${daybook.out}/aside`)
      const refused = yield* purge(first)
      assert.strictEqual(refused.exitCode, 16)
      assert.include(lastSentence(refused), `the journal lacks ${folder}`)
      assert.isTrue(yield* fs.exists(`${journal}/${first}`))
      assert.isTrue(yield* fs.exists(StoreLayout.at(daybook.out).book))
      yield* fs.rename(`${daybook.out}/aside`, `${journal}/${folder}`)
      yield* purged(first)
      yield* fs.remove(`${journal}/${folder}`, { recursive: true })
      const lacking = yield* daybook.here("rebuild")
      assert.strictEqual(lacking.exitCode, 16)
      assert.include(lastSentence(lacking), `the journal lacks ${folder}`)
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("a purge takes nothing away under a run that reads the consent, or may begin to", () =>
  Effect.gen(function*() {
    const { consent, daybook, journal, nightly: nightlyRun, purge, state } = yield* store
    const fs = yield* FileSystem.FileSystem
    state(0)
    const consentId = yield* consent("new")
    const ground = StoreClock.layer.pipe(Layer.provideMerge(Layer.succeed(StoreLayout, StoreLayout.at(daybook.out))))
    const refused = Effect.map(purge(consentId), (ended) => `${ended.exitCode} ${lastSentence(ended)}`)
    const nightly = Effect.andThen(takeLock("nightly", "000009-a", start), refused).pipe(Effect.scoped)
    assert.match(yield* Effect.provide(nightly, ground), /^15 daybook: another run of nightly has been going on/)
    const waiting = Effect.gen(function*() {
      yield* (yield* Run).folder(consentId)
      return yield* refused
    })
    assert.match(
      yield* Effect.provide(waiting, Layer.provideMerge(Run.layer("consent-new", null), ground)),
      /^15 daybook: another run of consent-new has been going on/
    )
    assert.isTrue(yield* fs.exists(`${journal}/${consentId}`))
    // Nor is the consent given up that somebody may want to keep, now that it is told what goes on.
    assert.strictEqual(yield* nightlyRun, "complete")
  }).pipe(Effect.scoped, Effect.provide(quiet)))
