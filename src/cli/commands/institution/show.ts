/**
 * `daybook institution show`: the rules of one bank, each with its source.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { Institution } from "../../../domain/identifiers.ts"
import type { InstitutionJson } from "../../../institution/institutionJson.ts"
import { answer } from "../../answer.ts"
import { type Table, table } from "../../blocks.ts"
import { json } from "../../flags.ts"
import { load, settingsLayers } from "../../layers.ts"

const ruleTable = ({ rules }: InstitutionJson): Table =>
  table(
    ["rule", "value", "source", "checked"],
    Object.entries(rules).map(([rule, { checked, source, value }]) => [
      rule,
      value === null ? "none" : String(value),
      source,
      checked
    ])
  )

export const institutionShow = Command.make(
  "show",
  {
    institution: Argument.String("institution").pipe(
      Argument.withDescription("The institution, as the gateway names it: gb_alder_personal"),
      Argument.withSchema(Institution)
    ),
    json
  },
  Effect.fn("cli.institution.show")(function*({ institution, json }) {
    const [{ readProfile }, { institutionJson }] = yield* load(() =>
      Promise.all([import("../../../institution/Capabilities.ts"), import("../../../institution/institutionJson.ts")])
    )
    const found = institutionJson(yield* readProfile(institution))
    yield* answer(json, found, () => [
      `${found.institution} (${found.name}), ${found.country ?? "country unknown"}, ${found.timezone}`,
      found.file ?? "no file: every rule is the cautious default",
      "",
      ruleTable(found)
    ])
  }, Effect.provide(settingsLayers))
).pipe(
  Command.withDescription(
    "Show the rules of one institution, each with its source; without a file the cautious defaults"
  ),
  Command.withExamples([
    { command: "daybook institution show gb_cedar_personal", description: "What that bank allows, and how it is known" }
  ])
)
