/**
 * What one consent has listed of an account and a list of another one leaves out: it may not see it, or not yet, so nothing is over by it.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { accountRow, balanceRow, pageOf } from "../../support/gateway/bankRows.ts"
import { type AnsweredRead, consent as before } from "../../support/store/journalRead.ts"
import { accounts, paid, proving, withBook } from "../../support/store/withBook.ts"

const under = { consent: ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002") }

const basic = ["ReadAccountsDetail", "ReadTransactionsCredits", "ReadTransactionsDebits"]
const every = [...basic, "ReadTransactionsDetail"]
const permitted = {
  "credits alone": ["ReadAccountsDetail", "ReadTransactionsCredits", "ReadTransactionsDetail"],
  "no detail": [...basic, "ReadTransactionsBasic"],
  "everything": every
}

const days = { from: "2026-11-05", to: "2026-11-15" }

const row = (day: string, amount = "1") =>
  paid(undefined, `2026-11-${day}`, amount, { TransactionInformation: `${day} ${amount}` })
const credit = paid(undefined, "2026-11-11", "5", { CreditDebitIndicator: "Credit" })

/** A list of the other consent. */
const other = (permissions: keyof typeof permitted, rows: ReadonlyArray<unknown>) => [
  accounts([accountRow()], { ...under, agreed: { permissions: permitted[permissions] } }),
  proving(rows, days, under)
]

/** A list of all accounts. */
const bulk = (rows: ReadonlyArray<unknown>, of: Parameters<typeof proving>[1] = days) => {
  const { account: _, ...all } = proving(rows, of)
  return all
}

const first = accounts([accountRow()], { agreed: { permissions: every } })

const bad = paid("t-bad", "2026-11-12", "12,50")
const good = [credit, paid("t-1", "2026-11-08", "1"), paid("t-2", "2026-11-13", "1")]
const waiting = "select code from quarantine where resolved_run is null"

for (const permissions of ["credits alone", "everything"] as const) {
  it.live(`holds a row in quarantine that a consent of ${permissions} does not list, until its own leaves it out`, () =>
    withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ again, night, query }) =>
      Effect.gen(function*() {
        const seen = permissions === "everything" ? good : [credit]
        yield* night("2026-11-14", first, proving([...good, bad], { from: "2026-11-01", to: "2026-11-14" }))
        yield* night("2026-11-15", ...other(permissions, seen))
        assert.deepStrictEqual(yield* query(waiting), [{ code: "bad-amount" }])
        yield* night("2026-11-16", first, proving(good, days))
        assert.deepStrictEqual(yield* query(waiting), [])
        assert.deepStrictEqual(
          yield* again("from quarantine order by all"),
          yield* query("from quarantine order by all")
        )
      })))
}

it.live("holds a row in quarantine of which an empty list, or one of before that waited for its account, says nothing", () =>
  withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const second = accountRow({ AccountId: "a-2", Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: "GB2" }] })
      const [, one, two] = good
      yield* night(
        "2026-11-10",
        accounts([second]),
        bulk([one, paid("o-1", "2026-11-08", "1", { AccountId: "a-2" })], { from: "2026-11-01", to: "2026-11-10" })
      )
      yield* night(
        "2026-11-14",
        accounts([second, accountRow()]),
        bulk([one, bad, two], { from: "2026-11-04", to: "2026-11-14" })
      )
      assert.deepStrictEqual(yield* query(waiting), [{ code: "bad-amount" }])
      yield* night("2026-11-16", proving([], { from: "2026-11-09", to: "2026-11-15" }))
      assert.deepStrictEqual(yield* query(waiting), [{ code: "bad-amount" }])
      assert.deepStrictEqual(yield* again("from quarantine order by all"), yield* query("from quarantine order by all"))
    })))

it.live("holds a row that tells no account until a list that names rows of its day leaves it out", () =>
  withBook({ bulk: "both", transaction_ids: "stable", lookback_days: 6 }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-14", first, bulk([...good, paid("t-bad", "2026-11-12", "1", { AccountId: null })]))
      const [{ code } = { code: null }] = yield* query(waiting)
      assert.isString(code)
      yield* night("2026-11-15", bulk([]))
      assert.deepStrictEqual(yield* query(waiting), [{ code }])
      yield* night("2026-11-16", bulk(good))
      assert.deepStrictEqual(yield* query(waiting), [])
    })))

it.live("holds a page that is none until the consent that was given it gets another", () =>
  withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-14", first, proving(good, { from: "2026-11-01", to: "2026-11-14" }))
      yield* night("2026-11-15", proving([], days, { pages: ["oops"] }), ...other("credits alone", [credit]))
      assert.deepStrictEqual(yield* query(waiting), [{ code: "page-not-json" }])
      yield* night("2026-11-16", proving([], days))
      assert.deepStrictEqual(yield* query(waiting), [])
      assert.deepStrictEqual(yield* again("from quarantine order by all"), yield* query("from quarantine order by all"))
    })))

const twin = row("10", "2")
const whole = [row("13"), credit, row("10"), twin, row("09"), row("08")]
const edged = proving([], { from: "2026-11-01", to: "2026-11-14" }, {
  pages: [pageOf("Transaction", whole.slice(0, 4)), pageOf("Transaction", [twin, row("09"), row("08")])]
})
const twins = "select count(*)::integer as rows from transactions where booking_date = '2026-11-10' and amount = -2"
const asked = "select resolved_by, reading from reviews where kind = 'equal-at-page-edge'"

const unheard = {
  "a consent of credits alone": other("credits alone", [credit]),
  "one without detail that lists one of them": other(
    "no detail",
    whole.map(({ TransactionInformation: _, ...poor }) => poor)
  ),
  "one that lists one of them": other("everything", whole),
  "one that lists none of them": other("everything", whole.filter((each) => each !== twin))
}

for (const [whose, reads] of Object.entries(unheard)) {
  it.live(`lets a person's word about equal rows at a page's edge stand behind the list of ${whose}`, () =>
    withBook(
      { transaction_ids: "absent", lookback_days: 6 },
      ({ again, answer, night, query }) =>
        Effect.gen(function*() {
          yield* night("2026-11-14", first, edged)
          assert.deepStrictEqual(yield* query(twins), [{ rows: 2 }])
          yield* answer("2026-11-14", "one")
          assert.deepStrictEqual(yield* query(twins), [{ rows: 1 }])
          yield* night("2026-11-15", ...reads)
          assert.deepStrictEqual(yield* query(asked), [{ resolved_by: "person", reading: "one" }])
          assert.deepStrictEqual(yield* query(twins), [{ rows: 1 }])
          assert.deepStrictEqual(yield* again(twins), [{ rows: 1 }])
        })
    ))
}

it.live("lets that word stand where a row of the day is not understood, which may be one of them", () =>
  withBook({ transaction_ids: "absent", lookback_days: 6 }, ({ answer, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-14", first, edged)
      yield* answer("2026-11-14", "one")
      yield* night("2026-11-15", first, proving([...whole, row("10", "1,0")], days))
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: "person", reading: "one" }])
      assert.deepStrictEqual(yield* query(twins), [{ rows: 1 }])
    })))

it.live("tells of no row that is gone where the bank's next list shows one payment, as a person has said", () =>
  withBook({ transaction_ids: "absent", lookback_days: 6 }, ({ answer, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-14", first, edged)
      yield* answer("2026-11-14", "one")
      yield* night("2026-11-15", first, proving(whole, days))
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: "bank", reading: null }])
      assert.deepStrictEqual(yield* query(twins), [{ rows: 1 }])
      assert.deepStrictEqual(yield* query("select code from findings"), [])
      assert.deepStrictEqual(yield* query("from doubtful_days where reason = 'row-gone'"), [])
    })))

const old = [row("09"), row("08")]
const [a = twin, b = twin, c = twin] = ["A", "B", "C"].map((shop) =>
  paid(undefined, "2026-11-12", "2", { TransactionInformation: shop })
)
const poorOf = (rows: ReadonlyArray<typeof twin>) => rows.map(({ TransactionInformation: _, ...poor }) => poor)

/** Both lists of a night, the one with detail or the one without, or both in this order. */
const listing = (rows: ReadonlyArray<typeof twin>, of: string) => {
  const rich = [first, proving([...old, ...rows], days)]
  const lean = other("no detail", poorOf([...old, ...rows]))
  return [...of].flatMap((each) => each === "r" ? rich : lean)
}

const untold = {
  "lists one more first": [["r", [a]], ["l", [a, b]], ["r", [a, b]], ["rl", [a, b]]],
  "was there first": [["l", [a]], ["r", [a, b]], ["l", [a, b]], ["rl", [a, b]]],
  "lists two more first": [["rl", [a]], ["lr", [a, b, c]], ["rl", [a, b, c]]],
  "lists what is left of two, the second withdrawn": [["rl", [a, b]], ["rl", [a]], ["rl", [a]]],
  "lists what is left of two, the first withdrawn": [["rl", [a, b]], ["lr", [b]], ["rl", [b]]],
  "lists another one beside what is left of two": [["rl", [a, b]], ["rl", [b, c]], ["lr", [b, c]]]
} as const

for (const [what, nights] of Object.entries(untold)) {
  it.live(`holds each of several payments of one day and amount, of which a consent without detail ${what}`, () =>
    withBook({ transaction_ids: "absent", lookback_days: 6 }, ({ again, night, query }) =>
      Effect.gen(function*() {
        const shops = "select description from transactions where booking_date = '2026-11-12' order by all"
        for (const [nth, [of, rows]] of nights.entries()) yield* night(`2026-11-${14 + nth}`, ...listing(rows, of))
        const last = nights.at(-1)?.[1].map(({ TransactionInformation: description }) => ({ description }))
        assert.deepStrictEqual(yield* query(shops), last)
        assert.deepStrictEqual(yield* again(shops), last)
      })))
}

it.live("counts two payments of one day and amount once each, of which a consent without detail lists one so far", () =>
  withBook({ transaction_ids: "absent", lookback_days: 6 }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const gift = paid(undefined, "2026-11-10", "2", { TransactionInformation: "a gift" })
      const { TransactionInformation: _, ...poor } = gift
      yield* night("2026-11-14", first, proving([...whole, gift], { from: "2026-11-01", to: "2026-11-14" }))
      yield* night("2026-11-15", ...other("no detail", [poor]))
      assert.deepStrictEqual(yield* query(twins), [{ rows: 2 }])
      yield* night("2026-11-16", first, proving([...whole, gift], days), ...other("no detail", [poor, poor]))
      assert.deepStrictEqual(yield* query(twins), [{ rows: 2 }])
      assert.deepStrictEqual(yield* again(twins), [{ rows: 2 }])
    })))

it.live("takes a list of another consent at its word about equal rows that stand side by side in it", () =>
  withBook({ transaction_ids: "absent", lookback_days: 6 }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-14", first, edged)
      yield* night("2026-11-15", ...other("everything", whole.toSpliced(3, 0, twin)))
      assert.deepStrictEqual(yield* query(asked), [{ resolved_by: "bank", reading: null }])
      assert.deepStrictEqual(yield* query(twins), [{ rows: 2 }])
    })))

it.live("keeps a finding open that the list of one consent shows each night and that of another never does", () =>
  withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ night, query }) =>
    Effect.gen(function*() {
      const open = "select code from findings where closed_run is null"
      const minus = paid("t-3", "2026-11-13", "-3")
      yield* night(
        "2026-11-14",
        first,
        proving([...good, minus], { from: "2026-11-01", to: "2026-11-14" }),
        ...other("everything", good)
      )
      assert.deepStrictEqual(yield* query(open), [{ code: "sign-against-indicator" }])
      yield* night("2026-11-15", ...other("everything", good))
      assert.deepStrictEqual(yield* query(open), [{ code: "sign-against-indicator" }])
      yield* night("2026-11-16", first, proving([...good, paid("t-3", "2026-11-13", "3")], days))
      assert.deepStrictEqual(yield* query(open), [])
    })))

it.live("ends a finding of a consent that has listed no account for a week by the list of another one", () =>
  withBook({ transaction_ids: "stable", lookback_days: 6 }, ({ night, query }) =>
    Effect.gen(function*() {
      const open = "select code from findings where closed_run is null"
      const mended = [...good, paid("t-3", "2026-11-13", "3")]
      const minus = [...good, paid("t-3", "2026-11-13", "-3")]
      yield* night(
        "2026-11-14",
        ...other("everything", mended),
        first,
        proving(minus, { from: "2026-11-01", to: "2026-11-14" })
      )
      yield* night("2026-11-20", ...other("everything", mended))
      assert.deepStrictEqual(yield* query(open), [{ code: "sign-against-indicator" }])
      yield* night("2026-11-21", ...other("everything", mended))
      assert.deepStrictEqual(yield* query(open), [])
    })))

const balance = (type: string, day: string, read: Partial<AnsweredRead> = {}): AnsweredRead => ({
  resource: "balances",
  account: "a-1",
  pages: [pageOf("Balance", [balanceRow({ Type: type, DateTime: `2026-11-${day}T02:00:00Z` })])],
  ...read
})

const told = "select code from findings where code = 'balance-not-listed' and closed_run is null"

it.live("tells of no balance that another living consent states, until that leaves it out itself", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const second = other("everything", good)
      yield* night("2026-11-14", first, balance("ITBD", "14"))
      yield* night("2026-11-15", first, balance("ITBD", "15"), ...second, balance("CLAV", "15", under))
      yield* night("2026-11-16", ...second, balance("CLAV", "16", under))
      assert.deepStrictEqual(yield* query(told), [])
      yield* night("2026-11-17", first, balance("CLAV", "17"))
      assert.deepStrictEqual(yield* query(told), [{ code: "balance-not-listed" }])
      assert.deepStrictEqual(yield* again(told), yield* query(told))
    })))

it.live("tells of a balance that only a consent has stated which has listed nothing for a week", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night(
        "2026-11-14",
        first,
        balance("ITBD", "14"),
        ...other("everything", good),
        balance("CLAV", "14", under)
      )
      yield* night("2026-11-20", first, balance("ITBD", "20"))
      assert.deepStrictEqual(yield* query(told), [])
      yield* night("2026-11-22", first, balance("ITBD", "22"))
      assert.deepStrictEqual(yield* query(told), [{ code: "balance-not-listed" }])
      assert.deepStrictEqual(yield* again(told), yield* query(told))
    })))

it.live("tells at once of a balance that the consent before stated and its renewal does not", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-14", first, balance("ITBD", "14"))
      yield* night(
        "2026-11-15",
        accounts([accountRow()], { ...under, replaces: before, agreed: { permissions: every } }),
        balance("CLAV", "15", under)
      )
      assert.deepStrictEqual(yield* query(told), [{ code: "balance-not-listed" }])
    })))

it.live("tells that two consents were told two amounts of one balance, as long as they are", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const second = other("everything", good)
      const stated = (amount: string, day: string, read: Partial<AnsweredRead> = {}) => ({
        ...balance("ITBD", day, read),
        pages: [pageOf("Balance", [
          balanceRow({ DateTime: `2026-11-${day}T02:00:00Z`, Amount: { Amount: amount, Currency: "GBP" } })
        ])]
      })
      const found = "select message, closed_run is null as open from findings where code = 'balance-contradicted'"
      const latest = "select amount from latest_balances"
      const message =
        "two consents were told two amounts of ITBD GBP at one instant; the one that was asked later counts"
      yield* night("2026-11-14", first, stated("10", "13"), ...second, stated("10", "13", under))
      yield* night("2026-11-15", first, stated("11", "13"))
      assert.deepStrictEqual(yield* query(found), [])
      yield* night("2026-11-16", first, stated("10", "15"), ...second, stated("12", "15", under))
      assert.deepStrictEqual(yield* query(found), [{ message, open: true }])
      assert.deepStrictEqual(yield* query(latest), [{ amount: "12.00000" }])
      // The bank tells of no other instant, and both what they told before.
      yield* night("2026-11-17", ...second, stated("12", "15", under), first, stated("10", "15"))
      assert.deepStrictEqual(yield* query(found), [{ message, open: true }])
      assert.deepStrictEqual(yield* query(latest), [{ amount: "10.00000" }])
      yield* night("2026-11-18", first, stated("13", "17"), ...second, stated("13", "17", under))
      assert.deepStrictEqual(yield* query(found), [{ message, open: false }])
      assert.deepStrictEqual(yield* again(found), yield* query(found))
    })))
