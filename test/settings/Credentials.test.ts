import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Layer, Logger, Redacted } from "effect"
import { Credentials } from "../../src/settings/Credentials.ts"

const withEnvironment = (env: Record<string, string>) =>
  Credentials.pipe(
    Effect.provide(Layer.provide(Credentials.layer, ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
  )

layer(Layer.mergeAll(NodeServices.layer))("Credentials", (it) => {
  it.effect("come from the environment", () =>
    Effect.gen(function*() {
      const credentials = yield* withEnvironment({
        DAYBOOK_GATEWAY_CLIENT_ID: "id-1",
        DAYBOOK_GATEWAY_CLIENT_SECRET: "secret-1"
      })
      assert.strictEqual(credentials.clientId, "id-1")
      assert.strictEqual(Redacted.value(credentials.clientSecret), "secret-1")
      assert.notInclude(String(credentials.clientSecret), "secret-1")
    }))

  it.effect("have no part in the line end that a variable may have behind them", () =>
    Effect.gen(function*() {
      const { clientId, clientSecret } = yield* withEnvironment({
        DAYBOOK_GATEWAY_CLIENT_ID: "id-1\n",
        DAYBOOK_GATEWAY_CLIENT_SECRET: "secret-1\r\n"
      })
      assert.deepStrictEqual([clientId, Redacted.value(clientSecret)], ["id-1", "secret-1"])
    }))

  it.effect("come from files that the environment names, without their last line feed", () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      yield* fs.writeFileString(`${folder}/secret`, "secret-2\n")
      const credentials = yield* withEnvironment({
        DAYBOOK_GATEWAY_CLIENT_ID: "id-2",
        DAYBOOK_GATEWAY_CLIENT_SECRET_FILE: `${folder}/secret`
      })
      assert.strictEqual(Redacted.value(credentials.clientSecret), "secret-2")
    }))

  it.effect("are taken with a warning from a file that everyone can read, and told once", () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      yield* fs.chmod(folder, 0o755)
      const told: Array<string> = []
      const listening = Logger.layer([Logger.make(({ logLevel, message }) => {
        told.push(`${logLevel} ${String(message)}`)
      })])
      const taken = (mode: number) =>
        Effect.gen(function*() {
          yield* fs.writeFileString(`${folder}/id`, "id")
          yield* fs.chmod(`${folder}/id`, 0o644)
          yield* fs.writeFileString(`${folder}/secret`, "secret-9\n")
          yield* fs.chmod(`${folder}/secret`, mode)
          yield* withEnvironment({
            DAYBOOK_GATEWAY_CLIENT_ID_FILE: `${folder}/id`,
            DAYBOOK_GATEWAY_CLIENT_SECRET_FILE: `${folder}/secret`
          })
          return told.splice(0)
        }).pipe(Effect.provide(listening))
      assert.deepStrictEqual(yield* taken(0o640), [])
      assert.deepStrictEqual(yield* taken(0o644), [
        `Warn ${folder}/secret holds a secret and can be read by every user; take that away: chmod o-r ${folder}/secret`
      ])
      yield* fs.chmod(folder, 0o700)
      assert.deepStrictEqual(yield* taken(0o644), [], "in a folder that nobody else can enter")
    }))

  it.effect("name the variable that is not set", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(withEnvironment({ DAYBOOK_GATEWAY_CLIENT_ID: "id-3" }))
      assert.strictEqual(error._tag, "CredentialsMissing")
      assert.strictEqual(
        error.message,
        "DAYBOOK_GATEWAY_CLIENT_SECRET is not set; set it, " +
          "or DAYBOOK_GATEWAY_CLIENT_SECRET_FILE to the name of a file that holds it"
      )
    }))

  it.effect("are refused where a variable and its file say two things, and taken where they say the same", () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      yield* fs.writeFileString(`${folder}/secret`, "new\n")
      const given = (value: string) =>
        withEnvironment({
          DAYBOOK_GATEWAY_CLIENT_ID: "id-5",
          DAYBOOK_GATEWAY_CLIENT_SECRET: value,
          DAYBOOK_GATEWAY_CLIENT_SECRET_FILE: `${folder}/secret`
        })
      const error = yield* Effect.flip(given("old"))
      assert.strictEqual(
        error.message,
        "DAYBOOK_GATEWAY_CLIENT_SECRET says another value than the file that DAYBOOK_GATEWAY_CLIENT_SECRET_FILE names; " +
          "unset one of the two"
      )
      assert.strictEqual(Redacted.value((yield* given("new")).clientSecret), "new")
    }))

  it.effect("count an empty variable as none", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(
        withEnvironment({ DAYBOOK_GATEWAY_CLIENT_ID: "", DAYBOOK_GATEWAY_CLIENT_SECRET: "x" })
      )
      assert.strictEqual(error._tag, "CredentialsMissing")
    }))

  it.effect("name the variable whose file cannot be read, and not what it says, which may be the secret itself", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(
        withEnvironment({ DAYBOOK_GATEWAY_CLIENT_ID: "id-4", DAYBOOK_GATEWAY_CLIENT_SECRET_FILE: "s3cret" })
      )
      assert.strictEqual(
        error.message,
        "DAYBOOK_GATEWAY_CLIENT_SECRET_FILE names a file that cannot be read, or that is no line of text; correct the variable or the file"
      )
    }))
})
