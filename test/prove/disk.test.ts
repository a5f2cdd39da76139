/**
 * A store on a disk that fills up: every run on it says so in one sentence and ends with 16, whatever it was at when there
 * was no more room, and one with more room ends with the tables of a run that never lacked any.
 *
 * The disk is a tmpfs that grows from run to run, which takes the right to mount one.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Console, Effect, FileSystem } from "effect"
import { ChildProcess } from "effect/process"
import { Daybook } from "../support/daybook/Daybook.ts"
import { tablesOf } from "../support/daybook/tables.ts"
import { openBank, unreadConsent } from "../support/sandbox/Bank.ts"

const kilobytes = [
  64,
  256,
  512,
  1024,
  1536,
  2048,
  3072,
  4096,
  6144,
  8192,
  10_240,
  14_336,
  18_432,
  20_480,
  22_528,
  24_576,
  28_672
]
const plenty = 262_144

const run = Effect.fn("disk.run")(function*(command: string, ...args: ReadonlyArray<string>) {
  const child = yield* ChildProcess.make(command, args, { stdin: "ignore" })
  const code = yield* child.exitCode
  assert.strictEqual(code, 0, `${command} ${args.join(" ")}`)
}, Effect.scoped)

/** A disk of its own with `size` KB at a path, until the scope closes. */
const disk = (path: string, size: number) =>
  Effect.acquireRelease(
    run("mount", "-t", "tmpfs", "-o", `size=${size}k,mode=0700`, "tmpfs", path),
    () => Effect.orDie(run("umount", path))
  )

const resize = (path: string, size: number) => run("mount", "-o", `remount,size=${size}k`, path)

it.live(
  "a disk that is full is said in one sentence, and a later run on more room is complete",
  () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const bank = yield* openBank()
      const outside = yield* Daybook.make(bank.env)
      yield* unreadConsent(bank, outside, "gb_alder_personal")
      const calm = outside.over(`${outside.out}-calm`)
      yield* files.copy(outside.out, calm.out)
      // As many as come to their end on the full disk: one that carries on, and one that asks again of the newest days.
      for (const undisturbed of [yield* calm.run("run", "nightly"), yield* calm.run("run", "nightly")]) {
        assert.strictEqual(undisturbed.exitCode, 0, undisturbed.stderr)
      }
      const wanted = yield* tablesOf(calm)

      const path = `${outside.out}-disk`
      yield* files.makeDirectory(path)
      yield* disk(path, plenty)
      const shell = outside.over(`${path}/out`)
      yield* files.copy(outside.out, shell.out)
      let full = 0
      for (const size of kilobytes) {
        yield* resize(path, size)
        const ended = yield* shell.run("run", "nightly", "--json", "--quiet")
        yield* Console.log(`${size} KB: ${ended.exitCode} ${ended.stderr.trim()}`)
        if (ended.exitCode === 0) break
        full += 1
        assert.strictEqual(ended.exitCode, 16, ended.stderr)
        assert.match(
          ended.stderr,
          /^daybook: the disk is full, \S+ could not be written; free some space, then run again\n$/
        )
        assert.strictEqual(ended.lines.at(-1)?.["error"], "DiskFull")
        assert.strictEqual(ended.lines.at(-1)?.["exit_code"], 16)
      }
      assert.isAtLeast(full, 5)
      yield* resize(path, plenty)
      const after = yield* shell.run("run", "nightly", "--json")
      assert.strictEqual(after.exitCode, 0, after.stderr)
      assert.deepStrictEqual(yield* tablesOf(shell), wanted)
      const [exported] = yield* shell.exported("select count(*) as n from '$folder/transactions.parquet'")
      const [held] = yield* shell.query("select count(*) as n from transactions")
      assert.deepStrictEqual(exported, held)
      assert.strictEqual((yield* shell.run("rebuild", "--json")).exitCode, 0)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
