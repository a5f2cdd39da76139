/**
 * A journal from a backup that is older than the book: nothing is said of such a book, and the way on is told.
 */
import { assert, it } from "@effect/vitest"
import { Array, Effect, FileSystem, Layer, Logger } from "effect"
import { exporting, normalise, publish, reconcile } from "../../../pipelines/single-stage.ts"
import { journalFolders, runsIn } from "../../../src/journal/journalFolders.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"

const silent = Logger.layer([])

/** What a command that fails says. */
const sentence = <A, E extends { readonly message: string }, R>(command: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(command), ({ message }) => message)

it.live("a journal with a hole is told as one at once, and goes on once it ends before it", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const layout = yield* StoreLayout
    yield* publishNight()
    const lost = (yield* runsIn(layout.runs)).at(-1) ?? ""
    yield* publishNight()
    const naming = (yield* runsIn(layout.runs)).at(-1) ?? ""
    yield* fs.remove(`${layout.runs}/${lost}`, { recursive: true })
    const told = yield* Effect.all([sentence(normalise), sentence(publish), sentence(rebuild({ replace: true }))])
    assert.deepStrictEqual(Array.dedupe(told), [
      `the journal lacks runs/${lost}, which runs/${naming} names; put it back from your backup of the store's journal folder, ` +
      "or, where none has it, end the journal before that run, as docs/operations.md says under Back up"
    ])
    for (const folder of (yield* journalFolders).filter(({ runId }) => runId >= lost)) {
      yield* fs.remove(folder.path, { recursive: true })
    }
    yield* fs.remove(layout.book)
    assert.isTrue((yield* rebuild({ replace: false })).replaced)
    yield* exporting("always")
  }).pipe(Effect.provide(emptyStore.pipe(Layer.provideMerge(silent))), Effect.scoped))

it.live("a journal that is older than the book ends every command that would go on from it, and the way on is told", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const layout = yield* StoreLayout
    yield* publishNight()
    yield* reconcile
    const lost = (yield* runsIn(layout.runs)).at(-1) ?? ""
    yield* fs.remove(`${layout.runs}/${lost}`, { recursive: true })
    const told = yield* Effect.all([
      sentence(normalise),
      sentence(reconcile),
      sentence(exporting("always")),
      sentence(publish),
      sentence(rebuild({ replace: true }))
    ])
    const wayOn =
      `the journal lacks runs/${lost}, which the book has seen; put it back from the newest backup of the store's ` +
      "journal folder, or, where none has it, take work/book.duckdb out of the store and run daybook rebuild: the next " +
      "night asks the banks again from where the journal ends"
    assert.deepStrictEqual(Array.dedupe(told), [wayOn])
    yield* fs.remove(layout.book)
    assert.isTrue((yield* rebuild({ replace: false })).replaced)
    yield* exporting("always")
  }).pipe(Effect.provide(emptyStore.pipe(Layer.provideMerge(silent))), Effect.scoped))

it.live("says of an export that the journal does not know that ledgers which loaded it are to be put right, until there is a newer one", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const { book, journal, root } = yield* StoreLayout
    const told = ({ problems }: Effect.Success<ReturnType<typeof exporting>>) =>
      problems.map(({ message, tag }) => `${tag}: ${message}`).filter((text) => text.startsWith("ExportForgotten"))
    yield* publishNight()
    assert.deepStrictEqual(told(yield* exporting("always")), [])
    yield* fs.copy(journal, `${root}/backup`)
    const newer = (yield* exporting("always")).summary.export?.replace("exports/", "")
    yield* fs.remove(journal, { recursive: true })
    yield* fs.rename(`${root}/backup`, journal)
    yield* fs.remove(book)
    yield* rebuild({ replace: false })
    assert.deepStrictEqual(told(yield* exporting("always")), [
      `ExportForgotten: the export ${newer} is not in the journal, which ends before it, and no restatements are counted from it; ` +
      "bring a ledger that has loaded it to the control totals of the next export by hand"
    ])
    assert.deepStrictEqual(told(yield* exporting("always")), [])
  }).pipe(Effect.provide(emptyStore.pipe(Layer.provideMerge(silent))), Effect.scoped))

it.live("points to its own newest export in a store that was copied with the link of the other one", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const { exports, root } = yield* StoreLayout
    yield* publishNight()
    const newest = (yield* exporting("always")).summary.export?.replace("exports/", "")
    for (const copied of [`${root}-other/exports/2026-01-01/000001`, `${exports}/${newest}`]) {
      yield* fs.remove(`${exports}/latest`)
      yield* fs.symlink(copied, `${exports}/latest`)
      assert.deepStrictEqual((yield* exporting("changed")).problems, [])
      assert.strictEqual(yield* fs.realPath(`${exports}/latest`), yield* fs.realPath(`${exports}/${newest}`))
    }
  }).pipe(Effect.provide(emptyStore.pipe(Layer.provideMerge(silent))), Effect.scoped))
