/**
 * What runs said when they ended, as the next look at the store finds it.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Subject } from "../../src/domain/Finding.ts"
import { type Failure, problemOf } from "../../src/domain/Problem.ts"
import { ConsentClosed, SessionOver } from "../../src/gateway/GatewayError.ts"
import { Run } from "../../src/journal/Run.ts"
import { lastSaidOf, newestOverAfter, sinceNight } from "../../src/journal/runProblems.ts"
import { finishRun, withRun } from "../../src/run/withRun.ts"
import { alder as consentId, emptyStore, journalConsent } from "../support/store/publishedStore.ts"

const subject: Subject = { kind: "consent", name: consentId }

/** A run that touches the consent and ends with this about it. */
const ended = (pipeline: string, ...failures: ReadonlyArray<Failure>) =>
  withRun(
    pipeline,
    null,
    Effect.gen(function*() {
      yield* journalConsent({
        consentId,
        institution: "gb_alder_personal",
        status: "AUTH",
        expiresAt: "2027-02-19T06:00:00.000Z"
      })
      yield* finishRun(failures.map((failure) => ({ ...problemOf(failure), subject })), 1)
      return (yield* Run).id
    })
  )

const over = new SessionOver({ what: "balances" })
const closed = new ConsentClosed({ what: "balances" })

const said = Effect.map(lastSaidOf([consentId]), (problems) => problems.map(({ message }) => message))

it.live("repeats of a consent what the newest run that has read it said, whoever looked at its record since", () =>
  Effect.gen(function*() {
    yield* ended("nightly", over, closed)
    yield* ended("listen")
    assert.deepStrictEqual(yield* said, [over.message, closed.message])
    yield* ended("first-session")
    assert.deepStrictEqual(yield* said, [])
  }).pipe(Effect.provide(emptyStore)))

it.live("finds what went wrong in the newest night, unless that was complete", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* sinceNight, { complete: null, problems: [], purged: [] })
    const complete = yield* ended("nightly")
    yield* ended("nightly", closed)
    yield* ended("nightly", over)
    yield* ended("first-session")
    const since = yield* sinceNight
    assert.strictEqual(since.complete, complete)
    assert.deepStrictEqual(since.problems, [{ ...problemOf(over), subject }])
    yield* ended("nightly")
    assert.deepStrictEqual((yield* sinceNight).problems, [])
  }).pipe(Effect.provide(emptyStore)))

it.live("gives the newest run after another, as it ended, and none that goes on", () =>
  Effect.gen(function*() {
    const first = yield* ended("nightly")
    assert.isNull(yield* newestOverAfter(first))
    const run = yield* ended("nightly", over)
    const last = { run, pipeline: "nightly", outcome: "needs-person", said: over.message } as const
    assert.deepStrictEqual(yield* newestOverAfter(first), last)
    yield* withRun("nightly", null, Effect.map(newestOverAfter(first), (found) => assert.deepStrictEqual(found, last)))
  }).pipe(Effect.provide(emptyStore)))

it.live("keeps no name of an account, which a purge could not take out of the log of a run", () =>
  Effect.gen(function*() {
    yield* ended("nightly", {
      _tag: "DaysLost",
      message: "booking days 2026-01-01 to 2026-01-31 of account 20041500000001 are lost"
    })
    assert.deepStrictEqual((yield* sinceNight).problems.map(({ message, tag }) => [tag, message]), [
      ["DaysLost", "days of an account can no longer be had; see which: daybook status"]
    ])
  }).pipe(Effect.provide(emptyStore)))
