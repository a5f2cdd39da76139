/**
 * The answers of a folder: a file each while they come in, one file of zstd frames when nothing more can come.
 *
 * Packing writes the whole file beside its place, renames it, then says so in the folder's last event, and only then
 * removes the single files; killed at any moment, it is done again from them. Frames keep their numbers.
 */
import { Array, Effect, FileSystem } from "effect"
import { createHash } from "node:crypto"
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from "node:zlib"
import type { ConsentId, RunId } from "../domain/identifiers.ts"
import { namesIn, syncFolder } from "../store/durableFiles.ts"
import { StorageDamaged, type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { frameFile, StoreLayout } from "../store/StoreLayout.ts"
import { openEventLog, readEventsNamed } from "./EventLog.ts"

const failedAt = (path: string) => Effect.mapError(storageErrorOf(path))

/** How many answers are read at once, by other threads than our own. */
export const answersAtOnce = 8

/** Compressed in our own thread: to give a body to another takes longer than to compress it. */
const compress = (body: Uint8Array) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })

/** What a folder says of its packed answers; undefined where they are not packed, or not to the end. */
const packedIn = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = `${folder}/pages.zst`
  if (!(yield* fs.exists(path).pipe(failedAt(path)))) return undefined
  const packed = (yield* readEventsNamed(`${folder}/events.ndjson`, "packed")).at(-1)
  return packed?.event === "packed" ? packed : undefined
})

/**
 * Packs a folder's answers; does nothing where they are packed already. `at` is the instant its event carries, `opened` the
 * folder's log for whoever has it open. Gives how many lines that has by this more.
 */
export const packPages = Effect.fn("pages.pack")(
  function*(
    folder: string,
    at: string,
    opened: ReturnType<typeof openEventLog> = openEventLog(`${folder}/events.ndjson`)
  ): Effect.fn.Return<number, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const pages = `${folder}/pages`
    const kept = new Set((yield* namesIn(pages)).map((name) => Number.parseInt(name, 10)))
    const isToPack = kept.size > 0 && (yield* packedIn(folder)) === undefined
    if (isToPack) {
      const target = `${folder}/pages.zst`
      const partial = `${target}.partial`
      const digest = createHash("sha256")
      const frames: Array<number> = []
      yield* Effect.gen(function*() {
        const file = yield* fs.open(partial, { flag: "w", mode: 0o600 })
        const last = [...kept].reduce((last, frame) => Math.max(last, frame), -1)
        const packedFrame = (frame: number) =>
          // A process killed while it kept two answers at once can leave a number out; it stays empty.
          Effect.map(
            kept.has(frame) ? fs.readFile(`${pages}/${frameFile(frame)}`) : Effect.succeed(new Uint8Array()),
            compress
          )
        for (let next = 0; next <= last; next += answersAtOnce) {
          const numbers = Array.range(next, Math.min(next + answersAtOnce - 1, last))
          for (const bytes of yield* Effect.forEach(numbers, packedFrame, { concurrency: "unbounded" })) {
            digest.update(bytes)
            frames.push(bytes.byteLength)
            yield* file.writeAll(bytes)
          }
        }
        yield* file.sync
      }).pipe(Effect.scoped, Effect.andThen(fs.rename(partial, target)), failedAt(target))
      yield* syncFolder(folder)
      yield* Effect.scoped(Effect.gen(function*() {
        const log = yield* opened
        yield* log.append({ event: "packed", at, sha256: digest.digest("hex"), frames })
        yield* log.sync
      }))
    }
    yield* fs.remove(pages, { recursive: true, force: true }).pipe(failedAt(pages))
    return isToPack ? 1 : 0
  }
)

/** The answers of a packed folder by their frames, after its checksum was compared; undefined where it is not packed. */
const openPacked = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const packed = yield* packedIn(folder)
  if (packed === undefined) return undefined
  const path = `${folder}/pages.zst`
  const bytes = yield* fs.readFile(path).pipe(failedAt(path))
  if (createHash("sha256").update(bytes).digest("hex") !== packed.sha256) {
    return yield* new StorageDamaged({ path, cause: "its checksum is not the one that was written down" })
  }
  const starts = packed.frames.map(((sum) => (size) => (sum += size) - size)(0))
  return (frame: number): Uint8Array => {
    const start = starts[frame] ?? 0
    return zstdDecompressSync(bytes.subarray(start, start + (packed.frames[frame] ?? 0)))
  }
})

/**
 * A directory in which each wanted answer stands as a file of its own: the folder's own where it is not packed, else
 * `scratch`, filled from the packed file.
 */
export const pagesDirectory = Effect.fn("pages.directory")(
  function*(
    folder: string,
    wanted: ReadonlyArray<number>,
    scratch: string
  ): Effect.fn.Return<string, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const bodyOf = yield* openPacked(folder)
    if (bodyOf === undefined) return `${folder}/pages`
    yield* fs.makeDirectory(scratch, { recursive: true, mode: 0o700 }).pipe(failedAt(scratch))
    for (const frame of wanted) {
      const file = `${scratch}/${frameFile(frame)}`
      yield* fs.writeFile(file, bodyOf(frame)).pipe(failedAt(file))
    }
    return scratch
  }
)

/** The text of one answer of a folder, packed or not. */
export const answerText = Effect.fn("pages.answer")(
  function*(folder: string, frame: number): Effect.fn.Return<string, StorageError, FileSystem.FileSystem> {
    const fs = yield* FileSystem.FileSystem
    const bodyOf = yield* openPacked(folder)
    const file = `${folder}/pages/${frameFile(frame)}`
    return new TextDecoder().decode(bodyOf?.(frame) ?? (yield* fs.readFile(file).pipe(failedAt(file))))
  }
)

/** An answer that a run which is going on has kept, byte for byte, before its folder is packed. */
export const keptBody = Effect.fn("pages.body")(function*(consentId: ConsentId, runId: RunId, frame: number) {
  const fs = yield* FileSystem.FileSystem
  const file = `${(yield* StoreLayout).folder(consentId, runId)}/pages/${frameFile(frame)}`
  return yield* fs.readFile(file).pipe(failedAt(file))
})

/** The text of such an answer. */
export const keptText = Effect.fn("pages.text")(function*(consentId: ConsentId, runId: RunId, frame: number) {
  return new TextDecoder().decode(yield* keptBody(consentId, runId, frame))
})

/** Whether a body is still the one that was kept. */
export const isWhole = (body: Uint8Array, checksum: number | null): boolean =>
  checksum === null || crc32(body) === checksum
