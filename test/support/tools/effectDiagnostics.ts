/**
 * Runs the Effect diagnostics over the project: `npm run effect`. The tool cannot stand in the lockfile, because not every
 * registry has all of its platforms; so it is pinned here.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, FileSystem } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { arch, execPath, exit, platform } from "node:process"
import { PackageRefused, pinnedPackage } from "./pinnedPackage.ts"

const version = "0.45.0"

/** The digests of what was looked at; another platform is added here, by somebody who has looked. */
const digests = new Map([
  [
    "@effect/tsgo",
    "sha512-gPG0ixVHgtYBUe5DbKX9vzHlhqd9+ZEfs4m/XWy0808av0A2XqMzaG3F5rnPBN7EUJRPlo9TluIi8WHx/pBV+A=="
  ],
  [
    "@effect/tsgo-linux-x64",
    "sha512-aWt0G8celAxJOis4+xiILkyMP/3J+vukimUhSoCmUAPt8zoT9qhZcN64XYZE7jfqp88ByRdgN9GK1/C7YfPtcQ=="
  ]
])

const program = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const names = ["@effect/tsgo", `@effect/tsgo-${platform}-${arch}`]
  const pinned = yield* Effect.forEach(names, (name) => {
    const integrity = digests.get(name)
    return integrity === undefined
      ? new PackageRefused({
        name,
        reason: "has no digest in test/support/tools/effectDiagnostics.ts; add it to check here"
      })
      : Effect.succeed({ name, version, integrity })
  })
  // A new digest is a new folder.
  const key = Buffer.from(pinned.map(({ integrity }) => integrity.slice(7, 19)).join("")).toString("hex")
  const modules = `node_modules/.cache/pinned-${key}/node_modules`
  yield* fs.makeDirectory(modules, { recursive: true })
  const [tool] = yield* Effect.forEach(pinned, (each) => pinnedPackage(each, modules))
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  return yield* spawner.exitCode(
    ChildProcess.make(execPath, [`${tool}/dist/effect-tsgo.cjs`, "diagnostics", "--project", "tsconfig.json"], {
      stdin: "ignore",
      stdout: "inherit",
      stderr: "inherit"
    })
  )
}).pipe(
  Effect.catch((error) => Effect.as(Console.error(error.message), 1)),
  Effect.flatMap((code) => Effect.sync(() => exit(code)))
)

NodeRuntime.runMain(program.pipe(Effect.provide(NodeServices.layer)))
