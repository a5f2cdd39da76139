/**
 * What lies in the journal and in no table: answers that a run by itself, or one that was killed, has left for whoever normalises.
 */
import { Array, Effect, Option, Schema } from "effect"
import { RunId } from "../domain/identifiers.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { readEvents } from "../journal/EventLog.ts"
import { isGoingOn, type JournalFolder } from "../journal/journalFolders.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { journaledReads } from "./journaledReads.ts"

const Left = Schema.Struct({ run_id: RunId })

/** Runs that have told the book of answers which nobody has taken in yet. */
const told = Effect.gen(function*() {
  const rows = yield* (yield* Warehouse).rows(
    Left,
    `select distinct run_id from reads
     where pages > 0 and load_seq is null and read_id not in (select subject from loads where kind = 'set-aside')
     order by run_id`
  )
  return rows.map(({ run_id }) => run_id)
})

const hasAnswers = (folder: JournalFolder) =>
  Effect.map(readEvents(`${folder.path}/events.ndjson`), (events) => journaledReads(folder, events).length > 0)

/**
 * Says to whoever uses the open book as it is which run has read what is not in it; `unseen` are the folders that the book has not looked
 * into. Runs that go on take in their own.
 */
export const leftUntaken = Effect.fn("normalise.leftUntaken")(function*(unseen: ReadonlyArray<JournalFolder>) {
  const untold = yield* Effect.filter(unseen, hasAnswers)
  const runs = Array.dedupe([...yield* told, ...untold.map(({ runId }) => runId)])
  const left = yield* Effect.findFirst(runs, (run) => Effect.map(isGoingOn(run), (goesOn) => !goesOn))
  return Option.match(left, {
    onNone: (): ReadonlyArray<Problem> => [],
    onSome: (run) => [problemOf({
      _tag: "ReadsNotTakenIn",
      message: `what run ${run} has read is in no table yet; take it in, and do this again: daybook normalise`
    })]
  })
})
