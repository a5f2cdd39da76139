/**
 * Writes the page of an export that a person reads, into its folder beside the other files.
 */
import { Effect, FileSystem, Schema } from "effect"
import { storageErrorOf } from "../../store/StorageError.ts"
import { Warehouse } from "../../warehouse/Warehouse.ts"
import { writeExportFile } from "../exportFile.ts"
import { type ReportContent, reportPage } from "./reportPage.ts"

const text = Schema.NullOr(Schema.String)

const Account = Schema.Struct({ account_key: Schema.String, institution: text, called: text, number: text })

const Restated = Schema.Struct({
  entry: Schema.String,
  account_key: Schema.String,
  booking_date: text,
  amount: Schema.String,
  currency: text,
  description: text,
  of_all: Schema.Int
})

/** So many rows fit on a page that somebody reads; `restatements.csv` has all. */
const most = 100

/** Writes `report.html`; it holds no rows of its own. */
export const writeReport = Effect.fn("export.writeReport")(
  function*(folder: string, manifest: ReportContent["manifest"], held: ReadonlyArray<string>, mode: number) {
    const warehouse = yield* Warehouse
    const fs = yield* FileSystem.FileSystem
    const accounts = yield* warehouse.rows(Account, new URL("./accounts.sql", import.meta.url))
    const restated = yield* warehouse.rows(Restated, new URL("./restatements.sql", import.meta.url), { held, most })
    const page = reportPage({ manifest, accounts, restated, restatedRows: restated[0]?.of_all ?? 0 })
    const file = `${folder}/report.html`
    const write = fs.writeFileString(file, page).pipe(Effect.mapError(storageErrorOf(file)))
    const { bytes, sha256 } = yield* writeExportFile(file, mode, write)
    return { name: "report.html", sha256, bytes, rows: 0 }
  }
)
