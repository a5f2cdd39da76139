/**
 * Reads whose rows stand in quarantine, tried against the present rules.
 */
import { Effect, Option, Schema } from "effect"
import { defineMacros } from "../book/macros.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import type { Run } from "../journal/Run.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./importEvents.ts"
import { rehearse, understand } from "./loadRead.ts"
import { openPages } from "./pageFiles.ts"
import { whyUnloadable } from "./setAside.ts"
import { nowhere } from "./stagedRows.ts"
import { openAgain } from "./waitingReads.ts"

/** `aside` says that the whole read could not be loaded. */
const Retryable = Schema.Struct({ read_id: Schema.String, folder: Schema.String, aside: Schema.Boolean })
const Count = Schema.Struct({ rows: Schema.Int })

/** Understands the pages of a read into the table `staged`, and writes nothing. */
const stage = Effect.fnUntraced(function*(read: JournaledRead) {
  yield* defineMacros()
  yield* understand({ ...nowhere(read), read, pages: yield* openPages(read) })
}, Effect.scoped)

/** Whether a read that was set aside can be loaded today. */
const loadableToday = (read: JournaledRead) =>
  whyUnloadable(rehearse(read)).pipe(
    Effect.map(Option.isNone),
    Effect.provide(Capabilities.get(read.started.institution))
  )

/** Whether rows of a read stand in quarantine and would be understood today. */
const understoodToday = Effect.fnUntraced(function*(read: JournaledRead) {
  const warehouse = yield* Warehouse
  yield* stage(read).pipe(Effect.provide(Capabilities.get(read.started.institution)))
  const [count] = yield* warehouse.rows(
    Count,
    `select count(*)::integer as rows from staged s
     where s.disposition <> 'quarantined' and exists (
       select 1 from quarantine q
       where q.resolved_run is null and q.code not in ('unlisted-account', 'undecided-account')
         and q.raw_page_id = $folder || '/' || s.frame and q.row_index = s.row_index
     )`,
    { folder: read.folder.name }
  )
  return (count?.rows ?? 0) > 0
})

/**
 * The reads that the present rules understand better than those by which they were taken in.
 */
export const retryableReads = Effect.fn("normalise.retryableReads")(function*(run: Run["Service"]) {
  const warehouse = yield* Warehouse
  const candidates = yield* warehouse.rows(Retryable, new URL("./quarantine/retryable.sql", import.meta.url))
  if (candidates.length === 0) return []
  const { reads } = yield* openAgain(run, candidates)
  const aside = new Set(candidates.filter(({ aside }) => aside).map(({ read_id }) => read_id))
  return yield* Effect.filter(
    reads.toSorted((a, b) => a.started.read_id < b.started.read_id ? -1 : 1),
    (read) => aside.has(read.started.read_id) ? loadableToday(read) : understoodToday(read)
  )
})
