/**
 * Makes what the package holds: `npm pack` runs it. The TypeScript compiler emits JavaScript with source maps into `dist`,
 * where imports of Effect are made to name its modules; the SQL lies beside it as in `src`, and `config` with it, which `init`
 * writes and the sandbox reads.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, FileSystem, Schema } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { globSync } from "node:fs"
import { dirname } from "node:path"
import { exit } from "node:process"
import { Build } from "../../../src/cli/build.ts"
import { deepImports } from "./deepImports.ts"

const target = "dist"

class BuildFailed extends Schema.TaggedError<BuildFailed>()("BuildFailed", { command: Schema.String }) {
  override get message() {
    return `${this.command} failed; nothing was packed`
  }
}

const run = Effect.fnUntraced(function*(command: string, ...args: ReadonlyArray<string>) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const code = yield* spawner.exitCode(
    ChildProcess.make(command, args, { stdin: "ignore", stdout: "inherit", stderr: "inherit" })
  )
  if (code !== 0) return yield* new BuildFailed({ command })
})

/** The commit of the clone that is packed; null where there is none. */
const commit = Effect.gen(function*() {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const git = (...args: ReadonlyArray<string>) =>
    Effect.map(
      spawner.string(ChildProcess.make("git", args, { stdin: "ignore", stderr: "ignore" })),
      (text) => text.trim()
    )
  const name = yield* git("rev-parse", "--short=12", "HEAD")
  const changed = yield* git("status", "--porcelain")
  return name === "" ? null : changed === "" ? name : `${name}+`
}).pipe(Effect.orElseSucceed(() => null))

const program = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  yield* fs.remove(target, { recursive: true, force: true })
  yield* run("tsc", "--project", "tsconfig.package.json")
  for (const file of globSync(`${target}/**/*.js`)) {
    yield* fs.writeFileString(file, deepImports(yield* fs.readFileString(file)))
  }
  for (const file of globSync("src/**/*.sql")) {
    yield* fs.makeDirectory(`${target}/${dirname(file)}`, { recursive: true })
    yield* fs.copyFile(file, `${target}/${file}`)
  }
  yield* fs.copy("config", `${target}/config`)
  const build = yield* Schema.encodeEffect(Schema.fromJsonString(Build))({ commit: yield* commit })
  yield* fs.writeFileString(`${target}/build.json`, `${build}\n`)
  yield* fs.chmod(`${target}/src/main.js`, 0o755)
}).pipe(
  Effect.as(0),
  Effect.catch((error) => Effect.as(Console.error(error.message), 1)),
  Effect.flatMap((code) => Effect.sync(() => exit(code)))
)

NodeRuntime.runMain(program.pipe(Effect.provide(NodeServices.layer)))
