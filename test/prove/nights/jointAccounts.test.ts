/**
 * An account that the living consents of two persons open: what the bank shows to one of them is in the book, in whatever order their
 * answers are asked for and taken in, and what it shows to neither is gone.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { accountRow, pageOf } from "../../support/gateway/bankRows.ts"
import type { AnsweredRead } from "../../support/store/journalRead.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

type Person = "one" | "two"

const consents = {
  one: ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001"),
  two: ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")
} as const

/** What the bank lists to a person: two old rows, and others. */
const answers = (person: Person, rows: ReadonlyArray<object> = [], read: Partial<AnsweredRead> = {}) => {
  const listed = [paid("a", "2026-11-03", "1"), paid("b", "2026-11-08", "2"), ...rows]
  const under = { consent: consents[person] }
  return [
    accounts([accountRow({ AccountId: person })], { ...under, ...read }),
    transactions(listed.map((row) => ({ ...row, AccountId: person })), { account: person, ...under })
  ]
}

/** A list that is taken in last, because its consent has asked for more after it. */
const takenInLast = (person: Person, rows: ReadonlyArray<object>, others: ReadonlyArray<AnsweredRead>) => [
  ...answers(person, rows),
  ...others,
  {
    resource: "balances",
    account: person,
    consent: consents[person],
    pages: [pageOf("Balance", [])]
  } satisfies AnsweredRead
]

const late = paid("late", "2026-11-05", "9.99")
const content = { transaction_ids: "absent", pending: "complete" } as const
const net = "select count(*)::integer as rows, sum(amount) as net from transactions"
const versions = "select change, count(*)::integer as rows from transaction_versions group by all order by all"
const codes = "select code from findings"
const withLate = [{ rows: 3, net: "-12.99000" }]
const without = [{ rows: 2, net: "-3.00000" }]

it.live("keeps a row that the list of one person never has, whichever is asked for or taken in last", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-10", ...answers("one"), ...answers("two"))
      yield* night("2026-11-11", ...takenInLast("one", [late], answers("two")))
      assert.deepStrictEqual(yield* query(net), withLate)
      yield* night("2026-11-13", ...answers("two"), ...answers("one", [late]))
      yield* night("2026-11-14", ...answers("two"))
      assert.deepStrictEqual(yield* query(net), withLate)
      assert.deepStrictEqual(yield* query(versions), [{ change: "new", rows: 3 }])
      assert.deepStrictEqual(yield* query(codes), [])
      assert.deepStrictEqual(yield* again(versions), yield* query(versions))
      // A consent that has not been heard of for a week says nothing any more, and the other one says nothing new.
      yield* night("2026-11-21", ...answers("two"))
      assert.deepStrictEqual(yield* query(net), withLate)
    })))

const third = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000003")

it.live("keeps what only one person's consent has listed once that is over, whatever becomes of the other's", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const ends = { agreed: { expires_at: "2026-11-11T12:00:00Z" } }
      const last = paid("last", "2026-11-09", "4.44")
      const told = (TransactionInformation: string) => paid("told", "2026-11-08", "5.55", { TransactionInformation })
      yield* night("2026-11-10", ...answers("one", [late], ends), ...answers("two"))
      // What the last night of one brings after that of the other, and what is edited then.
      yield* night("2026-11-11", ...answers("two"), ...answers("one", [late, last, told("as told")], ends))
      const held = "select amount, description from transactions order by all"
      const row = (amount: string, description = "CORNER SHOP") => ({ amount: `-${amount}000`, description })
      const kept = (description: string) => [
        row("9.99"),
        row("5.55", description),
        row("4.44"),
        row("2.00"),
        row("1.00")
      ]
      assert.deepStrictEqual(yield* query(held), kept("as told"))
      yield* night("2026-11-12", ...answers("two", [told("told otherwise")]))
      assert.deepStrictEqual(yield* query(held), kept("told otherwise"))
      // A renewal of the other's consent is no other person's.
      const renewed = { consent: third, replaces: consents.two } as const
      const list = (rows: ReadonlyArray<object>) => answers("two", rows).map((read) => ({ ...read, ...renewed }))
      yield* night("2026-11-13", ...list([told("told otherwise")]))
      assert.deepStrictEqual(yield* query(held), kept("told otherwise"))
      assert.deepStrictEqual(yield* query(codes), [])
      assert.deepStrictEqual(yield* again(held), yield* query(held))
      // What it has listed once is gone when it lists it no more.
      yield* night("2026-11-14", ...list([late, told("told otherwise")]))
      yield* night("2026-11-15", ...list([told("told otherwise")]))
      assert.deepStrictEqual(yield* query(held), kept("told otherwise").slice(1))
      assert.deepStrictEqual(yield* again(held), yield* query(held))
    })))

it.live("counts once what only one person's consent has listed and the other one lists otherwise once that is over", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const ends = { agreed: { expires_at: "2026-11-11T12:00:00Z" } }
      const card = (hour: string, TransactionInformation: string) =>
        paid(undefined, "2026-11-09", "7.77", {
          BookingDateTime: `2026-11-09T${hour}:10:00Z`,
          TransactionInformation
        })
      const short = [card("09", "CARD 1"), card("10", "CARD 2")]
      yield* night("2026-11-10", ...answers("one", [late, ...short], ends), ...answers("two"))
      yield* night("2026-11-11", ...answers("one", [late, ...short], ends), ...answers("two"))
      const cards = "select count(*)::integer as rows, sum(amount) as net from transactions"
      yield* night("2026-11-12", ...answers("two", [card("09", "CARD 1 SHOP LONDON")]))
      assert.deepStrictEqual(yield* query(cards), [{ rows: 5, net: "-28.53000" }])
      yield* night(
        "2026-11-13",
        ...answers("two", [card("09", "CARD 1 SHOP LONDON"), card("10", "CARD 2 SHOP LONDON")])
      )
      assert.deepStrictEqual(yield* query(cards), [{ rows: 5, net: "-28.53000" }])
      assert.deepStrictEqual(yield* query(codes), [])
      assert.deepStrictEqual(yield* again(cards), yield* query(cards))
    })))

it.live("keeps what a consent lists no more while another does, also where that is over or a new one lists as little", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const ends = { agreed: { expires_at: "2026-11-11T12:00:00Z" } }
      yield* night("2026-11-10", ...answers("one", [late], ends), ...answers("two", [late]))
      yield* night("2026-11-11", ...answers("two"), ...answers("one", [late], ends))
      yield* night("2026-11-12", ...answers("two"))
      assert.deepStrictEqual(yield* query(net), withLate)
      const list = answers("two").map((read) => ({ ...read, consent: third }))
      yield* night("2026-11-13", ...list)
      yield* night("2026-11-14", ...list, ...answers("two"))
      assert.deepStrictEqual(yield* query(net), withLate)
      assert.deepStrictEqual(yield* again(net), withLate)
    })))

it.live("takes out what a new consent leaves out after all that had listed it are over", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-10", ...answers("one", [late], { agreed: { expires_at: "2026-11-11T12:00:00Z" } }))
      yield* night("2026-11-12", ...answers("two"))
      assert.deepStrictEqual(yield* query(net), without)
      assert.deepStrictEqual(yield* again(net), without)
    })))

it.live.each(["by itself", "with all accounts"])(
  "keeps no row for a consent that lists its accounts and this one no more, where that is asked for $0",
  (asked) =>
    withBook(content, ({ again, night, query }) =>
      Effect.gen(function*() {
        const own = { consent: consents.one }
        const mine = {
          AccountId: "own",
          Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: "GB33BUKB20201555555555" }]
        }
        const { account: _, ...all } = transactions([paid("o", "2026-11-03", "7", { AccountId: "own" })], own)
        const alone = { ...all, account: "own" }
        const mineAlone = [accounts([accountRow(mine)], own), asked === "by itself" ? alone : all]
        yield* night(
          "2026-11-10",
          accounts([accountRow({ AccountId: "one" }), accountRow(mine)], own),
          alone,
          ...answers("one", [late]).slice(1),
          ...answers("two", [late])
        )
        const notListed = "select account_id from findings where code = 'account-not-listed' and closed_run is null"
        for (const day of ["11", "13", "15", "17", "18"]) {
          const both = answers("two")
          yield* night(`2026-11-${day}`, ...day === "11" ? [...mineAlone, ...both] : [...both, ...mineAlone])
          assert.deepStrictEqual(yield* query(notListed), [{ account_id: "one" }])
        }
        const held =
          "select account_id, count(*)::integer as rows from transactions join accounts using (account_key) group by all order by all"
        assert.deepStrictEqual(yield* query(held), [{ account_id: "own", rows: 1 }, { account_id: "two", rows: 2 }])
        assert.deepStrictEqual(yield* again(held), yield* query(held))
      }))
)

it.live("takes out what both lists have no more, in the same night, and ties what took its place", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const row = (day: string, amount: string, TransactionInformation: string, Status = "BOOK") =>
        paid(undefined, `2026-11-${day}`, amount, { TransactionInformation, Status })
      const equal = row("04", "4", "equal")
      const seenByOne = [equal, row("09", "20", "to be booked", "PDNG")]
      const gone = row("05", "5", "gone")
      const before = [equal, equal, gone, row("06", "6", "as told"), row("09", "30", "soon booked", "PDNG")]
      const after = [equal, equal, row("06", "6", "told otherwise"), row("09", "30", "soon booked")]
      yield* night("2026-11-10", ...answers("two", before), ...answers("one", [...before, ...seenByOne]))
      yield* night("2026-11-11", ...answers("one", [...after, ...seenByOne]), ...answers("two", after))
      const changes = `select v.change, v.description, o.description as before from transaction_versions v
        left join transaction_versions o on o.transaction_key = v.previous_key and o.version = 1
        where v.change <> 'new' or v.previous_key is not null order by all`
      assert.deepStrictEqual(yield* query(changes), [
        { change: "absent", description: "as told", before: null },
        { change: "absent", description: "gone", before: null },
        { change: "booked", description: "soon booked", before: null },
        { change: "new", description: "soon booked", before: "soon booked" },
        { change: "new", description: "told otherwise", before: "as told" }
      ])
      const equals = "select count(*)::integer as rows from transactions where description = 'equal'"
      assert.deepStrictEqual(yield* query(equals), [{ rows: 3 }])
      assert.deepStrictEqual(yield* query("select amount from pending_transactions"), [{ amount: "-20.00000" }])
      // What has come back to one list is in the book, also where the other one leaves it out afterwards.
      yield* night("2026-11-12", ...takenInLast("one", [...after, gone], answers("two", after)))
      yield* night("2026-11-13", ...answers("two", after), ...answers("one", after))
      assert.deepStrictEqual(
        yield* query("select change, version from transaction_versions where description = 'gone' order by version"),
        ["new", "absent", "returned", "absent"].map((change, at) => ({ change, version: at + 1 }))
      )
      assert.deepStrictEqual(yield* query("select transaction_key from pending_transactions"), [])
      assert.deepStrictEqual(yield* query("select transaction_key from left_out_rows"), [])
      assert.deepStrictEqual(yield* again(changes), yield* query(changes))
    })))

it.live("believes of an edit what was asked for later, and of what is listed no consent that has ended", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const ends = { agreed: { expires_at: "2026-11-12T12:00:00Z" } }
      const both = paid("both", "2026-11-06", "6")
      const edited = { ...both, Amount: { Amount: "7", Currency: "GBP" } }
      yield* night("2026-11-11", ...answers("two", [both, late]), ...answers("one", [both, late], ends))
      yield* night("2026-11-12", ...takenInLast("one", [both, late], answers("two", [edited, late])))
      const amounts = "select amount from transactions where transaction_id in ('both', 'late') order by all"
      assert.deepStrictEqual(yield* query(amounts), [{ amount: "-9.99000" }, { amount: "-7.00000" }])
      yield* night("2026-11-13", ...answers("two", [edited]))
      assert.deepStrictEqual(yield* query(amounts), [{ amount: "-7.00000" }])
    })))

it.live("lets a renewal have the last word where a night under the older consent is taken in after it", () =>
  withBook(content, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-10", ...answers("one", [late]))
      const renewed = answers("two", [], { replaces: consents.one })
      yield* night("2026-11-11", ...takenInLast("one", [late], renewed))
      assert.deepStrictEqual(yield* query(net), without)
    })))

const stable = { transaction_ids: "stable", pending: "complete" } as const
const equalRows = "select count(*)::integer as rows from transactions where description = 'shop'"
/** A payment that says what others of its day say, but for the hour. */
const shop = (id: string, hour: string) =>
  paid(id, "2026-11-09", "3", { BookingDateTime: `2026-11-09T${hour}:10:00Z`, TransactionInformation: "shop" })

it.live("keeps two payments of one day that say the same, each with its id in the list of one person", () =>
  withBook(stable, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [seenByOne, seenByTwo] = [shop("of-one", "08"), shop("of-two", "12")]
      yield* night("2026-11-08", ...answers("one"), ...answers("two"))
      for (const day of ["2026-11-10", "2026-11-11", "2026-11-12"]) {
        yield* night(day, ...answers("one", [seenByOne]), ...answers("two", [seenByTwo]))
        assert.deepStrictEqual(yield* query(equalRows), [{ rows: 2 }])
      }
      assert.deepStrictEqual(yield* query(versions), [{ change: "new", rows: 4 }])
      assert.deepStrictEqual(yield* query(codes), [])
      assert.deepStrictEqual(yield* again(versions), yield* query(versions))
      // A bank that numbers anew what a list held before says of no row that it is another.
      const renumbered = { ...seenByTwo, TransactionId: "of-two-anew" }
      yield* night("2026-11-13", ...answers("one", [seenByOne]), ...answers("two", [renumbered]))
      assert.deepStrictEqual(yield* query(versions), [{ change: "new", rows: 4 }])
    })))

it.live("counts payments once of a bank that gives their ids for each consent, and leaves each its hour", () =>
  withBook(stable, ({ again, night, query }) =>
    Effect.gen(function*() {
      const under = (person: Person, hours: ReadonlyArray<string>) => {
        const listed = [
          ...["02", "03"].map((day) => paid(`${person}-${day}`, `2026-11-${day}`, "7")),
          ...hours.map((hour) => shop(`${person}-at-${hour}`, hour))
        ]
        const rows = listed.map((row) => ({ ...row, AccountId: person }))
        const read = { account: person, consent: consents[person] }
        return [accounts([accountRow({ AccountId: person })], { consent: consents[person] }), transactions(rows, read)]
      }
      yield* night("2026-11-08", ...under("one", []))
      yield* night("2026-11-10", ...under("two", ["12", "16"]), ...under("one", ["16", "12", "08"]))
      yield* night("2026-11-11", ...under("one", ["08", "12", "16"]), ...under("two", ["08", "12", "16"]))
      assert.deepStrictEqual(yield* query(equalRows), [{ rows: 3 }])
      assert.deepStrictEqual(yield* query(versions), [{ change: "new", rows: 5 }])
      assert.deepStrictEqual(yield* again(versions), yield* query(versions))
    })))

it.live("knows of another consent what earlier runs have learned, and not its own, also where all is of one instant", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [listing, rows] = answers("one", [late], { agreed: { expires_at: "2026-11-20T12:00:00Z" } })
      yield* night(
        "2026-11-10",
        ...listing === undefined || rows === undefined ? [] : [listing, rows],
        ...answers("two", [late])
      )
      const learned = answers("one", [late], { agreed: { expires_at: "2026-11-11T02:00:00Z" } }).slice(0, 1)
      yield* night("2026-11-11", ...learned, ...answers("two"))
      assert.deepStrictEqual(yield* query(net), withLate)
      assert.deepStrictEqual(yield* again(versions), yield* query(versions))
      yield* night("2026-11-12", ...answers("two"))
      assert.deepStrictEqual(yield* query(net), without)
      assert.deepStrictEqual(yield* again(versions), yield* query(versions))
    })))

it.live("says of an account that a renewal does not list what was known of the other consent then, also in a book made again", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const renewal = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000003")
      const numbered = [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20000055555555" }]
      const other = accounts([accountRow({ AccountId: "other", Account: numbered })], {
        consent: renewal,
        replaces: consents.one
      })
      const left = [other, transactions([], { account: "other", consent: renewal }), other]
      yield* night("2026-11-10", ...answers("one"), ...answers("two", [], { agreed: {} }))
      yield* night("2026-11-11", ...left, ...answers("two"))
      assert.deepStrictEqual(yield* query(codes), [])
      yield* night("2026-11-12", ...answers("two", [], { agreed: { status: "EXPD" }, outcome: "refused", pages: [] }))
      assert.deepStrictEqual(yield* again(codes), yield* query(codes))
    })))
