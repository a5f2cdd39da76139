/**
 * What the demo shows of proof: rows that a bank never lists are found by its balances and narrowed to their days, and what is
 * held back for them is released by a person. It is played in a store and with a sandbox of its own, beside what the demo leaves.
 */
import { DateTime, Effect, FileSystem, Schema } from "effect"
import { nightly } from "../../pipelines/nightly.ts"
import { releaseAccount } from "../../pipelines/release-account.ts"
import { exporting } from "../../pipelines/single-stage.ts"
import { allVerdicts } from "../book/verdicts.ts"
import { type ExplainedProof, explainProof } from "../inspect/explainProof.ts"
import { snapshot } from "../inspect/snapshot.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { asWord } from "./asTyped.ts"
import { approve, type DemoSandbox, loseRows, moveClock, runLayers } from "./demoSandbox.ts"
import { proofText } from "./proofText.ts"

/** A bank that is honest in every other way. */
const institution = "gb_alder_personal"

/** The rows that were lost did not show; the demo cannot go on. */
export class BreakNotFound extends Schema.TaggedError<BreakNotFound>()("BreakNotFound", { store: Schema.String }) {
  override get message() {
    return `rows were lost in ${this.store} and no balance showed that; this is a defect of Daybook: daybook status --out ${
      asWord(this.store)
    }`
  }
}

/** What was played, what was found, and what became of it. */
export interface PlayedBreak {
  readonly store: string
  readonly proofs: ReadonlyArray<ExplainedProof>
  /** The exit code of the night that held the account back, and the export that has it. */
  readonly held: number | null
  readonly export: string | null
}

const play = Effect.fn("demo.play")(function*<E, R>(sandbox: DemoSandbox<E, R>) {
  const fs = yield* FileSystem.FileSystem
  const { root: store, work } = yield* StoreLayout
  yield* fs.makeDirectory(work, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(storageErrorOf(work)))
  const ready = yield* sandbox.start(yield* DateTime.now, `${work}/sandbox.json`)
  const night = Effect.gen(function*() {
    return yield* nightly().pipe(Effect.provide(yield* runLayers(ready)))
  })
  yield* approve(ready, institution, sandbox)
  // A night misses rows, and by the next their days are so long over that no late row can be listed any more.
  yield* moveClock(ready, "P3D")
  yield* loseRows(ready, institution)
  yield* night
  yield* moveClock(ready, "P11D")
  const { summary } = yield* night
  const verdicts = yield* allVerdicts().pipe(Effect.provide(snapshot))
  const broken = verdicts.flatMap(({ account_key, verdict }) => verdict === "broken" ? [account_key] : [])
  const proofs = yield* Effect.forEach(broken, (account) => explainProof(account)).pipe(Effect.provide(snapshot))
  if (proofs.length === 0) return yield* new BreakNotFound({ store })
  const layers = yield* runLayers(ready)
  const word = { by: "daybook demo", reason: "the bank looks for the rows that it lost" }
  for (const account of broken) yield* releaseAccount(account, null, word).pipe(Effect.provide(layers))
  const exported = yield* exporting("changed").pipe(Effect.provide(layers))
  return { store, proofs, held: summary.exit_code, export: exported.summary.export } satisfies PlayedBreak
})

/** Plays it in a folder of the demo's store. */
export const playBreak = Effect.fn("cli.playBreak")(function*<E, R>(sandbox: DemoSandbox<E, R>) {
  const { root } = yield* StoreLayout
  return yield* play(sandbox).pipe(Effect.provideService(StoreLayout, StoreLayout.at(breakStore(root))))
})

/** Where it is played. */
export const breakStore = (root: string): string => `${root}/break`

/** What was played, for people: what is broken of each account, and the way to it. */
export const breakText = ({ export: folder, held, proofs, store }: PlayedBreak): ReadonlyArray<string> => [
  `And a break, in a store of its own: a bank never lists the rows of two days, and its balances tell.`,
  ...proofs.flatMap((proof) =>
    proofText({ ...proof, bridges: proof.bridges.filter(({ verdict }) => verdict === "broken") }).split("\n")
      .map((line) => `  ${line.replaceAll("daybook explain", `$& --out ${asWord(store)}`)}`)
  ),
  "  Of your own bank you would ask for those days again, as it says; this one has gone with the demo.",
  `  held back from the export (${held}), released by a person, and exported: ${store}/${folder}`,
  ...proofs.slice(0, 1).map(({ account_key }) => `  daybook explain --out ${asWord(store)} --account ${account_key}`)
]
