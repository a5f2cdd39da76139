/** Writes `docs/tables.md`, and the table of settings in the README: `npm run docs`. */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect, FileSystem } from "effect"
import { withSettingsTable } from "./settingsTable.ts"
import { tablesDocument } from "./tablesDocument.ts"

const program = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString("docs/tables.md", yield* tablesDocument)
  yield* fs.writeFileString("README.md", withSettingsTable(yield* fs.readFileString("README.md")))
})

NodeRuntime.runMain(program.pipe(Effect.provide(NodeServices.layer)))
