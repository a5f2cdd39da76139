/**
 * Which balance is the newest: what was stated last, also where a bank states it for a day and not for an instant.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow, balanceRow, pageOf } from "../support/gateway/bankRows.ts"
import { accounts, withBook } from "../support/store/withBook.ts"

const stated = (...rows: ReadonlyArray<Record<string, unknown>>) => ({
  resource: "balances" as const,
  account: "a-1",
  pages: [
    pageOf("Balance", rows.map((row) => balanceRow({ Type: "ITBD", DateTime: "2026-11-17T00:00:00+00:00", ...row })))
  ]
})

const of = (amount: string) => ({ Amount: { Amount: amount, Currency: "GBP" }, CreditDebitIndicator: "Credit" })

const latest = "select type, amount from latest_balances order by type"
const every = "select amount from balances order by load_seq, amount"

it.live("comes back to a balance that was stated before for the same day", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-17", accounts(), stated(of("100")))
      yield* night("2026-11-18", stated(of("90")))
      yield* night("2026-11-19", stated(of("100")))
      yield* night("2026-11-20", stated(of("100")))
      assert.deepStrictEqual(yield* query(latest), [{ type: "ITBD", amount: "100.00000" }])
      const amounts = ["100", "90", "100"].map((amount) => ({ amount: `${amount}.00000` }))
      assert.deepStrictEqual(yield* query(every), amounts)
      assert.deepStrictEqual(yield* again(latest), yield* query(latest))
      const [keys] = yield* query("select count(distinct balance_key)::integer as keys from balances")
      assert.deepStrictEqual(keys, { keys: 3 })
    })))

it.live("takes what is available before what is cleared, where version 3.1 states both", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const both = [{ ...of("70"), Type: "InterimAvailable" }, { ...of("60"), Type: "InterimCleared" }]
      yield* night("2026-11-17", accounts(), stated(...both))
      yield* night("2026-11-18", stated(...both.toReversed()))
      assert.deepStrictEqual(yield* query(latest), [{ type: "ITAV", amount: "70.00000" }])
      assert.deepStrictEqual(yield* query(every), [{ amount: "60.00000" }, { amount: "70.00000" }])
    })))

it.live("shows the balance that a bank calls by its plain name, and not one that is cleared and has the same code, in either order", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const at = (time: string) => ({ DateTime: `2026-11-16T${time}:00+00:00` })
      const kinds = ["Closing", "Interim", "Opening"]
      const both = kinds.flatMap((kind) => [
        { ...of("21"), ...at("10:00"), Type: `${kind}Available` },
        { ...of("20"), ...at(kind === "Closing" ? "10:00" : "10:05"), Type: `${kind}Cleared` }
      ])
      const plain = ["CLAV", "ITAV", "OPAV"].map((type) => ({ type, amount: "21.00000" }))
      yield* night("2026-11-17", accounts(), stated(...both))
      assert.deepStrictEqual(yield* query(latest), plain)
      yield* night("2026-11-18", stated(...both.toReversed()))
      assert.deepStrictEqual(yield* query(latest), plain)
      assert.strictEqual((yield* query(every)).length, 6)
      assert.deepStrictEqual(yield* query("select type, amount from balances_as_of('2026-11-18') order by type"), plain)
      // Once only what is cleared is stated, that is the newest.
      yield* night("2026-11-20", stated({ ...of("19"), DateTime: "2026-11-19T10:00:00Z", Type: "ClosingCleared" }))
      assert.deepStrictEqual(yield* query(latest), [{ type: "CLAV", amount: "19.00000" }, ...plain.slice(1)])
      assert.deepStrictEqual(yield* again(latest), yield* query(latest))
    })))

it.live("keeps what is cleared beside what is available where both are as much, whichever came first", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-17", accounts(), stated({ ...of("20"), Type: "ClosingCleared" }))
      yield* night(
        "2026-11-18",
        stated({ ...of("20"), Type: "ClosingAvailable" }, { ...of("20"), Type: "ClosingCleared" })
      )
      assert.deepStrictEqual(yield* query("select type_sent from balances order by all"), [
        { type_sent: "ClosingAvailable" },
        { type_sent: "ClosingCleared" }
      ])
      const [keys] = yield* query("select count(distinct balance_key)::integer as keys from balances")
      assert.deepStrictEqual(keys, { keys: 2 })
    })))

it.live("keeps each of several balances of one kind and instant, once however often they are read", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      for (const day of ["17", "18", "19"]) {
        yield* night(`2026-11-${day}`, accounts(), stated(of("1"), of("2")))
      }
      assert.deepStrictEqual(yield* query(every), [{ amount: "1.00000" }, { amount: "2.00000" }])
      assert.deepStrictEqual(yield* query("select code, message, closed_by from findings"), [{
        code: "balance-contradicted",
        message: "two amounts are stated of ITBD GBP at one instant; neither proves anything",
        closed_by: null
      }])
    })))

it.live("says where a minus was dropped because the indicator decides", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-17", accounts(), stated(of("-50")))
      assert.deepStrictEqual(yield* query(latest), [{ type: "ITBD", amount: "50.00000" }])
      assert.deepStrictEqual(yield* query("select code from findings"), [{ code: "sign-against-indicator" }])
    })))

it.live("says where a bank dates a balance days ahead, and does not take it for the newest", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const found = "select code, message, closed_by from findings"
      yield* night("2026-11-17", accounts(), stated({ ...of("70"), DateTime: "2027-11-17T02:00:00Z" }))
      const told = {
        code: "balance-dated-ahead",
        message:
          "the bank dates ITBD GBP of 2027-11-17 days ahead; such a balance proves nothing, and is not the newest"
      }
      assert.deepStrictEqual(yield* query(found), [{ ...told, closed_by: null }])
      yield* night("2026-11-18", stated({ ...of("60"), DateTime: "2026-11-18T02:00:00Z" }))
      assert.deepStrictEqual(yield* query(latest), [{ type: "ITBD", amount: "60.00000" }])
      assert.deepStrictEqual(yield* query(found), [{ ...told, closed_by: "gone" }])
    })))

it.live("tells of a balance that a bank no longer states, until it does", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const found = "select message, closed_by from findings"
      const euros = { Amount: { Amount: "50", Currency: "EUR" }, CreditDebitIndicator: "Credit" }
      yield* night("2026-11-17", accounts(), stated(of("100"), euros, { ...of("120"), Type: "ITAV" }))
      assert.deepStrictEqual(yield* query(found), [])
      yield* night("2026-11-18", stated(of("90")))
      const message = "the bank no longer states ITAV GBP, ITBD EUR; what it said last stays, of its day"
      assert.deepStrictEqual(yield* query(found), [{ message, closed_by: null }])
      yield* night("2026-11-19", stated(of("90"), euros, { ...of("120"), Type: "ITAV" }))
      assert.deepStrictEqual(yield* query(found), [{ message, closed_by: "gone" }])
    })))

it.live("tells of an account that the balances of all accounts leave out, as long as the bank lists the account", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const found =
        "select accounts.account_id, message, closed_by from findings join accounts using (account_key) where code like 'balance-%'"
      const second = accountRow({
        AccountId: "a-2",
        Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20000087654321" }]
      })
      const all = (...of: ReadonlyArray<Record<string, unknown>>) => {
        const { account: _, ...bulk } = stated(...of)
        return bulk
      }
      yield* night("2026-11-17", accounts([accountRow(), second]), all(of("100"), { ...of("7"), AccountId: "a-2" }))
      assert.deepStrictEqual(yield* query(found), [])
      yield* night("2026-11-18", all(of("90")))
      const message = "the bank no longer states ITBD GBP; what it said last stays, of its day"
      assert.deepStrictEqual(yield* query(found), [{ account_id: "a-2", message, closed_by: null }])
      yield* night("2026-11-19", all(of("90"), { ...of("7"), AccountId: "a-2" }))
      assert.deepStrictEqual(yield* query(found), [{ account_id: "a-2", message, closed_by: "gone" }])
      yield* night("2026-11-20", accounts([accountRow()]), all(of("90")))
      assert.deepStrictEqual(yield* query(found), [{ account_id: "a-2", message, closed_by: "gone" }])
    })))

it.live("tells of each account whose balances are stated no more, also where several answers are taken in together", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const ids = ["a-1", "a-2", "a-3"]
      const stating = (...silent: ReadonlyArray<string>) =>
        ids.map((account) => ({
          ...stated(...silent.includes(account) ? [] : [{ ...of("100"), AccountId: account }]),
          account
        }))
      const told = `select l.account_id from finding_sightings s join account_links l using (account_key)
        where code = 'balance-not-listed' order by s.run_id, l.account_id`
      yield* night("2026-11-17", accounts(ids.map((AccountId) => accountRow({ AccountId, Account: [] }))), ...stating())
      yield* night("2026-11-18", ...stating("a-2"))
      assert.deepStrictEqual(yield* query(told), [{ account_id: "a-2" }])
      yield* night("2026-11-19", ...stating(...ids))
      const all = ["a-2", ...ids].map((account_id) => ({ account_id }))
      assert.deepStrictEqual(yield* query(told), all)
      assert.deepStrictEqual(yield* again(told), all)
    })))
