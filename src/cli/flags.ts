/**
 * The flags that every command takes, anywhere after its name. A handler asks for one like for a service: `yield* Out`.
 */
import { type LogLevel, Option, Schema } from "effect"
import { Flag, GlobalFlag } from "effect/cli"

/** `--config DIR`: the folder of `daybook.toml` and of `institutions/`. */
export const ConfigDir = GlobalFlag.Setting("config")({
  flag: Flag.String("config").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Folder of daybook.toml and of the institutions' files (default config)"),
    Flag.withDefault("config")
  )
})

/** `--out DIR`: the store; none where the configuration names it. */
export const Out = GlobalFlag.Setting("out")({
  flag: Flag.String("out").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Folder of the store (default: [store] path of the configuration, which is out)"),
    Flag.optional
  )
})

/** `--log-level`: how much is told on stderr. */
export const MinimumLevel = GlobalFlag.Setting("log-level")({
  flag: Flag.ChoiceWithValue(
    "log-level",
    [
      ["all", "All"],
      ["trace", "Trace"],
      ["debug", "Debug"],
      ["info", "Info"],
      ["warn", "Warn"],
      ["error", "Error"],
      ["none", "None"]
    ] as const
  ).pipe(
    Flag.withMetavar("LEVEL"),
    Flag.withDescription("How much is told on stderr; debug also shows where a failure came from (default info)"),
    Flag.optional,
    Flag.map(Option.map((level): LogLevel.LogLevel => level))
  )
})

/** `--log-format`: told for people or for machines. */
export const LogFormat = GlobalFlag.Setting("log-format")({
  flag: Flag.Literals("log-format", ["pretty", "json"]).pipe(
    Flag.withMetavar("FORMAT"),
    Flag.withDescription("How it is told (default: pretty on a terminal, else json)"),
    Flag.optional
  )
})

/** `--quiet`: nothing but warnings and failures on stderr. */
export const Quiet = GlobalFlag.Setting("quiet")({
  flag: Flag.Boolean("quiet").pipe(
    Flag.withAlias("q"),
    Flag.withDescription("Tell only warnings and failures (default false)"),
    Flag.withDefault(false)
  )
})

/** `--verbose`: ids beside names. */
export const Verbose = GlobalFlag.Setting("verbose")({
  flag: Flag.Boolean("verbose").pipe(
    Flag.withDescription("Show ids beside names, and each read in the log (default false)"),
    Flag.withDefault(false)
  )
})

/** All of them, for the root command. */
export const commonFlags = [ConfigDir, Out, MinimumLevel, LogFormat, Quiet, Verbose] as const

/** `--json`, for every command that answers something. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Answer in JSON (default false)"),
  Flag.withDefault(false)
)

const said = (name: string) => Flag.String(name).pipe(Flag.filter((text) => text.trim() !== "", () => "a word or more"))

/** `--as WHO` and `--reason TEXT`: who decides, and why. Both are kept for ever, so neither has a default. */
export const personsWord = (reason: string) => ({
  by: said("as").pipe(Flag.withMetavar("WHO"), Flag.withDescription("Who says so; there is no default")),
  reason: said("reason").pipe(Flag.withMetavar("TEXT"), Flag.withDescription(`${reason}; there is no default`))
})

/** `--limit N`, for lists that grow. */
export const limit = Flag.Int("limit").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Only so many, the newest (default: all)"),
  Flag.withSchema(Schema.Int.check(Schema.isGreaterThan(0))),
  Flag.optional
)
