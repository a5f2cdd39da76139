/**
 * One run at a time, whoever else wants to: two processes that find the same dead holder at the same moment, and processes
 * of containers that see nothing of each other but the store.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Console, Effect, FileSystem, Logger } from "effect"
import { ChildProcess } from "effect/process"
import { fileURLToPath } from "node:url"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { collect, Daybook } from "../support/daybook/Daybook.ts"
import { newConsent, openBank } from "../support/sandbox/Bank.ts"

const rounds = 300

const takeLocks = fileURLToPath(new URL("../support/store/takeLocks.ts", import.meta.url))

it.live("of two processes that find the same dead holder at once one takes its place, 300 times of 300", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-locks-" })
    const dead = { process: { pid: 4_194_303, began: "1", space: null }, run_id: "before", since: "2026-11-21" }
    for (let round = 0; round < rounds; round += 1) {
      const lock = `${StoreLayout.at(`${folder}/${round}`).locks}/nightly`
      yield* fs.makeDirectory(lock, { recursive: true })
      yield* fs.writeFileString(`${lock}/7.json`, JSON.stringify(dead))
    }
    const lines = yield* Effect.forEach(
      [["one", "two"], ["two", "one"]] as const,
      ([own, other]) =>
        Effect.gen(function*() {
          const child = yield* ChildProcess.make(process.execPath, [takeLocks, folder, `${rounds}`, own, other])
          return (yield* collect(child.stdout)).trim().split("\n")
        }),
      { concurrency: 2 }
    )
    const holders = Array.from({ length: rounds }, (_, round) => lines.filter((each) => each[round] === "got").length)
    const first = lines[0]?.filter((line) => line === "got").length ?? 0
    yield* Console.log(
      `${rounds} rounds: one holder in ${
        holders.filter((count) => count === 1).length
      }, the first process ${first} times`
    )
    assert.deepStrictEqual(holders.filter((count) => count !== 1), [])
    assert.isAbove(first, 0)
    assert.isBelow(first, rounds)
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)))

/** Process numbers of its own, as a container has them; whatever runs in it ends with it. */
const container = ["unshare", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"] as const

it.live("a night in another container counts as alive while it lives, and as dead a minute after its end", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const bank = yield* openBank()
    const shell = yield* Daybook.make(bank.env)
    yield* newConsent(bank, shell, "gb_birch_business")
    const night = ["run", "nightly"]
    const journal = `${shell.out}/journal`
    const open = Effect.map(
      fs.readDirectory(journal, { recursive: true }),
      (names) => names.filter((name) => name.endsWith("/pages")).length
    )

    yield* bank.advance("P1D")
    const { reached } = yield* bank.hold("transactions", 1)
    const inside = yield* shell.start(night, { under: container })
    yield* reached
    // Its folder is open, and stays so whatever others do.
    assert.strictEqual(yield* open, 1)
    assert.strictEqual((yield* shell.run(...night)).exitCode, 15)
    assert.strictEqual((yield* shell.runWith({ under: container }, ...night)).exitCode, 15)
    assert.strictEqual((yield* shell.run("normalise")).exitCode, 0)
    assert.strictEqual(yield* open, 1)
    yield* bank.release
    assert.strictEqual((yield* inside.ended).exitCode, 0)
    assert.strictEqual((yield* shell.run("rebuild")).exitCode, 0)

    yield* bank.advance("P1D")
    const second = yield* bank.hold("transactions", 1)
    const killed = yield* shell.start(night, { under: container })
    yield* second.reached
    process.kill(killed.pid, "SIGKILL")
    yield* killed.ended
    yield* bank.release
    // Nobody here can see that it is dead; its sign of life is still young.
    assert.strictEqual((yield* shell.run(...night)).exitCode, 15)
    const { locks } = StoreLayout.at(shell.out)
    const signs = (yield* fs.readDirectory(locks, { recursive: true }))
      .filter((name) => name.endsWith(".alive"))
    assert.isAbove(signs.length, 0)
    for (const sign of signs) yield* fs.utimes(`${locks}/${sign}`, 0, 0)
    assert.strictEqual((yield* shell.run(...night)).exitCode, 0)
    assert.strictEqual((yield* shell.run("rebuild")).exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer)))
