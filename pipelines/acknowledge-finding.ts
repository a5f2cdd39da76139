/**
 * A person has looked at a finding: written into the journal, from there into the book, and published.
 */
import { Effect } from "effect"
import type { FindingRow } from "../src/inspect/findings.ts"
import { Run } from "../src/journal/Run.ts"
import { publishing } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"

/** Who has looked, and why the finding may rest. */
export interface PersonsWord {
  readonly by: string
  readonly reason: string
}

const acknowledging = Effect.fnUntraced(
  function*({ account_key, code, finding_id }: FindingRow, { by, reason }: PersonsWord) {
    const run = yield* Run
    const at = yield* run.at
    yield* run.append({ event: "finding-acknowledged", at, run_id: run.id, finding_id, code, account_key, by, reason })
    yield* run.sync
  }
)

export const acknowledgeFinding = (finding: FindingRow, word: PersonsWord) =>
  runPipeline({
    name: "findings-acknowledge",
    lock: null,
    stages: [{ onBook: acknowledging(finding, word) }, publishing]
  })
