/**
 * Runs the owner's checks on the open book before it is exported: each must return no row. What they found is written into
 * the journal, and from there into the book; who asked hears of those that keep the export back.
 */
import { Effect, Option, Schema } from "effect"
import { counted } from "../domain/inWords.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { Run } from "../journal/Run.ts"
import { type OwnCheck, readOwnChecks } from "../settings/OwnChecks.ts"
import { fragment } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** So many rows of a check that failed are kept as evidence. */
const sampled = 20

const Count = Schema.Struct({ rows: Schema.Int })
const Row = Schema.Record(Schema.String, Schema.Json)

/** Runs one check. It stands in brackets, so that it can only be a query. */
const runCheck = Effect.fnUntraced(function*({ name, onFailure, query }: OwnCheck) {
  const warehouse = yield* Warehouse
  return yield* Effect.gen(function*() {
    yield* warehouse.run("create or replace temp table check_rows as select * from ($query\n)", {
      query: fragment(query)
    })
    const [count] = yield* warehouse.rows(Count, "select count(*) as rows from check_rows")
    const rows = count?.rows ?? 0
    const sample = yield* warehouse.rows(Row, `from check_rows limit ${sampled}`)
    return { name, on_failure: onFailure, outcome: rows === 0 ? "passed" as const : "failed" as const, rows, sample }
  }).pipe(
    Effect.catchTag("StatementFailed", ({ reason }) =>
      Effect.as(
        Effect.logDebug(`the check ${name} cannot be run: ${reason}`),
        { name, on_failure: onFailure, outcome: "broken" as const, rows: 0, sample: [], reason }
      ))
  )
})

/** Why a check cannot be run on what is open; not what it finds. Some fail only on a row, so it is run. */
export const whyBroken = Effect.fn("export.whyBroken")(function*(check: OwnCheck) {
  const result = yield* runCheck(check)
  return "reason" in result ? Option.some(result.reason) : Option.none()
})

type Result = Effect.Success<ReturnType<typeof runCheck>>

const problemIn = ({ name, on_failure, outcome, rows, ...result }: Result): ReadonlyArray<Problem> => {
  if (outcome === "broken") {
    const reason = "reason" in result ? result.reason : "an unknown error"
    return [problemOf({
      _tag: "CheckBroken",
      message: `the check ${name} cannot be run (${reason}), so nothing was exported; correct checks/${name}.sql, ` +
        "then: daybook config check"
    })]
  }
  if (outcome === "passed" || on_failure === "flag") return []
  return [problemOf({
    _tag: "CheckFailed",
    message: `the check ${name} found ${counted(rows, "row")}, so nothing was exported; ` +
      "look at them: daybook findings list"
  })]
}

/** Runs all checks; gives what keeps the export back, and nothing where it may be made. */
export const runOwnChecks = Effect.fn("export.runOwnChecks")(function*() {
  const checks = yield* readOwnChecks()
  if (checks.length === 0) return []
  const run = yield* Run
  const results = yield* Effect.forEach(checks, runCheck)
  yield* (yield* Warehouse).run("drop table if exists check_rows")
  yield* run.append({ event: "checks-run", at: yield* run.at, run_id: run.id, results })
  yield* run.sync
  return results.flatMap(problemIn)
})
