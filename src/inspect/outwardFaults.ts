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

/** Where a command may stand: a name alone on the path of programs, as it is started with it; without one the system has its own. */
const placesOf = (command: string): ReadonlyArray<string> | null => {
  if (command.includes("/")) return [command]
  const path = environmentOfOthers()["PATH"]
  return path === undefined ? null : path.split(delimiter).map((folder) => resolve(folder, command))
}

const ofCommand = Effect.fnUntraced(function*({ notify: { command: [command] } }: SettingsValue) {
  const places = command === undefined ? null : placesOf(command)
  if (places === null || (yield* Effect.forEach(places, isProgram)).includes(true)) return Option.none<Fault>()
  const message = "names no program that can be started; write its path, or put it on PATH"
  return Option.some<Fault>({ file: "[notify]", key: "command", line: null, message })
})

const isFolder = (path: string) => Effect.map(infoOf(path), Option.exists(({ type }) => type === "Directory"))

const textfileFault = (message: string) =>
  Option.some<Fault>({ file: "[metrics]", key: "textfile", line: null, message })

const ofTextfile = Effect.fnUntraced(function*({ metrics: { textfile }, store }: SettingsValue) {
  if (textfile === "") return Option.none<Fault>()
  const path = resolve(textfile)
  if (yield* isFolder(path)) return textfileFault("is a folder; name a file in it")
  // The store's own folder is made by the first run.
  const isThere = dirname(path) === resolve(store.path) || (yield* isFolder(dirname(path)))
  return isThere
    ? Option.none<Fault>()
    : textfileFault("lies in a folder that is not there; make it, or correct the path")
})

/** The command that is to be told of runs and the folder of their figures, where they are not there. */
export const outwardFaults = (settings: SettingsValue) =>
  Effect.map(Effect.all([ofCommand(settings), ofTextfile(settings)]), Array.getSomes)
