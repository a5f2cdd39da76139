/**
 * What of the settings names something outside that is not there: a run goes on without it, and nobody hears of that run.
 */
import { Array, Effect, FileSystem, Option } from "effect"
import { delimiter, dirname, resolve } from "node:path"
import type { Fault } from "../settings/ConfigurationInvalid.ts"
import { environmentOfOthers } from "../settings/Credentials.ts"
import type { SettingsValue } from "../settings/Settings.ts"

const infoOf = Effect.fnUntraced(function*(path: string) {
  return yield* (yield* FileSystem.FileSystem).stat(path)
}, Effect.option)

/** Whether somebody may start what stands there. */
const isProgram = (path: string) =>
  Effect.map(infoOf(path), Option.exists(({ mode, type }) => type === "File" && (mode & 0o111) !== 0))

/** Where a command may stand: a name alone on the path of programs, as it is started with it. */
const placesOf = (command: string): ReadonlyArray<string> =>
  command.includes("/")
    ? [command]
    : (environmentOfOthers()["PATH"] ?? "").split(delimiter).map((folder) => resolve(folder, command))

const ofCommand = Effect.fnUntraced(function*({ notify: { command: [command] } }: SettingsValue) {
  if (command === undefined) return Option.none<Fault>()
  const found = yield* Effect.forEach(placesOf(command), isProgram)
  const message = "names no program that can be started; write its path, or put it on PATH"
  return found.includes(true)
    ? Option.none<Fault>()
    : Option.some<Fault>({ file: "[notify]", key: "command", line: null, message })
})

const ofTextfile = Effect.fnUntraced(function*({ metrics: { textfile } }: SettingsValue) {
  const folder = yield* infoOf(dirname(resolve(textfile)))
  const message = "lies in a folder that is not there; make it, or correct the path"
  return textfile === "" || Option.exists(folder, ({ type }) => type === "Directory")
    ? Option.none<Fault>()
    : Option.some<Fault>({ file: "[metrics]", key: "textfile", line: null, message })
})

/** The command that is to be told of runs and the folder of their figures, where they are not there. */
export const outwardFaults = (settings: SettingsValue) =>
  Effect.map(Effect.all([ofCommand(settings), ofTextfile(settings)]), Array.getSomes)
