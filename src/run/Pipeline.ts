/**
 * A pipeline as a value: a name, what only one run of it may do at a time, and its stages in order. Pulling comes before
 * the book is opened, so that a slow bank keeps nobody from it; what works on the book has it open; publishing comes after,
 * when the book is closed and holds the run's own outcome.
 */
import { Effect } from "effect"
import { recordExportPolicy } from "../book/exportPolicy.ts"
import { nameAccounts, unclearEntries } from "../book/namedAccounts.ts"
import type { AccountNotHeld } from "../domain/AccountNotHeld.ts"
import type { Problem } from "../domain/Problem.ts"
import { disagreeingTotals } from "../export/controlTotals.ts"
import { exportStage, forgottenExport } from "../export/exportStage.ts"
import { judgeHolds, tellHolds } from "../export/holds.ts"
import { runOwnChecks } from "../export/ownChecks.ts"
import { pruneExports } from "../export/pruneExports.ts"
import { publishStage } from "../export/publishStage.ts"
import { writeLedger } from "../export/writeLedger.ts"
import { journalFolders } from "../journal/journalFolders.ts"
import { Run } from "../journal/Run.ts"
import { importEnds } from "../normalise/importEnds.ts"
import { importRun } from "../normalise/importEvents.ts"
import { requireKnownFolders } from "../normalise/journalProofs.ts"
import { leftUntaken } from "../normalise/leftUntaken.ts"
import { bringUp } from "../normalise/normalise.ts"
import { seal } from "../normalise/seal.ts"
import { reconcile } from "../reconcile/reconcile.ts"
import { judgeReviews } from "./judgeReviews.ts"
import { remakeOlderBook } from "./remakeOlderBook.ts"

/** What pulling found wrong, and how many pages it kept. */
export interface Pulled {
  readonly problems: ReadonlyArray<Problem>
  readonly pages: number
}

/** Reads from the banks into the journal. */
export interface PullStage<out E, out R> {
  readonly beforeBook: Effect.Effect<Pulled, E, R>
}

export const pulling = <E, R>(beforeBook: Effect.Effect<Pulled, E, R>): PullStage<E, R> => ({ beforeBook })

/** Makes the book from what the journal holds and the book does not; what it came from is packed beside the stages after it. */
export const normalising = { onBook: Effect.map(bringUp, seal) }

/**
 * Ends where the journal lacks what the book has seen, as one from an older backup does: what is said of such a book cannot be made
 * again. Takes over how runs ended beside it, and what a killed one had begun to make.
 * Says what was read and is not in the book. Whoever normalises does all this too.
 */
export const comparing = {
  onBook: Effect.gen(function*() {
    const unseen = yield* requireKnownFolders(yield* journalFolders)
    // What a killed run had read counts by today's proofs, as if it had come to its end.
    if (yield* importEnds()) yield* reconcile()
    return yield* leftUntaken(unseen)
  })
}

/** Proves movements by balances, and lets balances answer what they can. */
export const reconciling = { onBook: Effect.andThen(recordExportPolicy(), judgeReviews()) }

/**
 * Exports a book whose accounts have their names, once nothing keeps it back and it is clear which name is whose; `changed` makes no
 * export where nothing changed.
 */
export const exporting = (when: "always" | "changed") => ({
  onBook: Effect.gen(function*() {
    const run = yield* Run
    yield* writeLedger()
    const held = yield* judgeHolds(importRun(run.id))
    const problems = [...yield* disagreeingTotals(held), ...yield* runOwnChecks()]
    const forgotten = yield* forgottenExport
    const isClear = (yield* unclearEntries).length === 0
    if (problems.length === 0 && isClear) yield* Effect.andThen(exportStage(when, held), pruneExports())
    return [...problems, ...forgotten, ...yield* tellHolds(held)]
  })
})

/** Makes the book again where people have said otherwise of accounts. */
export const remaking = { afterBook: remakeOlderBook({ orGone: false }) }

/** Puts a copy of the book where readers look for it. */
export const publishing = { afterBook: publishStage() }

/** Writes what the configuration says of accounts into a book that leaves as it is; whoever normalises does it too. */
export const naming = { onBook: nameAccounts() }

type OnBook = (typeof normalising | typeof comparing | typeof reconciling | ReturnType<typeof exporting>)["onBook"]

type OfBook<A> = Effect.Effect<A, Effect.Error<OnBook> | AccountNotHeld, Effect.Services<OnBook>>

interface BookStage {
  /** What it found wrong, where that ends neither it nor the run; or what it leaves to be done beside the stages after it. */
  readonly onBook: OfBook<ReadonlyArray<Problem> | OfBook<void> | void>
}

/** Does stages in order, and gives what they found wrong. It ends when all is done that they left to be done beside others. */
export const inOrder = ([first, ...rest]: ReadonlyArray<BookStage["onBook"]>): OfBook<ReadonlyArray<Problem>> =>
  first === undefined ? Effect.succeed([]) : Effect.flatMap(first, (found) =>
    Effect.isEffect(found)
      ? Effect.map(Effect.all([inOrder(rest), found], { concurrency: "unbounded" }), ([problems]) => problems)
      : Effect.map(inOrder(rest), (problems) => [...found ?? [], ...problems]))

/** A pipeline whose pulling fails with `E` and needs `R`. */
export interface Pipeline<out E, out R> {
  readonly name: string
  /** What it does with a store in which runs have begun, as a verb; absent where it may be the first. */
  readonly aim?: string
  /** Null where several runs of it may go on at once. */
  readonly lock: string | null
  readonly stages: ReadonlyArray<PullStage<E, R> | BookStage | typeof remaking | typeof publishing>
}

/** What a pipeline does at each place, in the order in which its stages are named. */
export const stagesOf = <E, R>({ stages }: Pipeline<E, R>) => ({
  beforeBook: stages.flatMap((stage) => "beforeBook" in stage ? [stage.beforeBook] : []),
  onBook: stages.flatMap((stage) => "onBook" in stage ? [stage.onBook] : []),
  afterBook: stages.flatMap((stage) => "afterBook" in stage ? [stage.afterBook] : [])
})
