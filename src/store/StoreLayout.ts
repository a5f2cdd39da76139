/**
 * Where things lie in a store. The journal is the only thing to back up; `work` and the snapshot are made from it.
 */
import { Context } from "effect"
import { basename } from "node:path"
import type { ConsentId, RunId } from "../domain/identifiers.ts"

const layoutOf = (root: string) => {
  const journal = `${root}/journal`
  const runs = `${journal}/runs`
  const work = `${root}/work`
  return {
    root,
    journal,
    runs,
    world: `${journal}/world.json`,
    work,
    book: `${work}/book.duckdb`,
    temporary: `${work}/temporary`,
    locks: `${work}/locks`,
    runSign: (run: RunId) => `${work}/locks/${run}.alive`,
    snapshot: `${root}/daybook.duckdb`,
    exports: `${root}/exports`,
    ledger: `${work}/ledger.parquet`,
    ledgerRows: (run: RunId, consent: ConsentId) => `${runs}/${run}/ledger-${consent}.parquet`,
    runEvents: (run: RunId) => `${runs}/${run}/events.ndjson`,
    folder: (consent: ConsentId, run: RunId) => `${journal}/${consent}/${run}`
  }
}

/** The paths of one store, all below its root (`[store] path`). */
export class StoreLayout extends Context.Service<StoreLayout, ReturnType<typeof layoutOf>>()(
  "daybook/store/StoreLayout"
) {
  static readonly at = (root: string) => StoreLayout.of(layoutOf(root))
}

/** The name of a folder of the journal, below it, by the path of a file in it. */
export const folderNameOf = (path: string): string => path.split("/").slice(-3, -1).join("/")

/** The file name of a kept answer before it is packed. */
export const frameFile = (frame: number): string => `${String(frame).padStart(6, "0")}.json`

/** Which answer the file at a path keeps. */
export const frameOf = (path: string): number => Number(basename(path, ".json"))
