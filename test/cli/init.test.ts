import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { globSync, statSync } from "node:fs"
import { invoke } from "../support/daybook/invoke.ts"

const withFolder = <A, E, R>(test: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    return yield* test(yield* fs.makeTempDirectoryScoped({ prefix: "daybook-" }))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

it.live("makes a configuration that is in order, and says what to do next", () =>
  withFolder(Effect.fnUntraced(function*(folder) {
    const fs = yield* FileSystem.FileSystem
    const config = `${folder}/deep/config`
    const made = yield* invoke("init", "--config", config)
    assert.strictEqual(made.exitCode, 0, made.stderr)
    const brought = globSync("config/**/*")
      .filter((file) => statSync(file).isFile() && !file.startsWith("config/sandbox/"))
      .map((file) => file.slice("config/".length))
    assert.isAbove(brought.length, 8)
    for (const file of brought) {
      assert.include(made.stdout, `wrote ${config}/${file}\n`)
      assert.strictEqual(yield* fs.readFileString(`${config}/${file}`), yield* fs.readFileString(`config/${file}`))
    }
    assert.isFalse(yield* fs.exists(`${config}/sandbox`))
    assert.include(made.stdout, `\n  daybook demo --config ${config}\n`)
    assert.include(made.stdout, `\n  daybook config check --config ${config}\n`)
    const checked = yield* invoke("config", "check", "--config", config)
    assert.strictEqual(checked.exitCode, 0)
    assert.isTrue(checked.stdout.startsWith(`${config} is in order`), checked.stdout)
    assert.deepStrictEqual(yield* fs.readDirectory(`${folder}/deep`), ["config"])
  })))

it.live("writes into a folder that is empty, and never over what is there", () =>
  withFolder(Effect.fnUntraced(function*(folder) {
    const fs = yield* FileSystem.FileSystem
    assert.strictEqual((yield* invoke("init", "--config", folder)).exitCode, 0)
    yield* fs.writeFileString(`${folder}/daybook.toml`, "# mine\n")
    const again = yield* invoke("init", "--config", folder)
    assert.strictEqual(again.exitCode, 2)
    assert.strictEqual(
      again.stderr,
      `daybook: there is something in ${folder} already, and nothing was written; ` +
        "name another folder: daybook init --config DIR\n"
    )
    assert.strictEqual(yield* fs.readFileString(`${folder}/daybook.toml`), "# mine\n")
  })))

it.live("answers in JSON with the files that it wrote", () =>
  withFolder(Effect.fnUntraced(function*(folder) {
    const { stdout } = yield* invoke("init", "--config", folder, "--json")
    const { config, files, ok } = JSON.parse(stdout)
    assert.deepStrictEqual({ config, ok }, { config: folder, ok: true })
    assert.include(files, "daybook.toml")
    assert.include(files, "institutions/gb_birch_business.toml")
  })))
