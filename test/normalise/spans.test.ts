/**
 * What a read is believed to say nothing of: days outside the consent's span, what the consent did not permit, accounts
 * that the bank no longer counts among its own, and days that were not read again.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentId } from "../../src/domain/identifiers.ts"
import { accountRow, pageOf } from "../support/gateway/bankRows.ts"
import { consent } from "../support/store/journalRead.ts"
import { accounts, paid, proving, transactions, withBook } from "../support/store/withBook.ts"

const other = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

const held = "select booking_date, amount from transactions order by all"

const covered = "select distinct from_date, to_date from coverage order by all"

const booked = (day: string, amount: string) => ({ booking_date: day, amount: `-${amount}.00000` })

it.live("takes rows that a bank has put on the next day under other ids for those, where it lists nothing else", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = (day: string) => ["5", "6"].map((amount) => paid(`t-${day}-${amount}`, `2026-11-${day}`, amount))
      const old = paid("t-1", "2026-10-05", "9")
      yield* night("2026-11-10", accounts(), proving([old, ...rows("09")], { from: "2026-10-01", to: "2026-11-10" }))
      yield* night("2026-11-12", proving(rows("11"), { from: "2026-10-31", to: "2026-11-12" }))
      const now = [booked("2026-11-11", "6"), booked("2026-11-11", "5")]
      assert.deepStrictEqual((yield* query(held)).slice(-2), now)
      assert.strictEqual((yield* query(held)).length, 3)
    })))

it.live("believes none either where a shorter window lists as many rows as a longer one did", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = ["04", "05", "06", "07", "08"].map((day) => paid(`t-${day}`, `2026-11-${day}`, day))
      const gone = "select transaction_id from transaction_versions where change = 'absent' order by all"
      yield* night("2026-11-08", accounts(), proving(rows.slice(0, 4), { from: "2026-09-01", to: "2026-11-08" }))
      yield* night("2026-11-09", proving(rows.slice(-4), { from: "2026-11-01", to: "2026-11-09" }))
      assert.deepStrictEqual(yield* query(gone), [])
    })))

it.live("proves no day after the end of a consent's span, and calls nothing absent there", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const [inside, after] = [paid("t-1", "2026-11-12", "5"), paid("t-2", "2026-11-17", "6")]
      yield* night("2026-11-18", accounts(), transactions([inside, after]))
      const agreed = { transaction_to: "2026-11-15T00:00:00.000Z" }
      yield* night("2026-11-19", transactions([inside], { from: "2026-11-08", agreed }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-12", "5"), booked("2026-11-17", "6")])
      assert.deepStrictEqual(yield* query(covered), [
        { from_date: "2026-11-01", to_date: "2026-11-18" },
        { from_date: "2026-11-08", to_date: "2026-11-14" }
      ])
    })))

it.live("has of a consent what its newest record says, also where that names no end any more", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const ends = "select expires_at, transaction_from, transaction_to from consents"
      const bounds = {
        expires_at: "2026-12-01T00:00:00.000Z",
        transaction_from: "2026-11-01T00:00:00.000Z",
        transaction_to: "2026-12-01T00:00:00.000Z"
      }
      yield* night("2026-11-18", accounts(), transactions([], { agreed: bounds }))
      assert.deepStrictEqual(yield* query(ends), [bounds])
      yield* night("2026-11-19", transactions([], { agreed: {} }))
      assert.deepStrictEqual(yield* query(ends), [{ expires_at: null, transaction_from: null, transaction_to: null }])
    })))

it.live("reads each answer by what the consent allowed then, also when the book is made again", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [paidOut, gone] = [paid("t-1", "2026-11-12", "5"), paid("t-2", "2026-11-13", "6")]
      const before = { transaction_from: "2026-11-01T00:00:00.000Z" }
      const after = { permissions: ["ReadTransactionsCredits"], transaction_from: "2026-11-10T00:00:00.000Z" }
      yield* night("2026-11-16", accounts(), transactions([paidOut, gone], { agreed: before }))
      yield* night("2026-11-17", transactions([paidOut], { agreed: before }))
      yield* night("2026-11-18", transactions([], { agreed: after }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-12", "5")])
      for (const relation of [held, covered]) assert.deepStrictEqual(yield* again(relation), yield* query(relation))
    })))

it.live("hears nothing of an account that the bank no longer lists out of a bulk answer", () =>
  withBook(
    { transaction_ids: "absent", bulk: "both", account_discovery: "always" },
    ({ night, query }) =>
      Effect.gen(function*() {
        const account = (id: string) =>
          accountRow({
            AccountId: id,
            Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: `2000001234567${id}` }]
          })
        const bulk = (rows: ReadonlyArray<unknown>, from: string) => ({
          resource: "transactions" as const,
          from,
          pages: [pageOf("Transaction", rows)]
        })
        const one = paid(undefined, "2026-11-15", "6", { AccountId: "1" })
        const two = paid(undefined, "2026-11-15", "7", { AccountId: "2" })
        yield* night("2026-11-17", accounts([account("1"), account("2")]), bulk([one, two], "2026-11-07"))
        for (const day of ["18", "19", "20"]) {
          yield* night(`2026-11-${day}`, accounts([account("1")]), bulk([one], `2026-11-0${Number(day) - 11}`))
        }
        assert.deepStrictEqual(yield* query(held), [booked("2026-11-15", "7"), booked("2026-11-15", "6")])
        const days = yield* query(
          `select account_id, max(to_date) as read_to from coverage join accounts using (account_key) group by 1 order by 1`
        )
        assert.deepStrictEqual(days, [
          { account_id: "1", read_to: "2026-11-20" },
          { account_id: "2", read_to: "2026-11-17" }
        ])
      })
  ))

it.live("keeps two equal rows at the edge of a page where the second reading began later", () =>
  withBook({ transaction_ids: "absent", lookback_days: 4 }, ({ night, query }) =>
    Effect.gen(function*() {
      const [first, twin, last] = [
        paid(undefined, "2026-11-14", "9"),
        paid(undefined, "2026-11-10", "5"),
        paid(undefined, "2026-11-05", "3")
      ]
      const pages = [pageOf("Transaction", [first, twin]), pageOf("Transaction", [twin, last])]
      yield* night(
        "2026-11-17",
        accounts(),
        transactions([], { pages }),
        transactions([first], { from: "2026-11-14" })
      )
      assert.deepStrictEqual(yield* query(held), [
        booked("2026-11-05", "3"),
        booked("2026-11-10", "5"),
        booked("2026-11-10", "5"),
        booked("2026-11-14", "9")
      ])
      assert.deepStrictEqual(yield* query("select booking_date from reviews"), [{ booking_date: "2026-11-10" }])
    })))

it.live("lets a used-up id name no payment that the book has already", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const fees = [paid("9998", "2026-11-01", "5"), paid("9998", "2026-11-08", "5")]
      yield* night("2026-11-09", accounts(), transactions(fees))
      yield* night("2026-11-13", transactions(fees.slice(1), { from: "2026-11-02" }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-01", "5"), booked("2026-11-08", "5")])
    })))

it.live("ties an account that is identified at last to the one that was known by its AccountId", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const rows = [paid("t-1", "2026-11-15", "6")]
      yield* night("2026-11-17", accounts([accountRow({ Account: [] })]), transactions(rows))
      const renewed = { consent: other, replaces: consent }
      yield* night("2026-11-18", accounts([accountRow()], renewed), transactions(rows, { consent: other }))
      assert.deepStrictEqual(yield* query(held), [booked("2026-11-15", "6")])
    })))

it.live("takes two accounts of one number for two, also where one of them was known before", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const roll = (id: string) =>
        accountRow({
          AccountId: id,
          Account: [{
            SchemeName: "UK.OBIE.SortCodeAccountNumber",
            Identification: "20000012345678",
            SecondaryIdentification: `ROLL-${id}`
          }]
        })
      const mine = transactions([paid(undefined, "2026-11-16", "5"), paid(undefined, "2026-11-15", "6")])
      yield* night("2026-11-17", accounts([roll("a-1")]), mine)
      yield* night(
        "2026-11-18",
        accounts([roll("a-1"), roll("a-2")]),
        mine,
        transactions([paid(undefined, "2026-11-16", "5", { AccountId: "a-2" })], { account: "a-2" })
      )
      assert.deepStrictEqual(yield* query(held), [
        booked("2026-11-15", "6"),
        booked("2026-11-16", "5"),
        booked("2026-11-16", "5")
      ])
    })))

const summer = (at: string, amount: string, fields: Record<string, unknown> = {}) =>
  paid(undefined, "2026-07-02", amount, { BookingDateTime: at, ...fields })

it.live("keeps both of two equal payments where the bank takes the bounds for UTC and shows one at a time", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const amounts = ["1", "2", "3", "4", "5", "6"]
      const [midnight, morning] = ["2026-07-01T23:30:00Z", "2026-07-02T10:00:00Z"]
      const later = paid(undefined, "2026-07-05", "99")
      const shown = (...times: ReadonlyArray<string>) => [
        ...amounts.flatMap((amount) => times.map((at) => summer(at, amount))),
        later
      ]
      yield* night("2026-07-10", accounts(), transactions(shown(midnight, morning), { from: "2026-06-20" }))
      yield* night("2026-07-12", transactions(shown(morning), { from: "2026-07-02" }))
      const sum = "select count(*)::integer as rows, sum(amount) as net from transactions"
      assert.deepStrictEqual(yield* query(sum), [{ rows: 13, net: "-141.00000" }])
      yield* night("2026-07-13", transactions(shown(morning, midnight), { from: "2026-07-01" }))
      assert.deepStrictEqual(yield* query(sum), [{ rows: 13, net: "-141.00000" }])
      assert.deepStrictEqual(yield* query("select count(*)::integer as rows from transaction_versions"), [{ rows: 13 }])
    })))

it.live("keeps both of two equal payments that two windows divide", () =>
  withBook({ transaction_ids: "absent", to_filter: true }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-08-01",
        accounts(),
        transactions([summer("2026-07-01T23:30:00Z", "5")], { from: "2026-06-02", to: "2026-07-01" }),
        transactions([summer("2026-07-02T10:00:00Z", "5")], { from: "2026-07-02", to: "2026-07-31" })
      )
      assert.deepStrictEqual(yield* query(held), [booked("2026-07-02", "5"), booked("2026-07-02", "5")])
    })))

it.live("gives a row that says something else now the number of the equal one that is no longer listed", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const reference = (TransactionReference: string) => paid(undefined, "2026-11-10", "5", { TransactionReference })
      yield* night("2026-11-16", accounts(), transactions([reference("A"), reference("B")]))
      yield* night("2026-11-17", transactions([reference("B"), reference("C")]))
      assert.deepStrictEqual(
        yield* query("select reference, change from transaction_versions where known_to is null order by all"),
        [{ reference: "B", change: "new" }, { reference: "C", change: "changed" }]
      )
    })))

const proven = "select from_date, to_date from covered order by all"

const silent = "select from_date, to_date from unconfirmed_days order by all"

it.live("takes what the bank gives by its rules for read where it lists nothing at all", () =>
  withBook(
    { transaction_ids: "stable", history_days_after_first_session: 30 },
    ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-17", accounts(), proving([], { from: "2026-01-01", to: "2026-11-17" }))
        assert.deepStrictEqual(yield* query(proven), [{ from_date: "2026-10-19", to_date: "2026-11-17" }])
        assert.deepStrictEqual(yield* query(silent), [{ from_date: "2026-01-01", to_date: "2026-10-18" }])
      })
  ))

it.live("takes a window before all others for where a history begins, whichever of them was asked for first", () =>
  Effect.forEach(
    ["oldest", "newest"],
    (first) =>
      withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
        Effect.gen(function*() {
          const rows = ["02", "03", "04", "28"].map((day) => paid(undefined, `2026-11-${day}`, day))
          const older = proving([], { from: "2026-11-01", to: "2026-11-08" }, { open: false })
          const newer = proving(rows.slice(3), { from: "2026-11-09", to: "2026-11-30" })
          const told = "select evidence ->> '$.first_listed' as first_listed from finding_sightings"
          yield* night("2026-11-29", accounts(), proving(rows, { from: "2026-11-01", to: "2026-11-29" }))
          yield* night("2026-11-30", ...first === "oldest" ? [older, newer] : [newer, older])
          assert.deepStrictEqual(yield* query(told), [{ first_listed: "2026-11-10" }])
          assert.deepStrictEqual(yield* again(told), [{ first_listed: "2026-11-10" }])
        })),
    { discard: true }
  ))
