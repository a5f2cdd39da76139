/**
 * Kills runs at moments spread evenly over all their steps, a step being a change of the file system or a statement given
 * to the database, and some of them in the middle of a step. Whatever the moment: the next run ends with the tables of an
 * undisturbed one, asks for nothing again that had been read completely, and the book can be made again row for row.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Console, Effect, FileSystem } from "effect"
import { Daybook, killSwitch } from "../support/daybook/Daybook.ts"
import { repeatedReads, sharedPlaces, tablesOf } from "../support/daybook/tables.ts"
import { type Bank, newConsent, openBank, unreadConsent } from "../support/sandbox/Bank.ts"

const atBackfill = 28
const atNightly = 20

/** A store that is to be run in, and the run. */
interface Stage {
  readonly bank: Bank
  readonly shell: Daybook
  readonly pipeline: "backfill" | "nightly"
}

const copyOf = Effect.fn("prove.copyOf")(function*(shell: Daybook, name: string) {
  const files = yield* FileSystem.FileSystem
  yield* files.copy(shell.out, `${shell.out}-${name}`)
  return shell.over(`${shell.out}-${name}`)
})

/**
 * What is compared. Windows of a backfill share the days at their edges: of such a day a run that was killed may have got the other
 * window first, in which the same row has another place.
 */
const comparedOf = ({ pipeline }: Stage, shell: Daybook) =>
  tablesOf(shell, { besides: pipeline === "backfill" ? ["row_index"] : [] })

/** Runs undisturbed and gives the tables and how many steps it took. */
const undisturbed = Effect.fn("prove.undisturbed")(function*(stage: Stage) {
  const { pipeline, shell } = stage
  const files = yield* FileSystem.FileSystem
  const calm = yield* copyOf(shell, "calm")
  const listing = `${shell.out}-steps`
  const ended = yield* calm.runWith({ preload: killSwitch({ steps: listing }) }, "run", pipeline, "--json")
  assert.strictEqual(ended.exitCode, 0, ended.stderr)
  const steps = (yield* files.readFileString(listing)).split("\n")
  return { steps, tables: yield* comparedOf(stage, calm) }
})

/** What is not as it should be after a kill at a step. */
const killAt = Effect.fn("prove.killAt")(
  function*(stage: Stage, at: number, late: number, wanted: Readonly<Record<string, ReadonlyArray<string>>>) {
    const files = yield* FileSystem.FileSystem
    const { pipeline } = stage
    const shell = yield* copyOf(stage.shell, `${at}`)
    const faults: Array<string> = []
    const check = (holds: boolean, what: string) => {
      if (!holds) faults.push(`${pipeline}, killed at step ${at} (+${late} ms): ${what}`)
    }
    const orders = { at: `${at}`, late: `${late}` }
    const killed = yield* shell.runWith({ preload: killSwitch(orders) }, "run", pipeline, "--json")
    // The last steps may be over before a late kill comes.
    check(killed.exitCode === 137 || (late > 0 && killed.exitCode === 0), `the kill gave exit code ${killed.exitCode}`)
    const next = yield* shell.run("run", pipeline, "--json")
    check(
      next.exitCode === 0,
      `the next run ended with ${next.exitCode}: ${next.stderr.trim().split("\n").at(-1) ?? ""}`
    )
    const tables = yield* comparedOf(stage, shell)
    for (const [name, rows] of Object.entries(wanted)) {
      const here = tables[name] ?? []
      const lost = rows.filter((row) => !here.includes(row))
      const extra = here.filter((row) => !rows.includes(row))
      check(
        rows.length === here.length && lost.length + extra.length === 0,
        `${name} has ${here.length} rows for ${rows.length}, lacks ${lost.length}, has ${extra.length} others: ${
          [...lost, ...extra][0] ?? ""
        }`
      )
    }
    check((yield* sharedPlaces(shell)) === 0, "two rows stand at one place of an answer")
    if (pipeline === "backfill") {
      const repeated = yield* repeatedReads(shell, pipeline)
      check(repeated.length === 0, `complete reads were repeated: ${JSON.stringify(repeated)}`)
    }
    const rebuilt = yield* shell.run("rebuild", "--json")
    check(rebuilt.exitCode === 0, `rebuild ended with ${rebuilt.exitCode}: ${rebuilt.stdout.slice(0, 400)}`)
    if (pipeline === "nightly") {
      const exported = yield* shell.exported("select count(*) as n from '$folder/transactions.parquet'")
      const held = yield* shell.query("select count(*) as n from transactions")
      check(exported[0]?.["n"] === held[0]?.["n"], `exported ${exported[0]?.["n"]} rows of ${held[0]?.["n"]}`)
    }
    yield* files.remove(shell.out, { recursive: true })
    return faults
  }
)

const proveKills = Effect.fn("prove.kills")(function*(stage: Stage, kills: number) {
  const { steps, tables } = yield* undisturbed(stage)
  const faults: Array<string> = []
  for (let each = 0; each < kills; each += 1) {
    const at = 1 + Math.floor((each + 0.5) * steps.length / kills)
    const late = each % 3 === 2 ? 4 : 0
    const found = yield* killAt(stage, at, late, tables)
    faults.push(...found)
    if (found.length > 0) yield* Console.log(`${found.join("\n")}\n  step: ${steps[at - 1]?.slice(0, 160) ?? ""}`)
  }
  yield* Console.log(`${stage.pipeline}: ${steps.length} steps, killed at ${kills} of them, ${faults.length} faults`)
  assert.deepStrictEqual(faults, [])
})

it.live("a backfill that is killed at any step is carried on by the next", () =>
  Effect.gen(function*() {
    const bank = yield* openBank()
    const shell = yield* Daybook.make(bank.env)
    yield* unreadConsent(bank, shell, "gb_fir_personal")
    yield* unreadConsent(bank, shell, "gb_birch_business")
    yield* proveKills({ bank, shell, pipeline: "backfill" }, atBackfill)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

it.live(
  "a night that is killed at any step is carried on by the next, and its export is whole",
  () =>
    Effect.gen(function*() {
      const bank = yield* openBank()
      const shell = yield* Daybook.make(bank.env)
      yield* newConsent(bank, shell, "gb_elm_personal")
      yield* newConsent(bank, shell, "gb_birch_business")
      yield* shell.run("run", "nightly")
      yield* bank.advance("P2D")
      yield* proveKills({ bank, shell, pipeline: "nightly" }, atNightly)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)
