/**
 * The data files of an export, each brought to the disk with its size and its SHA-256.
 *
 * Rows are sorted once: a format after Parquet is made of the Parquet files, by a database of its own that keeps their order.
 * That takes half of what sorting the book's rows again takes, and gives the same bytes.
 */
import { Context, Effect, Layer, Schema } from "effect"
import type { ExportFormat } from "../settings/Settings.ts"
import { inMemory } from "../warehouse/connections.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { Column } from "./csv.ts"
import { copyOfParquet, copyStatement, type Dataset } from "./Dataset.ts"
import { writeExportFile } from "./exportFile.ts"

/** What is to be written of one dataset. */
export interface Content {
  readonly dataset: Dataset
  readonly columns: ReadonlyArray<Column>
  readonly rows: number
}

/** Where files go, and what of them. */
export interface FilesOptions {
  readonly folder: string
  readonly formats: ReadonlyArray<ExportFormat>
  /** Accounts of which nothing leaves. */
  readonly held: ReadonlyArray<string>
  readonly mode: number
  /** Where the database that writes from Parquet puts temporary files; no other may use it. */
  readonly temporary: string
}

/** Two files of one dataset hold different numbers of rows, so neither can be trusted; nothing was exported. */
export class ExportUnequal extends Schema.TaggedError<ExportUnequal>()("ExportUnequal", {
  file: Schema.String,
  rows: Schema.Int,
  expected: Schema.Int
}) {
  override get message() {
    return `${this.file} was written with ${this.rows} rows where the book has ${this.expected}, so nothing was exported; ` +
      `this is a defect of Daybook, run again and report it`
  }
}

/**
 * Writes the files of the open book's datasets, in the order in which the manifest names them: all of one format, then all of the next,
 * and last those that come in one alone.
 */
export const writeFiles = Effect.fn("export.writeFiles")(
  function*(contents: ReadonlyArray<Content>, options: FilesOptions) {
    const { folder, formats, held, mode, temporary } = options
    const ofParquet = yield* Effect.cached(
      Effect.map(
        Layer.build(Warehouse.layer({ path: inMemory, keepsOrder: true, directories: [folder], temporary })),
        Context.get(Warehouse)
      )
    )
    const filesOf = Effect.fnUntraced(function*(content: Content) {
      const { columns, dataset, rows } = content
      const parquet = `${folder}/${dataset.name}.parquet`
      const wanted = dataset.only === undefined ? formats : [dataset.only]
      return yield* Effect.forEach(wanted, (format, nth) =>
        Effect.gen(function*() {
          const isCopy = format === "csv" && wanted.slice(0, nth).includes("parquet")
          const file = isCopy
            ? yield* Effect.provideService(
              writeFile(content, format, copyOfParquet(columns, rows), { folder, mode, parquet }),
              Warehouse,
              yield* ofParquet
            )
            : yield* writeFile(content, format, copyStatement(dataset, columns, format, rows, held), { folder, mode })
          return { file, place: dataset.only === undefined ? nth : formats.length }
        }))
    })
    // The book writes the Parquet file of one dataset while that of the one before is hashed and copied.
    const written = yield* Effect.forEach(contents, filesOf, { concurrency: 2 })
    return written.flat().toSorted((a, b) => a.place - b.place).map(({ file }) => file)
  },
  Effect.scoped
)

const Copied = Schema.Struct({ Count: Schema.Int })

const writeFile = Effect.fnUntraced(function*(
  { dataset, rows: expected }: Content,
  format: ExportFormat,
  copy: string,
  { folder, mode, ...from }: { readonly folder: string; readonly mode: number; readonly parquet?: string }
) {
  const warehouse = yield* Warehouse
  const name = `${dataset.name}.${format}`
  const file = `${folder}/${name}`
  const { written: [copied], ...told } = yield* writeExportFile(
    file,
    mode,
    warehouse.rows(Copied, copy, { file, ...from })
  )
  const rows = copied?.Count ?? 0
  if (rows !== expected) return yield* new ExportUnequal({ file: name, rows, expected })
  return { name, ...told, rows }
})
