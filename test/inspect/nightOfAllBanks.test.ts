/**
 * How old the newest night is where not all banks had it.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

const Night = Schema.Struct({ night_run: Schema.NullOr(Schema.String), night_ended_at: Schema.NullOr(Schema.String) })

const newestNight = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const [found] = yield* warehouse.rows(Night, new URL("../../src/inspect/status.sql", import.meta.url))
  return found === undefined ? undefined : [found.night_run, found.night_ended_at]
})

/** A night of these consents, at three o'clock of its day, by a clock that may tell another. */
const night = Effect.fnUntraced(function*(
  day: string,
  consents: ReadonlyArray<string>,
  pipeline = "nightly",
  told = day
) {
  const warehouse = yield* Warehouse
  yield* warehouse.run(
    `insert into runs by name
     select $day as run_id, $pipeline as pipeline, ($told || 'T03:00:00Z')::timestamptz as ended_at, 'complete' as outcome;
     insert into consent_events by name
     select unnest($consents::varchar[]) as consent_id, ($day || 'T03:00:00Z')::timestamptz as learned_at, $day as run_id,
       'read' as change, 'AUTH' as status, 'bank of ' || consent_id as institution,
       timestamptz '2027-01-01 00:00:00Z' as expires_at`,
    { day, pipeline, consents, told }
  )
})

it.live("counts a night of one bank alone for that bank, and not for the others", () =>
  withStatedBook(() =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* newestNight, [null, null])
      yield* night("2026-11-10", ["a"], "first-session")
      assert.deepStrictEqual(yield* newestNight, [null, null])
      yield* night("2026-11-11", ["a", "b"])
      assert.deepStrictEqual(yield* newestNight, ["2026-11-11", "2026-11-11T03:00:00.000Z"])
      yield* night("2026-11-12", ["a"])
      assert.deepStrictEqual(yield* newestNight, ["2026-11-11", "2026-11-11T03:00:00.000Z"])
      // A bank that somebody has only now consented to has not been missed.
      yield* night("2026-11-13", ["a", "b"])
      yield* night("2026-11-14", ["c"], "first-session")
      assert.deepStrictEqual(yield* newestNight, ["2026-11-13", "2026-11-13T03:00:00.000Z"])
    })
  ))

it.live("counts the last night for the newest, whatever time the clock told in an earlier one", () =>
  withStatedBook(() =>
    Effect.gen(function*() {
      yield* night("2026-11-11", ["a", "b"])
      yield* night("2026-11-12", ["a", "b"], "nightly", "2026-12-22")
      yield* night("2026-11-13", ["a", "b"])
      yield* night("2026-11-14", ["a"])
      assert.deepStrictEqual(yield* newestNight, ["2026-11-13", "2026-11-13T03:00:00.000Z"])
    })
  ))
