/**
 * The stage that shows the book to the world: a copy of it, without anything that only the book needs, renamed into
 * place. The book must be closed.
 */
import { Effect } from "effect"
import { holdBook, privateTables } from "../book/Book.ts"
import { workSchema } from "../book/placed.ts"
import { Settings } from "../settings/Settings.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { StoreOrigin } from "../store/StoreOrigin.ts"
import { publish } from "../warehouse/publishCopy.ts"

/** Publishes the store's book as `daybook.duckdb`, and remembers what time it is in its world. */
export const publishStage = Effect.fn("export.publishStage")(function*() {
  const { book, snapshot, temporary } = yield* StoreLayout
  const settings = yield* Settings
  const mode = settings.publish.mode.toString(8)
  const { remember } = yield* StoreOrigin
  yield* Effect.scoped(Effect.gen(function*() {
    yield* holdBook()
    yield* publish({ from: book, to: snapshot, mode, without: privateTables, schemas: [workSchema], temporary })
    yield* remember
  }))
})
