/**
 * A person lets an account be exported as it is: written into the journal with what is wrong with it now, and published.
 */
import { Effect } from "effect"
import { heldFor } from "../src/book/exportPolicy.ts"
import { Run } from "../src/journal/Run.ts"
import { normalising, publishing, reconciling } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import type { PersonsWord } from "./acknowledge-finding.ts"

const releasing = Effect.fnUntraced(function*(account: string, until: string | null, { by, reason }: PersonsWord) {
  const run = yield* Run
  const covers = yield* heldFor(account)
  yield* run.append({
    event: "account-released",
    at: yield* run.at,
    run_id: run.id,
    account_key: account,
    until_day: until,
    covers,
    by,
    reason
  })
  yield* run.sync
})

/** Releases an account, by its key; `until` is the last day on which that holds. */
export const releaseAccount = (account: string, until: string | null, word: PersonsWord) =>
  runPipeline({
    name: "export-release",
    lock: null,
    stages: [normalising, reconciling, { onBook: releasing(account, until, word) }, publishing]
  })
