/**
 * What runs said when they ended, from their own logs: of a consent the newest run that has read it, and the nights since the
 * last one that was complete. Journals of before kept no more than which errors there were, and then nothing is known.
 */
import { Effect } from "effect"
import { isFailureTag } from "../domain/failureOutcomes.ts"
import type { ConsentId, RunId } from "../domain/identifiers.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { readEvents, readEventsNamed } from "./EventLog.ts"
import type { ConsentPurged, JournalEvent } from "./events.ts"
import { isGoingOn, runsIn } from "./journalFolders.ts"
import type { RunEnded } from "./runEnded.ts"

/** The pipeline of a run, by its log. */
export const pipelineOf = (events: ReadonlyArray<JournalEvent>): string | undefined =>
  events.find((event) => event.event === "run-started")?.pipeline

/** How a run ended, by its log; undefined where it has not. */
export const endOf = (events: ReadonlyArray<JournalEvent>): typeof RunEnded.Type | undefined =>
  events.findLast((event) => event.event === "run-ended")

/** What went wrong in a run; a newer version may know errors that this one does not. */
const problemsOf = ({ problems = [] }: typeof RunEnded.Type): ReadonlyArray<Problem> =>
  problems.flatMap(({ consent_id, error, message }) =>
    isFailureTag(error)
      ? [{
        ...problemOf({ _tag: error, message }),
        ...consent_id === null ? {} : { subject: { kind: "consent", name: consent_id } as const }
      }]
      : []
  )

/** Pipelines that open a consent and read what it opens; others look at its record alone. */
const reading: ReadonlySet<string> = new Set(["nightly", "first-session", "backfill", "pull"])

/** What a run said at its end; undefined where it has not ended, or reads from no bank. */
const saidBy = Effect.fn("runProblems.saidBy")(function*(run: RunId) {
  const events = yield* readEventsNamed((yield* StoreLayout).runEvents(run), "run-")
  const end = endOf(events)
  return end !== undefined && reading.has(pipelineOf(events) ?? "") ? problemsOf(end) : undefined
})

/** What was said of each of these consents by the newest run that has read it. Many were read by one run, whose log is read once. */
export const lastSaidOf = Effect.fn("runProblems.lastSaidOf")(function*(consents: ReadonlyArray<ConsentId>) {
  const { journal } = yield* StoreLayout
  const said = new Map<RunId, ReadonlyArray<Problem> | undefined>()
  const of = Effect.fnUntraced(function*(consentId: ConsentId) {
    for (const run of (yield* runsIn(`${journal}/${consentId}`)).toReversed()) {
      if (!said.has(run)) said.set(run, yield* saidBy(run))
      const problems = said.get(run)
      if (problems !== undefined) return problems.filter(({ subject }) => subject?.name === consentId)
    }
    return []
  })
  return (yield* Effect.forEach(consents, of)).flat()
})

/** What has happened since a night was last complete, or held something back. */
export interface SinceNight {
  /** That night; null where there was none. */
  readonly complete: RunId | null
  /** What went wrong in the newest night, where that is a later one. */
  readonly problems: ReadonlyArray<Problem>
  /** Consents that were purged after something had been read under them. */
  readonly purged: ReadonlyArray<typeof ConsentPurged.Type>
}

/** Reads no more logs than there are runs since that night. */
export const sinceNight = Effect.gen(function*() {
  const layout = yield* StoreLayout
  const purged: Array<typeof ConsentPurged.Type> = []
  let problems: ReadonlyArray<Problem> | undefined
  for (const run of (yield* runsIn(layout.runs)).toReversed()) {
    const events = yield* readEvents(layout.runEvents(run))
    purged.push(...events.filter((event) => event.event === "consent-purged").filter(({ answers }) => answers > 0))
    const end = endOf(events)
    if (end === undefined || pipelineOf(events) !== "nightly") continue
    if (end.outcome === "complete" || end.outcome === "held") {
      return { complete: run, problems: problems ?? [], purged } satisfies SinceNight
    }
    problems ??= problemsOf(end)
  }
  return { complete: null, problems: problems ?? [], purged } satisfies SinceNight
})

/** A run that goes on no more. `outcome` is null where it could not write down how it ended; `said` is the strongest problem. */
export interface OverRun {
  readonly run: RunId
  readonly pipeline: string | null
  readonly outcome: string | null
  readonly said: string | null
}

/** The newest run after another that goes on no more; null where none is. */
export const newestOverAfter = Effect.fn("runProblems.newestOverAfter")(function*(known: string | null) {
  const layout = yield* StoreLayout
  const later = (yield* runsIn(layout.runs)).filter((run) => known === null || run > known)
  for (const run of later.toReversed()) {
    if (yield* isGoingOn(run)) continue
    const events = yield* readEvents(layout.runEvents(run))
    const end = endOf(events)
    return {
      run,
      pipeline: pipelineOf(events) ?? null,
      outcome: end?.outcome ?? null,
      said: (end === undefined ? [] : problemsOf(end))[0]?.message ?? null
    } satisfies OverRun
  }
  return null
})
