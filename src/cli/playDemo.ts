/**
 * What the demo does: a sandbox in this process, a consent at each of its banks approved on its pages as a person would,
 * then night after night. All of it goes through the same pipelines as with a real gateway.
 */
import { DateTime, Effect, FileSystem, Option, Schema } from "effect"
import { nightly } from "../../pipelines/nightly.ts"
import type { RunSummary } from "../book/runSummary.ts"
import { counted } from "../domain/inWords.ts"
import { outcomeWord } from "../domain/Outcome.ts"
import { institutionSummaries, type InstitutionSummary, isAllProven } from "../inspect/institutionSummary.ts"
import { snapshot } from "../inspect/snapshot.ts"
import { knownConsents } from "../journal/knownConsents.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { StoreOrigin } from "../store/StoreOrigin.ts"
import { answer } from "./answer.ts"
import { asWord } from "./asTyped.ts"
import { facts, table, verbose } from "./blocks.ts"
import { approve, type DemoSandbox, moveClock, runLayers } from "./demoSandbox.ts"
import { ExitWith } from "./ExitWith.ts"
import { publishedNames } from "./names.ts"
import { breakStore, breakText, playBreak } from "./playBreak.ts"
import { reportRun } from "./runReport.ts"

/** The store holds what a real gateway said; the demo would mix model money into it. */
export class StoreNotOfSandbox extends Schema.TaggedError<StoreNotOfSandbox>()("StoreNotOfSandbox", {
  store: Schema.String,
  world: Schema.String
}) {
  override get message() {
    return `the store ${this.store} was filled from ${this.world}, and the demo would mix model money into it; ` +
      "name another store: daybook demo --out DIR"
  }
}

/** What the flags of the demo ask for. */
interface DemoOptions {
  readonly nights: number
  readonly keep: boolean
  readonly json: boolean
}

/** Makes room for a new demo. Only a sandbox's store is ever cleared, and only what Daybook puts there. */
const clearStore = Effect.fn("demo.clearStore")(function*(keep: boolean) {
  const fs = yield* FileSystem.FileSystem
  const { exports, journal, root, snapshot, work } = yield* StoreLayout
  const origin = yield* (yield* StoreOrigin).stamped
  if (Option.isSome(origin) && origin.value !== "sandbox") {
    return yield* new StoreNotOfSandbox({ store: root, world: origin.value })
  }
  if (keep) return
  yield* Effect.forEach(
    [snapshot, exports, work, journal, breakStore(root)],
    (path) => fs.remove(path, { recursive: true, force: true }).pipe(Effect.mapError(storageErrorOf(path))),
    { discard: true }
  )
})

/** Plays the demo and tells what happened and what to open. */
export const playDemo = Effect.fn("cli.playDemo")(
  function*<E, R>({ json, keep, nights }: DemoOptions, sandbox: DemoSandbox<E, R>) {
    yield* clearStore(keep)
    const { root, work } = yield* StoreLayout
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(root, { recursive: true, mode: 0o750 }).pipe(Effect.mapError(storageErrorOf(root)))
    yield* fs.makeDirectory(work, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(work)))
    const ready = yield* sandbox.start(yield* DateTime.now, `${work}/sandbox.json`)
    const known = new Set((yield* knownConsents).map(({ institution }): string => institution))
    const runs: Array<RunSummary> = []
    const read: Array<string | null> = []
    for (const institution of ready.institutions.filter((each) => !known.has(each))) {
      const { summary } = yield* approve(ready, institution, sandbox)
      runs.push(summary)
      read.push(institution)
    }
    for (let night = 1; night <= nights; night++) {
      yield* moveClock(ready, "P1D")
      const ended = yield* nightly().pipe(Effect.provide(yield* runLayers(ready)))
      runs.push(ended.summary)
      if (ended.summary.exit_code !== 0) yield* reportRun(ended, json)
      yield* Effect.logInfo(`night ${night} of ${nights}: ${counted(ended.summary.rows_new, "new row")}`)
    }
    const institutions = yield* institutionSummaries().pipe(Effect.provide(snapshot))
    const proven = isAllProven(institutions)
    const broken = keep ? null : yield* playBreak(sandbox)
    const report = [
      ...yield* reportOf(runs.map((run, index) => ({ ...run, bank: read[index] ?? null })), institutions),
      ...broken === null ? [] : ["", ...breakText(broken)]
    ]
    yield* answer(json, { ok: proven, findings: [], runs, institutions, break: broken }, () => report)
    if (!proven) {
      return yield* new ExitWith({ outcome: "failed", sentence: "an account could not be proven; see: daybook status" })
    }
  }
)

/** What a person may ask first; each of them is answered on the store that the demo leaves. */
export const questions = [
  "select a.institution, t.currency, count(*), sum(t.amount) from transactions t join accounts a using (account_key) group by all order by all",
  "select booking_date, amount, currency, description from transactions order by booking_date desc, transaction_key limit 20",
  "select change, count(*) from transaction_versions group by all order by all"
]

/** What was played, what it proves, and where to look. */
const reportOf = Effect.fnUntraced(
  function*(
    runs: ReadonlyArray<RunSummary & { readonly bank: string | null }>,
    institutions: ReadonlyArray<InstitutionSummary>
  ) {
    const { root, snapshot } = yield* StoreLayout
    const names = yield* publishedNames
    return [
      table(
        ["run", "bank", "outcome", "requests", "pages", "rows", "new", "changed", verbose("run id"), verbose("export")],
        runs.map((run) => [
          run.pipeline,
          names.bank(run.bank) ?? "all",
          outcomeWord(run.outcome),
          run.requests,
          run.pages,
          run.rows_read,
          run.rows_new,
          run.rows_changed,
          run.run_id,
          run.export
        ])
      ),
      "",
      table(
        ["bank", "accounts", "balances", "transactions", "pending", "since", "proven"],
        institutions.map((each) => [
          names.bank(each.institution),
          each.accounts,
          each.balances,
          each.transactions,
          each.pending,
          each.since,
          `${each.proven} of ${each.verdicts}`
        ])
      ),
      "",
      facts([
        ["tables", snapshot],
        ["exports", `${root}/exports/latest/ (Parquet, CSV and manifest.json)`]
      ]),
      "",
      "Three questions to ask of them:",
      ...questions.map((sql) => `  daybook query --out ${asWord(root)} "${sql}"`)
    ]
  }
)
