/** A database in a folder of its own, which goes with the scope. */
import { Effect, FileSystem, Layer } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"

/** A new folder, removed with the scope. */
export const temporaryFolder = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.makeTempDirectoryScoped({ prefix: "daybook-" })
})

/** The database `name` in `folder`, where SQL may read and write. */
export const warehouseIn = (
  folder: string,
  name = "book.duckdb",
  options: { readonly readOnly?: boolean; readonly schemas?: ReadonlyArray<string> } = {}
) => Warehouse.layer({ ...options, path: `${folder}/${name}`, directories: [folder], temporary: `${folder}/temporary` })

/** A database in a new folder. */
export const temporaryWarehouse = Layer.unwrap(Effect.map(temporaryFolder, (folder) => warehouseIn(folder)))
