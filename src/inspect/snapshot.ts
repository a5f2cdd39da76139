/**
 * The published snapshot, open for reading: what the last run left for everyone. The book itself is never opened here, so
 * nobody who looks stands in a run's way.
 */
import { Effect, Layer, Schema } from "effect"
import { bookAt } from "../book/Book.ts"
import { workSchema } from "../book/placed.ts"
import { makeLaterRelations } from "../book/relations.ts"
import { isThere } from "../store/durableFiles.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { inMemory } from "../warehouse/connections.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** The store has no snapshot: it was taken away, or no run has ended in the store, or that is another folder than was meant. */
export class NothingPublished extends Schema.TaggedError<NothingPublished>()("NothingPublished", {
  store: Schema.String,
  /** Whether the book is there, from which it can be made. */
  ofBook: Schema.Boolean
}) {
  override get message() {
    return this.ofBook
      ? `the book in ${this.store} is not published; make the file that everyone reads: daybook publish`
      : `nothing has been published in ${this.store} yet; fill it with daybook run nightly, or name another store: --out DIR`
  }
}

const nothingPublished = Effect.gen(function*() {
  const { book, root: store } = yield* StoreLayout
  return yield* new NothingPublished({ store, ofBook: yield* isThere(book) })
})

/** The snapshot of the store. */
export const snapshot = Layer.unwrap(Effect.gen(function*() {
  const layout = yield* StoreLayout
  const path = layout.snapshot
  return Layer.effectDiscard(makeLaterRelations()).pipe(
    Layer.provideMerge(
      Warehouse.layer({ path, readOnly: true, directories: [], temporary: layout.temporary, schemas: [workSchema] })
    ),
    Layer.catchTag("StorageMissing", () => Layer.effect(Warehouse, nothingPublished))
  )
}))

/** The snapshot as other readers see it: names mean what stands in `main`. */
export const publishedFile = Layer.unwrap(Effect.gen(function*() {
  const { snapshot: path, temporary } = yield* StoreLayout
  return Warehouse.layer({ path, readOnly: true, directories: [], temporary }).pipe(
    Layer.catchTag("StorageMissing", () => Layer.effect(Warehouse, nothingPublished))
  )
}))

/** The snapshot, or an empty book where nothing has been published: then nothing is known of any consent. */
export const latestBook = snapshot.pipe(
  Layer.catchTag("NothingPublished", () => bookAt(inMemory))
)
