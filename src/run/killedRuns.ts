/**
 * Runs that were killed before they had read all that they were to: what they left is told by the stage that takes it in, as no run
 * of theirs can, and as the next night alone reads the rest.
 */
import { Effect, Schema } from "effect"
import { RunId } from "../domain/identifiers.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { isGoingOn } from "../journal/journalFolders.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Killed = Schema.Struct({ run_id: RunId })

/** Runs without an end whose reads nobody has heard of yet (`findUntold`), and since which none has read that came to its end. */
const withoutEnd = `select run_id
  from runs
  where ended_at is null and pipeline in ('nightly', 'pull', 'first-session') and run_id in (
      select run_id from reads join untold_reads using (read_id)
    )
    and run_id > coalesce((
      select max(run_id) from runs where pipeline in ('nightly', 'pull') and outcome in ('complete', 'partial', 'held')
    ), '')
  order by run_id`

/** What a run that reads nothing itself has to say of those that were killed; the book must be open. */
export const killedRuns = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const killed = yield* Effect.filter(
    yield* warehouse.rows(Killed, withoutEnd),
    ({ run_id }) => Effect.map(isGoingOn(run_id), (goesOn) => !goesOn)
  )
  return killed.map(({ run_id }): Problem =>
    problemOf({
      _tag: "RunKilled",
      message:
        `run ${run_id} was killed, and rows that it had not read yet may be missing; read the rest: daybook run nightly`
    })
  )
}).pipe(Effect.withSpan("run.killedRuns"))
