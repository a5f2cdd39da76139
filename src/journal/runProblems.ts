/**
 * What runs said when they ended, from their own logs: of a consent the newest run that has read it, and the nights since the
 * last one that was complete. Journals of before kept no more than which errors there were, and then nothing is known.
 */
import { Effect } from "effect"
import { isFailureTag } from "../domain/failureOutcomes.ts"
import type { ConsentId, RunId } from "../domain/identifiers.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { readEvents } from "./EventLog.ts"
import type { ConsentPurged, JournalEvent } from "./events.ts"
import { runsIn } from "./journalFolders.ts"
import type { RunEnded } from "./runEnded.ts"

const pipelineOf = (events: ReadonlyArray<JournalEvent>): string | undefined =>
  events.find((event) => event.event === "run-started")?.pipeline

const endOf = (events: ReadonlyArray<JournalEvent>): typeof RunEnded.Type | undefined =>
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

/** What the newest run that has read a consent said of it. */
export const lastSaidOf = Effect.fn("runProblems.lastSaidOf")(function*(consentId: ConsentId) {
  const layout = yield* StoreLayout
  for (const run of (yield* runsIn(`${layout.journal}/${consentId}`)).toReversed()) {
    const events = yield* readEvents(layout.runEvents(run))
    const end = endOf(events)
    if (end === undefined || !reading.has(pipelineOf(events) ?? "")) continue
    return problemsOf(end).filter(({ subject }) => subject?.name === consentId)
  }
  return []
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
