/**
 * A person has looked at a finding: written into the journal, from there into the book, and published. What of it was read
 * or taken in after the snapshot that showed it nobody has looked at, whatever run writes the word down.
 */
import { Effect } from "effect"
import type { openFinding } from "../src/inspect/findings.ts"
import { Run } from "../src/journal/Run.ts"
import { publishing } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"

/** Who has looked, and why the finding may rest. */
export interface PersonsWord {
  readonly by: string
  readonly reason: string
}

type OpenFinding = Effect.Success<ReturnType<typeof openFinding>>

const acknowledging = Effect.fnUntraced(
  function*({ account_key, code, finding_id, last_seen_run, newest_load }: OpenFinding, { by, reason }: PersonsWord) {
    const run = yield* Run
    yield* run.append({
      event: "finding-acknowledged",
      at: yield* run.at,
      run_id: run.id,
      finding_id,
      code,
      account_key,
      seen: { run_id: last_seen_run, load_seq: newest_load },
      by,
      reason
    })
    yield* run.sync
  }
)

export const acknowledgeFinding = (finding: OpenFinding, word: PersonsWord) =>
  runPipeline({
    name: "findings-acknowledge",
    lock: null,
    stages: [{ onBook: acknowledging(finding, word) }, publishing]
  })
