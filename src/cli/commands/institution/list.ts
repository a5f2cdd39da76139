/**
 * `daybook institution list`: the banks whose rules are written down.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../../answer.ts"
import { table, verbose } from "../../blocks.ts"
import { json } from "../../flags.ts"
import { load, settingsLayers } from "../../layers.ts"

export const institutionList = Command.make(
  "list",
  { json },
  Effect.fn("cli.institution.list")(function*({ json }) {
    const [{ allInstitutions }, { institutionJson }] = yield* load(() =>
      Promise.all([import("../../../institution/Capabilities.ts"), import("../../../institution/institutionJson.ts")])
    )
    const found = (yield* allInstitutions).map(institutionJson)
    yield* answer(json, found, () =>
      table(
        ["institution", "name", "country", "time zone", verbose("file")],
        found.map(({ country, file, institution, name, timezone }) => [institution, name, country, timezone, file])
      ))
  }, Effect.provide(settingsLayers))
).pipe(
  Command.withDescription("List the institutions that have a file of capability rules"),
  Command.withExamples([
    { command: "daybook institution list", description: "Every institution that is described" }
  ])
)
