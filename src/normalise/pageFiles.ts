/**
 * The pages of reads as files for DuckDB, and what becomes of pages that are none.
 *
 * DuckDB fails a whole statement over one byte that is not UTF-8, so such a page is told apart before. What it would not
 * take as it was sent of other pages is told apart row by row (`unreadableRows.ts`).
 */
import { Effect, FileSystem, Schema } from "effect"
import { uuidV4Unsafe } from "effect/crypto/SecureRandom"
import { isUtf8 } from "node:buffer"
import { listName, type Resource } from "../domain/permission.ts"
import { answersAtOnce, isWhole, pagesDirectory } from "../journal/keptAnswers.ts"
import { StorageDamaged, storageErrorOf } from "../store/StorageError.ts"
import { frameFile, StoreLayout } from "../store/StoreLayout.ts"
import { fragment, literal } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledPage, JournaledRead } from "./journaledReads.ts"
import { readablePage, type UnreadableRow } from "./unreadableRows.ts"

/**
 * How many bytes of pages one thread takes in a statement: as many as give each thread some, within these bounds. The database
 * gives all that one reader of files reads to one thread, so each share is a reader of its own; and to plan a statement takes as long as
 * to read some megabytes.
 */
const leastShare = 3 * 1024 * 1024
const mostShare = 12 * 1024 * 1024

/** What a thread that understands rows takes of the database's memory, whatever the pages hold; and more than four are not worth it. */
const shareMemory = 150_000_000
const mostShares = 4

/** A share is at most such a part of the database's memory. */
const shareOfMemory = 1 / 160

const Memory = Schema.Struct({ bytes: Schema.Int })

/** How large the shares of so many bytes are and how many go into one statement: memory follows neither the size of a read nor the threads. */
const sharing = Effect.fnUntraced(function*(total: number) {
  if (total <= leastShare) return { share: leastShare, atOnce: 1 }
  const warehouse = yield* Warehouse
  const [memory] = yield* warehouse.rows(
    Memory,
    "select parse_formatted_bytes(current_setting('memory_limit'))::bigint as bytes"
  )
  const bytes = memory?.bytes ?? 0
  return {
    share: Math.max(leastShare, Math.min(mostShare, total / mostShares, bytes * shareOfMemory)),
    atOnce: Math.min(mostShares, Math.max(1, Math.floor(bytes / shareMemory)))
  }
})

/**
 * A page by its number in the batch, with its place in the journal; `file` is empty where the database cannot even look at it.
 */
export interface NumberedPage {
  readonly page_no: number
  readonly read_no: number
  readonly frame: number
  readonly file: string
  readonly raw_page_id: string
}

/** The pages of some reads. `files` are those that are text, in order; `chunks` the same, cut by size into shares. */
export interface PageSet {
  readonly numbered: ReadonlyArray<NumberedPage>
  readonly files: ReadonlyArray<string>
  readonly chunks: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>
  /** Pages that the database cannot even look at. */
  readonly unreadable: ReadonlyArray<UnreadablePage>
  /** Rows of the others that it would not take as they were sent. */
  readonly rows: ReadonlyArray<UnreadableRow & { readonly page_no: number }>
}

const withoutEmpty = <A>(lists: ReadonlyArray<ReadonlyArray<A>>) => lists.filter(({ length }) => length > 0)

/** Some of the pages, with their numbers. */
export const somePages = (pages: PageSet, isOne: (page: NumberedPage) => boolean): PageSet => {
  const numbered = pages.numbered.filter(isOne)
  const numbers = new Set(numbered.map(({ page_no }) => page_no))
  const named = new Set(numbered.map(({ file }) => file))
  const texts = (files: ReadonlyArray<string>) => files.filter((file) => named.has(file))
  return {
    numbered,
    files: texts(pages.files),
    chunks: withoutEmpty(pages.chunks.map((shares) => withoutEmpty(shares.map(texts)))),
    unreadable: pages.unreadable.filter(({ page_no }) => numbers.has(page_no)),
    rows: pages.rows.filter(({ page_no }) => numbers.has(page_no))
  }
}

interface UnreadablePage {
  readonly page_no: number
  readonly crc32: number | null
  readonly code: keyof typeof unreadableAs
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

/** Where the pages of reads lie, by folder, for as long as the scope lasts: what is packed is unpacked once. */
const openFolders = Effect.fnUntraced(function*(reads: ReadonlyArray<JournaledRead>) {
  const fs = yield* FileSystem.FileSystem
  const { temporary } = yield* StoreLayout
  const wanted = new Map<string, Array<JournaledPage>>()
  for (const { folder, pages } of reads) {
    const known = wanted.get(folder.path)
    if (known === undefined) wanted.set(folder.path, [...pages])
    else known.push(...pages)
  }
  const opened = new Map<string, { readonly directory: string; readonly scratch: string }>()
  for (const [path, pages] of wanted) {
    const scratch = `${temporary}/${uuidV4Unsafe()}`
    yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(scratch, { recursive: true, force: true })))
    opened.set(path, { directory: yield* pagesDirectory(path, pages.map(({ frame }) => frame), scratch), scratch })
  }
  return opened
})

/** A page as it was kept; fails where it is not. */
const keptPage = Effect.fnUntraced(function*(file: string, crc32: number | null) {
  const fs = yield* FileSystem.FileSystem
  const body = yield* fs.readFile(file).pipe(Effect.mapError(storageErrorOf(file)))
  if (!isWhole(body, crc32)) {
    return yield* new StorageDamaged({ path: file, cause: "its checksum is not the one that was written down" })
  }
  return body
})

/** What is found at once of a page that no statement can look at. */
const unreadableAs = {
  "page-coding-broken": "the content coding of the answer is broken",
  "page-coding-unknown": "the answer has a content coding that nobody asked for",
  "page-not-utf8": "the answer is not UTF-8 text",
  "page-too-deep": "objects and lists stand in each other too deep"
}

interface SizedFile {
  readonly file: string
  readonly bytes: number
}

const sumOf = (share: ReadonlyArray<SizedFile>) => ({
  files: share.map(({ file }) => file),
  bytes: share.reduce((sum, { bytes }) => sum + bytes, 0)
})

/** Things in their order, cut into pieces of so many bytes at most; what is larger is a piece of its own. */
const cut = <A extends { readonly bytes: number }>(things: ReadonlyArray<A>, most: number) => {
  const pieces: Array<Array<A>> = []
  let room = 0
  for (const thing of things) {
    const piece = room < thing.bytes ? undefined : pieces.at(-1)
    if (piece === undefined) {
      pieces.push([thing])
      room = most
    } else piece.push(thing)
    room -= thing.bytes
  }
  return pieces
}

/** Looks at a page where it is kept: under which file the database can take it, if any, and what it would not take of it. */
const lookAt = Effect.fnUntraced(
  function*(
    { started: { resource } }: JournaledRead,
    { coding, crc32, frame }: JournaledPage,
    directory: string,
    scratch: string
  ) {
    const kept = `${directory}/${frameFile(frame)}`
    const body = yield* keptPage(kept, crc32)
    if (coding !== undefined) return { file: "", unreadable: `page-coding-${coding}`, rows: [] } as const
    const readable = isUtf8(body) ? readablePage(body, listName(resource)) : null
    if (readable === null) return { file: "", unreadable: "page-not-utf8", rows: [] } as const
    if (readable.deep) return { file: "", unreadable: "page-too-deep", rows: [] } as const
    const file = readable.text === null ? kept : yield* writeMended(scratch, frame, readable.text)
    return { file, unreadable: null, rows: readable.rows }
  }
)

/** The rows in files of pages, as SQL has them; of none there is nothing to read. */
export const rowsIn = (files: ReadonlyArray<string>, resource: Resource) =>
  fragment(
    files.length > 0
      ? `rows_in(${literal(files)}, ${literal(listName(resource))})`
      : "no_rows"
  )

/** Opens the pages of reads for as long as the scope lasts, and looks at each. Fails where one is not what was kept. */
export const openPages = Effect.fn("normalise.openPages")(
  function*(loads: ReadonlyMap<number, { readonly read: JournaledRead }>) {
    const folders = yield* openFolders([...loads.values()].map(({ read }) => read))
    const pages = [...loads].flatMap(([read_no, { read }]) => read.pages.map((page) => ({ read_no, read, page })))
    const found = yield* Effect.forEach(
      pages,
      ({ page, read, read_no }, page_no) => {
        const { directory, scratch } = folders.get(read.folder.path) ?? { directory: "", scratch: "" }
        return Effect.map(
          lookAt(read, page, directory, scratch),
          (looked) => ({ page_no, read_no, raw_page_id: `${read.folder.name}/${page.frame}`, ...page, ...looked })
        )
      },
      { concurrency: answersAtOnce }
    )
    const texts = found.filter(({ unreadable }) => unreadable === null)
    const { atOnce, share } = yield* sharing(sumOf(texts).bytes)
    const chunks = cut(cut(texts, share).map(sumOf), atOnce * share).map((some) => some.map(({ files }) => files))
    return {
      numbered: found.map(({ file, frame, page_no, raw_page_id, read_no }) => ({
        page_no,
        read_no,
        frame,
        file,
        raw_page_id
      })),
      files: texts.map(({ file }) => file),
      chunks,
      unreadable: found.flatMap(({ crc32, page_no, unreadable: code }) =>
        code === null ? [] : [{ page_no, crc32, code, message: unreadableAs[code] }]
      ),
      rows: found.flatMap(({ page_no, rows }) => rows.map((row) => ({ page_no, ...row })))
    } satisfies PageSet
  }
)
