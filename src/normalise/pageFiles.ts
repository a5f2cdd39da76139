/**
 * The pages of a read as files for DuckDB, and what becomes of pages that are none.
 *
 * DuckDB fails a whole statement over one byte that is not UTF-8, so such a page is told apart before. What it would not
 * take as it was sent of other pages is told apart row by row (`unreadableRows.ts`).
 */
import { Effect, FileSystem, Schema } from "effect"
import { isUtf8 } from "node:buffer"
import { listName } from "../domain/permission.ts"
import { isWhole, pagesDirectory } from "../journal/keptAnswers.ts"
import { StorageDamaged, type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { frameFile, frameOf, StoreLayout } from "../store/StoreLayout.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledPage, JournaledRead } from "./importEvents.ts"
import { readablePage, type UnreadableRow } from "./unreadableRows.ts"

/** The most bytes of pages that one statement takes, so that memory does not follow the size of a read. */
const batchBytes = 24 * 1024 * 1024

/** The pages of a read. `files` are those that are text, in order; `batches` the same, cut by size. */
export interface PageSet {
  readonly files: ReadonlyArray<string>
  readonly batches: ReadonlyArray<ReadonlyArray<string>>
  /** Pages that the database cannot even look at. */
  readonly unreadable: ReadonlyArray<UnreadablePage>
  /** Rows of the others that it would not take as they were sent. */
  readonly rows: ReadonlyArray<UnreadableRow & { readonly frame: number }>
}

interface UnreadablePage extends JournaledPage {
  readonly code: "page-not-utf8" | "page-too-deep"
  readonly message: string
}

/** Writes a page as the database can take it. */
const writeMended = Effect.fnUntraced(function*(scratch: string, frame: number, text: string) {
  const fs = yield* FileSystem.FileSystem
  const file = `${scratch}/mended/${frameFile(frame)}`
  yield* fs.makeDirectory(`${scratch}/mended`, { recursive: true, mode: 0o700 }).pipe(
    Effect.andThen(fs.writeFileString(file, text, { mode: 0o600 })),
    Effect.mapError(storageErrorOf(file))
  )
  return file
})

/** Opens the pages of a read for as long as the scope lasts, and looks at each. Fails where one is not what was kept. */
export const openPages = Effect.fn("normalise.openPages")(
  function*({ folder, pages, started: { read_id, resource } }: JournaledRead) {
    const fs = yield* FileSystem.FileSystem
    const scratch = `${(yield* StoreLayout).temporary}/${read_id}`
    yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(scratch, { recursive: true, force: true })))
    const directory = yield* pagesDirectory(folder.path, pages.map(({ frame }) => frame), scratch)
    const files: Array<string> = []
    const batches: Array<Array<string>> = []
    const unreadable: Array<UnreadablePage> = []
    const rows: Array<PageSet["rows"][number]> = []
    let room = 0
    for (const page of pages) {
      const kept = `${directory}/${frameFile(page.frame)}`
      const body = yield* fs.readFile(kept).pipe(Effect.mapError(storageErrorOf(kept)))
      if (!isWhole(body, page.crc32)) {
        return yield* new StorageDamaged({ path: kept, cause: "its checksum is not the one that was written down" })
      }
      if (!isUtf8(body)) {
        unreadable.push({ ...page, code: "page-not-utf8", message: "the answer is not UTF-8 text" })
        continue
      }
      const readable = readablePage(body, listName(resource))
      if (readable.deep) {
        unreadable.push({ ...page, code: "page-too-deep", message: "objects and lists stand in each other too deep" })
        continue
      }
      rows.push(...readable.rows.map((row) => ({ frame: page.frame, ...row })))
      const file = readable.text === null ? kept : yield* writeMended(scratch, page.frame, readable.text)
      files.push(file)
      const batch = batches.at(-1)
      if (batch === undefined || room < page.bytes) {
        batches.push([file])
        room = batchBytes - page.bytes
      } else {
        batch.push(file)
        room -= page.bytes
      }
    }
    return { files, batches, unreadable, rows } satisfies PageSet
  }
)

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

const StagedFrame = Schema.Struct({ frame: Schema.Int, odd: Schema.NullOr(Schema.Boolean) })

/**
 * What there is to say of the pages of a read apart from their rows: whether any is no page, and which are to be looked at
 * again, because they may have something beside their rows.
 */
export interface PageFindings {
  readonly malformed: boolean
  readonly odd: ReadonlyArray<string>
}

/**
 * Tells apart the pages that are no pages, into the table `malformed_pages`. Only pages that gave no row, or have something
 * beside their rows, are looked at again for that.
 */
export const lookAtPages = Effect.fn("normalise.lookAtPages")(
  function*(read: JournaledRead, pages: PageSet): Effect.fn.Return<PageFindings, StorageError, Warehouse> {
    const warehouse = yield* Warehouse
    const staged = new Map(
      (yield* warehouse.rows(StagedFrame, "select frame, bool_or(odd_page) as odd from staged group by frame"))
        .map(({ frame, odd }) => [frame, odd === true])
    )
    const withoutRows = pages.files.filter((file) => !staged.has(frameOf(file)))
    const odd = pages.files.filter((file) => staged.get(frameOf(file)) ?? true)
    const oddWithRows = odd.filter((file) => staged.has(frameOf(file)))
    if (withoutRows.length + pages.unreadable.length + oddWithRows.length === 0) return { malformed: false, odd }
    yield* warehouse.file(sql("pages/malformed"))
    if (withoutRows.length > 0) {
      yield* warehouse.file(sql("pages/withoutRows"), { list: listName(read.started.resource), files: withoutRows })
    }
    if (oddWithRows.length > 0) {
      yield* warehouse.file(sql("pages/secondList"), { list: listName(read.started.resource), files: oddWithRows })
    }
    for (const { code, crc32, frame, message } of pages.unreadable) {
      yield* warehouse.file(sql("pages/unreadable"), { frame, digest: String(crc32), code, message })
    }
    return { malformed: yield* isAny("malformed_pages"), odd }
  }
)

/** Takes back from the table `staged` the rows that the database did not take as they were sent. */
export const quarantineUnreadableRows = Effect.fn("normalise.quarantineUnreadableRows")(function*({ rows }: PageSet) {
  if (rows.length === 0) return
  const warehouse = yield* Warehouse
  yield* warehouse.file(sql("pages/unreadableRows"), { rows: JSON.stringify(rows) })
})

/** Puts the malformed pages into quarantine, after the rows of the read were, and resolves what no longer stands there. */
export const quarantinePages = Effect.fn("normalise.quarantinePages")(
  function*(read: JournaledRead, malformed: boolean) {
    const warehouse = yield* Warehouse
    const { institution, read_id, run_id } = read.started
    const values = { run: run_id, read: read_id, folder: read.folder.name, institution }
    if (malformed) yield* warehouse.file(sql("pages/quarantine"), values)
    yield* warehouse.file(sql("quarantine/resolved"), values)
  }
)
