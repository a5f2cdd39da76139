/**
 * The stage that exports the open book on behalf of the run that is going on: datasets, journal, ledger of exports.
 *
 * The export stands on disk before the journal says so, and is seen only after that: what somebody has loaded, the next export goes
 * on from. Killed before the journal has it, it is made again by the next run; killed after it, the next run reveals it.
 */
import { DateTime, Effect, Option } from "effect"
import { newestExport, recordExport } from "../book/exports.ts"
import { newestLoad } from "../book/loads.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { programVersion, ruleVersion, schemaVersion } from "../domain/versions.ts"
import { type HeldAccount, keysOf } from "../journal/exportEvents.ts"
import { Run } from "../journal/Run.ts"
import { Settings } from "../settings/Settings.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { StoreOrigin } from "../store/StoreOrigin.ts"
import { isAny } from "../warehouse/Warehouse.ts"
import { exportDatasets } from "./exportDatasets.ts"
import { latestIn, removeLeftovers, reveal, revealLast } from "./exportFolder.ts"

const revealAgain = Effect.fnUntraced(function*(newest: Effect.Success<ReturnType<typeof newestExport>>) {
  const { exports, root } = yield* StoreLayout
  yield* revealLast(exports, newest === undefined ? null : `${root}/${newest.folder}`)
})

/** Makes the newest export of the open book visible, where it is not: who tells of exports is not to tell of one that nobody sees. */
export const revealNewest = Effect.flatMap(newestExport(), revealAgain).pipe(
  Effect.catch(({ message }) => Effect.logWarning(`the newest export is not where it is looked for: ${message}`))
)

/**
 * What is wrong with the export to which `latest` points: the open book does not know it, as the journal was put back from a backup of
 * before it, and the next one cannot count from what ledgers have loaded.
 */
export const forgottenExport = Effect.gen(function*() {
  const { exports } = yield* StoreLayout
  const latest = yield* latestIn(exports)
  if (latest === null || (yield* isAny("exports where folder = $folder", { folder: `exports/${latest}` }))) return []
  const problems: ReadonlyArray<Problem> = [problemOf({
    _tag: "ExportForgotten",
    message:
      `the export ${latest} is not in the journal, which ends before it, and no restatements are counted from it; bring a ` +
      "ledger that has loaded it to the control totals of the next export by hand"
  })]
  return problems
}).pipe(Effect.withSpan("export.forgottenExport"))

/** Exports the book; returns the folder relative to the store, or null where nothing changed since the last export. */
export const exportStage = Effect.fn("export.exportStage")(function*(
  when: "always" | "changed",
  held: ReadonlyArray<HeldAccount>
) {
  const run = yield* Run
  const origin = yield* StoreOrigin
  const settings = yield* Settings
  const { exports, root } = yield* StoreLayout
  const previous = yield* newestExport()
  yield* revealAgain(previous)
  yield* removeLeftovers(exports)
  const now = DateTime.makeUnsafe(yield* run.at)
  const made = yield* exportDatasets({
    store: root,
    runId: run.id,
    now,
    formats: settings.export.formats,
    when,
    previous: previous ?? null,
    held,
    world: Option.getOrElse(yield* origin.stamped, () => "nowhere yet"),
    program: `daybook ${programVersion}`,
    schemaVersion,
    ruleVersion,
    mode: settings.publish.mode.toString(8)
  })
  if (!made.changed) return null
  const { load_seq } = yield* newestLoad()
  const event = {
    event: "exported",
    at: DateTime.formatIso(now),
    seq: load_seq + 1,
    run_id: run.id,
    export_id: made.exportId,
    folder: made.folder,
    manifest_sha256: made.manifestSha256,
    left_out: keysOf(held)
  } as const
  yield* run.append(event)
  yield* run.sync
  yield* recordExport(event)
  yield* reveal(exports, `${root}/${made.folder}`)
  const { accounts = 0, balances = 0, transactions = 0 } = made.rows
  yield* Effect.logInfo(
    `exported ${accounts} accounts, ${balances} balances and ${transactions} transactions to ${made.folder}`
  ).pipe(Effect.annotateLogs({ stage: "export" }))
  return made.folder
})
