/**
 * Reads that are to be loaded once more, because rows of them stood in quarantine until their account was known: a list
 * names it now, or its rows have told which it is. What was asked for later holds against them.
 */
import { Effect, Schema } from "effect"
import { Run } from "../journal/Run.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { importEvents, type PendingLoads } from "./importEvents.ts"
import type { JournaledRead } from "./journaledReads.ts"

const Found = Schema.Struct({ read_id: Schema.String, folder: Schema.String })

/**
 * Reads that were loaded, with what the journal holds beyond the book. Their folders are opened again, so that whoever takes
 * over the journal next finds them, also where this process is killed.
 */
export const openAgain = Effect.fn("normalise.openAgain")(
  function*(run: Run["Service"], found: ReadonlyArray<typeof Found.Type>) {
    const warehouse = yield* Warehouse
    const folders = found.map(({ folder }) => folder)
    yield* warehouse.run("delete from journal_folders where folder in (select unnest($folders::varchar[]))", {
      folders
    })
    const pending = yield* importEvents(run.id)
    const wanted = new Set(found.map(({ read_id }) => read_id))
    return { pending, reads: [...pending.reads.values()].filter(({ started }) => wanted.has(started.read_id)) }
  }
)

const asked = ({ started: { at, read_id } }: JournaledRead): string => `${at} ${read_id}`

/** Rows that were read before and wait until it is known whose they are, and reads that listed any. */
export const rowsWaiting = `(
  select read_id from quarantine where resolved_run is null and code in ('unlisted-account', 'undecided-account')
  union all
  select read_id from waiting_reads
)`

const awaited = {
  /** Whose account is known by now. */
  waiting: new URL("./quarantine/waiting.sql", import.meta.url),
  /** Whose account may be one that a later consent opened, which their rows tell. */
  leftBehind: new URL("./quarantine/leftBehind.sql", import.meta.url)
}

/** The reads whose rows have waited, in the order in which they were asked for; `pending` as it was where there are none. */
export const waitingReads = Effect.fn("normalise.waitingReads")(function*(
  pending: PendingLoads,
  what: keyof typeof awaited
) {
  const warehouse = yield* Warehouse
  const found = (yield* isAny(rowsWaiting)) ? yield* warehouse.rows(Found, awaited[what]) : []
  if (found.length === 0) return { pending, reads: [] }
  const opened = yield* openAgain(yield* Run, found)
  return { pending: opened.pending, reads: opened.reads.toSorted((a, b) => asked(a) < asked(b) ? -1 : 1) }
})
