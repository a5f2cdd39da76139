/**
 * Which rows are one payment: docs/identity.md, rules 1, 2, 3, 6 and 7.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pageOf } from "../support/gateway/bankRows.ts"
import { accounts, paid, proving, transactions, withBook } from "../support/store/withBook.ts"

const booked = "select transaction_id, booking_date, amount, version, identity_tier from transactions order by all"

const changes = "select change, count(*)::integer as rows from transaction_versions group by change order by change"

const figures =
  "select rows_new, rows_changed, rows_known, rows_repeated from reads where resource = 'transactions' order by load_seq"

it.live("believes an id where the rule says so, where it is not blank and where it is unique in the read", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const [blank, twice] = [paid(" ", "2026-11-11", "2"), paid("t-2", "2026-11-12", "3")]
      yield* night(
        "2026-11-19",
        accounts(),
        transactions([paid("t-1", "2026-11-10", "1"), blank, twice, paid("t-2", "2026-11-13", "4")])
      )
      yield* night(
        "2026-11-20",
        transactions([paid("t-1", "2026-11-10", "1.5"), blank, twice, paid("t-2", "2026-11-13", "4")])
      )
      const row = (
        transaction_id: string | null,
        booking_date: string,
        amount: string,
        version: number,
        tier: string
      ) => ({
        transaction_id,
        booking_date,
        amount,
        version,
        identity_tier: tier
      })
      assert.deepStrictEqual(yield* query(booked), [
        row("t-1", "2026-11-10", "-1.50000", 2, "id"),
        row("t-2", "2026-11-12", "-3.00000", 1, "content"),
        row("t-2", "2026-11-13", "-4.00000", 1, "content"),
        row(null, "2026-11-11", "-2.00000", 1, "content")
      ])
      assert.deepStrictEqual(yield* query(changes), [{ change: "changed", rows: 1 }, { change: "new", rows: 4 }])
    })))

it.live("keeps equal payments of one answer, however many there are from night to night", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const coffee = paid(undefined, "2026-11-18", "3.20")
      const others = [paid(undefined, "2026-11-17", "1"), paid(undefined, "2026-11-19", "1")]
      for (const [day, times] of [["2026-11-19", 2], ["2026-11-20", 3], ["2026-11-21", 2]] as const) {
        const equal = Array.from({ length: times }, () => coffee)
        yield* night(day, ...day === "2026-11-19" ? [accounts()] : [], transactions([...equal, ...others]))
        assert.deepStrictEqual(
          yield* query("select count(*)::integer as rows, sum(amount) as net from transactions where amount = -3.2"),
          [{ rows: times, net: (-3.2 * times).toFixed(5) }]
        )
      }
      assert.deepStrictEqual(yield* query(figures), [
        { rows_new: 4, rows_changed: 0, rows_known: 0, rows_repeated: 0 },
        { rows_new: 1, rows_changed: 0, rows_known: 4, rows_repeated: 0 },
        { rows_new: 0, rows_changed: 0, rows_known: 4, rows_repeated: 0 }
      ])
    })))

it.live("counts a row once that an id says was listed again", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const again = paid("t-2", "2026-11-17", "2")
      const pages = [
        pageOf("Transaction", [paid("t-1", "2026-11-18", "1"), again]),
        pageOf("Transaction", [again, paid("t-3", "2026-11-16", "3")])
      ]
      yield* night("2026-11-19", accounts(), transactions([], { pages }))
      assert.deepStrictEqual(yield* query(figures), [
        { rows_new: 3, rows_changed: 0, rows_known: 0, rows_repeated: 1 }
      ])
    })))

it.live("counts once what pages share that overlap by rule, however many rows that is", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = Array.from({ length: 165 }, (_, place) =>
        paid(undefined, `2026-11-${String(18 - Math.floor(place / 12)).padStart(2, "0")}`, String(place + 1)))
      const pages = [0, 35, 70, 105].map((start) =>
        pageOf("Transaction", rows.slice(start, start + 60))
      )
      yield* night("2026-11-19", accounts(), transactions([], { pages }))
      assert.deepStrictEqual(yield* query(figures), [
        { rows_new: 165, rows_changed: 0, rows_known: 0, rows_repeated: 75 }
      ])
      assert.deepStrictEqual(yield* query("select review_id from reviews"), [])
    })))

it.live("takes a row without a narrative for the one that it was, where the bank has moved its day", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const others = ["16", "14", "12"].map((day) => paid(undefined, `2026-11-${day}`, day))
      const silent = (day: string) => paid(undefined, `2026-11-${day}`, "5", { TransactionInformation: undefined })
      yield* night("2026-11-19", accounts(), transactions([...others, silent("13")]))
      yield* night("2026-11-20", transactions([...others, silent("15")]))
      assert.deepStrictEqual(yield* query("select code from findings"), [])
      assert.deepStrictEqual(
        yield* query(
          "select booking_date, previous_tier from transaction_versions where change = 'new' and run_id[:6] = '000002'"
        ),
        [{ booking_date: "2026-11-15", previous_tier: "content" }]
      )
    })))

const doubts = "select from_date, to_date, reason from doubtful_days order by all"

it.live("keeps a row that a page which begins too early may have left out, and has its day read again", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = ["18", "16", "14", "12", "05", "03"].map((day) => paid(undefined, `2026-11-${day}`, day))
      const pages = [rows.slice(0, 2), rows.slice(1, 3), rows.slice(4)].map((page) => pageOf("Transaction", page))
      const gone = "select booking_date as day from transaction_versions where change = 'absent' order by all"
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      yield* night("2026-11-19", accounts(), proving(rows, proves))
      yield* night("2026-11-20", proving([], proves, { pages, equalRows: true, edgesTell: true }))
      assert.deepStrictEqual(yield* query(doubts), [
        { from_date: "2026-11-03", to_date: "2026-11-16", reason: "equal-rows" }
      ])
      assert.deepStrictEqual(yield* query(gone), [])
      yield* night("2026-11-21", proving(rows.toSpliced(3, 1), proves))
      // The row that stood on two pages was one, and the bank takes the other back.
      const both = [{ day: "2026-11-12" }, { day: "2026-11-16" }]
      assert.deepStrictEqual(yield* query(gone), both)
      assert.deepStrictEqual(yield* again(gone), both)
    })))

/** Amounts of debits, as they are held. */
const debits = (...amounts: ReadonlyArray<string>) => amounts.map((each) => ({ amount: `-${Number(each).toFixed(5)}` }))

it.live("counts a payment once whose text or amount the bank edits on a day that equal rows at a page's edge leave in doubt", () =>
  Effect.forEach(
    [["2", "other"], ["2.5", ""]] as const,
    ([amount, text]) =>
      withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
        Effect.gen(function*() {
          const shop = (amount: string, text: string) =>
            paid(undefined, "2026-11-18", amount, { TransactionInformation: `SHOP ${text}` })
          const fee = paid(undefined, "2026-11-18", "1")
          const hidden = paid(undefined, "2026-11-18", "4")
          const proves = { from: "2026-11-02", to: "2026-11-21" }
          const pages = [[fee, shop(amount, text)], [fee]].map((page) => pageOf("Transaction", page))
          const held = "select amount from transactions order by all desc"
          yield* night("2026-11-19", accounts(), proving([fee, shop("2", ""), hidden], proves))
          yield* night("2026-11-20", proving([], proves, { pages, equalRows: true, edgesTell: true }))
          assert.deepStrictEqual(yield* query(held), debits("1", "1", amount, "4"))
          assert.deepStrictEqual(yield* again(held), debits("1", "1", amount, "4"))
          yield* night("2026-11-21", proving([fee, shop(amount, text), hidden], proves))
          assert.deepStrictEqual(yield* query(held), debits("1", amount, "4"))
          const edits = "select count(*)::integer as edits from transaction_versions where previous_key is not null"
          assert.deepStrictEqual(yield* query(edits), [{ edits: 1 }])
        })),
    { discard: true }
  ))

it.live("keeps a payment that stands on no page, though one of its amount and text has come on another day", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const fare = (day: string) => paid(undefined, `2026-11-${day}`, "2.8", { TransactionInformation: "BUS FARE" })
      const fee = paid(undefined, "2026-11-16", "1")
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      const pages = [[fare("18"), fee], [fee]].map((page) => pageOf("Transaction", page))
      const held = "select amount from transactions order by all desc"
      yield* night("2026-11-19", accounts(), proving([fee, fare("13")], proves))
      yield* night("2026-11-20", proving([], proves, { pages, equalRows: true, edgesTell: true }))
      assert.deepStrictEqual(yield* query(held), debits("1", "1", "2.8", "2.8"))
    })))

it.live("believes that a row is gone whose day was read once more, though equal rows stand on two pages again", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["1", "2", "3", "1", "4"].map((amount) => paid(undefined, "2026-11-18", amount))
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      const shown = (rows: ReadonlyArray<unknown>) => {
        const pages = [rows.slice(0, 2), rows.slice(2)].map((page) => pageOf("Transaction", page))
        return proving([], proves, { pages, equalRows: true, edgesTell: true })
      }
      yield* night("2026-11-19", accounts(), shown(rows))
      yield* night("2026-11-20", shown(rows))
      yield* night("2026-11-21", shown(rows.toSpliced(2, 1)))
      assert.deepStrictEqual(yield* query("select amount from transactions order by all desc"), [
        { amount: "-1.00000" },
        { amount: "-1.00000" },
        { amount: "-2.00000" },
        { amount: "-4.00000" }
      ])
    })))

it.live("doubts all days before the last page of a list where that begins with a row of the page before", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["18", "16", "14"].map((day) => paid(undefined, `2026-11-${day}`, day))
      const pages = [rows.slice(0, 2), rows.slice(1)].map((page) => pageOf("Transaction", page))
      yield* night("2026-11-19", accounts(), transactions([], { pages }))
      assert.deepStrictEqual(yield* query(doubts), [
        { from_date: "2026-11-01", to_date: "2026-11-16", reason: "equal-rows" }
      ])
      assert.deepStrictEqual(yield* query("select kind from reviews"), [{ kind: "equal-at-page-edge" }])
    })))

it.live("counts once what stands on two pages where every page begins with the last rows of the one before", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = Array.from({ length: 25 }, (_, at) =>
        paid(undefined, "2026-11-18", at % 3 === 0 ? "2" : String(10 + at)))
      const pages = Array.from({ length: 6 }, (_, at) =>
        pageOf("Transaction", rows.slice(at * 4, at * 4 + 5)))
      const figures =
        `select (select count(*) from transactions)::integer as rows, (select sum(amount) from transactions) as sum,
        (select count(*) from reviews)::integer as asked`
      yield* night("2026-11-19", accounts(), transactions([], { pages }))
      const [first] = yield* query(figures)
      yield* night("2026-11-20", transactions([], { pages }))
      assert.deepStrictEqual(yield* query(figures), [{ rows: 25, sum: first?.["sum"], asked: 0 }])
      assert.deepStrictEqual(yield* again(figures), yield* query(figures))
    })))

it.live("asks nothing of equal rows at a single edge, and takes one of them back where it stood there as a page began too early", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = ["18", "16", "14", "12", "05", "03"].map((day) => paid(undefined, `2026-11-${day}`, day))
      const early = [rows.slice(0, 2), rows.slice(1, 3), rows.slice(4)].map((page) => pageOf("Transaction", page))
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      const held = "select booking_date as day from transactions order by all desc"
      const days = (...days: ReadonlyArray<string>) => days.map((day) => ({ day: `2026-11-${day}` }))
      yield* night("2026-11-19", accounts(), proving([], proves, { pages: early, edgesTell: true }))
      assert.deepStrictEqual(yield* query(held), days("18", "16", "16", "14", "05", "03"))
      assert.deepStrictEqual(yield* query(doubts), [
        { from_date: "2026-11-03", to_date: "2026-11-16", reason: "equal-rows" }
      ])
      yield* night("2026-11-20", proving(rows, proves))
      assert.deepStrictEqual(yield* query(held), days("18", "16", "14", "12", "05", "03"))
      assert.deepStrictEqual(yield* query("from reviews"), [])
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("asks about equal rows at a single edge of a first list, whose days the bank gives no more to the next night", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["2026-11-18", "2026-07-16", "2026-07-14", "2026-07-12"].map((day, index) =>
        paid(undefined, day, `${index + 1}`)
      )
      const early = [rows.slice(0, 2), rows.slice(1, 3), rows.slice(3)].map((page) => pageOf("Transaction", page))
      yield* night(
        "2026-11-19",
        accounts(),
        proving([], { from: null, to: "2026-11-19" }, { pages: early, edgesTell: true })
      )
      assert.deepStrictEqual(
        yield* query("select kind, booking_date, len(transaction_keys)::integer as rows from reviews"),
        [{ kind: "equal-at-page-edge", booking_date: "2026-07-16", rows: 2 }]
      )
      yield* night("2026-11-20", proving(rows.slice(0, 1), { from: "2026-11-08", to: "2026-11-21" }))
      assert.deepStrictEqual(yield* query("select count(*)::integer as open from reviews where resolved_run is null"), [
        { open: 1 }
      ])
    })))

it.live("reads the days of equal rows at edges once more, on however many days they are, as long as a later list can tell", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const dues = ["18", "18", "17", "17", "16", "16", "15", "15", "14", "12", "10", "05", "03"]
      const rows = dues.map((day) => paid(undefined, `2026-11-${day}`, day))
      // Four pairs stand at edges, and the sixth page begins a row too early.
      const cuts = [[0, 1], [1, 3], [3, 5], [5, 7], [7, 9], [8, 10], [11, 13]] as const
      const early = cuts.map(([from, to]) => pageOf("Transaction", rows.slice(from, to)))
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      const held = "select right(booking_date::varchar, 2) as day from transactions order by all desc"
      const days = dues.map((day) => ({ day }))
      yield* night("2026-11-19", accounts(), proving([], proves, { pages: early, edgesTell: true }))
      assert.deepStrictEqual(yield* query(held), days.toSpliced(9, 2, { day: "14" }, { day: "12" }))
      yield* night("2026-11-20", proving(rows, proves))
      assert.deepStrictEqual(yield* query(held), days)
      assert.deepStrictEqual(yield* query("from reviews"), [])
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("tells of equal rows at edges on more days than a person is asked of, where no later list can tell", () =>
  withBook({ transaction_ids: "absent" }, ({ query, night }) =>
    Effect.gen(function*() {
      const dues = ["11-18", "07-24", "07-24", "07-22", "07-22", "07-20", "07-20", "07-18", "07-18", "07-11", "07-10"]
      const rows = dues.map((day) => paid(undefined, `2026-${day}`, day.replace("-", "")))
      const cuts = [[0, 2], [2, 4], [4, 6], [6, 8], [8, 11]] as const
      const pages = cuts.map(([from, to]) => pageOf("Transaction", rows.slice(from, to)))
      const first = proving([], { from: null, to: "2026-11-19" }, { pages, edgesTell: true })
      yield* night("2026-11-19", accounts(), first)
      assert.deepStrictEqual(yield* query("from reviews"), [])
      assert.deepStrictEqual(yield* query("select code, message, closed_run from findings"), [{
        code: "equal-at-page-edge",
        message:
          "rows of 2026-07-18 to 2026-07-24 that equal one on the page before: 4; no later list can tell whether both were " +
          "paid, so both are kept, compare these days with a statement",
        closed_run: null
      }])
    })))

it.live("keeps but the row at today's edge twice where each page begins with the last row of the one before", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const days = Array.from({ length: 14 }, (_, index) => `2026-11-${String(18 - index).padStart(2, "0")}`)
      const rows = days.map((day, index) => paid(undefined, day, `${index + 1}`))
      const listed = (from: number) => {
        const pages = [rows.slice(from, from + 5), rows.slice(from + 4)].map((page) => pageOf("Transaction", page))
        return transactions([], { pages })
      }
      const held = "select amount, count(*)::integer as rows from transactions group by all having count(*) > 1"
      yield* night("2026-11-15", accounts(), listed(4))
      for (const from of [3, 2, 1, 0]) {
        yield* night(`2026-11-${19 - from}`, listed(from))
        assert.deepStrictEqual(yield* query(held), [{ amount: `-${from + 5}.00000`, rows: 2 }])
      }
      assert.deepStrictEqual(
        yield* query("select resolved_by, count(*)::integer as questions from reviews group by all order by all"),
        [{ resolved_by: "bank", questions: 4 }, { resolved_by: null, questions: 1 }]
      )
      assert.deepStrictEqual(yield* query("select code from finding_sightings"), [])
      // What the first list may have had behind its last page the second has looked for.
      assert.deepStrictEqual(yield* query(`${doubts} limit 2`), [
        { from_date: "2026-11-01", to_date: "2026-11-10", reason: "equal-rows" },
        { from_date: "2026-11-10", to_date: "2026-11-11", reason: "equal-rows" }
      ])
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("keeps a row of the oldest days that stood on two pages of the list before, where the next may be cut", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const dues = [["18", "1"], ["16", "2"], ["14", "3"], ["03", "4"], ["03", "5"], ["03", "6"], ["03", "6"]] as const
      const rows = dues.map(([day, amount]) => paid(undefined, `2026-11-${day}`, amount))
      const pages = [rows.slice(0, 2), rows.slice(2, 4), rows.slice(3)].map((page) => pageOf("Transaction", page))
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      const held = "select count(*)::integer as rows, sum(amount) as net from transactions"
      yield* night("2026-11-19", accounts(), proving([], proves, { pages, edgesTell: true }))
      yield* night("2026-11-20", proving(rows, proves))
      assert.deepStrictEqual(yield* query(held), [{ rows: 8, net: "-31.00000" }])
      assert.deepStrictEqual(yield* query("select code from finding_sightings"), [{
        code: "answer-shorter-than-known"
      }])
      assert.deepStrictEqual(yield* query("select kind, resolved_run is null as open from reviews"), [
        { kind: "equal-at-page-edge", open: true }
      ])
      // One of two equal ones that a list has shown side by side is gone, and that is told.
      yield* night("2026-11-21", proving([...rows.slice(0, 6), paid(undefined, "2026-11-02", "7")], proves))
      assert.deepStrictEqual(yield* query("select distinct code from finding_sightings order by all"), [
        { code: "answer-shorter-than-known" },
        { code: "booked-row-gone" }
      ])
    })))

it.live("tells that an equal row is gone which one page of a list had shown twice, though the list left others in doubt", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const dues = [["04", "1"], ["12", "2"], ["12", "2"], ["13", "3"], ["14", "4"], ["18", "5"]] as const
      const rows = dues.map(([day, amount]) => paid(undefined, `2026-11-${day}`, amount))
      const pages = [rows.slice(0, 3), rows.slice(3, 5), rows.slice(4)].map((page) => pageOf("Transaction", page))
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      yield* night("2026-11-19", accounts(), proving([], proves, { pages, edgesTell: true }))
      assert.deepStrictEqual(yield* query("select to_date from doubtful_days"), [{ to_date: "2026-11-18" }])
      yield* night("2026-11-20", proving(rows.toSpliced(1, 1), proves))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows, sum(amount) as net from transactions"), [
        { rows: 5, net: "-15.00000" }
      ])
      assert.deepStrictEqual(yield* query("select code, evidence ->> '$.rows' as rows from finding_sightings"), [
        { code: "booked-row-gone", rows: "2" }
      ])
    })))

it.live("takes no row for one that was listed twice whose equal stands at another hour, where a bank forgets by the hour", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const fare = (day: string, hour: string) =>
        paid(undefined, day, "2.4", { BookingDateTime: `${day}T${hour}:00:00Z`, TransactionInformation: "TRAM" })
      const ticket = paid(undefined, "2026-11-12", "7")
      const trams = ["03", "05", "10"].flatMap((day) => [fare(`2026-11-${day}`, "02"), fare(`2026-11-${day}`, "20")])
      const pages = [[...trams, ticket], [ticket, paid(undefined, "2026-11-18", "1")]].map((page) =>
        pageOf("Transaction", page)
      )
      yield* night("2026-11-19", accounts(), proving([], { from: null, to: "2026-11-19" }, { pages }))
      // The bank begins to forget the first day.
      const kept = [...trams.slice(1), ticket, ticket, paid(undefined, "2026-11-18", "1")]
      yield* night("2026-11-20", proving(kept, { from: "2026-11-02", to: "2026-11-21" }))
      assert.deepStrictEqual(
        yield* query("select count(*)::integer as rows from transactions where amount = -2.4"),
        [{ rows: 6 }]
      )
    })))

it.live("takes no equal row of the oldest days for one that was listed twice, where a bank gives no more than its newest rows", () =>
  Effect.gen(function*() {
    const fares = Array.from({ length: 8 }, () => paid(undefined, "2026-11-11", "2.4"))
    const newest = (from: number, day: string) =>
      Array.from({ length: 5 }, (_, index) => paid(undefined, day, `${from + index}`))
    const first = newest(1, "2026-11-18")
    const [other, late] = [paid(undefined, "2026-11-11", "7"), paid(undefined, "2026-11-10", "8")]
    const euros = paid(undefined, "2026-11-10", "9", { Amount: { Amount: "9", Currency: "EUR" } })
    const proves = { from: "2026-11-02", to: "2026-11-21" }
    const held = "select count(*)::integer as rows from transactions where amount = -2.4"
    /** Whether anything is told of fares that a list leaves out which ends as is said. */
    const told = (...end: ReadonlyArray<unknown>) =>
      withBook({ transaction_ids: "absent" }, ({ night, query }) =>
        Effect.gen(function*() {
          const pages = [[...first, ...fares.slice(0, 3)], [...fares.slice(3), ...end]]
          yield* night(
            "2026-11-19",
            accounts(),
            proving([], proves, { pages: pages.map((rows) => pageOf("Transaction", rows)) })
          )
          yield* night(
            "2026-11-20",
            proving([...newest(6, "2026-11-19"), ...first, ...fares.slice(0, 5), ...end], proves)
          )
          return [yield* query(held), yield* query("select distinct code from finding_sightings")]
        }))
    // The rows of a day may be listed in another order than the days, and one that was booked late or in another currency says nothing.
    const kept = [[{ rows: 8 }], [{ code: "answer-shorter-than-known" }]]
    assert.deepStrictEqual(yield* told(), kept)
    assert.deepStrictEqual(yield* told(other), kept)
    assert.deepStrictEqual(yield* told(late), [[{ rows: 5 }], [{ code: "booked-row-gone" }]])
    assert.deepStrictEqual(yield* told(euros), [[{ rows: 5 }], [{ code: "booked-row-gone" }]])
  }))

it.live("keeps as many equal rows as one page had shown, though a list asks and shows fewer", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const newest = paid(undefined, "2026-11-18", "1")
      const older = ["14", "12"].map((day) => paid(undefined, `2026-11-${day}`, day))
      const wages = Array.from({ length: 4 }, () => paid(undefined, "2026-11-17", "500"))
      const pages = [[newest, ...wages.slice(0, 3)], [...wages.slice(3), ...older]].map((rows) =>
        pageOf("Transaction", rows)
      )
      const proves = { from: "2026-11-02", to: "2026-11-21" }
      yield* night("2026-11-19", accounts(), proving([], proves, { pages }))
      // One that two pages had shown, or that the bank takes back: three stay either way.
      yield* night("2026-11-20", proving([newest, ...wages.slice(0, 3), ...older], proves))
      assert.deepStrictEqual(yield* query("select code from finding_sightings"), [])
      // One page had shown three of them.
      yield* night("2026-11-21", proving([newest, ...wages.slice(0, 2), ...older], proves))
      assert.deepStrictEqual(yield* query("select code, evidence ->> '$.rows' as rows from finding_sightings"), [
        { code: "booked-row-gone", rows: "1" }
      ])
    })))

it.live("tells that one of several equal payments is taken back that stood on both sides of a page's edge", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const old = ["12", "13", "14"].map((day) => paid(undefined, `2026-11-${day}`, day))
      const wages = Array.from({ length: 4 }, () => paid(undefined, "2026-11-18", "500"))
      const shown = (count: number) => {
        const pages = [wages.slice(0, 2), [...wages.slice(2, count), ...old.slice(1)], old.slice(0, 1)]
        return proving([], { from: "2026-11-02", to: "2026-11-21" }, {
          pages: pages.map((rows) => pageOf("Transaction", rows)),
          edgesTell: true
        })
      }
      yield* night("2026-11-19", accounts(), shown(4))
      yield* night("2026-11-20", shown(3))
      yield* night("2026-11-21", shown(3))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from transactions where amount = -500"), [
        { rows: 3 }
      ])
      assert.deepStrictEqual(yield* query("select distinct code from finding_sightings"), [{ code: "booked-row-gone" }])
    })))

it.live("asks nothing of equal rows that one page has shown, though others of their day are in question", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const [a, b, c] = ["1", "2", "3"].map((amount) => paid(undefined, "2026-11-18", amount))
      const shown = (...pages: ReadonlyArray<ReadonlyArray<unknown>>) =>
        transactions([], {
          pages: pages.map((rows) => pageOf("Transaction", rows)),
          equalRows: true,
          edgesTell: true
        })
      const asked = "select count(*)::integer as questions, count(resolved_by)::integer as answered from reviews"
      yield* night("2026-11-19", accounts(), shown([a, b, b], [a, c]))
      assert.deepStrictEqual(yield* query(asked), [{ questions: 1, answered: 0 }])
      yield* night("2026-11-20", shown([a, b], [c, a, b]))
      assert.deepStrictEqual(yield* query(asked), [{ questions: 1, answered: 0 }])
    })))

it.live("counts a row without an id as often as one page shows it where the list shows rows twice", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const [a, b, c] = ["1", "2", "3"].map((amount) => paid(undefined, "2026-11-18", amount))
      const pages = [[c, c, a, b], [b, a]].map((rows) => pageOf("Transaction", rows))
      yield* night(
        "2026-11-19",
        accounts(),
        transactions([], { pages, outcome: "partial", errorTag: "RowsRepeated", proves: null })
      )
      assert.deepStrictEqual(yield* query("select amount from transactions order by all"), [
        { amount: "-3.00000" },
        { amount: "-3.00000" },
        { amount: "-2.00000" },
        { amount: "-1.00000" }
      ])
      assert.deepStrictEqual(yield* query(figures), [
        { rows_new: 4, rows_changed: 0, rows_known: 0, rows_repeated: 2 }
      ])
      assert.deepStrictEqual(yield* query("from reviews"), [])
    })))

it.live("leaves rows on both sides of a page's edge to the read that follows, and keeps both where it says the same", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const twin = paid(undefined, "2026-11-17", "2")
      const [newest, oldest] = [paid(undefined, "2026-11-18", "1"), paid(undefined, "2026-11-16", "3")]
      const edged = [pageOf("Transaction", [newest, twin]), pageOf("Transaction", [twin, oldest])]
      const open =
        "select count(*) filter (where resolved_run is null)::integer as open, count(*)::integer as all from reviews"
      // The list had moved: the read that follows shows one row.
      yield* night(
        "2026-11-19",
        accounts(),
        transactions([], { pages: edged }),
        transactions([newest, twin, oldest], { from: "2026-11-02" })
      )
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from transactions"), [{ rows: 3 }])
      assert.deepStrictEqual(yield* query(open), [{ open: 0, all: 0 }])
      // The read that follows shows both again: nobody can tell.
      const second = transactions([], { pages: edged, from: "2026-11-02" })
      yield* night("2026-11-20", transactions([], { pages: edged }), second)
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from transactions"), [{ rows: 4 }])
      assert.deepStrictEqual(yield* query(open), [{ open: 1, all: 1 }])
      assert.deepStrictEqual(yield* query("select kind, len(transaction_keys)::integer as rows from reviews"), [
        { kind: "equal-at-page-edge", rows: 2 }
      ])
      // Side by side on one page they are two payments.
      yield* night("2026-11-21", transactions([newest, twin, twin, oldest]))
      assert.deepStrictEqual(yield* query(open), [{ open: 0, all: 1 }])
      assert.deepStrictEqual(yield* query(changes), [{ change: "new", rows: 4 }])
    })))

it.live("follows an id to another day, also into the window from before it", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-11-19",
        accounts(),
        transactions([paid("t-1", "2026-11-09", "7"), paid("t-2", "2026-11-15", "1")])
      )
      yield* night(
        "2026-11-20",
        transactions([paid("t-1", "2026-11-12", "7"), paid("t-2", "2026-11-15", "1")], { from: "2026-11-10" })
      )
      assert.deepStrictEqual(
        yield* query("select booking_date, version from transactions where transaction_id = 't-1'"),
        [
          { booking_date: "2026-11-12", version: 2 }
        ]
      )
    })))

it.live("keeps the payment that had an id before it was given to another", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const anew = [paid("9998", "2026-11-17", "8", { TransactionInformation: "RENT" }), paid("t-2", "2026-11-15", "1")]
      yield* night(
        "2026-11-18",
        accounts(),
        transactions([paid("9998", "2026-10-02", "7"), paid("t-2", "2026-11-15", "1")], { from: "2026-10-01" })
      )
      yield* night("2026-11-19", transactions(anew, { from: "2026-11-10" }))
      yield* night("2026-11-20", transactions(anew, { from: "2026-11-10" }))
      assert.deepStrictEqual(
        yield* query(
          "select booking_date, amount, identity_tier from transactions where transaction_id = '9998' order by 1"
        ),
        [
          { booking_date: "2026-10-02", amount: "-7.00000", identity_tier: "id" },
          { booking_date: "2026-11-17", amount: "-8.00000", identity_tier: "content" }
        ]
      )
      assert.deepStrictEqual(yield* query("select distinct code, message from findings"), [{
        code: "id-given-anew",
        message: "the transaction id 9998 names another payment than before; both are kept, content tells them"
      }])
    })))

it.live("finds out that ids are positions, and goes on under the keys that it had", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const list = ["1", "2", "3", "4"].map((amount) => ({ day: `2026-11-1${amount}`, amount }))
      const numbered = (rows: typeof list) => rows.map(({ amount, day }, at) => paid(String(at + 1), day, amount))
      yield* night("2026-11-19", accounts(), transactions(numbered(list.slice(1))))
      yield* night("2026-11-20", transactions(numbered(list)))
      yield* night("2026-11-21", transactions(numbered([{ day: "2026-11-10", amount: "9" }, ...list])))
      assert.deepStrictEqual(yield* query(figures), [
        { rows_new: 3, rows_changed: 0, rows_known: 0, rows_repeated: 0 },
        { rows_new: 1, rows_changed: 0, rows_known: 3, rows_repeated: 0 },
        { rows_new: 1, rows_changed: 0, rows_known: 4, rows_repeated: 0 }
      ])
      assert.deepStrictEqual(yield* query("select code, count(*)::integer as n from findings group by code"), [
        { code: "ids-are-positions", n: 1 }
      ])
    })))

it.live("finds out that ids are positions where what they named first is no longer asked for", () =>
  withBook({ transaction_ids: "stable", lookback_days: 10 }, ({ night, query }) =>
    Effect.gen(function*() {
      const numbered = (...days: ReadonlyArray<string>) =>
        days.map((day, at) => paid(String(at + 1), day, day.slice(-2)))
      const early = { from: "2026-08-01", to: "2026-08-31" }
      const late = { from: "2026-11-01" }
      yield* night(
        "2026-11-18",
        accounts(),
        transactions(numbered("2026-08-13", "2026-08-12", "2026-08-11"), early),
        transactions(numbered("2026-11-13", "2026-11-12", "2026-11-11"), late)
      )
      yield* night("2026-11-19", transactions(numbered("2026-11-14", "2026-11-13", "2026-11-12", "2026-11-11"), late))
      const days = ["08-11", "08-12", "08-13", "11-11", "11-12", "11-13", "11-14"]
      assert.deepStrictEqual(
        yield* query("select booking_date from transactions order by 1"),
        days.map((day) => ({ booking_date: `2026-${day}` }))
      )
      assert.deepStrictEqual(yield* query("select code from finding_sightings order by rowid"), [
        { code: "id-given-anew" },
        { code: "ids-are-positions" }
      ])
    })))

it.live("takes nothing in twice when the rule about ids is edited, in either direction", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query, setRules }) =>
    Effect.gen(function*() {
      const rows = [paid("t-1", "2026-11-10", "1"), paid("t-2", "2026-11-11", "2"), paid("t-3", "2026-11-11", "2")]
      yield* night("2026-11-18", accounts(), transactions(rows))
      yield* setRules({ transaction_ids: "unstable" })
      yield* night("2026-11-19", transactions([...rows, paid("t-4", "2026-11-12", "4")]))
      yield* setRules({ transaction_ids: "stable" })
      yield* night("2026-11-20", transactions([...rows, paid("t-4", "2026-11-12", "4")]))
      assert.deepStrictEqual(yield* query(changes), [{ change: "new", rows: 4 }])
      assert.deepStrictEqual(
        yield* query("select count(*)::integer as rows, count(distinct old_key)::integer as keys from key_changes"),
        [{ rows: 4, keys: 4 }]
      )
    })))

it.live("takes equal rows of one id for two payments at a bank that gives an id to different rows", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const pending = { Status: "PDNG" }
      const twins = [paid("9999", "2026-11-14", "5", pending), paid("9999", "2026-11-14", "5", pending)]
      const others = [paid("9998", "2026-11-10", "1"), paid("9998", "2026-11-11", "2")]
      yield* night("2026-11-15", accounts(), transactions([...twins, ...others]))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from pending_transactions"), [{ rows: 2 }])
      yield* night("2026-11-16", transactions([...twins, others[0]]))
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from pending_transactions"), [{ rows: 2 }])
      assert.deepStrictEqual(yield* query("select code from findings order by code"), [
        { code: "booked-row-gone" },
        { code: "ids-not-unique" }
      ])
    })))

it.live("takes ids that differ by a blank for two", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-11-18",
        accounts(),
        transactions(["t-1", "t-1 ", "T-1"].map((id) => paid(id, "2026-11-10", "1")))
      )
      assert.deepStrictEqual(
        yield* query("select transaction_id from transactions order by transaction_id"),
        ["T-1", "t-1", "t-1 "].map((transaction_id) => ({ transaction_id }))
      )
    })))
