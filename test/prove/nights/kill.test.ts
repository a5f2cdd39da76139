/**
 * Killed as by `kill -9` at moments of every kind, a backfill is carried on by the next: the tables are those of an
 * undisturbed one, and nothing that had been read completely is asked for again. Without the book, `rebuild` makes the
 * same tables row for row. `test/prove/kill.test.ts` does this at
 * many more moments.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, FileSystem, Layer, type PlatformError } from "effect"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Daybook, killSwitch } from "../../support/daybook/Daybook.ts"
import type { Ended } from "../../support/daybook/Ended.ts"
import { repeatedReads, tablesOf } from "../../support/daybook/tables.ts"
import { openBank, unreadConsent } from "../../support/sandbox/Bank.ts"

const backfill = ["run", "backfill", "--from", "2026-08-01", "--json"]

const moments = {
  "while it reads": { before: "writeFile .*/000003\\.json" },
  "while it loads": { before: "^run .*Writes the versions", nth: "2" },
  "while it packs": { before: "rename .*pages\\.zst" },
  "while it publishes": { before: "rename .*daybook\\.duckdb" }
}

type Moment = keyof typeof moments

const isMoment = (name: string): name is Moment => Object.hasOwn(moments, name)

/** What a backfill that was killed, and the next one, left behind. */
interface Aftermath {
  readonly shell: Daybook
  readonly killed: Ended
  readonly next: Ended
}

/** Backfills that were killed at each moment and carried on, and one that was not. */
class Killed extends Context.Service<Killed, {
  readonly undisturbed: Readonly<Record<string, ReadonlyArray<string>>>
  readonly after: (moment: Moment) => Aftermath
  /** A store as it was before any of them. */
  readonly unread: (name: string) => Effect.Effect<Daybook, PlatformError.PlatformError>
}>()("daybook/test/prove/nights/kill.test/Killed") {
  static readonly layer = Layer.effect(
    Killed,
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const bank = yield* openBank()
      const untouched = yield* Daybook.make(bank.env)
      yield* unreadConsent(bank, untouched, "gb_fir_personal")
      yield* unreadConsent(bank, untouched, "gb_birch_business")
      const copy = Effect.fn("Killed.copy")(function*(name: string) {
        const out = `${untouched.out}-${name.replaceAll(" ", "-")}`
        yield* files.copy(untouched.out, out)
        return untouched.over(out)
      })
      const calm = yield* copy("calm")
      const play = Effect.fn("Killed.play")(function*(moment: Moment) {
        const shell = yield* copy(moment)
        const killed = yield* shell.runWith({ preload: killSwitch(moments[moment]) }, ...backfill)
        return { shell, killed, next: yield* shell.run(...backfill) }
      })
      const [, ...aftermaths] = yield* Effect.all(
        [calm.run(...backfill), ...Object.keys(moments).filter(isMoment).map(play)],
        { concurrency: 2 }
      )
      return Killed.of({
        undisturbed: yield* tablesOf(calm),
        unread: copy,
        after: (moment) => {
          const found = aftermaths[Object.keys(moments).indexOf(moment)]
          if (found === undefined || !("killed" in found)) throw new Error(`nothing was killed ${moment}`)
          return found
        }
      })
    })
  ).pipe(Layer.provideMerge(NodeServices.layer))
}

layer(Killed.layer, { excludeTestServices: true })("a backfill that is killed", (it) => {
  for (const moment of Object.keys(moments).filter(isMoment)) {
    it.effect(`${moment} is carried on by the next`, () =>
      Effect.gen(function*() {
        const { after, undisturbed } = yield* Killed
        const { killed, next, shell } = after(moment)
        assert.strictEqual(killed.exitCode, 137, killed.stdout)
        assert.strictEqual(next.exitCode, 0, next.stderr)
        assert.deepStrictEqual(yield* tablesOf(shell), undisturbed)
        assert.deepStrictEqual(yield* repeatedReads(shell, "backfill"), [])
      }))
  }

  it.effect("has a book that can be made again from its journal, row for row", () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const { shell } = (yield* Killed).after("while it loads")
      const before = yield* tablesOf(shell, { whole: true })
      assert.isAbove(before["transaction_versions"]?.length ?? 0, 200)
      yield* files.remove(`${shell.out}/work`, { recursive: true })
      yield* files.remove(`${shell.out}/daybook.duckdb`)
      const rebuilt = yield* shell.run("rebuild")
      assert.strictEqual(rebuilt.exitCode, 0, rebuilt.stderr)
      assert.deepStrictEqual(yield* tablesOf(shell, { whole: true }), before)
    }))

  it.effect("leaves an export that was written down before a kill to the next one, which shows it and makes no second", () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const { shell } = (yield* Killed).after("while it packs")
      const latest = `${shell.out}/exports/latest`
      const killed = yield* shell.runWith(
        { preload: killSwitch({ before: "^run .*An export is written down" }) },
        "export"
      )
      assert.strictEqual(killed.exitCode, 137, killed.stdout)
      assert.isFalse(yield* files.exists(latest))
      const next = yield* shell.run("export")
      assert.strictEqual(next.exitCode, 0, next.stderr)
      const exports = yield* shell.query("select folder from exports")
      assert.deepStrictEqual(exports.map(({ folder }) => `${shell.out}/${String(folder)}`), [
        yield* files.realPath(latest)
      ])
      assert.strictEqual((yield* shell.run("rebuild")).exitCode, 0)
    }))

  it.effect("shows an export that was written down before a kill where the book is made again, and then tells of it", () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const { shell } = (yield* Killed).after("while it publishes")
      const killed = yield* shell.runWith(
        { preload: killSwitch({ before: "^run .*An export is written down" }) },
        "export"
      )
      assert.strictEqual(killed.exitCode, 137, killed.stdout)
      const remade = yield* shell.run("rebuild", "--replace")
      assert.strictEqual(remade.exitCode, 0, remade.stderr)
      const exports = yield* shell.query("select folder from exports")
      assert.deepStrictEqual(exports.map(({ folder }) => `${shell.out}/${String(folder)}`), [
        yield* files.realPath(`${shell.out}/exports/latest`)
      ])
    }))

  it.effect("leaves reads that it had given places before a kill to an export, which takes them in at those", () =>
    Effect.gen(function*() {
      const files = yield* FileSystem.FileSystem
      const { undisturbed, unread } = yield* Killed
      const shell = yield* unread("placed")
      const killed = yield* shell.runWith(
        { preload: killSwitch({ before: "^run .*All reads that are loaded together" }) },
        ...backfill
      )
      assert.strictEqual(killed.exitCode, 137, killed.stdout)
      const exported = yield* shell.run("export")
      // What had no place yet is in no table.
      assert.strictEqual(exported.exitCode, 10, exported.stderr)
      assert.include(exported.stderr, "has read is in no table yet")
      const places = yield* shell.query("select count(*) = count(distinct load_seq) as once from loads")
      assert.deepStrictEqual(places, [{ once: "true" }])
      const left = yield* shell.query("select count(*)::integer as rows from shipped_rows")
      assert.isAbove(Number(left[0]?.["rows"]), 0)
      const rebuilt = yield* shell.run("rebuild")
      assert.strictEqual(rebuilt.exitCode, 0, rebuilt.stderr)
      assert.strictEqual((yield* shell.run(...backfill)).exitCode, 0)
      assert.deepStrictEqual(yield* tablesOf(shell), undisturbed)
      yield* files.remove(StoreLayout.at(shell.out).book)
      assert.strictEqual((yield* shell.run("rebuild")).exitCode, 0)
      assert.deepStrictEqual(yield* tablesOf(shell), undisturbed)
    }))
})
