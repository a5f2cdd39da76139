/**
 * What becomes of exports that are older than `[export] keep` says: their files go, their manifests stay, so that the chain
 * of them can be walked from the newest to the first.
 *
 * It comes after the new export stands whole. Killed on its way it leaves folders from which some files are gone; the next
 * one goes on. What nobody has written down, because a run was killed between the two, is left alone.
 */
import { Effect, FileSystem, Schema } from "effect"
import { Run } from "../journal/Run.ts"
import { Settings } from "../settings/Settings.ts"
import { namesIn, syncFolder } from "../store/durableFiles.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Older = Schema.Struct({ folder: Schema.String })

/** Exports beyond the newest so many. What this run's own has replaced may still be read by who came to it by `latest`. */
const olderThan = `
  select folder
  from (select folder, row_number() over (order by load_seq desc) as place from exports)
  where place > greatest($keep, if((select arg_max(run_id, load_seq) from exports) = $run, 2, 1))
  order by place`

/** Removes the files of an export, and gives how many there were. Without a manifest it is none of ours. */
const removeFiles = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* namesIn(folder)
  if (!names.includes("manifest.json")) return 0
  const files = names.filter((name) => name !== "manifest.json")
  for (const name of files) {
    yield* fs.remove(`${folder}/${name}`, { recursive: true, force: true }).pipe(
      Effect.mapError(storageErrorOf(folder))
    )
  }
  if (files.length > 0) yield* syncFolder(folder)
  return files.length
})

/** Prunes the exports of the open book. An export is no worse for what could not be pruned, so that is a warning. */
export const pruneExports = Effect.fn("export.prune")(
  function*() {
    const { keep } = (yield* Settings).export
    if (keep === 0) return
    const fs = yield* FileSystem.FileSystem
    const { id } = yield* Run
    const { exports, root } = yield* StoreLayout
    const latest = yield* fs.realPath(`${exports}/latest`).pipe(Effect.orElseSucceed(() => ""))
    const older = yield* (yield* Warehouse).rows(Older, olderThan, { keep, run: id })
    let pruned = 0
    for (const { folder } of older) {
      const path = yield* fs.realPath(`${root}/${folder}`).pipe(Effect.orElseSucceed(() => ""))
      if (path !== "" && path !== latest && (yield* removeFiles(path)) > 0) pruned += 1
    }
    if (pruned > 0) {
      yield* Effect.logInfo(
        `the files of ${
          pruned === 1 ? "one export" : `${pruned} exports`
        } of before are gone, as [export] keep = ${keep} has it`
      )
    }
  },
  Effect.catch(({ message }) => Effect.logWarning(`the files of exports of before are not all gone: ${message}`))
)
