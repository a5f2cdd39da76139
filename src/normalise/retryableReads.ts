/**
 * Reads whose rows stand in quarantine, tried against the present rules.
 */
import { Effect, Option, Schema } from "effect"
import type { Run } from "../journal/Run.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./journaledReads.ts"
import { rehearse, understandAlone } from "./loadBatch.ts"
import { whyUnloadable } from "./setAside.ts"
import { staged } from "./stagedRows.ts"
import { openAgain } from "./waitingReads.ts"

/** `aside` says that the whole read could not be loaded. */
const Retryable = Schema.Struct({ read_id: Schema.String, folder: Schema.String, aside: Schema.Boolean })
const Count = Schema.Struct({ rows: Schema.Int })

/** Whether a read that was set aside can be loaded today. */
const loadableToday = (read: JournaledRead) => Effect.map(whyUnloadable(rehearse(read)), Option.isNone)

/** Whether rows of a read stand in quarantine and would be understood today. */
const understoodToday = Effect.fnUntraced(function*(read: JournaledRead) {
  const warehouse = yield* Warehouse
  yield* understandAlone(read)
  const [count] = yield* warehouse.rows(
    Count,
    `select count(*)::integer as rows from $staged s join batch_pages p using (page_no)
     where s.disposition <> 'quarantined' and exists (
       select 1 from quarantine q
       where q.resolved_run is null and q.code not in ('unlisted-account', 'undecided-account')
         and q.raw_page_id = p.raw_page_id and q.row_index = s.row_index
     )`,
    { staged: staged(read.started.resource) }
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
