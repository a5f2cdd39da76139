/**
 * `daybook institution`: what is known of each bank.
 */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { Institution } from "../domain/identifiers.ts"
import type { InstitutionJson } from "../institution/institutionJson.ts"
import { answer } from "./answer.ts"
import { json } from "./flags.ts"
import { placeholders } from "./notYetBuilt.ts"
import { load, settingsLayers } from "./store.ts"
import { table } from "./table.ts"

const institutions = load(() =>
  Promise.all([import("../institution/Capabilities.ts"), import("../institution/institutionJson.ts")])
)

const ruleTable = ({ rules }: InstitutionJson): string =>
  table(
    ["rule", "value", "source", "checked"],
    Object.entries(rules).map(([rule, { checked, source, value }]) => [
      rule,
      value === null ? "none" : String(value),
      source,
      checked
    ])
  )

const list = Command.make(
  "list",
  { json },
  Effect.fn("cli.institution.list")(function*({ json }) {
    const [{ allInstitutions }, { institutionJson }] = yield* institutions
    const found = (yield* allInstitutions).map(institutionJson)
    yield* answer(json, found, () =>
      table(
        ["institution", "name", "country", "time zone", "file"],
        found.map(({ country, file, institution, name, timezone }) => [institution, name, country, timezone, file])
      ))
  }, Effect.provide(settingsLayers))
).pipe(
  Command.withDescription("List the institutions that have a file of capability rules"),
  Command.withExamples([
    { command: "daybook institution list", description: "Every institution that is described" }
  ])
)

const show = Command.make(
  "show",
  {
    institution: Argument.String("institution").pipe(
      Argument.withDescription("The institution, as the gateway names it: gb_alder_personal"),
      Argument.withSchema(Institution)
    ),
    json
  },
  Effect.fn("cli.institution.show")(function*({ institution, json }) {
    const [{ readProfile }, { institutionJson }] = yield* institutions
    const found = institutionJson(yield* readProfile(institution))
    yield* answer(json, found, () =>
      [
        `${found.institution} (${found.name}), ${found.country ?? "country unknown"}, ${found.timezone}`,
        found.file ?? "no file: every rule is the cautious default",
        "",
        ruleTable(found)
      ].join("\n"))
  }, Effect.provide(settingsLayers))
).pipe(
  Command.withDescription(
    "Show the rules of one institution, each with its source; without a file the cautious defaults"
  ),
  Command.withExamples([
    { command: "daybook institution show gb_cedar_personal", description: "What that bank allows, and how it is known" }
  ])
)

/** What is known of each bank. */
export const institution = Command.make("institution").pipe(
  Command.withDescription("Capability rules: what each bank allows"),
  Command.withExamples([{ command: "daybook institution list", description: "Every institution that is described" }]),
  Command.withSubcommands([list, show, ...placeholders("institution")])
)
