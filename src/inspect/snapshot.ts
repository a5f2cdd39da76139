/**
 * The published snapshot, open for reading: what the last run left for everyone. The book itself is never opened here, so
 * nobody who looks stands in a run's way.
 */
import { Effect, FileSystem, Layer, Schema } from "effect"
import { bookAt } from "../book/Book.ts"
import { workSchema } from "../book/placed.ts"
import { makeLaterRelations } from "../book/relations.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** The store has no snapshot: no run has ended in it, or it is another folder than was meant. */
export class NothingPublished extends Schema.TaggedError<NothingPublished>()("NothingPublished", {
  store: Schema.String
}) {
  override get message() {
    return `nothing has been published in ${this.store} yet; fill it with daybook run nightly, or name another store: --out DIR`
  }
}

/** The snapshot of the store. */
export const snapshot = Layer.unwrap(Effect.gen(function*() {
  const layout = yield* StoreLayout
  const path = layout.snapshot
  return Layer.effectDiscard(makeLaterRelations()).pipe(
    Layer.provideMerge(
      Warehouse.layer({ path, readOnly: true, directories: [], temporary: layout.temporary, schemas: [workSchema] })
    ),
    Layer.catchTag("StorageMissing", () => Layer.effect(Warehouse, new NothingPublished({ store: layout.root })))
  )
}))

/** The snapshot as other readers see it: names mean what stands in `main`. */
export const publishedFile = Layer.unwrap(Effect.gen(function*() {
  const { root, snapshot: path, temporary } = yield* StoreLayout
  return Warehouse.layer({ path, readOnly: true, directories: [], temporary }).pipe(
    Layer.catchTag("StorageMissing", () => Layer.effect(Warehouse, new NothingPublished({ store: root })))
  )
}))

/** The snapshot, or an empty book where nothing has been published: then nothing is known of any consent. */
export const latestBook = snapshot.pipe(
  Layer.catchTag("NothingPublished", () =>
    Layer.unwrap(Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-" }).pipe(Effect.orDie)
      return bookAt(`${folder}/empty.duckdb`)
    })))
)
