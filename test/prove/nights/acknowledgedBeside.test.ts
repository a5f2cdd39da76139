/**
 * A person acknowledges what the snapshot shows, while more was read that no snapshot shows yet.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readBoard } from "../../../src/notify/Board.ts"
import { pulling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { journalRead } from "../../support/store/journalRead.ts"
import { nightOf, published, typed } from "../../support/store/namelessAccounts.ts"
import { emptyStore } from "../../support/store/publishedStore.ts"
import { accounts, paid, transactions } from "../../support/store/withBook.ts"

const rows = [1, 2, 3, 4].map((day) => paid(`t-${day}`, `2026-11-0${day}`, String(day)))

it.live(
  "tells of rows that are gone in a read from before the word, which nobody had seen, once it is taken in",
  () =>
    Effect.gen(function*() {
      yield* nightOf(accounts(), transactions(rows))
      const first = yield* nightOf(transactions(rows.slice(1)))
      assert.strictEqual(first.summary.findings_new, 1)
      const read = Effect.as(journalRead(transactions(rows.slice(2))), { problems: [], pages: 1 })
      yield* runPipeline({ name: "pull", lock: null, stages: [pulling(read)] })

      const [finding] = yield* published("select finding_id from findings where code = 'booked-row-gone'")
      const word = ["--as", "A. Reader", "--reason", "the bank told us"]
      const said = yield* typed("findings", "acknowledge", String(finding?.["finding_id"]), ...word)
      assert.strictEqual(said.exitCode, 0)
      const life = published("select run_id[:6] as opened, closed_run[:6] as closed from findings order by all")
      assert.deepStrictEqual(yield* life, [{ opened: "000002", closed: "000004" }])

      const second = yield* nightOf(transactions(rows.slice(2)))
      const seen = { opened: "000002", closed: "000004" }
      assert.deepStrictEqual(yield* life, [seen, { opened: "000003", closed: null }])
      assert.strictEqual(second.summary.findings_new, 1)
      const told = Effect.map(readBoard, ({ entries }) =>
        entries.filter(({ notification }) =>
          notification.type === "finding"
        ).map(({ notification }) => notification.message))
      const [other] = yield* published("select finding_id from findings where closed_run is null")
      const messages = [["01", finding] as const, ["02", other] as const].map(([day, each]) =>
        `1 booked row of 2026-11-${day} is no longer listed by the bank; what it said is in transaction_versions; ` +
        `look at it: daybook findings show ${String(each?.["finding_id"])}`
      )
      assert.deepStrictEqual(yield* told, messages)

      const third = yield* nightOf(transactions(rows.slice(2)))
      assert.strictEqual(third.summary.findings_new, 0)
      assert.deepStrictEqual(yield* told, messages)
      assert.strictEqual((yield* typed("rebuild")).exitCode, 0)
    }).pipe(Effect.provide(emptyStore))
)
