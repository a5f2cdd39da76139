/**
 * Opens addresses in a person's browser, by the program that each system has for that.
 */
import { Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { platform } from "node:process"
import { environmentOfOthers } from "../settings/Credentials.ts"

type Opener = readonly [command: string, ...args: ReadonlyArray<string>]

const openers: Readonly<Record<string, Opener>> = {
  darwin: ["open"],
  // `start` takes its first argument for the title of a window.
  win32: ["cmd", "/c", "start", ""]
}

/** Opens addresses in the person's browser. Where there is none, the address has been printed all the same. */
export const browser = Effect.map(
  ChildProcessSpawner.ChildProcessSpawner,
  (spawner) => (address: string): Effect.Effect<void> => {
    const [command, ...args] = openers[platform] ?? ["xdg-open"]
    return spawner.exitCode(ChildProcess.make(command, [...args, address], { env: environmentOfOthers() })).pipe(
      Effect.map((code) => code === 0),
      Effect.orElseSucceed(() => false),
      Effect.flatMap((opened) =>
        opened ? Effect.void : Effect.logWarning("no browser could be opened; open the address by hand")
      )
    )
  }
)
