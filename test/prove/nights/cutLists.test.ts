/**
 * What a list that is cut, empty, of fewer days or of fewer currencies is believed to say over several nights.
 */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { accountRow, pageOf } from "../../support/gateway/bankRows.ts"
import { consent } from "../../support/store/journalRead.ts"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const other = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

const held = "select booking_date, amount from transactions order by all"

const booked = (day: string, amount: string) => ({ booking_date: day, amount: `-${amount}.00000` })

it.live("proves no day in whose midst a consent's span begins, and calls nothing absent there", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const early = paid("t-1", "2026-11-10", "5", { BookingDateTime: "2026-11-10T08:00:00Z" })
      const late = paid("t-2", "2026-11-10", "6", { BookingDateTime: "2026-11-10T18:00:00Z" })
      const gone = paid("t-3", "2026-11-11", "7")
      yield* night("2026-11-17", accounts(), transactions([early, late, gone]))
      const agreed = { transaction_from: "2026-11-10T10:30:00.000Z" }
      yield* night("2026-11-18", transactions([late], { agreed }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-10", "6"), booked("2026-11-10", "5")])
      assert.deepStrictEqual(yield* query("select max(from_date) as day from coverage"), [{ day: "2026-11-11" }])
    })))

it.live("does not call a day read of which no read has the hours after the last one under a consent that was replaced", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = "select from_date, to_date from covered order by all"
      const whole = [{ from_date: "2026-11-01", to_date: "2026-11-19" }]
      yield* night("2026-11-17", accounts(), transactions([]))
      const [read] = yield* query(
        "select strftime(timezone('UTC', max(started_at)), '%Y-%m-%dT%H:%M:%SZ') as at from reads where resource = 'transactions'"
      )
      const began = DateTime.makeUnsafe(String(read?.["at"]))
      const from = (hours: number) => ({
        from: "2026-11-17",
        agreed: { transaction_from: DateTime.formatIso(DateTime.add(began, { hours })) }
      })
      // The rest of the newest day is another night's.
      assert.deepStrictEqual((yield* query(days)).map((each) => each["to_date"]), ["2026-11-17"])
      yield* night("2026-11-19", transactions([], from(1)))
      assert.deepStrictEqual(yield* query(days), [
        { from_date: "2026-11-01", to_date: "2026-11-16" },
        { from_date: "2026-11-18", to_date: "2026-11-19" }
      ])
      const gaps = "select from_date, to_date from gaps"
      assert.deepStrictEqual(yield* query(gaps), [{ from_date: "2026-11-17", to_date: "2026-11-17" }])
      assert.deepStrictEqual(yield* again(days), yield* query(days))
      yield* night("2026-11-19", transactions([], from(-1)))
      assert.deepStrictEqual(yield* query(days), whole)
      assert.deepStrictEqual(yield* query(gaps), [])
      // One that begins later beside it takes nothing away.
      const beside = { consent: other }
      yield* night("2026-11-19", accounts(undefined, beside), transactions([], { ...from(2), ...beside }))
      assert.deepStrictEqual(yield* query(days), whole)
    })))

it.live("calls a day read whose rest a first session reads that asks for all, and no longer lost", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = "select from_date, to_date from covered order by all"
      const found = "select closed_by, closed_run[:6] as since from findings where code = 'days-lost'"
      yield* night("2026-11-17", accounts(), transactions([]))
      const [read] = yield* query(
        "select account_key, run_id, started_at::varchar as at from reads order by read_id desc limit 1"
      )
      const all = (transaction_from: string) => {
        const { from: _, ...asked } = transactions([], { agreed: { transaction_from } })
        return { ...asked, proves: { from: "2026-11-18", to: "2026-11-19" } }
      }
      yield* night("2026-11-19", all("2026-11-17T23:00:00.000Z"))
      assert.strictEqual((yield* query(days)).length, 2)
      yield* (yield* Warehouse).run(
        `insert into finding_sightings by name
         select 'days-lost' as code, 'lost' as message, $account_key as account_key, run_id, run_id || '-lost' as read_id,
           '2026-11-17' as part, '{"from":"2026-11-17","to":"2026-11-17"}'::json as evidence
         from (select max(run_id) as run_id from reads)`,
        { account_key: String(read?.["account_key"]) }
      )
      assert.deepStrictEqual(yield* query(found), [{ closed_by: null, since: null }])
      yield* night("2026-11-19", all("2026-11-17T00:00:01.000Z"))
      assert.deepStrictEqual(yield* query(days), [{ from_date: "2026-11-01", to_date: "2026-11-19" }])
      assert.deepStrictEqual(yield* query(found), [{ closed_by: "gone", since: "000003" }])
      assert.deepStrictEqual(yield* again(days), yield* query(days))
    })))

it.live("calls no day read whose rest a list leaves out that is cut after it was read, whatever it was asked for from", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = "select from_date, to_date from covered order by all"
      const holes = "select from_date, to_date, lost from gaps order by all"
      const rows = [12, 13, 14, 15, 16, 17, 18, 19, 20, 21].flatMap((day) =>
        ["01", "02", "12"].map((hour) =>
          paid(`t-${day}-${hour}`, `2026-11-${day}`, `${day}.${hour}`, {
            BookingDateTime: `2026-11-${day}T${hour}:00:00Z`
          })
        )
      )
      const list = (day: number, newest: number) =>
        night(
          `2026-11-${day}`,
          ...day === 16 ? [accounts()] : [],
          proving(rows.filter(({ BookingDateTime }) => BookingDateTime < `2026-11-${day}T03`).slice(-newest), {
            from: `2026-11-0${day - 15}`,
            to: `2026-11-${day}`
          })
        )
      yield* list(16, 30)
      // From two o'clock of the day before on, which was read at three.
      yield* list(17, 4)
      assert.deepStrictEqual(yield* query("select first_listed from cut_lists"), [{ first_listed: "2026-11-17" }])
      assert.deepStrictEqual(yield* query(holes), [])
      yield* list(18, 2)
      assert.deepStrictEqual((yield* query(days)).slice(-1), [{ from_date: "2026-11-18", to_date: "2026-11-18" }])
      assert.deepStrictEqual(yield* query(holes), [{ from_date: "2026-11-17", to_date: "2026-11-17", lost: false }])
      // This one goes on with the day of which the one before may have left out the beginning.
      yield* list(19, 4)
      yield* list(20, 2)
      assert.deepStrictEqual(yield* query(holes), [
        { from_date: "2026-11-17", to_date: "2026-11-17", lost: true },
        { from_date: "2026-11-18", to_date: "2026-11-19", lost: false }
      ])
      assert.deepStrictEqual(yield* again(days), yield* query(days))
      yield* list(21, 30)
      assert.deepStrictEqual(yield* query(holes), [])
    })))

it.live("calls no day read of which a cut list may lack what was booked since the read before", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const holes = "select from_date, to_date, lost from gaps order by all"
      const hours = (day: number, ...hours: ReadonlyArray<string>) =>
        hours.map((hour) =>
          paid(`t-${day}-${hour}`, `2026-11-${day}`, `${day}.${hour}`, {
            BookingDateTime: `2026-11-${day}T${hour}:00:00Z`
          })
        )
      const before = [12, 13, 14, 15].flatMap((day) => hours(day, "07", "08"))
      yield* night("2026-11-16", accounts(), proving(before, { from: "2026-11-01", to: "2026-11-16" }))
      yield* night(
        "2026-11-17",
        proving([...before, ...hours(16, "07", "08")], { from: "2026-11-02", to: "2026-11-17" })
      )
      // Six rows, of which the bank gives the newest three.
      yield* night("2026-11-18", proving(hours(17, "10", "11", "12"), { from: "2026-11-03", to: "2026-11-18" }))
      assert.deepStrictEqual(yield* query("select first_listed from cut_lists"), [{ first_listed: "2026-11-18" }])
      assert.deepStrictEqual(yield* query(holes), [{ from_date: "2026-11-17", to_date: "2026-11-17", lost: false }])
      assert.deepStrictEqual(yield* again(holes), yield* query(holes))
    })))

it.live("proves no day that the bank has begun to forget, where the day it is has changed since the read was planned", () =>
  withBook(
    { transaction_ids: "absent", history_days_after_first_session: 10 },
    ({ night, query }) =>
      Effect.gen(function*() {
        const two = (day: string) => [paid(undefined, day, "4"), paid(undefined, day, "4")]
        const known = ["2026-11-11", "2026-11-12", "2026-11-13", "2026-11-14"].flatMap(two)
        yield* night(
          "2026-11-20",
          accounts(),
          proving([...two("2026-11-10"), ...known], { from: "2026-11-10", to: "2026-11-20" })
        )
        // On the 19th, as it was by the rules then, all of the 10th was still given.
        yield* night("2026-11-20", proving([...known, ...two("2026-11-19")], { from: "2026-11-10", to: "2026-11-19" }))
        assert.strictEqual((yield* query(held)).length, 12)
        assert.deepStrictEqual(yield* query("select code from findings"), [])
        assert.deepStrictEqual(yield* query("select max(from_date) as day from coverage"), [{ day: "2026-11-11" }])
      })
  ))

it.live("keeps the rows of a currency of which a list says nothing, where there were several, and believes that one is gone", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const days = ["2026-11-10", "2026-11-11", "2026-11-12"]
      const pounds = days.map((day) => paid(undefined, day, "5"))
      const euros = days.map((day) => paid(undefined, day, "7", { Amount: { Amount: "7", Currency: "EUR" } }))
      const dollar = paid(undefined, "2026-11-12", "9", { Amount: { Amount: "9", Currency: "USD" } })
      const sums = "select currency, count(*)::integer as rows from transactions group by all order by all"
      const eur = { currency: "EUR", rows: 3 }
      const gbp = { currency: "GBP", rows: 3 }
      const from = { from: "2026-11-09" }
      yield* night("2026-11-14", accounts(), transactions([...pounds, ...euros, dollar]))
      yield* night("2026-11-15", transactions(pounds, from))
      assert.deepStrictEqual(yield* query(sums), [eur, gbp])
      assert.deepStrictEqual(
        yield* query("select message from findings where code = 'answer-shorter-than-known' and closed_run is null"),
        [{ message: "the bank listed nothing in EUR where the book holds 3 rows; they are kept" }]
      )
      yield* night("2026-11-16", transactions([...pounds, ...euros], from))
      assert.deepStrictEqual(yield* query(sums), [eur, gbp])
      const francs = days.map((day) => paid(undefined, day, "7", { Amount: { Amount: "7", Currency: "CHF" } }))
      yield* night("2026-11-17", transactions([...pounds, ...francs], from))
      assert.deepStrictEqual(yield* query(sums), [{ currency: "CHF", rows: 3 }, gbp])
    })))

it.live("looks once more at all days of an account that begins to list a currency, and once only", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const doubtful = "select from_date, to_date, reason from doubtful_days"
      const euro = (id: string, day: string) => paid(id, day, "7", { Amount: { Amount: "7", Currency: "EUR" } })
      const pounds = ["2026-10-01", "2026-11-10", "2026-11-11"].map((day, at) => paid(`t-${at}`, day, "5"))
      yield* night("2026-11-12", accounts(), proving(pounds, { from: "2026-09-01", to: "2026-11-12" }))
      const recent = [...pounds.slice(1), paid("t-3", "2026-11-12", "5")]
      yield* night("2026-11-13", proving(recent, { from: "2026-11-03", to: "2026-11-13" }))
      assert.deepStrictEqual(yield* query(doubtful), [])
      yield* night(
        "2026-11-14",
        proving([...recent, euro("e-9", "2026-11-12")], { from: "2026-11-03", to: "2026-11-14" })
      )
      const doubt = { from_date: "2026-09-01", to_date: "2026-11-02", reason: "new-currency" }
      assert.deepStrictEqual(yield* query(doubtful), [doubt])
      const all = [...pounds, paid("t-3", "2026-11-12", "5"), euro("e-9", "2026-11-12"), euro("e-1", "2026-10-02")]
      yield* night("2026-11-15", proving(all, { from: "2026-09-01", to: "2026-11-15" }))
      assert.deepStrictEqual(yield* query(doubtful), [doubt])
    })))

it.live("tells that most known rows changed their sign, doubts the days before, and is silent about one that did", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const shown = "select code, message from findings where code = 'rows-changed-alike' and closed_run is null"
      const days = ["2026-11-05", "2026-11-06", "2026-11-07", "2026-11-08"]
      const row = (turned: boolean) => (day: string, at: number) =>
        paid(`t-${at}`, day, `${at + 1}`, { CreditDebitIndicator: turned ? "Credit" : "Debit" })
      const from = { from: "2026-11-04", to: "2026-11-13" }
      yield* night("2026-11-12", accounts(), proving(days.map(row(true)), { from: "2026-10-01", to: "2026-11-12" }))
      yield* night("2026-11-13", proving(days.map((day, at) => row(at > 0)(day, at)), from))
      assert.deepStrictEqual(yield* query(shown), [])
      yield* night("2026-11-14", proving(days.map(row(false)), from))
      assert.deepStrictEqual(yield* query(shown), [{
        code: "rows-changed-alike",
        message:
          "3 of 4 booked rows that were known have another sign now; what the bank says now is in the book, what it said " +
          "before in transaction_versions, and the days before are read again"
      }])
      assert.deepStrictEqual(yield* query("select from_date, to_date, reason from doubtful_days"), [
        { from_date: "2026-10-01", to_date: "2026-11-03", reason: "rows-changed-alike" }
      ])
      assert.deepStrictEqual(yield* query("select sum(amount) as net from transactions"), [{ net: "-10.00000" }])
    })))

it.live("believes no loss at the early end of a list that is seen to be cut there, not even of one row", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["04", "05", "06", "07", "08", "09", "10", "11"].flatMap((day) =>
        ["10", "11"].map((hour) =>
          paid(`t-${day}-${hour}`, `2026-11-${day}`, day, { BookingDateTime: `2026-11-${day}T${hour}:00:00Z` })
        )
      )
      const gone = "select transaction_id from transaction_versions where change = 'absent' order by all"
      const till = (day: string) =>
        rows.filter(({ BookingDateTime }) => BookingDateTime.slice(0, 10) <= `2026-11-${day}`)
      yield* night("2026-11-09", accounts(), proving(till("08"), { from: "2026-10-01", to: "2026-11-09" }))
      // Five rows are all that the bank lists; the oldest day of them in part.
      yield* night("2026-11-10", proving(till("09").slice(-5), { from: "2026-11-04", to: "2026-11-10" }))
      assert.deepStrictEqual(yield* query(gone), [])
      yield* night("2026-11-11", proving(till("10").slice(-6), { from: "2026-11-07", to: "2026-11-11" }))
      yield* night("2026-11-12", proving(till("11").slice(-7), { from: "2026-11-08", to: "2026-11-12" }))
      assert.deepStrictEqual(yield* query(gone), [])
      // A list that reaches further back is believed again.
      const reaching = till("11").filter(({ BookingDateTime }) => BookingDateTime !== "2026-11-08T10:00:00Z")
      yield* night("2026-11-13", proving(reaching, { from: "2026-11-04", to: "2026-11-13" }))
      assert.deepStrictEqual(yield* query(gone), [{ transaction_id: "t-08-10" }])
    })))

it.live("counts no row of the oldest day twice that the bank names anew with all others, and keeps one there that it leaves out", () =>
  Effect.gen(function*() {
    const days = Array.from({ length: 10 }, (_, index) => `2026-03-${String(index + 1).padStart(2, "0")}`)
    const listed = (ids: string, words: string) => [
      paid(`${ids}-first`, "2026-03-01", "500", { TransactionInformation: `${words} rent` }),
      ...days.map((day, index) =>
        paid(`${ids}-${index}`, day, `${10 + index}`, { TransactionInformation: `${words} shop` })
      )
    ]
    const proves = { from: "2026-02-01", to: "2026-04-11" }
    const told = (rows: ReadonlyArray<unknown>) =>
      withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
        Effect.gen(function*() {
          const net = "select count(*)::integer as rows, sum(amount) as net from transactions"
          yield* night("2026-04-10", accounts(), proving(listed("a", "card"), proves))
          yield* night("2026-04-11", proving(rows, proves))
          assert.deepStrictEqual(yield* again(net), yield* query(net))
          return [yield* query(net), yield* query("select code from finding_sightings order by all")]
        }))
    const anew = listed("b", "pos")
    assert.deepStrictEqual(yield* told(anew), [[{ rows: 11, net: "-645.00000" }], [{ code: "booked-row-gone" }]])
    const cut = anew.filter((_, index) => index !== 0)
    assert.deepStrictEqual(yield* told(cut), [[{ rows: 11, net: "-645.00000" }], [
      { code: "answer-shorter-than-known" },
      { code: "booked-row-gone" }
    ]])
  }))

it.live("keeps the rows of the oldest day that a list of the newest rows leaves out, though as many of their amounts are new there", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const fares = (from: number, hour: number) =>
        Array.from({ length: 5 }, (_, index) =>
          paid(`t-${from + index}`, "2026-03-20", "2.4", {
            BookingDateTime: `2026-03-20T${hour + index}:00:00Z`,
            TransactionInformation: `fare ${from + index}`
          }))
      const since = paid("t-99", "2026-04-10", "7")
      yield* night("2026-03-20", accounts(), proving(fares(0, 10), { from: "2026-03-01", to: "2026-03-20" }))
      // For weeks nobody asks, and no more than the newest rows are given.
      yield* night("2026-04-11", proving([...fares(5, 18), since], { from: "2026-03-10", to: "2026-04-11" }))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows, sum(amount) as net from transactions"), [
        { rows: 11, net: "-31.00000" }
      ])
    })))

it.live("sees that a list is cut where new rows have the amounts of those that it leaves out, and which rows were put on another day", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const gone = "select transaction_id from transaction_versions where change = 'absent' order by all"
      const due = (day: number, hour: string, id = `t-${day}-${hour}`) => {
        const at = `2026-11-${String(day).padStart(2, "0")}`
        return paid(id, at, "10", { BookingDateTime: `${at}T${hour}:00:00Z` })
      }
      const dues = Array.from({ length: 17 }, (_, day) => [due(day + 1, "01"), due(day + 1, "12")]).flat()
      const between = (from: string, to: string) =>
        dues.filter(({ BookingDateTime: at }) => at >= `2026-11-${from}` && at < `2026-11-${to}`)
      yield* night("2026-11-11", accounts(), proving(between("01", "11T03"), { from: "2026-10-01", to: "2026-11-11" }))
      // The bank keeps ten days, to the hour, and nobody has asked for three.
      yield* night("2026-11-14", proving(between("04T03", "14T03"), { from: "2026-11-02", to: "2026-11-14" }))
      assert.deepStrictEqual(yield* query(gone), [])
      yield* night("2026-11-15", proving(between("04", "15T03"), { from: "2026-11-04", to: "2026-11-15" }))
      yield* night(
        "2026-11-16",
        proving([...between("06", "16T03"), ...["a", "b", "c"].map((id) => due(8, "09", id))], {
          from: "2026-11-05",
          to: "2026-11-16"
        })
      )
      assert.deepStrictEqual(yield* query(gone), [{ transaction_id: "t-5-01" }, { transaction_id: "t-5-12" }])
    })))

it.live("proves days that a list left out by one that shows the rows before them, also where some are gone by then", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = (...days: ReadonlyArray<string>) => days.map((day) => paid(`t-${day}`, `2026-11-${day}`, "5"))
      const holes = "select from_date, to_date, lost from gaps"
      const hole = [{ from_date: "2026-11-11", to_date: "2026-11-18", lost: false }]
      yield* night(
        "2026-11-11",
        accounts(),
        proving(days("01", "03", "05", "08", "09"), { from: "2026-10-01", to: "2026-11-11" })
      )
      for (const day of ["20", "21"]) {
        yield* night(`2026-11-${day}`, proving(days("19"), { from: "2026-11-03", to: `2026-11-${day}` }))
        assert.deepStrictEqual(yield* query(holes), hole)
        assert.deepStrictEqual(yield* query("select code from findings where closed_run is null"), [
          { code: "answer-shorter-than-known" }
        ])
      }
      // The bank took back the newest of them while nobody looked.
      yield* night("2026-11-22", proving(days("05", "08", "14", "19"), { from: "2026-11-03", to: "2026-11-22" }))
      assert.deepStrictEqual(yield* query(holes), [])
      assert.deepStrictEqual(yield* query("select transaction_id from transaction_versions where change = 'absent'"), [
        { transaction_id: "t-09" }
      ])
      const spans = "select account_key, from_date, to_date from coverage order by all"
      assert.deepStrictEqual(yield* again(spans), yield* query(spans))
    })))

it.live("looks once more at the days on which an account was silent for longer than is looked back", () =>
  withBook({ lookback_days: 5 }, ({ night, query }) =>
    Effect.gen(function*() {
      const doubtful = "select from_date, to_date, reason from doubtful_days"
      const first = paid("t-1", "2026-11-01", "5")
      const from = (day: string, to: string) => ({ from: day, to })
      yield* night("2026-11-02", accounts(), transactions([first], { from: "2026-10-20" }))
      yield* night("2026-11-03", proving([first, paid("t-2", "2026-11-02", "6")], from("2026-10-28", "2026-11-03")))
      yield* night("2026-11-16", proving([], from("2026-11-10", "2026-11-16")))
      assert.deepStrictEqual(yield* query(doubtful), [])
      yield* night("2026-11-17", proving([paid("t-4", "2026-11-15", "7")], from("2026-11-11", "2026-11-17")))
      assert.deepStrictEqual(yield* query(doubtful), [
        { from_date: "2026-10-28", to_date: "2026-11-10", reason: "long-silent" }
      ])
    })))

it.live("looks once more at the days on which lists were silent about a currency for longer than is looked back", () =>
  withBook({ lookback_days: 5, transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const doubtful = "select from_date, to_date, reason from doubtful_days"
      const rowsIn = (Currency: string, ...days: ReadonlyArray<string>) =>
        days.map((day) =>
          paid(`${Currency} ${day}`, `2026-11-${day}`, String(Number(day)), {
            Amount: { Amount: `${Number(day)}.10`, Currency }
          })
        )
      const window = (from: string, to: string) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` })
      const [pounds, euros] = ["GBP", "EUR"].map((currency) => rowsIn(currency, "01", "03", "05", "06"))
      yield* night("2026-11-06", accounts(), transactions([...pounds ?? [], ...euros ?? []], { from: "2026-10-20" }))
      yield* night("2026-11-07", proving([...pounds ?? []], window("01", "07")))
      yield* night("2026-11-11", proving(rowsIn("GBP", "08", "10"), window("07", "11")))
      yield* night("2026-11-16", proving(rowsIn("GBP", "10", "12", "15"), window("10", "16")))
      assert.deepStrictEqual(yield* query(doubtful), [])
      yield* night(
        "2026-11-17",
        proving([...rowsIn("GBP", "12", "15"), ...rowsIn("EUR", "16", "17")], window("11", "17"))
      )
      assert.deepStrictEqual(yield* query(doubtful), [
        { from_date: "2026-11-01", to_date: "2026-11-10", reason: "long-silent" }
      ])
      assert.deepStrictEqual(yield* again(doubtful), yield* query(doubtful))
    })))

it.live("looks once more at all days of an account that was empty, where most of what it lists at last is of days that were read", () => {
  const doubtful = "select from_date, to_date, reason from doubtful_days order by all"
  const reading = (rows: ReadonlyArray<string>, from: string, to: string) =>
    proving(rows.map((day) => paid(`t-${day}`, day, day.slice(-2))), { from, to: `2026-11-${to}` })
  const nights = (last: ReadonlyArray<string>) =>
    withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-10", accounts(), reading([], "2026-08-20", "10"))
        yield* night("2026-11-11", reading([], "2026-08-20", "11"))
        yield* night("2026-11-12", reading(last, "2026-11-01", "12"))
        const doubts = yield* query(doubtful)
        assert.deepStrictEqual(yield* again(doubtful), doubts)
        yield* night("2026-11-13", reading(["2026-09-01", ...last], "2026-08-20", "13"))
        assert.deepStrictEqual(yield* query(doubtful), doubts)
        return doubts
      }))
  return Effect.gen(function*() {
    assert.deepStrictEqual(yield* nights(["2026-11-05", "2026-11-10", "2026-11-12"]), [
      { from_date: "2026-08-20", to_date: "2026-10-31", reason: "long-silent" }
    ])
    // The newest day had only begun, and one row may be late.
    assert.deepStrictEqual(yield* nights(["2026-11-10", "2026-11-11"]), [])
  })
})

it.live("doubts no day for what the windows of one run list, however far their rows lie apart", () =>
  withBook({ lookback_days: 5 }, ({ night, query }) =>
    Effect.gen(function*() {
      const window = (day: string, from: string, to: string) =>
        proving([paid(`t-${day}`, day, day.slice(-2))], { from, to }, { open: false })
      yield* night(
        "2026-11-20",
        accounts(),
        window("2026-09-10", "2026-09-01", "2026-09-30"),
        window("2026-10-20", "2026-10-01", "2026-10-31"),
        window("2026-11-15", "2026-11-01", "2026-11-18")
      )
      assert.deepStrictEqual(yield* query("select count(*)::integer as n from doubtful_days"), [{ n: 0 }])
      assert.deepStrictEqual(yield* query("select count(*)::integer as n from transactions"), [{ n: 3 }])
    })))

it.live("finds an account again by its AccountId where the consent after shows no more of it", () =>
  withBook({ transaction_ids: "stable", bulk: "both" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = [paid("t-1", "2026-11-15", "6"), paid("t-2", "2026-11-16", "7")]
      const again = { resource: "transactions" as const, consent: other, pages: [pageOf("Transaction", rows)] }
      yield* night("2026-11-17", accounts(), transactions(rows))
      yield* night("2026-11-18", { ...again, replaces: consent })
      yield* night("2026-11-19", accounts([accountRow({ Account: [] })], { consent: other }), again)
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-15", "6"), booked("2026-11-16", "7")])
    })))

it.live("misses what was dated after the consent's span once the same consent no longer lists it", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const agreed = { transaction_to: "2027-02-15T00:00:00.000Z" }
      const rows = [paid("t-1", "2026-11-12", "5"), paid("t-2", "2062-11-17", "6")]
      yield* night("2026-11-18", accounts(), transactions(rows, { agreed }))
      assert.strictEqual((yield* query(held)).length, 2)
      yield* night("2026-11-19", proving(rows.slice(0, 1), { from: "2026-11-08", to: "2026-11-19" }, { agreed }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-12", "5")])
    })))

const proven = "select from_date, to_date from covered order by all"

const silent = "select from_date, to_date from unconfirmed_days order by all"

const holes = "select from_date, to_date, lost, answered from gaps order by all"

it.live("proves no day before the oldest row of a list, nor before what the bank gives by its rules, by silence", () =>
  withBook(
    { transaction_ids: "stable", history_days_after_first_session: 30 },
    ({ again, night, query }) =>
      Effect.gen(function*() {
        const whole = { from: null, to: "2026-11-17" }
        const agreed = { transaction_from: "2024-11-16T12:00:00.000Z" }
        yield* night("2026-11-17", accounts(), proving([paid("t-1", "2026-08-20", "5")], whole, { agreed }))
        assert.deepStrictEqual(yield* query(proven), [{ from_date: "2026-08-20", to_date: "2026-11-17" }])
        assert.deepStrictEqual(yield* query(silent), [{ from_date: "2024-11-17", to_date: "2026-08-19" }])
        assert.deepStrictEqual(yield* query(holes), [])
        for (const relation of [proven, silent]) assert.deepStrictEqual(yield* again(relation), yield* query(relation))
      })
  ))

it.live("takes the windows of one run for one question, in whatever order they are taken in", () =>
  withBook(
    { transaction_ids: "stable", history_days_after_first_session: 30, to_filter: true },
    ({ night, query }) =>
      Effect.gen(function*() {
        const window = (from: string, to: string, ...rows: ReadonlyArray<unknown>) =>
          proving(rows, { from, to }, { open: false })
        yield* night(
          "2026-11-17",
          accounts(),
          window("2026-05-01", "2026-05-31"),
          window("2026-03-01", "2026-03-31", paid("t-1", "2026-03-20", "5")),
          window("2026-04-01", "2026-04-30"),
          window("2026-02-01", "2026-02-28")
        )
        assert.deepStrictEqual(yield* query(proven), [{ from_date: "2026-03-20", to_date: "2026-05-31" }])
        assert.deepStrictEqual(yield* query(silent), [
          { from_date: "2026-02-01", to_date: "2026-02-28" },
          { from_date: "2026-03-01", to_date: "2026-03-19" }
        ])
        // What another run is given is another question.
        yield* night("2026-11-18", window("2026-06-01", "2026-06-30"))
        assert.deepStrictEqual((yield* query(silent)).at(-1), { from_date: "2026-06-01", to_date: "2026-06-30" })
      })
  ))

it.live("shows days after an outage that only silence speaks for as a gap, until balances around them agree", () =>
  withBook(
    { transaction_ids: "stable", history_days_after_first_session: 30 },
    ({ night, query }) =>
      Effect.gen(function*() {
        yield* night(
          "2026-06-01",
          accounts(),
          proving([paid("t-1", "2026-05-20", "5")], { from: "2026-05-10", to: "2026-06-01" })
        )
        yield* night(
          "2026-11-17",
          proving([paid("t-2", "2026-11-01", "5")], { from: null, to: "2026-11-17" }, {
            agreed: { transaction_from: "2026-05-26T00:00:00.000Z" }
          })
        )
        // The rest of the first day was not read before either.
        assert.deepStrictEqual(yield* query(holes), [
          { from_date: "2026-06-01", to_date: "2026-10-18", lost: false, answered: true }
        ])
        const warehouse = yield* Warehouse
        yield* warehouse.run(`
        insert into account_verdicts by name select account_key, 'GBP' as currency, 'proven' as verdict from account_versions;
        insert into bridges by name
        select account_key, 'GBP' as currency, 'proven' as verdict, timestamptz '2026-05-30T03:00:00Z' as opening_at,
          timestamptz '2026-11-01T03:00:00Z' as closing_at
        from account_versions`)
        assert.deepStrictEqual(yield* query(holes), [])
      })
  ))

it.live("lets them go also on the day before those that a list proves, and where a bank has listed both for some nights", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = ["04", "04", "05", "05", "06", "09"].map((day) => `2026-11-${day}`)
      const rowsIn = (Currency: string, amounts: ReadonlyArray<string>) =>
        amounts.map((Amount, at) => paid(undefined, days[at] ?? "", Amount, { Amount: { Amount, Currency } }))
      const levs = rowsIn("BGN", ["100.00", "19.56", "7.77", "11.00", "1250.99", "19.56"])
      const euros = rowsIn("EUR", ["51.13", "10.00", "3.97", "5.62", "639.62", "10.00"])
      const since = { from: "2026-11-05", to: "2026-11-15" }
      const sums = "select currency, count(*)::integer as rows from transactions group by all order by all"
      yield* night("2026-11-13", accounts(), transactions(levs))
      yield* night("2026-11-14", transactions([...levs, ...euros.slice(4)]))
      assert.deepStrictEqual(yield* query(sums), [{ currency: "BGN", rows: 6 }, { currency: "EUR", rows: 2 }])
      yield* night("2026-11-15", proving(euros, since))
      assert.deepStrictEqual(yield* query(sums), [{ currency: "EUR", rows: 6 }])
      assert.deepStrictEqual(yield* again(sums), yield* query(sums))
    })))

it.live("keeps the rows of a currency that a bank leaves out where as much stands in another one, or the other side of an exchange", () =>
  Effect.gen(function*() {
    const days = ["04", "05", "05", "06", "09"].map((day) => `2026-11-${day}`)
    const rowsIn = (Currency: string, amounts: ReadonlyArray<string>, CreditDebitIndicator: "Credit" | "Debit") =>
      amounts.map((Amount, at) =>
        paid(undefined, days[at] ?? "", Amount, { Amount: { Amount, Currency }, CreditDebitIndicator })
      )
    const sold = rowsIn("BGN", ["97.79", "19.56", "195.58", "39.12", "58.67"], "Debit")
    const others = [
      rowsIn("EUR", ["50.00", "10.00", "100.00", "20.00", "30.00"], "Credit"),
      rowsIn("EUR", ["97.79", "19.56", "195.58", "39.12", "58.67"], "Debit")
    ]
    for (const rows of others) {
      yield* withBook({ transaction_ids: "absent" }, ({ night, query }) =>
        Effect.gen(function*() {
          yield* night("2026-11-13", accounts(), transactions(sold))
          yield* night("2026-11-14", transactions([...sold, ...rows]))
          yield* night("2026-11-15", transactions(rows))
          assert.deepStrictEqual(
            yield* query("select currency, count(*)::integer as rows from transactions group by all order by all"),
            [{ currency: "BGN", rows: 5 }, { currency: "EUR", rows: 5 }]
          )
        }))
    }
  }))

it.live("lets the rows of a currency go that a bank states in another one from now on, all at one rate", () =>
  Effect.gen(function*() {
    const days = ["04", "05", "05", "06", "09", "09"].map((day) => `2026-11-${day}`)
    const rowsIn = (Currency: string, amounts: ReadonlyArray<string>) =>
      amounts.map((Amount, at) => paid(undefined, days[at] ?? "", Amount, { Amount: { Amount, Currency } }))
    const levs = rowsIn("BGN", ["100.00", "19.56", "0.05", "7.77", "1250.99", "19.56"])
    const kept = (euros: ReadonlyArray<string>) =>
      withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
        Effect.gen(function*() {
          const sums = "select currency, count(*)::integer as rows from transactions group by all order by all"
          yield* night("2026-11-14", accounts(), transactions(levs))
          yield* night("2026-11-15", transactions(rowsIn("EUR", euros)))
          const rows = yield* query(sums)
          assert.deepStrictEqual(yield* again(sums), rows)
          return rows
        }))
    const eur = { currency: "EUR", rows: 6 }
    assert.deepStrictEqual(yield* kept(["51.13", "10.00", "0.03", "3.97", "639.62", "10.00"]), [eur])
    assert.deepStrictEqual(
      yield* kept(["51.13", "10.00", "0.03", "4.97", "639.62", "12.00"]),
      [{ currency: "BGN", rows: 6 }, eur]
    )
  }))
