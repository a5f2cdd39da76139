/**
 * What the book shows to have gone wrong in a run, which then is `partial`.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { findUntold } from "../../../src/book/loads.ts"
import { RunId } from "../../../src/domain/identifiers.ts"
import { bookProblems } from "../../../src/run/bookProblems.ts"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

/** What a run tells that publishes. */
const problemsOf = Effect.fnUntraced(function*(run: unknown, remade = false, told: number | null = null) {
  const runId = RunId.make(String(run))
  yield* findUntold(runId, told)
  return yield* bookProblems(runId, { remade, publishing: true })
})

it.live("a night of which an account's answer proves nothing is no complete night, each time it is heard", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const newest = Effect.gen(function*() {
        const [row] = yield* query("select max(run_id) as run from runs")
        return yield* problemsOf(row?.["run"])
      })
      yield* night("2026-11-12", accounts(), transactions([paid("t-1", "2026-11-05", "1")]))
      assert.deepStrictEqual(yield* newest, [])
      const [account] = yield* query("select account_key from accounts")
      for (const day of ["13", "14"]) {
        yield* night(`2026-11-${day}`, transactions([]))
        assert.deepStrictEqual(yield* newest, [{
          tag: "AnswerShort",
          message: `account ${String(account?.["account_key"])}: the bank listed nothing where the book holds 1 row; ` +
            "it is kept, and this answer proves none of those days; look at it: daybook findings list",
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

it.live("days that a bank keeps no more, as it says in an answer without older rows that are known, are lost and told once", () =>
  withBook({ transaction_ids: "stable", unbounded_history: "always" }, ({ night, query }) =>
    Effect.gen(function*() {
      const newest = Effect.gen(function*() {
        const [row] = yield* query("select max(run_id) as run from runs")
        return (yield* problemsOf(row?.["run"])).map(({ message, tag }) => `${tag}: ${message}`)
      })
      const known = ["05", "06", "07", "08"].map((day) => paid(`t-${day}`, `2026-11-${day}`, day))
      yield* night("2026-11-10", accounts(), proving(known, { from: "2026-11-01", to: "2026-11-10" }))
      const [account] = yield* query("select account_key from accounts")
      const kept = [paid("t-25", "2026-11-25", "5"), paid("t-26", "2026-11-26", "5")]
      const shorter = proving(kept, { from: "2026-11-04", to: "2026-12-01" }, {
        firstAvailable: "2026-11-22T00:00:00Z"
      })
      yield* night("2026-12-01", shorter)
      assert.deepStrictEqual(yield* newest, [
        `DaysLost: booking days 2026-11-10 to 2026-11-22 of account ${
          String(account?.["account_key"])
        } are kept by the bank ` +
        "no longer; a new first session may reach them: daybook consent list"
      ])
      assert.deepStrictEqual(yield* query("select last_chance, lost from gaps where lost"), [
        { last_chance: "2026-11-18", lost: true }
      ])
      yield* night("2026-12-02", shorter)
      assert.deepStrictEqual(yield* newest, [])
    })))

it.live("days that lists of three days have left out are lost and told once, and those that the third one gives are not", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const newest = Effect.gen(function*() {
        const [row] = yield* query("select max(run_id) as run from runs")
        return (yield* problemsOf(row?.["run"])).map(({ message, tag }) => `${tag}: ${message}`)
      })
      const days = (...days: ReadonlyArray<string>) => days.map((day) => paid(`t-${day}`, `2026-11-${day}`, "5"))
      const lost = "select from_date, to_date, lost from gaps order by all"
      yield* night("2026-11-11", accounts(), proving(days("05", "07", "09"), { from: "2026-11-01", to: "2026-11-11" }))
      const [account] = yield* query("select account_key from accounts")
      const cut = (day: string, ...listed: ReadonlyArray<string>) =>
        Effect.andThen(
          night(`2026-11-${day}`, proving(days(...listed), { from: "2026-11-03", to: `2026-11-${day}` })),
          newest
        )
      const hole = { from_date: "2026-11-11", to_date: "2026-11-18" }
      const leftOut = (from: string, to: string) =>
        `DaysLost: booking days ${from} to ${to} of account ${String(account?.["account_key"])} ` +
        "were left out by the bank on three days and count as lost; a new first session may reach them: daybook consent list"
      // Each list begins within a day, hours after it was read: it may lack what came first.
      const begun = (from: string, to: string) => ({ from_date: from, to_date: to, lost: false })
      assert.deepStrictEqual(yield* cut("20", "19"), [])
      assert.deepStrictEqual(yield* cut("20", "19"), [])
      assert.deepStrictEqual(yield* query(lost), [{ ...hole, lost: false }])
      assert.deepStrictEqual(yield* cut("21", "20"), [])
      assert.deepStrictEqual(yield* query(lost), [{ ...hole, lost: false }, begun("2026-11-20", "2026-11-20")])
      assert.deepStrictEqual(yield* cut("22", "21"), [leftOut("2026-11-11", "2026-11-18")])
      assert.deepStrictEqual(yield* query(lost), [{ ...hole, lost: true }, begun("2026-11-20", "2026-11-21")])
      assert.deepStrictEqual(yield* cut("22", "21"), [])
      assert.deepStrictEqual(yield* cut("23", "22"), [leftOut("2026-11-20", "2026-11-20")])
      assert.deepStrictEqual(yield* query(lost), [
        { ...hole, lost: true },
        { from_date: "2026-11-20", to_date: "2026-11-20", lost: true },
        begun("2026-11-21", "2026-11-22")
      ])
      assert.deepStrictEqual(yield* cut("24", "05", "07", "09", "14", "19", "20", "21", "22"), [])
      assert.deepStrictEqual(yield* query(lost), [])
    })))

it.live("days that a third list left out are told by the next run where that one's was killed before it told", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const days = (...days: ReadonlyArray<string>) => days.map((day) => paid(`t-${day}`, `2026-11-${day}`, "5"))
      yield* night("2026-11-11", accounts(), proving(days("05", "07", "09"), { from: "2026-11-01", to: "2026-11-11" }))
      const cut = (day: number) =>
        night(`2026-11-${day}`, proving(days(String(day - 1)), { from: "2026-11-03", to: `2026-11-${day}` }))
      yield* cut(20)
      yield* cut(21)
      const [told] = yield* query("select max(load_seq)::integer as place from loads")
      yield* cut(22)
      yield* cut(23)
      const [run] = yield* query("select max(run_id) as run from runs")
      const messages = yield* problemsOf(run?.["run"], false, Number(told?.["place"]))
      assert.deepStrictEqual(
        messages.filter(({ tag }) => tag === "DaysLost").map(({ message }) => message.replace(/ of account \w+/, "")),
        ["2026-11-11 to 2026-11-18", "2026-11-20 to 2026-11-20"].map((each) =>
          `booking days ${each} were left out by the bank on three days and count as lost; ` +
          "a new first session may reach them: daybook consent list"
        )
      )
    })))

it.live("tells each day that lists of three days have left out, night after night", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const days = (...days: ReadonlyArray<string>) => days.map((day) => paid(`t-${day}`, `2026-11-${day}`, "5"))
      yield* night("2026-11-19", accounts(), proving(days("15", "16", "17"), { from: "2026-11-01", to: "2026-11-19" }))
      /** A list that begins with the day on which it is asked for. */
      const told = (day: string) =>
        Effect.andThen(
          night(`2026-11-${day}`, proving(days(day), { from: "2026-11-03", to: `2026-11-${day}` })),
          newest(false)
        )
      const newest = Effect.fnUntraced(function*(remade: boolean) {
        const [row] = yield* query("select max(run_id) as run from runs")
        const problems = yield* problemsOf(row?.["run"], remade)
        return problems.map(({ message }) => /^booking days (\S+) to (\S+) /.exec(message)?.slice(1).join(" to "))
      })
      assert.deepStrictEqual(yield* told("20"), [])
      assert.deepStrictEqual(yield* told("21"), [])
      assert.deepStrictEqual(yield* told("22"), ["2026-11-19 to 2026-11-19"])
      assert.deepStrictEqual(yield* told("23"), ["2026-11-20 to 2026-11-20"])
      assert.deepStrictEqual(yield* told("24"), ["2026-11-21 to 2026-11-21"])
      // A run that made the book by newer rules may be the first to see them so.
      assert.deepStrictEqual(yield* newest(true), ["2026-11-19 to 2026-11-21"])
    })))
