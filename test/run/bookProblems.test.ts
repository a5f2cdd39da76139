/**
 * What the book shows to have gone wrong in a run, which then is `partial`.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { RunId } from "../../src/domain/identifiers.ts"
import { bookProblems } from "../../src/run/bookProblems.ts"
import { accounts, paid, transactions, withBook } from "../support/store/withBook.ts"

it.live("a night of which an account's answer proves nothing is no complete night, each time it is heard", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const newest = Effect.gen(function*() {
        const [row] = yield* query("select max(run_id) as run from runs")
        return yield* bookProblems(RunId.make(String(row?.["run"])))
      })
      yield* night("2026-11-12", accounts(), transactions([paid("t-1", "2026-11-05", "1")]))
      assert.deepStrictEqual(yield* newest, [])
      const [account] = yield* query("select account_key from accounts")
      for (const day of ["13", "14"]) {
        yield* night(`2026-11-${day}`, transactions([]))
        assert.deepStrictEqual(yield* newest, [{
          tag: "AnswerShort",
          message: `account ${String(account?.["account_key"])}: the bank listed nothing where the book holds 1 row; ` +
            "it is kept, and those days count as not read; look at it: daybook findings list",
          outcome: "partial"
        }])
        // That somebody has looked says nothing of the days.
        yield* query(`insert into finding_acknowledgements by name
          select finding_id, 'anna' as acknowledged_by, 'seen' as reason, run_id from findings
          where code = 'answer-shorter-than-known' and closed_run is null`)
      }
      yield* night("2026-11-15", transactions([paid("t-1", "2026-11-05", "1"), { AccountId: "a-1" }]))
      assert.deepStrictEqual(
        (yield* newest).map(({ message, tag }) => `${tag}: ${message}`),
        [
          "Quarantined: 4 faults of the kind missing-field went into quarantine; look at them: daybook quarantine list"
        ]
      )
    })))
