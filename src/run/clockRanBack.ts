/**
 * A clock that ran back: a run read its first answer long before the run before it read its own. One of the two named its days by a
 * wrong clock, and nothing that a bank answers says so.
 */
import { Effect, Schema } from "effect"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { Run } from "../journal/Run.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Began = Schema.Struct({ read_before: Schema.String, read_at: Schema.String, known_at: Schema.String })

/**
 * When this run and the one before it began to read, and at which instant the book has learned the newest. Runs that go on at once may be
 * some minutes out of their order.
 */
const beganBefore = `
  select strftime(timezone('UTC', before), '%Y-%m-%dT%H:%M:%SZ') as read_before,
    strftime(timezone('UTC', began), '%Y-%m-%dT%H:%M:%SZ') as read_at,
    strftime(timezone('UTC', (select max(decided_at) from loads)), '%Y-%m-%dT%H:%M:%SZ') as known_at
  from (select min(started_at) as began from reads where run_id = $run),
    (select min(started_at) as before from reads where run_id = (select max(run_id) from reads where run_id < $run))
  where began < before - interval 1 hour`

/** Tells that the clock ran back before this run, and writes it into the journal, of which the book makes a finding; the book must be open. */
export const clockRanBack = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const run = yield* Run
  const [found] = yield* warehouse.rows(Began, beganBefore, { run: run.id })
  if (found === undefined) return []
  const { known_at, ...began } = found
  // What is known later has a later known_from, whatever the clock says.
  const message =
    `the clock ran back: this run read at ${began.read_at}, and the one before it at ${began.read_before}; ` +
    "one of them named its days by a wrong clock, so see to it that the machine's is right; " +
    `until ${known_at} all that is learned counts as known then (known_from, transactions_as_of)`
  yield* run.append({ event: "clock-ran-back", at: yield* run.at, ...began, message })
  return [problemOf({ _tag: "ClockRanBack", message })] satisfies ReadonlyArray<Problem>
})
