/**
 * The settings of one invocation: `daybook.toml`, overridden by `DAYBOOK_...` variables, overridden by flags. A variable
 * is the key path in constant case; lists are separated by commas or blanks. An empty variable counts as none.
 */
import { Array, Config, ConfigProvider, Effect, FileSystem, Layer, Option, Path, Schema } from "effect"
import { nearest } from "../domain/nearest.ts"
import { ConfigFolder } from "./ConfigFolder.ts"
import { ConfigurationInvalid, type Fault } from "./ConfigurationInvalid.ts"
import { ConfigurationMissing } from "./ConfigurationMissing.ts"
import { Settings, SettingsFile } from "./Settings.ts"
import { decodeToml, readToml, type TomlFile } from "./tomlFile.ts"
import { decodeShape, type Shape, tablesOf } from "./tomlShape.ts"

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const whole = (text: string) => /^\d+$/.test(text.trim()) ? Number(text.trim()) : text

const list = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "")

const text = (value: string) => value

/** Words of a command, or a JSON array of them where one holds a blank. */
const words = (value: string): unknown => {
  if (!value.trim().startsWith("[")) return value.split(/\s+/).filter((word) => word !== "")
  return Option.getOrElse(decodeJson(value), () => value)
}

/** How a variable's text is read, by what the schema wants at its key. A command is words, not a list. */
const parserOf = (key: string, { items, type }: Shape) => (value: string): unknown => {
  if (key === "command") return words(value)
  if (type === "array") {
    const ofNumbers = Option.exists(decodeShape(items), (each) => each.type === "integer")
    return ofNumbers ? list(value).map(whole) : list(value)
  }
  return type === "integer" || type === "number" ? whole(value) : text(value)
}

/** Every key that a variable overrides: all of the schema. */
export const variables = tablesOf(SettingsFile).flatMap(([section, keys]) =>
  keys.map(([key, shape]) => ({
    section,
    key,
    name: `DAYBOOK_${section}_${key}`.toUpperCase(),
    description: shape.description ?? "",
    parse: parserOf(key, shape)
  }))
)

/** What must not stand in the file, by its key there, and the variable that it is taken from instead. */
export const secretVariables = new Map([
  ["gateway.client_id", "DAYBOOK_GATEWAY_CLIENT_ID"],
  ["gateway.client_secret", "DAYBOOK_GATEWAY_CLIENT_SECRET"],
  ["webhook.secret", "DAYBOOK_WEBHOOK_SECRET"],
  ["notify.secret", "DAYBOOK_NOTIFY_SECRET"]
])

interface Override {
  readonly section: string
  readonly key: string
  readonly value: unknown
  readonly file: "environment" | "flags"
  readonly name: string
}

const unreadable = (key: string) =>
  new ConfigurationInvalid({ faults: [{ file: "environment", key, line: null, message: "cannot be read" }] })

const fromEnvironment = Effect.forEach(
  variables,
  ({ key, name, parse, section }) =>
    Config.option(Config.String(name)).pipe(
      // A shell or a file of variables may leave a line end behind a value, which belongs to none.
      Effect.map(
        Option.map((value): Override => ({ section, key, value: parse(value.trim()), file: "environment", name }))
      ),
      Effect.mapError(() => unreadable(name))
    )
).pipe(Effect.map(Array.getSomes))

const namesBelow = (
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, ConfigProvider.SourceError> =>
  Effect.gen(function*() {
    const node = yield* (yield* ConfigProvider.ConfigProvider).load(path)
    if (node === undefined) return []
    const own = node.value === undefined ? [] : [path.join("_")]
    if (node._tag !== "Record") return own
    return [...own, ...(yield* Effect.forEach(node.keys, (key) => namesBelow([...path, key]))).flat()]
  })

const knownNames = () => [
  ...variables.map(({ name }) => name),
  ...[...secretVariables.values()].flatMap((name) => [name, `${name}_FILE`])
]

/** Variables that begin with our name and are none of ours: whoever set them believes in something that does not happen. */
const unknownVariables = namesBelow(["DAYBOOK"]).pipe(
  Effect.mapError(() => unreadable("DAYBOOK_...")),
  Effect.map((names) => {
    const known = knownNames()
    return names.filter((name) => !known.includes(name)).toSorted().map((key): Fault => {
      const meant = nearest(key, known)
      const message = meant === undefined ? "unknown variable" : `unknown variable; did you mean ${meant}?`
      return { file: "environment", key, line: null, message }
    })
  })
)

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const overlay = (table: Record<string, unknown>, { section, key, value }: Override): Record<string, unknown> => {
  const before = table[section] ?? {}
  // What is no table stays, so that its fault is told.
  return isTable(before) ? { ...table, [section]: { ...before, [key]: value } } : table
}

const isOf = (fault: Fault) => ({ key, section }: Override) => `${fault.key ?? ""}.`.startsWith(`${section}.${key}.`)

const explain = (overrides: ReadonlyArray<Override>) => (fault: Fault): Fault => {
  const key = fault.key ?? ""
  const override = overrides.findLast(isOf(fault))
  const variable = secretVariables.get(key)
  if (variable !== undefined) {
    return { ...fault, message: `never stands in a file; set ${variable}, or ${variable}_FILE to the name of its file` }
  }
  return override === undefined ? fault : { ...fault, file: override.file, key: override.name, line: null }
}

const readFile = Effect.fn("settings.readFile")(function*(configDir: string) {
  const path = yield* Path.Path
  const fs = yield* FileSystem.FileSystem
  const file = path.join(configDir, "daybook.toml")
  const toml = yield* readToml(file)
  if (Option.isSome(toml)) return toml.value
  const folder = yield* fs.exists(configDir).pipe(Effect.orElseSucceed(() => false))
  return yield* new ConfigurationMissing({ path: folder ? file : configDir })
})

/** What is wrong in the file where something is laid over it: it would count as soon as that is taken away. */
const faultsBelow = (toml: TomlFile, overrides: ReadonlyArray<Override>) => {
  const below = overrides.filter(({ key, section }) => {
    const table = toml.table[section]
    return isTable(table) && key in table
  })
  if (below.length === 0) return Effect.succeed([])
  return decodeToml(toml, SettingsFile).pipe(
    Effect.as<ReadonlyArray<Fault>>([]),
    Effect.catchTag(
      "ConfigurationInvalid",
      ({ faults }) => Effect.succeed(faults.filter((fault) => below.some(isOf(fault))))
    )
  )
}

/**
 * Reads the settings: `configDir` is the folder of `daybook.toml`, `out` the store that a flag names. Fails with every
 * fault at once.
 */
export const readSettings = Effect.fn("settings.readSettings")(function*(options: {
  readonly configDir: string
  readonly out: Option.Option<string>
}) {
  const toml = yield* readFile(options.configDir)
  const overrides = [
    ...yield* fromEnvironment,
    ...Array.fromOption(options.out).map((value): Override => ({
      section: "store",
      key: "path",
      value,
      file: "flags",
      name: "--out"
    }))
  ]
  const others = [...yield* faultsBelow(toml, overrides), ...yield* unknownVariables]
  const effective: TomlFile = { ...toml, table: overrides.reduce(overlay, toml.table) }
  return yield* decodeToml(effective, SettingsFile).pipe(
    Effect.mapError(({ faults }) =>
      new ConfigurationInvalid({ faults: Array.appendAll(Array.map(faults, explain(overrides)), others) })
    ),
    Effect.tap(() =>
      Array.isReadonlyArrayNonEmpty(others) ? Effect.fail(new ConfigurationInvalid({ faults: others })) : Effect.void
    )
  )
})

/** The settings, and the folder from which the capability rules are read. */
export const settingsLayer = (options: { readonly configDir: string; readonly out: Option.Option<string> }) =>
  Layer.merge(Layer.effect(Settings, readSettings(options)), Layer.succeed(ConfigFolder, options.configDir))
