/** Writes `docs/tables.md`: `npm run docs`. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, FileSystem } from "effect"
import { tablesDocument } from "./tablesDocument.ts"

const program = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString("docs/tables.md", yield* tablesDocument)
})

NodeRuntime.runMain(program.pipe(Effect.provide(NodeServices.layer)))
