/**
 * What the book shows of answers is heard by whoever takes them in, be it another run than the one that read them.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { findUntold, newestLoad } from "../../../src/book/loads.ts"
import { RunId } from "../../../src/domain/identifiers.ts"
import { Capabilities } from "../../../src/institution/Capabilities.ts"
import { Run } from "../../../src/journal/Run.ts"
import { normalise } from "../../../src/normalise/normalise.ts"
import { readBoard, writeBoard } from "../../../src/notify/Board.ts"
import { bookProblems } from "../../../src/run/bookProblems.ts"
import { killSwitch } from "../../support/daybook/Daybook.ts"
import { pageOf, transactionRow } from "../../support/gateway/bankRows.ts"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import { type AnsweredRead, journalRead } from "../../support/store/journalRead.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/** A bank of one payment a day, which lists nothing any more from the 10th on. */
const short = Effect.gen(function*() {
  const bank = yield* edgeBank("2026-07-09T03:00:00Z", {}, { transaction_ids: "unstable" })
  bank.gateway.transactions = daysFrom("2026-06-10", "2026-07-08").map((day) => payment(`${day}T12:00:00Z`))
  assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
  bank.gateway.transactions = []
  bank.gateway.setTime("2026-07-10T03:00:00Z")
  return bank
})

it.live("what was pulled by itself is heard of by who makes it into the book, once", () =>
  Effect.gen(function*() {
    const { night, run } = yield* short
    assert.strictEqual((yield* run("pull")).exitCode, 0)
    const loaded = yield* run("normalise")
    assert.strictEqual(loaded.exitCode, 10)
    assert.match(loaded.stderr, /the bank listed nothing where the book holds \d+ rows/)
    assert.strictEqual((yield* run("normalise")).exitCode, 0)
    assert.strictEqual((yield* run("publish")).exitCode, 0)
    assert.strictEqual((yield* night("2026-07-11")).exitCode, 10)
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("a book that lacks what was pulled is neither exported nor published without a word", () =>
  Effect.gen(function*() {
    const { gateway, run } = yield* short
    gateway.transactions = [payment("2026-07-09T12:00:00Z")]
    for (const stage of ["pull", "normalise", "export"]) assert.strictEqual((yield* run(stage)).exitCode, 0, stage)
    const pulled = yield* run("pull")
    for (const stage of ["reconcile", "export", "publish"]) {
      const { exitCode, stderr } = yield* run(stage)
      assert.strictEqual(exitCode, 10, stage)
      assert.include(
        stderr,
        `what run ${
          String(pulled.line["run_id"])
        } has read is in no table yet; take it in, and do this again: daybook normalise`
      )
    }
    for (const stage of ["normalise", "publish"]) assert.strictEqual((yield* run(stage)).exitCode, 0, stage)
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("that a night was killed is heard of by the stage that takes in what it had read, once", () =>
  Effect.gen(function*() {
    const { daybook, gateway, run, night } = yield* short
    gateway.transactions = [payment("2026-07-09T12:00:00Z")]
    const killed = yield* daybook.runWith(
      { preload: killSwitch({ before: "^run .*Writes the versions" }) },
      "run",
      "nightly"
    )
    assert.strictEqual(killed.exitCode, 137, killed.stdout)
    const loaded = yield* run("normalise")
    assert.strictEqual(loaded.exitCode, 10)
    assert.match(
      loaded.stderr,
      /run \S+ was killed, and rows that it had not read yet may be missing; read the rest: daybook run nightly/
    )
    assert.strictEqual((yield* run("normalise")).exitCode, 0)
    assert.notInclude((yield* night("2026-07-11")).stderr, "killed")
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("of several things that went wrong each is told where the answer is wanted in JSON, and one ends the run", () =>
  Effect.gen(function*() {
    const { gateway, night } = yield* short
    const rows = [
      transactionRow({ AccountId: "A-1", TransactionId: "t-1", Status: undefined }),
      transactionRow({ AccountId: "A-1", TransactionId: "t-2", Amount: { Amount: "ten", Currency: "GBP" } })
    ]
    gateway.script = ({ path }) =>
      path.endsWith("/transactions") ? { status: 200, body: pageOf("Transaction", rows) } : undefined
    const { exitCode, stderr } = yield* night("2026-07-10")
    assert.strictEqual(exitCode, 10)
    const told = stderr.split("\n").filter((line) => line.includes("went into quarantine"))
    assert.deepStrictEqual(
      told.map((line) => [line.startsWith("daybook: "), ...line.match(/1 fault of the kind [a-z-]+/) ?? []]),
      [[false, "1 fault of the kind missing-field"], [true, "1 fault of the kind bad-amount"]]
    )
  }).pipe(Effect.scoped, Effect.provide(quiet)))

/** A night that takes in what it has read, and is killed then. */
const killedNight = (read: AnsweredRead) =>
  Effect.andThen(journalRead({ institution: "gb_test", ...read }), normalise({ ending: false })).pipe(
    Effect.provide(Run.layer("nightly", null)),
    Effect.provide(Capabilities.layer, { local: true }),
    Effect.scoped
  )

it.live("what a run had taken in that was killed is heard of by the next one, be it known or not up to which load was told", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const told = Effect.gen(function*() {
        const [row] = yield* query("select max(run_id) as run from runs")
        const run = RunId.make(String(row?.["run"]))
        yield* findUntold(run, (yield* readBoard).newest_load ?? null)
        return (yield* bookProblems(run, { remade: false, publishing: false })).map(({ message }) => message)
      })
      const faults = "4 faults of the kind missing-field went into quarantine; " +
        "look at them: daybook publish, then daybook quarantine list"
      /** A row that says nothing of itself has one fault for each thing that it should say. */
      const odd = (name: string) => transactions([paid("t-1", "2026-11-05", "1"), { AccountId: "a-1", [name]: name }])
      const known = transactions([paid("t-1", "2026-11-05", "1")])
      yield* night("2026-11-12", accounts(), known)
      yield* killedNight(odd("Odd"))
      yield* night("2026-11-13", known)
      assert.deepStrictEqual(yield* told, [faults])
      const tell = Effect.flatMap(newestLoad(), ({ load_seq }) =>
        writeBoard({ newest_run: null, newest_load: load_seq, entries: [] }))
      yield* tell
      yield* killedNight(odd("Even"))
      yield* night("2026-11-14", known)
      assert.deepStrictEqual(yield* told, [faults])
      yield* tell
      yield* night("2026-11-15", known)
      assert.deepStrictEqual(yield* told, [])
    })))
