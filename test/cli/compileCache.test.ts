/**
 * Where compiled code is kept: whoever can write there runs code as us.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { ChildProcess } from "effect/process"
import { getuid } from "node:process"
import { fileURLToPath } from "node:url"
import { isPrivate } from "../../src/cli/privateFolder.ts"
import { collect } from "../support/daybook/Daybook.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const us = getuid?.() ?? 0

/** The modes that are told are those of the test, whatever the umask. */
const folder = Effect.fn("test.folder")(function*(path: string, mode: number) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(path, { recursive: true })
  yield* fs.chmod(path, mode)
  return path
})

const inTemporary = <A, E>(use: (path: string) => Effect.Effect<A, E, NodeServices.NodeServices>) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    return yield* use(yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "daybook-cache-" })))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

it.live("is private where only this user can write, in it and above it", () =>
  inTemporary((path) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const mine = yield* folder(`${path}/a/b`, 0o700)
      yield* fs.chmod(`${path}/a`, 0o755)
      assert.isTrue(isPrivate(mine, us))
      assert.isFalse(isPrivate(mine, us + 1), "another user's folder")
      yield* fs.chmod(mine, 0o720)
      assert.isFalse(isPrivate(mine, us), "a folder that a group writes to")
      yield* fs.chmod(mine, 0o700)
      yield* fs.chmod(`${path}/a`, 0o777)
      assert.isFalse(isPrivate(mine, us), "a folder that anybody can put another in the place of")
      yield* fs.symlink(mine, `${path}/link`)
      assert.isFalse(isPrivate(`${path}/link`, us), "a link")
    })
  ))

it.live("is done without where no folder can be made, and the program starts", () =>
  Effect.gen(function*() {
    const child = yield* ChildProcess.make(`${root}/node_modules/.bin/node`, [`${root}/src/main.ts`, "--version"], {
      cwd: root,
      env: { HOME: "/proc/nobody", XDG_CACHE_HOME: "" },
      extendEnv: true,
      stdin: "ignore"
    })
    assert.strictEqual(yield* child.exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)), 20_000)

/** Starts the program with this cache home, and gives what then lies in the shared temporary folder and in the cache. */
const started = Effect.fn("test.started")(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  const shared = yield* folder(`${path}/shared`, 0o777)
  const child = yield* ChildProcess.make(`${root}/node_modules/.bin/node`, [`${root}/src/main.ts`, "--version"], {
    cwd: root,
    env: { TMPDIR: shared, XDG_CACHE_HOME: `${path}/home` },
    extendEnv: true,
    stdin: "ignore"
  })
  const [stdout, exitCode] = yield* Effect.all([collect(child.stdout), child.exitCode], { concurrency: 2 })
  assert.strictEqual(exitCode, 0)
  assert.include(stdout, "daybook v")
  const cache = `${path}/home/daybook/compiled`
  return { shared: yield* fs.readDirectory(shared), kept: (yield* fs.readDirectory(cache)).length, cache }
}, Effect.scoped)

it.live(
  "lies in this user's cache and never in the temporary folder that all users share",
  () =>
    inTemporary((path) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        yield* folder(`${path}/home`, 0o755)
        const { cache, kept, shared } = yield* started(path)
        assert.deepStrictEqual(shared, [])
        assert.isAbove(kept, 0)
        assert.strictEqual((yield* fs.stat(cache)).mode & 0o777, 0o700)
      })
    ),
  60_000
)

it.live("is done without where somebody else could write", () =>
  inTemporary((path) =>
    Effect.gen(function*() {
      yield* folder(`${path}/home`, 0o777)
      const { kept, shared } = yield* started(path)
      assert.deepStrictEqual({ kept, shared }, { kept: 0, shared: [] })
    })
  ), 240_000)
