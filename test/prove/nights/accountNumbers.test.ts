/**
 * Which account is which from night to night, where its number, its AccountId or what the bank shows of them changes.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { consent } from "../../support/store/journalRead.ts"
import { accounts, paid, proving, transactions, withBook } from "../../support/store/withBook.ts"

const renewed = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

const payments = (account: string, amounts: ReadonlyArray<string>) =>
  amounts.map((amount, at) => paid(undefined, `2026-11-0${at + 1}`, amount, { AccountId: account }))

const net = "select count(*)::integer as rows, sum(amount) as net from transactions"

it.live("does so where both were read in one night, side by side", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const under = { consent: renewed }
      const amounts = ["1", "2", "3", "4"]
      yield* night(
        "2026-11-10",
        accounts([accountRow({ AccountId: "a", Account: [] })]),
        accounts([accountRow({ AccountId: "x", Account: [] })], under),
        transactions(payments("x", amounts), { account: "x", ...under }),
        transactions(payments("a", amounts), { account: "a" })
      )
      assert.deepStrictEqual(yield* query(net), [{ rows: 4, net: "-10.00000" }])
      assert.deepStrictEqual(yield* query("select account_id from accounts"), [{ account_id: "x" }])
      assert.deepStrictEqual(yield* again(net), yield* query(net))
    })))

const ibanOf = (id: string, Identification: string, fields: Record<string, unknown> = {}) =>
  accountRow({ AccountId: id, Account: [{ SchemeName: "UK.OBIE.IBAN", Identification, ...fields }] })

const heldBy = `select a.account_id, count(*)::integer as rows
  from transactions join accounts a using (account_key) group by all order by all`

it.live("keeps accounts apart that bear one number under the consents of two persons, where their rows disagree", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const number = "GB33BUKB20201555555555"
      const rows = (id: string, amounts: ReadonlyArray<string>, consent?: ConsentId) =>
        transactions(payments(id, amounts).map((row, at) => ({ ...row, TransactionId: `${id[0]}-${at}` })), {
          account: id,
          ...consent === undefined ? {} : { consent }
        })
      const [mine, theirs] = [["1", "2", "3", "4"], ["11", "12", "13", "14"]]
      const under = { consent: renewed }
      yield* night("2026-11-10", accounts([ibanOf("a", number)]), rows("a", mine))
      yield* night("2026-11-11", accounts([ibanOf("z", number)], under), rows("z", theirs, renewed), rows("a", mine))
      assert.deepStrictEqual(yield* query(heldBy), [
        { account_id: "a", rows: 4 },
        { account_id: "z", rows: 4 }
      ])
      assert.deepStrictEqual(yield* query("select code from findings"), [])
      // A consent that replaces one of them means the account of that one.
      const next = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000003")
      yield* night(
        "2026-11-12",
        accounts([ibanOf("a2", number)], { consent: next, replaces: consent }),
        rows("a2", mine, next)
      )
      assert.deepStrictEqual(yield* query(heldBy), [
        { account_id: "a2", rows: 4 },
        { account_id: "z", rows: 4 }
      ])
    })))

it.live("knows an account by its number under another consent also where it lists nothing", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const number = "GB33BUKB20201555555555"
      yield* night("2026-11-10", accounts([ibanOf("a", number)]), transactions([], { account: "a" }))
      yield* night(
        "2026-11-11",
        accounts([ibanOf("z", number)], { consent: renewed }),
        transactions([], { account: "z", consent: renewed })
      )
      assert.strictEqual((yield* query("select account_key from accounts")).length, 1)
    })))

it.live.each([
  { shown: "****1234", what: "the last digits behind a mask" },
  { shown: "4444", what: "the last digits" },
  { shown: "HIDDEN", what: "a word" },
  { shown: "20041500000000", what: "zeros" }
])(
  "asks whether two accounts are one of which the bank shows only $what, and which list nothing",
  ({ shown }) =>
    withBook({ transaction_ids: "stable" }, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-10", accounts([ibanOf("a", shown)]), transactions([], { account: "a" }))
        yield* night(
          "2026-11-11",
          accounts([ibanOf("z", shown)], { consent: renewed }),
          transactions([], { account: "z", consent: renewed })
        )
        assert.strictEqual((yield* query("select account_key from accounts")).length, 2)
        assert.deepStrictEqual(yield* query("select kind from reviews"), [{ kind: "same-account" }])
      }))
)

it.live("tells accounts of one number by what stands beside it, as a roll number", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const number = "GB33BUKB20201555555555"
      const roll = (id: string, SecondaryIdentification: string) => ibanOf(id, number, { SecondaryIdentification })
      const empty = (account: string, consent?: ConsentId) =>
        transactions([], { account, ...consent === undefined ? {} : { consent } })
      yield* night("2026-11-10", accounts([roll("a", "R1"), roll("b", "R2")]), empty("a"), empty("b"))
      yield* night(
        "2026-11-11",
        accounts([roll("y", "R3"), roll("z", "R1")], { consent: renewed }),
        empty("y", renewed),
        empty("z", renewed)
      )
      assert.deepStrictEqual(
        yield* query(
          "select list(account_id order by account_id) as ids from account_links group by account_key order by all"
        ),
        [{ ids: ["a", "z"] }, { ids: ["b"] }, { ids: ["y"] }]
      )
    })))

it.live.each(
  [
    { what: "bear no number", shown: ["", ""], ids: false },
    { what: "end otherwise", shown: ["XXXX1234", "XXXX9876"], ids: false },
    { what: "bear other ids in their rows", shown: ["", ""], ids: true }
  ] as const
)(
  "takes what two persons are paid each week for no proof that they have one account, where they $what",
  (twins) =>
    withBook({ transaction_ids: twins.ids ? "stable" : "absent" }, ({ night, query }) =>
      Effect.gen(function*() {
        const listed = (id: string, at: 0 | 1, under: { readonly consent?: ConsentId }) => [
          accounts(
            [twins.shown[at] === "" ? accountRow({ AccountId: id, Account: [] }) : ibanOf(id, twins.shown[at])],
            under
          ),
          transactions(
            ["03", "10", "17", "24"].map((day, nth) =>
              paid(twins.ids ? `${id}-${nth}` : undefined, `2026-11-${day}`, "5", { AccountId: id })
            ),
            { account: id, ...under }
          )
        ]
        yield* night("2026-11-25", ...listed("a", 0, {}))
        yield* night("2026-11-26", ...listed("z", 1, { consent: renewed }))
        assert.deepStrictEqual(yield* query(heldBy), [{ account_id: "a", rows: 4 }, { account_id: "z", rows: 4 }])
        assert.strictEqual((yield* query("select kind from reviews")).length, twins.shown[0] === "" ? 1 : 0)
      }))
)

it.live("asks which is which where AccountIds name accounts of another kind after a renewal, and no row tells", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const kinds = (first: string, second: string) =>
        [first, second].map((AccountTypeCode, at) =>
          accountRow({ AccountId: `${at + 1}`, Account: [], AccountTypeCode, Description: AccountTypeCode })
        )
      yield* night(
        "2026-11-10",
        accounts(kinds("CACC", "SVGS")),
        transactions(payments("1", ["1", "2", "3"]), { account: "1" }),
        transactions([], { account: "2" })
      )
      yield* night(
        "2026-11-20",
        accounts(kinds("SVGS", "CACC"), { consent: renewed, replaces: consent }),
        transactions([], { account: "1", consent: renewed, from: "2026-11-15" }),
        transactions([paid("t-9", "2026-11-18", "9", { AccountId: "2" })], {
          account: "2",
          consent: renewed,
          from: "2026-11-15"
        })
      )
      assert.deepStrictEqual(
        yield* query(
          `select a.description, sum(t.amount) as net from transactions t join accounts a using (account_key)
           group by account_key, a.description order by net desc`
        ),
        [{ description: "CACC", net: "-6.00000" }, { description: "CACC", net: "-9.00000" }]
      )
      assert.deepStrictEqual(yield* query("select distinct kind from reviews"), [{ kind: "same-account" }])
    })))

it.live("counts once what two reads listed of an account that a renewal names, the older one taken in after the newer", () =>
  withBook({ transaction_ids: "unstable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const listed = (ids: string, account: string) =>
        ["04", "06", "08", "09"].map((day) =>
          paid(`${ids}-${day}`, `2026-11-${day}`, day, { AccountId: account, TransactionReference: `${ids} ${day}` })
        )
      const inBulk = (ids: string, from: string) => {
        const { account: _, ...read } = proving(listed(ids, "hidden"), { from, to: "2026-11-12" })
        return read
      }
      yield* night("2026-11-10", accounts(), inBulk("x", "2026-11-01"))
      // The bank gives other ids and references each time, and the first is of the day before those that are proven.
      yield* night("2026-11-12", inBulk("y", "2026-11-05"))
      const shown = accountRow({ AccountId: "shown", Account: [] })
      yield* night(
        "2026-11-13",
        accounts([accountRow(), shown], { consent: renewed, replaces: consent }),
        transactions(listed("z", "shown").slice(1), { account: "shown", consent: renewed, from: "2026-11-06" })
      )
      const held = "select booking_date, count(*)::integer as rows from transactions group by all having rows > 1"
      assert.deepStrictEqual(yield* query(held), [])
      assert.deepStrictEqual(yield* query(net), [{ rows: 4, net: "-27.00000" }])
      assert.deepStrictEqual(yield* again(net), [{ rows: 4, net: "-27.00000" }])
    })))

it.live("takes in nothing anew of an account whose ids are positions, where a read is taken in again for another", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const hidden = (account: string, ids: string) =>
        ["04", "06", "08"].map((day) => paid(`${ids}-${day}`, `2026-11-${day}`, day, { AccountId: account }))
      const listed = (days: ReadonlyArray<string>) =>
        days.toReversed().map((day, place) => paid(`${place + 1}`, `2026-11-${day}`, `1${day}`))
      const bulk = (rows: ReadonlyArray<unknown>) => {
        const { account: _, ...read } = transactions(rows)
        return read
      }
      const days = ["03", "05", "07", "09"]
      yield* night("2026-11-10", accounts(), bulk([...listed(days), ...hidden("hidden", "x")]))
      yield* night("2026-11-11", bulk([...listed([...days, "10"]), ...hidden("hidden", "x")]))
      assert.deepStrictEqual(yield* query("select code from findings where code = 'ids-are-positions'"), [
        { code: "ids-are-positions" }
      ])
      yield* night(
        "2026-11-13",
        accounts([accountRow(), accountRow({ AccountId: "shown", Account: [] })], {
          consent: renewed,
          replaces: consent
        }),
        transactions(listed([...days, "10"]), { consent: renewed }),
        transactions(hidden("shown", "x"), { account: "shown", consent: renewed })
      )
      assert.deepStrictEqual(yield* query(net), [{ rows: 8, net: "-552.00000" }])
    })))

it.live("counts a row of the oldest day once that a read taken in again gives another id than the newer one did", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const numbered = (account: string, first: number) =>
        ["04", "06", "08"].map((day, place) => paid(`${first + place}`, `2026-11-${day}`, day, { AccountId: account }))
      const { account: _, ...bulk } = proving(numbered("hidden", 40), { from: "2026-11-03", to: "2026-11-10" })
      yield* night("2026-11-10", accounts(), bulk)
      yield* night(
        "2026-11-13",
        accounts([accountRow(), accountRow({ AccountId: "shown", Account: [] })], {
          consent: renewed,
          replaces: consent
        }),
        proving(numbered("shown", 10), { from: "2026-11-05", to: "2026-11-13" }, { account: "shown", consent: renewed })
      )
      assert.deepStrictEqual(yield* query(net), [{ rows: 3, net: "-18.00000" }])
      assert.deepStrictEqual(yield* again(net), [{ rows: 3, net: "-18.00000" }])
    })))

it.live("says of a known account that the bank no longer lists it, until it is listed again", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const open = `select account_id, run_id[:6] as since from findings
        where code = 'account-not-listed' and closed_run is null order by account_id`
      const [a, b] = [accountRow({ AccountId: "a" }), accountRow({ AccountId: "b" })]
      yield* night("2026-11-10", accounts([a, b]))
      assert.deepStrictEqual(yield* query(open), [])
      yield* night("2026-11-11", accounts([a]))
      assert.deepStrictEqual(yield* query(open), [{ account_id: "b", since: "000002" }])
      yield* night("2026-11-12", accounts([]))
      yield* night("2026-11-13", accounts([]))
      const both = [{ account_id: "a", since: "000003" }, { account_id: "b", since: "000002" }]
      assert.deepStrictEqual(yield* query(open), both)
      yield* night("2026-11-14", accounts([a, b]))
      assert.deepStrictEqual(yield* query(open), [])
      yield* night("2026-11-15", accounts([a]))
      assert.deepStrictEqual(yield* query(open), [{ account_id: "b", since: "000006" }])
    })))

const [a, b] = ["a", "b"].map((id, index) =>
  accountRow({
    AccountId: id,
    Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: `2000001000000${index + 1}` }]
  })
)

it.live("says of an account that the consent which replaces its own does not list it, until one does", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const open = "select account_id, message from findings where code = 'account-not-listed' and closed_run is null"
      yield* night("2026-11-10", accounts([a, b]))
      const under = { consent: renewed, replaces: consent }
      yield* night("2026-11-11", accounts([a], under))
      const told = [{
        account_id: "b",
        message:
          `consent ${renewed} took the place of the one under which this account was read, and does not list it: under that ` +
          `nothing is read of it; where that is not meant, let a person choose it: daybook consent renew ${renewed}`
      }]
      assert.deepStrictEqual(yield* query(open), told)
      assert.deepStrictEqual(yield* again(open), told)
      yield* night("2026-11-12", accounts([a, b], { consent: renewed }))
      assert.deepStrictEqual(yield* query(open), [])
    })))

it.live("tells in a book made again what it told of an account that the bank has closed since", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const sightings = "select run_id, message from finding_sightings where code = 'account-not-listed' order by all"
      yield* night("2026-11-10", accounts([a, b]))
      yield* night("2026-11-11", accounts([a], { consent: renewed, replaces: consent }))
      yield* night(
        "2026-11-12",
        accounts([a]),
        transactions([], { account: "b", outcome: "refused", errorTag: "BadRequest", pages: [] })
      )
      const told = yield* query(sightings)
      assert.isAbove(told.length, 0)
      assert.deepStrictEqual(yield* again(sightings), told)
    })))

it.live("says nothing of an account that the bank had closed before the consent that replaces its own", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const told = "select message from finding_sightings where message like '%took the place%'"
      yield* night("2026-11-10", accounts([a, b]))
      yield* night(
        "2026-11-11",
        accounts([a]),
        transactions([], { account: "b", outcome: "refused", errorTag: "BadRequest", pages: [] })
      )
      yield* night("2026-11-12", accounts([a], { consent: renewed, replaces: consent }))
      assert.deepStrictEqual(yield* query(told), [])
      assert.deepStrictEqual(yield* again(told), [])
    })))

it.live("knows which AccountId of an account the newest list has, also where it has a former one again", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const called = (id: string) =>
        [
          accounts([accountRow({
            AccountId: id,
            Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20000012345678" }]
          })]),
          transactions(payments(id, ["1", "2", "3", "4"]), { account: id })
        ] as const
      const listed =
        `select account_id, dense_rank() over (order by account_key)::integer as account, last_listed_run[:6] as run
        from account_links order by account_id`
      yield* night("2026-11-10", ...called("a"))
      yield* night("2026-11-11", ...called("b"))
      assert.deepStrictEqual(yield* query(listed), [
        { account_id: "a", account: 1, run: "000001" },
        { account_id: "b", account: 1, run: "000002" }
      ])
      yield* night("2026-11-12", ...called("a"))
      yield* night("2026-11-13", ...called("a"))
      assert.deepStrictEqual(yield* query(listed), [
        { account_id: "a", account: 1, run: "000004" },
        { account_id: "b", account: 1, run: "000002" }
      ])
    })))

it.live("calls an account closed that the bank left out of its list and then refused, until it answers for it again", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const closed =
        "select account_id, closed_run[:6] as since from accounts where closed_run is not null order by all"
      const [a, b] = [accountRow({ AccountId: "a" }), accountRow({ AccountId: "b" })]
      const refused = { account: "b", outcome: "refused", pages: [] } as const
      yield* night("2026-11-10", accounts([a, b]), transactions([], { account: "b" }))
      // Still in the list: what is refused is trouble, and no end.
      yield* night("2026-11-11", accounts([a, b]), transactions([], refused))
      assert.deepStrictEqual(yield* query(closed), [])
      yield* night("2026-11-12", accounts([a]), transactions([], { account: "b" }))
      assert.deepStrictEqual(yield* query(closed), [])
      yield* night("2026-11-13", accounts([a]), transactions([], refused))
      yield* night("2026-11-14", accounts([a]), transactions([], refused))
      assert.deepStrictEqual(yield* query(closed), [{ account_id: "b", since: "000004" }])
      yield* night("2026-11-15", accounts([a]), transactions([], { account: "b" }))
      assert.deepStrictEqual(yield* query(closed), [])
      yield* night("2026-11-16", accounts([a]), transactions([], refused))
      assert.deepStrictEqual(yield* query(closed), [{ account_id: "b", since: "000007" }])
      yield* night("2026-11-17", accounts([a, b]))
      assert.deepStrictEqual(yield* query(closed), [])
    })))

it.live("believes that a row is gone, also where a row of an account that no list names stands on its day", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const bulk = (rows: ReadonlyArray<unknown>) => {
        const { account: _, ...read } = transactions(rows)
        return read
      }
      const listed = [paid("1", "2026-11-03", "1.00"), paid("2", "2026-11-04", "2.00"), paid("3", "2026-11-05", "3.00")]
      const nobodys = paid("9", "2026-11-04", "9.00", { AccountId: "unlisted" })
      yield* night("2026-11-10", accounts(), bulk([...listed, nobodys]))
      yield* night("2026-11-11", bulk([...listed.filter((_, at) => at !== 1), nobodys]))
      const held = yield* query("select transaction_id as id from transactions order by id")
      assert.deepStrictEqual(held, [{ id: "1" }, { id: "3" }])
    })))

const numbered = (id: string, number: string) =>
  accountRow({ AccountId: id, Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: number }] })

const byNumber = `select sort_code || account_number as number, count(*)::integer as rows, sum(t.amount) as net
  from accounts join transactions t using (account_key) group by all order by all`

it.live("follows accounts by their numbers where two exchange their AccountIds under a living consent", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [one, two] = [["1", "2", "3"], ["11", "12"]]
      const rows = (first: ReadonlyArray<string>, second: ReadonlyArray<string>) => [
        transactions(payments("a", first), { account: "a" }),
        transactions(payments("b", second), { account: "b" })
      ]
      yield* night(
        "2026-11-10",
        accounts([numbered("a", "20000000000001"), numbered("b", "20000000000002")]),
        ...rows(one, two)
      )
      yield* night(
        "2026-11-11",
        accounts([numbered("a", "20000000000002"), numbered("b", "20000000000001")]),
        ...rows([...two, "13"], [...one, "4"])
      )
      assert.deepStrictEqual(yield* query(byNumber), [
        { number: "20000000000001", rows: 4, net: "-10.00000" },
        { number: "20000000000002", rows: 3, net: "-36.00000" }
      ])
      assert.deepStrictEqual(
        yield* query("select code, count(*)::integer as n from findings group by code"),
        [{ code: "account-id-moved", n: 2 }]
      )
      const named =
        "select r.read_id, v.description from reads r join account_versions v using (account_key) where v.known_to is null order by all"
      assert.deepStrictEqual(yield* again(named), yield* query(named))
      assert.lengthOf(yield* query(named), 4)
    })))

const told = "select code, count(*)::integer as n from findings group by code order by code"

it.live("keeps an account whose number is another from one night on, and says so once", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const called = (number: string, ...amounts: ReadonlyArray<string>) =>
        [accounts([numbered("a", number)]), transactions(payments("a", amounts), { account: "a" })] as const
      yield* night("2026-11-10", ...called("20000000000001", "1", "2", "3"))
      yield* night("2026-11-11", ...called("20000000000001", "1", "2", "3"))
      assert.deepStrictEqual(yield* query(told), [])
      yield* night("2026-11-12", ...called("20000000000009", "1", "2", "3", "4"))
      yield* night("2026-11-13", ...called("20000000000009", "1", "2", "3", "4", "5"))
      const held = [{ number: "20000000000009", rows: 5, net: "-15.00000" }]
      assert.deepStrictEqual(yield* query(byNumber), held)
      assert.deepStrictEqual(yield* query(told), [{ code: "account-identified-otherwise", n: 1 }])
      assert.deepStrictEqual(yield* again(byNumber), held)
    })))

it.live("takes no row from an account whose AccountId the bank gives to another, as their rows tell", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const called = (number: string, ...amounts: ReadonlyArray<string>) =>
        [accounts([numbered("a", number)]), transactions(payments("a", amounts), { account: "a" })] as const
      yield* night(
        "2026-11-10",
        accounts([numbered("a", "20000000000001")]),
        transactions(payments("a", ["1", "2", "3"]), { account: "a", from: "2026-10-01" })
      )
      yield* night("2026-11-11", ...called("20000000000009", "11", "12", "13"))
      yield* night("2026-11-12", ...called("20000000000009", "11", "12", "13", "14"))
      const held = [
        { number: "20000000000001", rows: 3, net: "-6.00000" },
        { number: "20000000000009", rows: 4, net: "-50.00000" }
      ]
      assert.deepStrictEqual(yield* query(byNumber), held)
      assert.deepStrictEqual(yield* query(told), [{ code: "account-id-moved", n: 1 }])
      assert.deepStrictEqual(yield* again(byNumber), held)
      // The older days of the other account have never been asked for.
      const doubtful = "select from_date, to_date, reason from doubtful_days"
      assert.deepStrictEqual(yield* query(doubtful), [
        { from_date: "2026-10-01", to_date: "2026-11-01", reason: "account-moved" }
      ])
    })))

it.live("follows two accounts that exchange their AccountIds and have other numbers from then on", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [one, two] = [["1", "2", "3", "4"], ["11", "12", "13", "14"]]
      const listed = (
        first: readonly [string, ReadonlyArray<string>],
        second: readonly [string, ReadonlyArray<string>]
      ) =>
        [
          accounts([numbered("a", first[0]), numbered("b", second[0])]),
          transactions(payments("a", first[1]), { account: "a" }),
          transactions(payments("b", second[1]), { account: "b" })
        ] as const
      yield* night("2026-11-10", ...listed(["20000000000001", one], ["20000000000002", two]))
      yield* night("2026-11-11", ...listed(["20000000000008", two], ["20000000000009", one]))
      const held = [
        { number: "20000000000008", rows: 4, net: "-50.00000" },
        { number: "20000000000009", rows: 4, net: "-10.00000" }
      ]
      assert.deepStrictEqual(yield* query(byNumber), held)
      assert.deepStrictEqual(yield* again(byNumber), held)
    })))

it.live("files a read that was refused with the account that its AccountId meant then, also in a book made again", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const [one, two] = ["20000000000001", "20000000000002"]
      const refused = transactions([], { account: "a", outcome: "refused", pages: [] })
      yield* night("2026-11-10", accounts([numbered("a", one), numbered("b", two)]))
      yield* night("2026-11-11", accounts([numbered("x", one), numbered("b", two)]), refused)
      yield* night("2026-11-12", accounts([numbered("x", one), numbered("a", two)]), transactions([], { account: "a" }))
      const filed =
        `select r.account_id, sort_code || account_number as number from reads r join accounts using (account_key) order by r.read_id`
      const held = [{ account_id: "a", number: one }, { account_id: "a", number: two }]
      assert.deepStrictEqual(yield* query(filed), held)
      assert.deepStrictEqual(yield* again(filed), held)
    })))

it.live("keeps an account whose number is another in a night in which its rows were not read to their end", () =>
  withBook({ transaction_ids: "absent" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = transactions(payments("a", ["1", "2", "3"]), { account: "a" })
      const renewal = { consent: renewed, replaces: consent }
      yield* night("2026-11-10", accounts([numbered("a", "20000000000001")]), rows)
      yield* night("2026-11-11", accounts([numbered("a", "20000000000009")]), { ...rows, outcome: "partial" })
      assert.deepStrictEqual(yield* query("select code from quarantine"), [])
      yield* night("2026-11-12", accounts([numbered("a", "20000000000009")], renewal), { ...rows, consent: renewed })
      const held = [{ number: "20000000000009", rows: 3, net: "-6.00000" }]
      assert.deepStrictEqual(yield* query(byNumber), held)
      assert.deepStrictEqual(yield* query(told), [{ code: "account-identified-otherwise", n: 1 }])
      assert.deepStrictEqual(yield* again(byNumber), held)
    })))

it.live("follows an account whose AccountId is its place in a list, when one before it is gone", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const [one, two] = [["1", "2", "3"], ["11", "12"]]
      yield* night(
        "2026-11-10",
        accounts([numbered("1", "20000000000001"), numbered("2", "20000000000002")]),
        transactions(payments("1", one), { account: "1" }),
        transactions(payments("2", two), { account: "2" })
      )
      yield* night(
        "2026-11-11",
        accounts([numbered("1", "20000000000002")]),
        transactions(payments("1", [...two, "13"]), { account: "1" })
      )
      assert.deepStrictEqual(yield* query(byNumber), [
        { number: "20000000000001", rows: 3, net: "-6.00000" },
        { number: "20000000000002", rows: 3, net: "-36.00000" }
      ])
    })))

it.live("keeps what identifies an account in every entry of a list that has it several times, and says that they differ", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const sortCode = { SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20041500000001" }
      const iban = { SchemeName: "UK.OBIE.IBAN", Identification: "GB33BUKB20201555555555" }
      const pounds = accountRow({ Currency: "GBP", Account: [sortCode] })
      const euros = accountRow({ Currency: "EUR", Account: [iban, sortCode] })
      const told = "select code, account_key is not null as tied from findings where closed_run is null"
      const shown = "select currency, account_number, iban from accounts"
      const identified = "select identification from account_identifiers order by all"
      const both = [{ identification: "20041500000001" }, { identification: "GB33BUKB20201555555555" }]
      const one = [{ currency: "GBP", account_number: "00000001", iban: "GB33BUKB20201555555555" }]
      yield* night("2026-11-17", accounts([pounds, pounds]))
      const before = yield* query("select account_key from accounts")
      assert.deepStrictEqual(yield* query(told), [])
      assert.deepStrictEqual(yield* query(identified), both.slice(0, 1))
      yield* night("2026-11-18", accounts([pounds, euros]))
      assert.deepStrictEqual(yield* query(told), [{ code: "repeated-row", tied: true }])
      assert.deepStrictEqual(yield* query(shown), one)
      assert.deepStrictEqual(yield* query(identified), both)
      // The account is the same, and a list that says the same again makes no version.
      yield* night("2026-11-19", accounts([pounds, euros, euros]))
      assert.deepStrictEqual(yield* query("select account_key from accounts"), before)
      assert.deepStrictEqual(yield* query("select max(version) as version from account_versions"), [{ version: 2 }])
      assert.deepStrictEqual(yield* again(shown), one)
      assert.deepStrictEqual(yield* again(told), yield* query(told))
      yield* night("2026-11-20", accounts([pounds]))
      assert.deepStrictEqual(yield* query(told), [])
      assert.deepStrictEqual(yield* query(identified), both.slice(0, 1))
    })))
