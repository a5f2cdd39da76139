/**
 * A question that is answered twice: by somebody beside, or after a run that was killed before it had published the first answer.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  listing,
  meant,
  published,
  say,
  sayUnasked,
  second,
  typed,
  undo
} from "../../support/store/namelessAccounts.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"

/** A question whether the account of a second consent is that of the first. */
const asked = Effect.gen(function*() {
  yield* listing(["a"])
  yield* listing(["x"], second)
  const [question] = yield* published("select review_id from reviews where resolved_run is null")
  return String(question?.["review_id"])
})

const resolved = published("select reading, resolved_by from reviews")

it.live("refuses the second answer where a run that was killed has written down the first, and shows that one", () =>
  Effect.gen(function*() {
    const question = yield* asked
    yield* sayUnasked(question, "same", "killed")
    const refused = yield* say(question, "different")
    assert.strictEqual(refused.exitCode, 2)
    assert.match(
      refused.stderr,
      new RegExp(
        `daybook: question ${question} is resolved since run 000003-[0-9a-f]{8} \\(person\\); ` +
          `take that answer back first: daybook reviews undo ${question} --as WHO --reason TEXT\n$`
      )
    )
    assert.deepStrictEqual(yield* resolved, [{ reading: "same", resolved_by: "person" }])
    assert.deepStrictEqual(yield* meant, ["a x"])
    assert.deepStrictEqual(
      yield* published("select outcome, exit_code from runs order by run_id desc limit 1"),
      [{ outcome: "failed", exit_code: 2 }]
    )
    assert.strictEqual((yield* undo(question)).exitCode, 0)
    assert.strictEqual((yield* say(question, "different")).exitCode, 0)
    assert.deepStrictEqual(yield* meant, ["a", "x"])
    assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
  }).pipe(Effect.provide(emptyStore)))

it.live("takes back an answer that a run which was killed has written down, though nothing shows it yet", () =>
  Effect.gen(function*() {
    const question = yield* asked
    yield* sayUnasked(question, "same", "killed")
    assert.deepStrictEqual(yield* resolved, [{ reading: null, resolved_by: null }])
    assert.strictEqual((yield* undo(question)).exitCode, 0)
    assert.deepStrictEqual(yield* meant, ["a", "x"])
    assert.deepStrictEqual(yield* resolved, [{ reading: null, resolved_by: null }])
    assert.strictEqual((yield* say(question, "same")).exitCode, 0)
    assert.deepStrictEqual(yield* meant, ["a x"])
  }).pipe(Effect.provide(emptyStore)))

it.live("refuses to take back what somebody has taken back meanwhile", () =>
  Effect.gen(function*() {
    const question = yield* asked
    assert.strictEqual((yield* say(question, "same")).exitCode, 0)
    const both = yield* Effect.all([undo(question), undo(question)], { concurrency: 2 })
    assert.deepStrictEqual(both.map(({ exitCode }) => exitCode).toSorted(), [0, 2])
    assert.include(
      both.map(({ stderr }) => stderr).join(""),
      `question ${question} has no answer of a person to take back; look at it: daybook reviews show ${question}`
    )
  }).pipe(Effect.provide(emptyStore)))

it.live("says of two answers that a journal of before holds what the book is made by: of accounts the last", () =>
  Effect.gen(function*() {
    const question = yield* asked
    yield* sayUnasked(question, "same", "killed")
    yield* sayUnasked(question, "different", "published")
    assert.deepStrictEqual(yield* resolved, [{ reading: "different", resolved_by: "person" }])
    assert.deepStrictEqual(yield* meant, ["a", "x"])
    yield* sayUnasked(question, "same", "published")
    assert.deepStrictEqual(yield* resolved, [{ reading: "same", resolved_by: "person" }])
    assert.deepStrictEqual(yield* meant, ["a x"])
    assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
  }).pipe(Effect.provide(emptyStore)))
