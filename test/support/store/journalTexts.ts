/**
 * What a store's journal holds, for tests: every event of every run, and the answers that are not yet packed.
 */
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem } from "effect"
import type { ConsentId } from "../../../src/domain/identifiers.ts"
import { readEvents } from "../../../src/journal/EventLog.ts"

const filesIn = Effect.fnUntraced(function*(folder: string, end: string) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(folder))) return []
  const files = (yield* fs.readDirectory(folder, { recursive: true })).filter((file) => file.endsWith(end))
  return files.toSorted().map((file) => `${folder}/${file}`)
})

/** Every event, run by run. */
export const eventsOf = Effect.fn("client-journal.eventsOf")(function*(out: string) {
  const files = yield* filesIn(`${out}/journal`, "events.ndjson")
  return (yield* Effect.forEach(files, readEvents)).flat()
}, Effect.provide(NodeServices.layer))

/** The bodies kept under a consent, in order. */
export const pagesOf = Effect.fn("client-journal.pagesOf")(function*(out: string, consentId: ConsentId) {
  const fs = yield* FileSystem.FileSystem
  const files = yield* filesIn(`${out}/journal/${consentId}`, ".json")
  return yield* Effect.forEach(files, (file) => fs.readFileString(file))
}, Effect.provide(NodeServices.layer))

/** Every file of a store, as text. */
export const everything = Effect.fn("client-journal.everything")(function*(out: string) {
  const fs = yield* FileSystem.FileSystem
  const files = (yield* fs.readDirectory(out, { recursive: true })).map((file) => `${out}/${file}`)
  const texts = yield* Effect.forEach(files, (file) => Effect.orElseSucceed(fs.readFileString(file), () => ""))
  return texts.join("\n")
}, Effect.provide(NodeServices.layer))
