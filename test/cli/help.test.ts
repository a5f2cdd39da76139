import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag, type HelpDoc } from "effect/cli"
import { globSync } from "node:fs"
import { notYetBuilt } from "../../src/cli/placeholders.ts"
import { root } from "../../src/cli/root.ts"

/** The paths of all commands that help shows, with the groups. */
const paths = (command: Command.Command.Any, path: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => [
  path,
  ...command.subcommands
    .flatMap(({ commands }) => [...commands])
    .filter(({ unlisted }) => !unlisted)
    .flatMap((each) => paths(each, [...path, each.name]))
]

const helpOf = Effect.fn("test.helpOf")(function*(path: ReadonlyArray<string>) {
  const docs: Array<HelpDoc.HelpDoc> = []
  const presenter = CliOutput.layerPresenter({
    present: (event) => Effect.sync(() => event._tag === "Help" ? docs.push(event.helpDoc) : 0)
  })
  const builtIns = CliConfig.layer({ builtIns: [GlobalFlag.Help] })
  yield* Command.runWith(root, { version: "0" })([...path, "--help"]).pipe(
    Effect.provide(Layer.merge(presenter, builtIns))
  )
  return docs[0]
})

const all = paths(root, [])

it("the files of commands are the tree of commands", () => {
  const folder = "src/cli/commands/"
  const files = globSync(`${folder}**/*.ts`).map((file) => file.slice(folder.length, -".ts".length))
  assert.deepStrictEqual(files.toSorted(), all.slice(1).map((path) => path.join("/")).toSorted())
})

it.live("every command says what it is for and gives an example", () =>
  Effect.gen(function*() {
    for (const path of all) {
      const command = ["daybook", ...path].join(" ")
      const doc = yield* helpOf(path)
      assert.isNotEmpty(doc?.description, command)
      assert.isNotEmpty(doc?.examples, command)
      for (const { command: example, description } of doc?.examples ?? []) {
        assert.isTrue(example.startsWith("daybook "), `${command}: ${example}`)
        assert.isNotEmpty(description, `${command}: ${example}`)
      }
    }
  }).pipe(Effect.provide(NodeServices.layer)))

it.live("every flag that may be left out states its default", () =>
  Effect.gen(function*() {
    for (const path of all) {
      const doc = yield* helpOf(path)
      for (const { description, name, required } of [...doc?.flags ?? [], ...doc?.globalFlags ?? []]) {
        if (required || name === "help") continue
        assert.match(Option.getOrElse(description, () => ""), /\bdefault\b/, `${path.join(" ")} --${name}`)
      }
    }
  }).pipe(Effect.provide(NodeServices.layer)))

it.live("every command that does something can answer in JSON", () =>
  Effect.gen(function*() {
    for (const path of all) {
      const doc = yield* helpOf(path)
      if (doc?.subcommands !== undefined) continue
      assert.isTrue(doc?.flags.some(({ name }) => name === "json"), path.join(" "))
    }
  }).pipe(Effect.provide(NodeServices.layer)))

it("an example names a command that there is", () => {
  const known = new Set(all.map((path) => path.join(" ")))
  for (const { command } of root.examples) {
    const words = command.split(" ").slice(1).filter((word) => !word.startsWith("-"))
    assert.isTrue(words.some((_, index) => known.has(words.slice(0, index + 1).join(" "))), command)
  }
})

it("help shows no command that is not built", () => {
  const shown = new Set(all.map((path) => path.join(" ")))
  assert.deepStrictEqual(notYetBuilt.filter((command) => shown.has(command)), [])
})
