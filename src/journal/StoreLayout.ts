/**
 * Where things lie in a store. The journal is the only thing to back up; `work` and the snapshot are made from it.
 */
import { Context } from "effect"
import type { ConsentId, RunId } from "../domain/identifiers.ts"

const layoutOf = (root: string) => ({
  root,
  journal: `${root}/journal`,
  runs: `${root}/journal/runs`,
  world: `${root}/journal/world.json`,
  work: `${root}/work`,
  book: `${root}/work/book.duckdb`,
  temporary: `${root}/work/temporary`,
  locks: `${root}/work/locks`,
  snapshot: `${root}/daybook.duckdb`,
  exports: `${root}/exports`,
  runEvents: (run: RunId) => `${root}/journal/runs/${run}/events.ndjson`,
  folder: (consent: ConsentId, run: RunId) => `${root}/journal/${consent}/${run}`
})

/** The paths of one store, all below its root (`[store] path`). */
export class StoreLayout extends Context.Service<StoreLayout, ReturnType<typeof layoutOf>>()(
  "daybook/journal/StoreLayout"
) {
  static readonly at = (root: string) => StoreLayout.of(layoutOf(root))
}

/** The file name of a kept answer before it is packed. */
export const frameFile = (frame: number): string => `${String(frame).padStart(6, "0")}.json`
