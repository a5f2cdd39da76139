/**
 * Pages that are no pages, or that hold something beside their rows, and rows that the database did not take as they were
 * sent: told apart once the rows are staged.
 */
import { Effect, Schema } from "effect"
import { listName } from "../domain/permission.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./journaledReads.ts"
import type { NumberedPage } from "./pageFiles.ts"
import { type Pass, requireAlone, staged } from "./stagedRows.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Those that the database can look at. */
const filesOf = (pages: ReadonlyArray<NumberedPage>) => pages.flatMap(({ file }) => file === "" ? [] : [file])

const StagedPage = Schema.Struct({ page_no: Schema.Int, odd: Schema.NullOr(Schema.Boolean) })

/**
 * What there is to say of pages apart from their rows: whether any is no page, and which are to be looked at again,
 * because they may have something beside their rows.
 */
export interface PageFindings {
  readonly malformed: boolean
  readonly odd: ReadonlyArray<string>
}

/**
 * Tells apart the pages that are no pages, into the table `malformed_pages`; a read that has one is not complete. Only pages
 * that gave no row, or have something beside their rows, are looked at again for that.
 */
export const lookAtPages = Effect.fn("normalise.lookAtPages")(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { numbered, unreadable } = pass.pages
  const seen = new Map(
    (yield* warehouse.rows(StagedPage, "select page_no, bool_or(odd_page) as odd from $staged group by page_no", {
      staged: staged(pass.resource)
    }))
      .map(({ odd, page_no }) => [page_no, odd === true])
  )
  const withoutRows = filesOf(numbered.filter(({ page_no }) => !seen.has(page_no)))
  const odd = filesOf(numbered.filter(({ page_no }) => seen.get(page_no) ?? true))
  const oddWithRows = filesOf(numbered.filter(({ page_no }) => seen.get(page_no) === true))
  if (withoutRows.length + unreadable.length + oddWithRows.length === 0) return { malformed: false, odd }
  yield* warehouse.file(sql("pages/malformed"))
  if (withoutRows.length > 0) {
    yield* warehouse.file(sql("pages/withoutRows"), { list: listName(pass.resource), files: withoutRows })
  }
  if (oddWithRows.length > 0) {
    yield* warehouse.file(sql("pages/secondList"), { list: listName(pass.resource), files: oddWithRows })
  }
  for (const { code, crc32, message, page_no } of unreadable) {
    yield* warehouse.file(sql("pages/unreadable"), { page_no, digest: String(crc32), code, message })
  }
  const malformed = yield* isAny("malformed_pages")
  if (malformed) {
    yield* requireAlone(pass, "batch_pages join malformed_pages using (page_no)")
    yield* warehouse.run("update batch set complete = false")
  }
  return { malformed, odd } satisfies PageFindings
})

/** Takes back of the staged rows those that the database did not take as they were sent. */
export const quarantineUnreadableRows = Effect.fn("normalise.quarantineUnreadableRows")(function*(
  { pages: { rows }, resource }: Pass
) {
  if (rows.length === 0) return
  const warehouse = yield* Warehouse
  yield* warehouse.file(sql("pages/unreadableRows"), {
    rows: JSON.stringify(rows),
    staged: staged(resource)
  })
})

/** Puts the malformed pages of a read into quarantine, after its rows were. */
export const quarantinePages = Effect.fn("normalise.quarantinePages")(function*({ started }: JournaledRead) {
  const warehouse = yield* Warehouse
  const { institution, read_id, run_id } = started
  yield* warehouse.file(sql("pages/quarantine"), { run: run_id, read: read_id, institution })
})
