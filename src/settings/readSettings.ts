/**
 * The settings of one invocation: `daybook.toml`, overridden by `DAYBOOK_...` variables, overridden by flags. A variable
 * is the key path in constant case; lists are separated by commas or blanks. An empty variable counts as none.
 */
import { Array, Config, Effect, FileSystem, Layer, Option, Path, Schema } from "effect"
import { ConfigFolder } from "./ConfigFolder.ts"
import { ConfigurationInvalid, type Fault } from "./ConfigurationInvalid.ts"
import { ConfigurationMissing } from "./ConfigurationMissing.ts"
import { Settings, SettingsFile } from "./Settings.ts"
import { decodeToml, readToml, type TomlFile } from "./tomlFile.ts"

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const whole = (text: string) => /^\d+$/.test(text.trim()) ? Number(text.trim()) : text

const list = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "")

const text = (value: string) => value

/** Words of a command, or a JSON array of them where one holds a blank. */
const words = (value: string): unknown => {
  if (!value.trim().startsWith("[")) return value.split(/\s+/).filter((word) => word !== "")
  return Option.getOrElse(decodeJson(value), () => value)
}

const overridable: ReadonlyArray<readonly [section: string, key: string, parse: (text: string) => unknown]> = [
  ["gateway", "auth_url", text],
  ["gateway", "base_url", text],
  ["consent", "callback_uri", text],
  ["consent", "permissions", list],
  ["consent", "warn_days", (value) => list(value).map(whole)],
  ["webhook", "host", text],
  ["webhook", "port", whole],
  ["webhook", "path", text],
  ["store", "path", text],
  ["store", "memory_limit", text],
  ["store", "threads", whole],
  ["export", "formats", list],
  ["export", "on_broken", text],
  ["export", "on_unprovable", text],
  ["publish", "mode", text],
  ["notify", "command", words],
  ["notify", "webhook_url", text],
  ["notify", "heartbeat_url", text]
]

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

const fromEnvironment = Effect.forEach(overridable, ([section, key, parse]) => {
  const name = `DAYBOOK_${section}_${key}`.toUpperCase()
  return Config.option(Config.String(name)).pipe(
    Effect.map(Option.map((value): Override => ({ section, key, value: parse(value), file: "environment", name }))),
    Effect.mapError(() =>
      new ConfigurationInvalid({ faults: [{ file: "environment", key: name, line: null, message: "cannot be read" }] })
    )
  )
}).pipe(Effect.map(Array.getSomes))

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const overlay = (table: Record<string, unknown>, { section, key, value }: Override): Record<string, unknown> => {
  const before = table[section] ?? {}
  // What is no table stays, so that its fault is told.
  return isTable(before) ? { ...table, [section]: { ...before, [key]: value } } : table
}

const explain = (overrides: ReadonlyArray<Override>) => (fault: Fault): Fault => {
  const key = fault.key ?? ""
  const override = overrides.findLast(({ section, key: name }) => `${key}.`.startsWith(`${section}.${name}.`))
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
  const effective: TomlFile = { ...toml, table: overrides.reduce(overlay, toml.table) }
  return yield* decodeToml(effective, SettingsFile).pipe(
    Effect.mapError(({ faults }) => new ConfigurationInvalid({ faults: Array.map(faults, explain(overrides)) }))
  )
})

/** The settings, and the folder from which the capability rules are read. */
export const settingsLayer = (options: { readonly configDir: string; readonly out: Option.Option<string> }) =>
  Layer.merge(Layer.effect(Settings, readSettings(options)), Layer.succeed(ConfigFolder, options.configDir))
