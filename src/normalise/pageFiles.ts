/**
 * The pages of a read as files for DuckDB, and what becomes of pages that are none.
 *
 * DuckDB fails a whole statement over one byte that is not UTF-8, so such a page is told apart before.
 */
import { Effect, FileSystem, Schema } from "effect"
import { isUtf8 } from "node:buffer"
import { listName } from "../domain/permission.ts"
import { isWhole } from "../journal/keptAnswers.ts"
import { StorageDamaged, storageErrorOf } from "../store/StorageError.ts"
import { frameFile, frameOf } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledPage, JournaledRead } from "./importEvents.ts"

/** The number of a kept answer. */
const Frame = Schema.Struct({ frame: Schema.Int })

/** The most bytes of pages that one statement takes, so that memory does not follow the size of a read. */
const batchBytes = 24 * 1024 * 1024

/** The pages of a read. `files` are those that are text, in order; `batches` the same, cut by size. */
export interface PageSet {
  readonly files: ReadonlyArray<string>
  readonly batches: ReadonlyArray<ReadonlyArray<string>>
  /** Pages that are not text. */
  readonly notText: ReadonlyArray<JournaledPage>
}

/** Looks at every page of a read. Fails where one is not what was kept. */
export const openPages = Effect.fn("normalise.openPages")(
  function*(directory: string, pages: ReadonlyArray<JournaledPage>) {
    const fs = yield* FileSystem.FileSystem
    const files: Array<string> = []
    const batches: Array<Array<string>> = []
    const notText: Array<JournaledPage> = []
    let room = 0
    for (const page of pages) {
      const file = `${directory}/${frameFile(page.frame)}`
      const body = yield* fs.readFile(file).pipe(Effect.mapError(storageErrorOf(file)))
      if (!isWhole(body, page.crc32)) {
        return yield* new StorageDamaged({ path: file, cause: "its checksum is not the one that was written down" })
      }
      if (!isUtf8(body)) {
        notText.push(page)
        continue
      }
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
    return { files, batches, notText } satisfies PageSet
  }
)

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/**
 * Tells apart the pages that are no pages, into the table `malformed_pages`, and says whether there are any. Only pages that gave
 * no row are looked at again.
 */
export const findMalformedPages = Effect.fn("normalise.findMalformedPages")(
  function*(read: JournaledRead, pages: PageSet) {
    const warehouse = yield* Warehouse
    const withRows = new Set(
      (yield* warehouse.rows(Frame, "select distinct frame from staged")).map(({ frame }) => frame)
    )
    const withoutRows = pages.files.filter((file) => !withRows.has(frameOf(file)))
    if (withoutRows.length + pages.notText.length === 0) return false
    yield* warehouse.file(sql("pages/malformed"))
    if (withoutRows.length > 0) {
      yield* warehouse.file(sql("pages/withoutRows"), { list: listName(read.started.resource), files: withoutRows })
    }
    for (const { crc32, frame } of pages.notText) {
      yield* warehouse.file(sql("pages/notText"), { frame, digest: String(crc32) })
    }
    return (yield* warehouse.rows(Frame, "select frame from malformed_pages limit 1")).length > 0
  }
)

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
