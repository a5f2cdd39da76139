/**
 * Writes the book's datasets as files that a ledger can load, with a manifest that says what they add up to.
 *
 * The rows are sorted by the database within its memory limit and its temporary files, so memory does not grow with the
 * number of rows. Everything is read in one transaction. Whoever has the book open for writing is the only one who may
 * export from it. What is written lies hidden until it is revealed (`exportFolder.ts`).
 */
import { DateTime, Effect, FileSystem, Schema } from "effect"
import { createHash } from "node:crypto"
import { resolve } from "node:path"
import { allVerdicts } from "../book/verdicts.ts"
import { type HeldAccount, keysOf } from "../journal/exportEvents.ts"
import type { ExportFormat } from "../settings/Settings.ts"
import { replaceFile, syncFolder } from "../store/durableFiles.ts"
import { type StorageError, storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { columnsOf, type Dataset, datasets } from "./Dataset.ts"
import { findManifest, freeExportId, makeReadable, partialOf } from "./exportFolder.ts"
import { digestOf, fingerprintOf } from "./fingerprint.ts"
import { ControlTotal, CoveredSpan, type ExportedFile, Release, writeManifest } from "./Manifest.ts"
import { writeReport } from "./report/writeReport.ts"
import { type ExportUnequal, writeFiles } from "./writeFiles.ts"

/** What an export is made of and where it goes. */
export interface ExportOptions {
  /** The store's folder; exports go to `exports` in it. */
  readonly store: string
  readonly runId: string
  /** Now in the time of the store's world; its day in UTC names the folder. */
  readonly now: DateTime.Utc
  readonly formats: ReadonlyArray<ExportFormat>
  /** `changed` makes no export where the previous one already says everything. */
  readonly when: "always" | "changed"
  /** The export before this one, where there is one. */
  readonly previous: { readonly exportId: string; readonly manifestSha256: string } | null
  /** Accounts of which nothing leaves, by currency. */
  readonly held: ReadonlyArray<HeldAccount>
  /** The world the rows come from: a gateway's origin, or `sandbox`. */
  readonly world: string
  /** Name and version of the program. */
  readonly program: string
  readonly schemaVersion: number
  readonly ruleVersion: number
  /** The mode of the files, octal; `0640` by default. */
  readonly mode?: string
}

/** An export that stands complete on disk, and that nobody sees yet. */
export interface Export {
  readonly changed: true
  readonly exportId: string
  /** Relative to the store. */
  readonly folder: string
  readonly manifestSha256: string
  readonly files: ReadonlyArray<ExportedFile>
  /** How many rows each dataset has. */
  readonly rows: Readonly<Record<string, number>>
}

export type ExportError = ExportUnequal | StorageError

/**
 * Exports accounts, balances, transactions and bridges of the open book. With `when: "changed"` it writes nothing and says
 * `{ changed: false }` where the previous export still stands and says the same, or where there is none and nothing to
 * export.
 */
export const exportDatasets = Effect.fn("export.exportDatasets")(
  function*(options: ExportOptions): Effect.fn.Return<
    Export | { readonly changed: false },
    ExportError,
    Warehouse | FileSystem.FileSystem
  > {
    const warehouse = yield* Warehouse
    return yield* warehouse.transaction(writeExport(options, resolve(options.store, "exports")))
  }
)

const writeExport = Effect.fnUntraced(function*(options: ExportOptions, exports: string) {
  const warehouse = yield* Warehouse
  const fs = yield* FileSystem.FileSystem
  const held = keysOf(options.held)
  const contents = yield* Effect.forEach(datasets, (dataset) => contentOf(dataset, held))
  const [version] = yield* warehouse.rows(Schema.Struct({ duckdb: Schema.String }), "select version() as duckdb")
  const duckdb = version?.duckdb ?? "unknown"
  const releases = yield* warehouse.rows(Release, releasesInForce)
  const fingerprint = fingerprintOf({
    contents: contents.filter(({ dataset }) => dataset.isNews !== true),
    duckdb,
    formats: options.formats,
    // An account that is held from its first night on leaves no trace in the files.
    held: options.held.map(({ account_key, currency, verdict }) => [account_key, currency, verdict]),
    releases,
    schema: options.schemaVersion,
    rule: options.ruleVersion
  })
  if (options.when === "changed") {
    const previous = options.previous === null ? undefined : yield* findManifest(exports, options.previous)
    if (previous?.fingerprint === fingerprint) return { changed: false } as const
    // A ledger that loads every new export must not be given one of a store that never held anything.
    if (options.previous === null && contents.every(({ rows }) => rows === 0)) return { changed: false } as const
  }

  const day = DateTime.formatIsoDateUtc(options.now)
  const mode = Number.parseInt(options.mode ?? "0640", 8)
  const exportId = yield* freeExportId(`${exports}/${day}`, options.runId)
  const folder = `exports/${day}/${exportId}`
  const partial = partialOf(resolve(options.store, folder))
  yield* Effect.forEach([exports, `${exports}/${day}`], makeReadable, { discard: true })
  yield* fs.makeDirectory(partial, { mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(partial)))
  return yield* Effect.gen(function*() {
    const files = yield* writeFiles(contents, {
      folder: partial,
      formats: options.formats,
      held,
      mode,
      temporary: `${StoreLayout.at(resolve(options.store)).temporary}/ordered`
    })
    const told = {
      export_id: exportId,
      run_id: options.runId,
      created_at: DateTime.formatIso(options.now),
      store: options.world,
      program: options.program,
      duckdb,
      schema_version: options.schemaVersion,
      rule_version: options.ruleVersion,
      fingerprint,
      files,
      control_totals: yield* warehouse.rows(ControlTotal, new URL("./control_totals.sql", import.meta.url), { held }),
      verdicts: yield* allVerdicts(),
      held: options.held,
      releases,
      coverage: yield* warehouse.rows(CoveredSpan, new URL("./coverage.sql", import.meta.url)),
      previous: options.previous === null
        ? null
        : { export_id: options.previous.exportId, manifest_sha256: options.previous.manifestSha256 }
    }
    const manifest = writeManifest({ ...told, files: [...files, yield* writeReport(partial, told, held, mode)] })
    yield* replaceFile(`${partial}/manifest.json`, manifest, mode)
    yield* syncFolder(partial)
    return {
      changed: true,
      exportId,
      folder,
      manifestSha256: createHash("sha256").update(manifest).digest("hex"),
      files,
      rows: Object.fromEntries(contents.map(({ dataset, rows }) => [dataset.name, rows]))
    } as const
  }).pipe(Effect.onError(() => Effect.ignore(fs.remove(partial, { recursive: true, force: true }))))
})

const contentOf = Effect.fnUntraced(function*(dataset: Dataset, held: ReadonlyArray<string>) {
  const columns = yield* columnsOf(dataset)
  return { dataset, columns, ...(yield* digestOf(dataset, columns, held)) }
})

const releasesInForce = `
  select account_key, released_at, released_by as by, reason, until_day as until from releases order by account_key`
