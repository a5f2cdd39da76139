/**
 * Which account is which across consents.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

const renewed = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

const payments = (account: string, amounts: ReadonlyArray<string>) =>
  amounts.map((amount, at) => paid(undefined, `2026-11-0${at + 1}`, amount, { AccountId: account }))

const links =
  `select consent_id, account_id, dense_rank() over (order by first_seen_run, account_key)::integer as account
  from account_links order by consent_id, account_id`

const net = "select count(*)::integer as rows, sum(amount) as net from transactions"

it.live("ties a new AccountId that nothing identifies to the account whose rows it lists", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const nameless = (id: string) => accountRow({ AccountId: id, Account: [] })
      const [first, second] = [["1", "2", "3", "4"], ["11", "12", "13", "14"]]
      const listed = (consent: ConsentId | undefined, ids: readonly [string, string], extra: ReadonlyArray<string>) =>
        ids.map((account, at) =>
          transactions(payments(account, [...(at === 0 ? first : second), ...extra]), {
            account,
            ...consent === undefined ? {} : { consent }
          })
        )
      yield* night("2026-11-10", accounts([nameless("a"), nameless("b")]), ...listed(undefined, ["a", "b"], []))
      const under = { consent: renewed }
      yield* night("2026-11-11", accounts([nameless("x"), nameless("y")], under), ...listed(renewed, ["y", "x"], ["5"]))
      const keys = yield* query(
        `select o.account_id as before, n.account_id as now from account_links o
         join account_links n on n.account_key = o.account_key and n.consent_id <> o.consent_id
         where o.consent_id <> '${renewed}' order by all`
      )
      assert.deepStrictEqual(keys, [{ before: "a", now: "y" }, { before: "b", now: "x" }])
      assert.deepStrictEqual(yield* query(net), [{ rows: 10, net: "-70.00000" }])
      assert.deepStrictEqual(yield* query("select code from findings"), [])
    })))

it.live("asks a person where rows do not tell whether an account is one that is known", () =>
  withBook({ transaction_ids: "absent" }, ({ night, query }) =>
    Effect.gen(function*() {
      const nameless = (id: string) => accountRow({ AccountId: id, Account: [] })
      yield* night("2026-11-10", accounts([nameless("a")]), transactions(payments("a", ["1"]), { account: "a" }))
      yield* night(
        "2026-11-11",
        accounts([nameless("x")], { consent: renewed }),
        transactions(payments("x", ["1"]), { account: "x", consent: renewed })
      )
      assert.deepStrictEqual(yield* query("select code, message, account_id from findings"), [{
        code: "possibly-same-account",
        message: "account x may be one that the book knows under another AccountId; their rows do not tell",
        account_id: "x"
      }])
      assert.strictEqual((yield* query(links)).length, 2)
    })))

it.live("counts an account once that two living consents read, night after night", () =>
  withBook({ transaction_ids: "unstable", pending: "complete" }, ({ night, query }) =>
    Effect.gen(function*() {
      const both = (id: string, consent?: ConsentId) => {
        const rows = ["1", "2", "2"].map((amount, at) =>
          paid(`${id}-${at}`, "2026-11-05", amount, { AccountId: id, ...at === 2 ? { Status: "PDNG" } : {} })
        )
        const under = consent === undefined ? {} : { consent }
        return [accounts([accountRow({ AccountId: id })], under), transactions(rows, { account: id, ...under })]
      }
      yield* night("2026-11-10", ...both("a"))
      yield* night("2026-11-11", ...both("b", renewed), ...both("a"))
      yield* night("2026-11-12", ...both("a"), ...both("b", renewed))
      assert.deepStrictEqual(yield* query(net), [{ rows: 2, net: "-3.00000" }])
      assert.deepStrictEqual(
        yield* query("select change, count(*)::integer as rows from transaction_versions group by change"),
        [{ change: "new", rows: 3 }]
      )
      // What both say of it is said once, until the first says nothing any more.
      const saidBy = "select account_id, count(*)::integer as versions from account_versions group by all order by all"
      assert.deepStrictEqual(yield* query(saidBy), [{ account_id: "a", versions: 1 }])
      yield* night("2026-11-20", ...both("b", renewed))
      assert.deepStrictEqual(yield* query(saidBy), [{ account_id: "a", versions: 1 }, { account_id: "b", versions: 1 }])
    })))

it.live("finds the same rows under two accounts of a bank", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const other = accountRow({
        AccountId: "b",
        Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: "20000087654321" }]
      })
      const rows = ["1", "2", "3"]
      yield* night("2026-11-10", accounts([accountRow({ AccountId: "a" }), other]))
      yield* night("2026-11-11", transactions(payments("a", rows), { account: "a" }))
      yield* night("2026-11-12", transactions(payments("b", rows), { account: "b" }))
      assert.deepStrictEqual(
        yield* query(
          `select f.code, f.evidence->>'rows' as rows, a.account_id, o.account_id as other from findings f
           join accounts a using (account_key) join accounts o on o.account_key = (f.evidence->>'other_account_key')`
        ),
        [{ code: "same-rows-under-two-accounts", rows: "3", account_id: "b", other: "a" }]
      )
    })))

it.live("knows from the first list on what identifies an account in its further entries", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const entry = (Currency: string, Identification: string) =>
        accountRow({ Currency, Account: [{ SchemeName: "UK.OBIE.IBAN", Identification }] })
      yield* night(
        "2026-11-17",
        accounts([entry("GBP", "GB33BUKB20201555555555"), entry("EUR", "GB33BUKB20201555555556")])
      )
      assert.deepStrictEqual(yield* query("select iban from accounts"), [{ iban: "GB33BUKB20201555555555" }])
      assert.strictEqual((yield* query("from account_identifiers")).length, 2)
    })))
