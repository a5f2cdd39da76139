/**
 * The transactions of a batch, understood row by row into the table `staged_transactions`. What DuckDB may read at once is bounded by
 * its memory, so pages are taken in chunks.
 */
import { Effect } from "effect"
import { transactions } from "../book/fields/fieldSql.ts"
import { fragment, identifier } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { quarantineUnreadableRows } from "./oddPages.ts"
import { rowsIn } from "./pageFiles.ts"
import { type BatchRead, type Pass, validateUnchecked } from "./stagedRows.ts"

const sql = (name: string) => new URL(`./transactions/${name}.sql`, import.meta.url)

/** Stages the rows of a pass from its pages. */
export const stageTransactions = Effect.fn("normalise.stageTransactions")(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { pages, resource } = pass
  yield* warehouse.file(sql("stagingTable"), transactions.staging)
  for (const shares of pages.chunks) {
    const rows = fragment(
      `(${shares.map((files) => `from ${rowsIn(files, resource).sql}`).join(" union all ")})`
    )
    yield* warehouse.file(sql("stage"), { ...transactions.stageCommon, rows })
    if (yield* isAny("staged_transactions where apart")) {
      yield* warehouse.file(sql("apart"))
      yield* warehouse.file(sql("stage"), { ...transactions.stageAny, rows: identifier("apart_rows") })
    }
    yield* validateUnchecked(resource)
  }
  yield* quarantineUnreadableRows(pass)
})

/** Whether a list was walked more than once, so that not all of its pages count. */
export const walkedTwice = ({ earlier_frames }: BatchRead) => earlier_frames.length > 0

/** Leaves out what an earlier walk through a list shows and no later one has to show. */
export const leaveOutEarlierWalks = Effect.fn("normalise.leaveOutEarlierWalks")(function*({ reads }: Pass) {
  if (!reads.some(walkedTwice)) return
  yield* (yield* Warehouse).file(sql("earlierWalks"))
})
