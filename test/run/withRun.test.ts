/**
 * What the journal says of a run's end and what the shell hears of it are the same, however the run ends.
 */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestConsole } from "effect/testing"
import { book } from "../../src/book/Book.ts"
import { tellFailure } from "../../src/cli/failure.ts"
import { type Failure, type Problem, problemOf } from "../../src/domain/Problem.ts"
import { Redirected } from "../../src/gateway/GatewayError.ts"
import { listRuns } from "../../src/inspect/runs.ts"
import { Run } from "../../src/journal/Run.ts"
import { importEvents } from "../../src/normalise/importEvents.ts"
import { finishRun, withBook, withRun } from "../../src/run/withRun.ts"
import { takeLock } from "../../src/store/Lock.ts"
import { StorageMissing } from "../../src/store/StorageError.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { CredentialsRefused } from "../../src/token/Token.ts"
import { storeLayer } from "../support/store/journalRead.ts"
import { eventsOf } from "../support/store/journalTexts.ts"

const missing = new StorageMissing({ path: "out/journal" })
const redirected = new Redirected({ address: "https://gateway.example", what: "balances", status: 302 })
const refused = new CredentialsRefused({ address: "https://gateway.example", status: 401, code: "invalid_client" })

/** The ends of a new store's runs, as the journal says them. */
const ends = Effect.gen(function*() {
  const events = yield* eventsOf((yield* StoreLayout).root)
  return events.flatMap((event) =>
    event.event === "run-ended" ? [`${event.outcome} ${event.exit_code} [${event.causes.join(", ")}]`] : []
  )
})

/** Does something as a run; gives what the shell hears, and what the journal says. */
const ended = Effect.fn("test.ended")(function*<A, E extends Failure>(work: Effect.Effect<A, E, Run>) {
  const exit = yield* Effect.exit(withRun("nightly", null, work))
  const heard = Exit.isSuccess(exit)
    ? 0
    : yield* tellFailure(exit.cause, false).pipe(Effect.provide(TestConsole.layer, { local: true }))
  return [heard, ...yield* ends]
}, Effect.provide(storeLayer(), { local: true }))

it.live("wrong credentials and an address that sends elsewhere end a run with 2, failed in the ledger", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* ended(Effect.fail(refused)), [2, "failed 2 [CredentialsRefused]"])
    assert.deepStrictEqual(yield* ended(Effect.fail(redirected)), [2, "failed 2 [Redirected]"])
  }))

it.live("a failure that stops what goes on beside it is told, and not the interruption of the others", () =>
  Effect.gen(function*() {
    const work = Effect.all([Effect.never, Effect.delay(Effect.fail(missing), "5 millis")], { concurrency: 2 })
    assert.deepStrictEqual(yield* ended(work), [16, "storage 16 [StorageMissing]"])
  }))

it.live("names no account in the journal, whose words a purge leaves there", () =>
  Effect.gen(function*() {
    const tags = ["AccountNotListed", "AnswerShort", "DaysLost"] as const
    const problems = tags.map((_tag) => problemOf({ _tag, message: "account 4711: something; look at it" }))
    yield* withRun("nightly", null, finishRun(problems))
    const told = (yield* eventsOf((yield* StoreLayout).root)).flatMap((event) =>
      event.event === "run-ended" ? event.problems ?? [] : []
    )
    assert.sameMembers(told.map(({ error }) => error), [...tags])
    for (const { message } of told) assert.notInclude(message, "4711")
  }).pipe(Effect.provide(storeLayer())))

it.live("what nobody expected is a defect, whatever it is called", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* ended(Effect.die(missing)), [1, "failed 1 [Defect]"])
    assert.deepStrictEqual(yield* ended(Effect.die("secret")), [1, "failed 1 [Defect]"])
  }))

it.live("an interruption is one", () =>
  Effect.gen(function*() {
    const begun = yield* Deferred.make<void>()
    const work = withRun("nightly", null, Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
    const going = yield* Effect.forkChild(work)
    yield* Deferred.await(begun)
    yield* Fiber.interrupt(going)
    assert.deepStrictEqual(yield* ends, ["interrupted 130 [Interrupted]"])
  }).pipe(Effect.provide(storeLayer())))

const all = (...failures: ReadonlyArray<Failure>): ReadonlyArray<Problem> => failures.map(problemOf)

const failing = { _tag: "GatewayFailing", message: "it kept failing; run again" } as const
const forbidden = { _tag: "Forbidden", message: "no access; look" } as const
const revoked = { _tag: "ConsentRevoked", message: "withdrawn; renew it" } as const

it.live("a run ends as the strongest of its problems, and names them all, the strongest first", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* ended(finishRun(all(forbidden, failing, revoked, forbidden), 3)), [
      0,
      "needs-person 11 [ConsentRevoked, GatewayFailing, Forbidden]"
    ])
    assert.deepStrictEqual(yield* ended(finishRun(all(forbidden, revoked, redirected), 3)), [
      0,
      "failed 2 [Redirected, ConsentRevoked, Forbidden]"
    ])
  }))

it.live("a gateway that failed is unreachable only where nothing could be read", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* ended(finishRun(all(failing), 0)), [0, "unreachable 13 [GatewayFailing]"])
    assert.deepStrictEqual(yield* ended(finishRun(all(failing), 1)), [0, "partial 10 [GatewayFailing]"])
  }))

it.live("of a run that could not be published the ledger says the end that the shell heard", () =>
  Effect.gen(function*() {
    const work = Effect.gen(function*() {
      yield* finishRun(all(revoked))
      yield* Effect.sleep("5 millis")
      return yield* Effect.die("broken")
    })
    yield* Effect.exit(withRun("nightly", null, work))
    const [run] = yield* Effect.gen(function*() {
      const [name] = yield* eventsOf((yield* StoreLayout).root)
      if (name?.event === "run-started") yield* importEvents(name.run_id)
      return yield* listRuns()
    }).pipe(Effect.provide(book), Effect.scoped)
    assert.deepInclude(run, { outcome: "failed", exit_code: 1, causes: ["Defect"] })
  }).pipe(Effect.provide(storeLayer())))

/** Whether another would get the book now. */
const bookIsFree = takeLock("book", "another", "2026-01-05T04:00:00.000Z").pipe(
  Effect.as(true),
  Effect.catchTag("RunBusy", () => Effect.succeed(false)),
  Effect.scoped
)

it.live("the book is given back when the work on it is done, and where that failed only after the run's end is written down", () =>
  Effect.gen(function*() {
    const work = Effect.gen(function*() {
      assert.isFalse(yield* withBook(bookIsFree))
      assert.isTrue(yield* bookIsFree)
      return yield* withBook(Effect.fail(missing)).pipe(
        Effect.tapError(() => Effect.map(bookIsFree, assert.isFalse))
      )
    })
    const told = yield* Effect.flip(withRun("nightly", null, work))
    assert.strictEqual(told, missing)
    assert.deepStrictEqual(yield* ends, ["storage 16 [StorageMissing]"])
    assert.isTrue(yield* bookIsFree)
  }).pipe(Effect.provide(storeLayer())))
