/**
 * Reads that are to be loaded once more, because rows of them stood in quarantine until their account was known: a list
 * names it now, or its rows have told which it is. What was asked for later holds against them.
 */
import { Effect, Schema } from "effect"
import { Run } from "../journal/Run.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { importEvents, type JournaledRead, type PendingLoads } from "./importEvents.ts"

const Waiting = Schema.Struct({ read_id: Schema.String, folder: Schema.String })

const asked = ({ started: { at, read_id } }: JournaledRead): string => `${at} ${read_id}`

/** Looks into folders of the journal again that were sealed. */
export const openFolders = Effect.fn("normalise.openFolders")(function*(folders: ReadonlyArray<string>) {
  const warehouse = yield* Warehouse
  yield* warehouse.run("delete from journal_folders where folder in (select unnest($folders::varchar[]))", { folders })
})

/**
 * The reads whose rows have waited, in the order in which they were asked for, with what the journal holds beyond the book;
 * `pending` where there are none. Their folders are opened again, so that whoever takes over the journal next finds them,
 * also where this process is killed.
 */
export const waitingReads = Effect.fn("normalise.waitingReads")(function*(pending: PendingLoads) {
  const warehouse = yield* Warehouse
  const run = yield* Run
  const waiting = yield* warehouse.rows(Waiting, new URL("./quarantine/waiting.sql", import.meta.url))
  if (waiting.length === 0) return { pending, reads: [] }
  yield* openFolders(waiting.map(({ folder }) => folder))
  const opened = yield* importEvents(run.id)
  const wanted = new Set(waiting.map(({ read_id }) => read_id))
  const reads = [...opened.reads.values()].filter(({ started }) => wanted.has(started.read_id))
  return { pending: opened, reads: reads.toSorted((a, b) => asked(a) < asked(b) ? -1 : 1) }
})
