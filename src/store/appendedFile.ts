/**
 * A file to whose end bytes are added. The system takes them into its cache in microseconds, so no thread is asked to: that takes
 * twenty times as long. To bring them to the disk takes milliseconds, and others go on meanwhile.
 */
import { Effect } from "effect"
import { closeSync, fsync, ftruncateSync, openSync, writeSync } from "node:fs"
import { storageErrorOf } from "./StorageError.ts"

/** Opens a file for its end and makes it where it is not there yet, for its owner alone; closed with the scope. */
export const openAppendedFile = Effect.fn("appendedFile.open")(function*(path: string) {
  const failed = storageErrorOf(path)
  const descriptor = yield* Effect.acquireRelease(
    Effect.try({ try: () => openSync(path, "a", 0o600), catch: failed }),
    (descriptor) => Effect.sync(() => closeSync(descriptor))
  )
  return {
    /** Adds bytes, all of them where it succeeds. */
    append: (bytes: Uint8Array) =>
      Effect.try({
        try: () => {
          for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
        },
        catch: failed
      }),
    /** Takes away what stands beyond so many bytes. */
    truncate: (bytes: number) => Effect.try({ try: () => ftruncateSync(descriptor, bytes), catch: failed }),
    /** Brings what was added to the disk. Nobody closes it meanwhile. */
    sync: Effect.uninterruptible(
      Effect.callback<void, ReturnType<typeof failed>>((resume) => {
        fsync(descriptor, (cause) => resume(cause === null ? Effect.void : Effect.fail(failed(cause))))
      })
    )
  }
})
