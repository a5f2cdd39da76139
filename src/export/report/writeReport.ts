/**
 * Writes the page of an export that a person reads, into its folder beside the other files.
 */
import { Effect, FileSystem, Schema } from "effect"
import { storageErrorOf } from "../../store/StorageError.ts"
import { Warehouse } from "../../warehouse/Warehouse.ts"
import { writeExportFile } from "../exportFile.ts"
import { Quarantined, ReportAccount, type ReportContent, Restated } from "./reportContent.ts"
import { reportPage } from "./reportPage.ts"

const RestatedOfAll = Schema.Struct({ ...Restated.fields, of_all: Schema.Int })

/** So many rows fit on a page that somebody reads; `restatements.csv` has all. */
const most = 100

/** Writes `report.html`; it holds no rows of its own. */
export const writeReport = Effect.fn("export.writeReport")(
  function*(folder: string, manifest: ReportContent["manifest"], held: ReadonlyArray<string>, mode: number) {
    const warehouse = yield* Warehouse
    const fs = yield* FileSystem.FileSystem
    const accounts = yield* warehouse.rows(ReportAccount, new URL("./accounts.sql", import.meta.url))
    const restated = yield* warehouse.rows(RestatedOfAll, new URL("./restatements.sql", import.meta.url), {
      held,
      most
    })
    const quarantined = yield* warehouse.rows(Quarantined, new URL("./quarantined.sql", import.meta.url))
    const page = reportPage({ manifest, accounts, restated, restatedRows: restated[0]?.of_all ?? 0, quarantined })
    const file = `${folder}/report.html`
    const write = fs.writeFileString(file, page).pipe(Effect.mapError(storageErrorOf(file)))
    const { bytes, sha256 } = yield* writeExportFile(file, mode, write)
    return { name: "report.html", sha256, bytes, rows: 0 }
  }
)
