/**
 * How far reads have come, for whoever shows it while they go on.
 */
import { Context, Effect } from "effect"
import type { ReadId } from "../domain/identifiers.ts"
import type { PlannedRead } from "../plan/PlannedRead.ts"

/** How far one read has come. `pages` counts what is in the journal. */
export interface ReadProgress {
  readonly readId: ReadId
  readonly read: PlannedRead
  readonly pages: number
  readonly bytes: number
  readonly ended: boolean
}

/** Told after each page and at the end of each read; a terminal shows it, by default nobody does. */
export const Progress = Context.Reference<(progress: ReadProgress) => Effect.Effect<void>>("daybook/pull/Progress", {
  defaultValue: () => () => Effect.void
})
