/**
 * Whoever looks after nights hears of one that could not begin as of any other that failed.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Schema } from "effect"
import { Notification } from "../../src/notify/Notification.ts"
import { normalising } from "../../src/run/Pipeline.ts"
import { runPipeline } from "../../src/run/runPipeline.ts"
import { Settings, SettingsFile } from "../../src/settings/Settings.ts"
import { takeLock } from "../../src/store/Lock.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { invokeWith } from "../support/daybook/invoke.ts"
import { serveHttp } from "../support/gateway/serveHttp.ts"
import { storeLayer } from "../support/store/journalRead.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Notification))

/** A heartbeat's receiver, a command that writes down what it is told, and what each has heard since it was asked last. */
const listener = Effect.fn("test.listener")(function*() {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-heard-" })
  const beats: Array<string> = []
  const origin = yield* serveHttp(({ path }, send) => {
    beats.push(path.slice(1))
    send({ status: 204 })
  })
  const heard = Effect.gen(function*() {
    const text = yield* files.readFileString(`${folder}/told`).pipe(Effect.orElseSucceed(() => ""))
    yield* files.writeFileString(`${folder}/told`, "")
    const told = text.split("\n").filter((line) => line !== "").map((line) => decode(line))
    return { beats: beats.splice(0), told }
  })
  return { heard, origin, command: ["sh", "-c", `cat >> ${folder}/told`] }
})

it.live("tells of each night that has no credentials, and of its beginning and its end", () =>
  Effect.gen(function*() {
    const { command, heard, origin } = yield* listener()
    const { root } = yield* StoreLayout
    const env = { DAYBOOK_NOTIFY_COMMAND: JSON.stringify(command), DAYBOOK_NOTIFY_HEARTBEAT_URL: origin }
    const night = invokeWith(env, "run", "nightly", "--out", root)
    assert.strictEqual((yield* night).exitCode, 2)
    const first = yield* heard
    assert.deepStrictEqual(first.beats, ["start", "2"])
    assert.deepStrictEqual(first.told.map(({ evidence, subject, type }) => [type, subject.kind, evidence]), [
      ["run-failed", "store", { errors: ["CredentialsMissing"], outcome: "usage" }]
    ])
    yield* night
    const second = yield* heard
    assert.deepStrictEqual(second.beats, ["start", "2"])
    assert.strictEqual(second.told.length, 1)
    assert.notStrictEqual(second.told[0]?.id, first.told[0]?.id)
  }).pipe(Effect.scoped, Effect.provide(storeLayer())))

it.live("says of a heartbeat that is sent elsewhere that nobody heard it", () =>
  Effect.gen(function*() {
    const origin = yield* serveHttp((_, send) => send({ status: 308, headers: { location: "/elsewhere" } }))
    const { root } = yield* StoreLayout
    const night = yield* invokeWith({ DAYBOOK_NOTIFY_HEARTBEAT_URL: origin }, "run", "nightly", "--out", root)
    assert.include(night.stderr, "[notify] heartbeat_url did not take the word start (it answered 308)")
  }).pipe(Effect.scoped, Effect.provide(storeLayer())))

it.live("makes no store for a run without credentials of which nobody wants to hear", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { root } = yield* StoreLayout
    assert.strictEqual((yield* invokeWith({}, "run", "nightly", "--out", root)).exitCode, 2)
    assert.deepStrictEqual(yield* files.readDirectory(root), [])
  }).pipe(Effect.provide(storeLayer())))

it.live("tells of a night whose journal or whole store takes nothing, and not of one that another keeps away", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { journal, runs, work } = yield* StoreLayout
    const { command, heard, origin } = yield* listener()
    const settings = Schema.decodeEffect(SettingsFile)({ notify: { command, heartbeat_url: origin } })
    const night = Effect.flip(runPipeline({ name: "nightly", lock: "nightly", stages: [normalising] })).pipe(
      Effect.provide(Layer.effect(Settings, settings))
    )
    const isTold = Effect.gen(function*() {
      yield* night
      const { beats, told } = yield* heard
      assert.deepStrictEqual(beats, ["start", "16"])
      assert.deepStrictEqual(told.map(({ type }) => type), ["run-failed"])
    })
    const busy = takeLock("nightly", "another", "2026-11-21T06:00:00Z").pipe(Effect.andThen(night), Effect.scoped)
    assert.strictEqual((yield* busy)._tag, "RunBusy")
    assert.deepStrictEqual(yield* heard, { beats: [], told: [] })

    yield* files.makeDirectory(journal, { recursive: true })
    yield* files.writeFileString(runs, "")
    yield* isTold

    yield* files.remove(work, { recursive: true })
    yield* files.writeFileString(work, "")
    yield* isTold
  }).pipe(Effect.scoped, Effect.provide(storeLayer())))
