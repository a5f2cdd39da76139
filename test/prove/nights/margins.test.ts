/**
 * Days that a list was asked for and does not prove: what stands there is compared and kept, and nothing is concluded from
 * what does not.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const held = "select booking_date, amount from transactions order by all"
const changes = "select change, count(*)::integer as rows from transaction_versions group by all order by all"
const booked = (day: string, amount: string) => ({ booking_date: day, amount: `-${amount}.00000` })
const early = { from: "2026-11-05", to: "2026-11-15" }
const late = { from: "2026-11-11", to: "2026-11-16" }

it.live("calls nothing absent, new or gone by the days around those that a list proves", () =>
  withBook({ transaction_ids: "absent", pending: "complete" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const hidden = paid(undefined, "2026-11-10", "5", { BookingDateTime: "2026-11-10T00:20:00Z" })
      const shown = paid(undefined, "2026-11-10", "6")
      const waiting = paid(undefined, "2026-11-10", "7", { Status: "PDNG" })
      const gone = paid(undefined, "2026-11-12", "8")
      const belated = paid(undefined, "2026-11-10", "9")
      yield* night("2026-11-15", accounts(), proving([hidden, shown, waiting, gone], early))
      yield* night("2026-11-16", proving([shown, belated], late))
      assert.deepStrictEqual(yield* query(held), [
        booked("2026-11-10", "9"),
        booked("2026-11-10", "6"),
        booked("2026-11-10", "5")
      ])
      assert.deepStrictEqual(yield* query("select amount from pending_transactions"), [{ amount: "-7.00000" }])
      const spans = "select from_date, to_date from coverage order by all"
      assert.deepStrictEqual(yield* query(spans), [
        { from_date: "2026-11-05", to_date: "2026-11-15" },
        { from_date: "2026-11-11", to_date: "2026-11-16" }
      ])
      for (const relation of [held, changes, spans]) {
        assert.deepStrictEqual(yield* again(relation), yield* query(relation))
      }
    })))

it.live("compares what stands on such a day, and gives no row another number for a field that is never the same", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = (reference: string) => [
        paid(undefined, "2026-11-10", "5", { TransactionReference: reference }),
        paid(undefined, "2026-11-10", "5", { TransactionReference: reference }),
        paid(undefined, "2026-11-10", "6", { TransactionReference: reference })
      ]
      yield* night("2026-11-15", accounts(), proving(rows("A"), early))
      yield* night("2026-11-16", proving(rows("B").slice(1), late))
      yield* night("2026-11-17", proving(rows("C"), late))
      assert.deepStrictEqual(yield* query(held), [
        booked("2026-11-10", "6"),
        booked("2026-11-10", "5"),
        booked("2026-11-10", "5")
      ])
      yield* night("2026-11-18", proving([...rows("D"), ...rows("D").slice(0, 1)], late))
      assert.strictEqual((yield* query(held)).length, 4)
    })))

it.live("keeps two equal payments that windows with a day in common divide, in whatever order they are read", () =>
  withBook({ transaction_ids: "absent", to_filter: true }, ({ night, query }) =>
    Effect.gen(function*() {
      const [before, after] = ["2026-11-10T00:30:00Z", "2026-11-10T23:30:00Z"].map((at) =>
        paid(undefined, "2026-11-10", "5", { BookingDateTime: at })
      )
      const [first, second] = [
        proving([before], { from: "2026-11-02", to: "2026-11-09" }, { open: false }),
        proving([before, after], { from: "2026-11-10", to: "2026-11-18" }, { open: false })
      ]
      yield* night("2026-11-20", accounts(), first, second)
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-10", "5"), booked("2026-11-10", "5")])
      yield* night("2026-11-21", second, first)
      assert.deepStrictEqual(yield* query(changes), [{ change: "new", rows: 2 }])
    })))

it.live("takes an edited row of such a day for the one whose place it took, and no other, also where it has another id", () =>
  Effect.gen(function*() {
    for (const transaction_ids of ["absent", "stable"] as const) {
      yield* withBook({ transaction_ids }, ({ again, night, query }) =>
        Effect.gen(function*() {
          const at = (id: string, time: string, amount: string, fields: Record<string, unknown> = {}) =>
            paid(transaction_ids === "stable" ? id : undefined, "2026-11-10", amount, {
              BookingDateTime: `2026-11-10T${time}Z`,
              ...fields
            })
          const [narrative, amount, hidden] = [
            at("n", "00:20:00", "5"),
            at("a", "00:40:00", "6"),
            at("h", "00:10:00", "5")
          ]
          const credit = { CreditDebitIndicator: "Credit" }
          const paidIn = at("c", "00:50:00", "5", credit)
          yield* night("2026-11-15", accounts(), proving([narrative, amount, hidden, paidIn], early))
          const edited = [
            at("n-2", "00:20:00", "5", { TransactionInformation: "edited" }),
            at("a-2", "00:40:00", "7"),
            // An edit of an amount turns no credit into a debit.
            at("d", "00:50:00", "3"),
            at("c-2", "00:50:00", "6", credit)
          ]
          yield* night("2026-11-16", proving(edited, late))
          assert.deepStrictEqual(yield* query(held), [
            booked("2026-11-10", "7"),
            booked("2026-11-10", "5"),
            booked("2026-11-10", "5"),
            booked("2026-11-10", "3"),
            { booking_date: "2026-11-10", amount: "6.00000" }
          ])
          const versions =
            "select count(*)::integer as rows from transaction_versions where known_to is null and previous_key is not null"
          assert.deepStrictEqual(yield* query(versions), [{ rows: 3 }])
          assert.deepStrictEqual(yield* again(held), yield* query(held))
        }))
    }
  }))

it.live("takes no row for another of such a day that has the same amount or text, where a bank keeps only the day", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const on = (id: string, amount: string, narrative: string) =>
        paid(id, "2026-11-10", amount, {
          BookingDateTime: "2026-11-10T00:00:00+00:00",
          TransactionInformation: narrative
        })
      yield* night(
        "2026-11-15",
        accounts(),
        proving([on("1", "5", "bus"), on("2", "6", "fee"), on("3", "8", "rent")], early)
      )
      yield* night("2026-11-16", proving([on("4", "5", "tram"), on("5", "7", "fee"), on("3-anew", "8", "rent")], late))
      assert.deepStrictEqual(
        yield* query(held),
        ["8", "7", "6", "5", "5"].map((amount) => booked("2026-11-10", amount))
      )
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("proves of a narrowed window the days that the bank gave, and of a list that broke off none", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = [paid("t-1", "2026-11-12", "5"), paid("t-2", "2026-11-13", "6")]
      yield* night("2026-11-15", accounts(), proving(rows, early))
      yield* night("2026-11-16", proving(rows.slice(1), late, { outcome: "partial" }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-13", "6")])
      yield* night("2026-11-17", transactions([], { from: "2026-11-10", outcome: "partial", proves: null }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-13", "6")])
      const [covered] = yield* query("select max(to_date) as last from coverage")
      assert.deepStrictEqual(covered, { last: "2026-11-16" })
    })))

it.live("believes no loss at the early end of a whole history, and covers it from the oldest row listed", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["2026-01-05", "2026-01-20", "2026-03-01"].map((day) => paid(day, day, "5"))
      const agreed = { transaction_from: "2025-01-01T00:00:00.000Z" }
      yield* night("2026-11-15", accounts(), proving(rows, { from: null, to: "2026-11-15" }, { agreed }))
      const whole = "select min(from_date) as first from coverage"
      assert.deepStrictEqual(yield* query(whole), [{ first: "2026-01-05" }])
      yield* night("2026-11-16", proving(rows.slice(2), { from: null, to: "2026-11-16" }, { agreed }))
      assert.strictEqual((yield* query(held)).length, 3)
      const [last] = yield* query("select from_date from coverage order by to_date desc limit 1")
      assert.deepStrictEqual(last, { from_date: "2026-03-01" })
    })))

it.live("believes no loss on the oldest day of a whole history, of which a bank may list a part", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = ["2026-01-20T00:20:00Z", "2026-01-20T10:00:00Z", "2026-03-01T10:00:00Z"].map((at) =>
        paid(at, at.slice(0, 10), "5", { BookingDateTime: at })
      )
      yield* night("2026-11-15", accounts(), proving(rows, { from: null, to: "2026-11-15" }))
      yield* night("2026-11-16", proving(rows.slice(1), { from: null, to: "2026-11-16" }))
      assert.strictEqual((yield* query(held)).length, 3)
      const [last] = yield* query("select from_date from coverage order by to_date desc limit 1")
      assert.deepStrictEqual(last, { from_date: "2026-01-21" })
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("believes no loss on the oldest day that a bank still keeps, where it was asked from before that", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["2026-10-20T00:20:00Z", "2026-10-20T10:00:00Z", "2026-11-01T10:00:00Z"].map((at) =>
        paid(at, at.slice(0, 10), "5", { BookingDateTime: at })
      )
      yield* night("2026-11-15", accounts(), proving(rows, { from: "2026-10-01", to: "2026-11-15" }))
      yield* night("2026-11-16", proving(rows.slice(1), { from: "2026-10-10", to: "2026-11-16" }))
      assert.strictEqual((yield* query(held)).length, 3)
      // Of a day that may still move a part is not all.
      const late = ["2026-11-14T10:00:00Z", "2026-11-14T12:00:00Z"].map((at) =>
        paid(at, at.slice(0, 10), "5", { BookingDateTime: at })
      )
      yield* night("2026-11-17", proving([...rows, ...late], { from: "2026-10-10", to: "2026-11-17" }))
      yield* night("2026-11-18", proving(late.slice(1), { from: "2026-11-12", to: "2026-11-18" }))
      assert.strictEqual((yield* query(held)).length, 4)
    })))

it.live("counts no row of the oldest day twice where the bank edits what it says of it", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = (information: string) =>
        ["2026-10-20T00:20:00Z", "2026-10-20T10:00:00Z", "2026-11-01T10:00:00Z"].map((at) =>
          paid(undefined, at.slice(0, 10), "5", { BookingDateTime: at, TransactionInformation: information })
        )
      yield* night("2026-11-15", accounts(), proving(rows("as first told"), { from: "2026-10-01", to: "2026-11-15" }))
      yield* night("2026-11-16", proving(rows("edited"), { from: "2026-10-10", to: "2026-11-16" }))
      assert.strictEqual((yield* query(held)).length, 3)
      yield* night("2026-11-17", proving(rows("edited once more"), { from: null, to: "2026-11-17" }))
      assert.strictEqual((yield* query(held)).length, 3)
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("keeps of coverage by a clock that ran ahead what can have been read", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = [paid("t-1", "2026-11-12", "5"), paid("t-2", "2026-11-16", "6")]
      yield* night("2026-11-15", accounts(), proving(rows.slice(0, 1), early))
      yield* night("2027-01-10", proving(rows, { from: "2026-11-06", to: "2027-01-10" }))
      yield* night("2027-01-11", proving([], { from: "2027-01-02", to: "2027-01-11" }))
      yield* night("2026-11-18", proving(rows, { from: "2026-11-08", to: "2026-11-18" }))
      const spans = "select from_date, to_date from coverage order by all"
      assert.deepStrictEqual(yield* query(spans), [
        { from_date: "2026-11-05", to_date: "2026-11-15" },
        { from_date: "2026-11-06", to_date: "2026-11-16" },
        { from_date: "2026-11-08", to_date: "2026-11-18" }
      ])
      assert.deepStrictEqual(yield* again(spans), yield* query(spans))
    })))

it.live("takes in what is new after a night by a clock that ran ahead", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = [paid(undefined, "2026-11-12", "5"), paid(undefined, "2026-11-17", "6")]
      yield* night("2026-11-15", accounts(), proving(rows.slice(0, 1), early))
      yield* night("2027-01-10", proving(rows.slice(0, 1), { from: "2026-11-06", to: "2027-01-10" }))
      yield* night("2026-11-18", proving(rows, { from: "2026-11-08", to: "2026-11-18" }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-12", "5"), booked("2026-11-17", "6")])
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))
