/**
 * A pipeline as a value: a name, what only one run of it may do at a time, and its stages in order. Pulling comes before
 * the book is opened, so that a slow bank keeps nobody from it; what works on the book has it open; publishing comes after,
 * when the book is closed and holds the run's own outcome.
 */
import { Effect } from "effect"
import { recordExportPolicy } from "../book/exportPolicy.ts"
import { nameAccounts } from "../book/namedAccounts.ts"
import type { AccountNotHeld } from "../domain/AccountNotHeld.ts"
import type { Problem } from "../domain/Problem.ts"
import { disagreeingTotals } from "../export/controlTotals.ts"
import { exportStage } from "../export/exportStage.ts"
import { judgeHolds, tellHolds } from "../export/holds.ts"
import { runOwnChecks } from "../export/ownChecks.ts"
import { pruneExports } from "../export/pruneExports.ts"
import { publishStage } from "../export/publishStage.ts"
import { Run } from "../journal/Run.ts"
import { importEvents } from "../normalise/importEvents.ts"
import { normalise } from "../normalise/normalise.ts"
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

/** Makes the book from what the journal holds and the book does not. */
export const normalising = { onBook: Effect.asVoid(normalise({ ending: true })) }

/** Proves movements by balances, and lets balances answer what they can. */
export const reconciling = { onBook: Effect.andThen(recordExportPolicy(), judgeReviews()) }

/** Exports a book whose accounts have their names, once nothing keeps it back; `changed` makes no export where nothing changed. */
export const exporting = (when: "always" | "changed") => ({
  onBook: Effect.gen(function*() {
    const run = yield* Run
    const held = yield* judgeHolds(importEvents(run.id))
    const problems = [...yield* disagreeingTotals(held), ...yield* runOwnChecks()]
    if (problems.length === 0) yield* Effect.andThen(exportStage(when, held), pruneExports())
    return [...problems, ...yield* tellHolds(held)]
  })
})

/** Makes the book again where people have said otherwise of accounts. */
export const remaking = { afterBook: remakeOlderBook }

/** Puts a copy of the book where readers look for it. */
export const publishing = { afterBook: publishStage() }

/** Writes what the configuration says of accounts into a book that leaves as it is; whoever normalises does it too. */
export const naming = { onBook: nameAccounts() }

type OnBook = (typeof normalising | typeof reconciling | ReturnType<typeof exporting>)["onBook"]

interface BookStage {
  /** What it found wrong, where that ends neither it nor the run. */
  readonly onBook: Effect.Effect<
    ReadonlyArray<Problem> | void,
    Effect.Error<OnBook> | AccountNotHeld,
    Effect.Services<OnBook>
  >
}

/** A pipeline whose pulling fails with `E` and needs `R`. */
export interface Pipeline<out E, out R> {
  readonly name: string
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
