/**
 * What accounts are to their owner: which of them the entries of `accounts.toml` mean.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Logger } from "effect"
import { unclearEntries } from "../../../src/book/namedAccounts.ts"
import { ConfigFolder } from "../../../src/settings/ConfigFolder.ts"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import { accounts, transactions, withBook } from "../../support/store/withBook.ts"

const identified = (AccountId: string, ...Account: ReadonlyArray<Record<string, unknown>>) =>
  accountRow({ AccountId, Account })
const uk = (Identification: string) => ({ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification })

const listed = accounts([
  identified("a-1", uk("20041500000001"), {
    SchemeName: "UK.OBIE.IBAN",
    Identification: "GB29 ASHT 2004 1500 0000 01"
  }),
  {
    ...identified("a-2", uk("****0002")),
    Servicer: { SchemeName: "UK.OBIE.BICFI", Identification: "ASHTGB2L" }
  }
])

const write = Effect.fnUntraced(function*(text: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(`${yield* ConfigFolder}/accounts.toml`, text)
})

const operating = `[[account]]
match = { institution = "gb_test", identification = "GB29ASHT20041500000001" }
name = "Operating"
entity = "Birch Trading Ltd"
ledger_code = "0120"
`

it.live("adds what an entry says of its account, and names once the account that none means", () =>
  withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      const shown = `select account_id, account_number, sort_code, iban, bic, name, entity, ledger_code from accounts
        order by account_id`
      const open =
        "select a.account_id, f.closed_by from findings f join accounts a using (account_key) where code = 'account-not-named'"
      yield* night("2026-11-19", listed)
      assert.deepStrictEqual(yield* query(open), [])
      yield* write(operating)
      yield* night("2026-11-20", transactions([]))
      const [first, second] = yield* query(shown)
      assert.deepStrictEqual(first, {
        account_id: "a-1",
        account_number: "00000001",
        sort_code: "200415",
        iban: "GB29ASHT20041500000001",
        bic: null,
        name: "Operating",
        entity: "Birch Trading Ltd",
        ledger_code: "0120"
      })
      assert.deepStrictEqual(second, {
        account_id: "a-2",
        account_number: null,
        sort_code: null,
        iban: null,
        bic: "ASHTGB2L",
        name: null,
        entity: null,
        ledger_code: null
      })
      yield* night("2026-11-21", transactions([]))
      assert.deepStrictEqual(yield* query(open), [{ account_id: "a-2", closed_by: null }])
      assert.deepStrictEqual(yield* again(open), [{ account_id: "a-2", closed_by: null }])
      assert.strictEqual((yield* query("from finding_sightings where code = 'account-not-named'")).length, 1)
      yield* write(`${operating}\n[[account]]\nmatch = { account_id = "a-2" }\n`)
      yield* night("2026-11-22", transactions([]))
      yield* night("2026-11-23", transactions([]))
      assert.deepStrictEqual(yield* query(open), [{ account_id: "a-2", closed_by: "gone" }])
    })))

it.live("takes no entry that means several accounts, and no two that mean one", () =>
  withBook({}, ({ night, query }) =>
    Effect.gen(function*() {
      const config = yield* ConfigFolder
      yield* night("2026-11-19", listed)
      const told = (text: string) =>
        Effect.andThen(write(text), Effect.flip(night("2026-11-20", transactions([])))).pipe(
          Effect.map(({ message }) => message.replaceAll(config, "config"))
        )
      yield* write(
        `[[account]]\nmatch = { institution = "gb_test", account_id = "a-1" }\nname = "Other"\n\n${operating}`
      )
      yield* night("2026-11-20", transactions([]))
      assert.deepStrictEqual(
        (yield* unclearEntries).map(({ message }) => message.replaceAll(config, "config")),
        [
          "config/accounts.toml: account.1.match: means an account that an entry before it means (line 6); " +
          "correct it, then: daybook config check"
        ]
      )
      assert.deepStrictEqual(yield* query("select name from accounts order by account_id"), [{ name: null }, {
        name: null
      }])
      assert.strictEqual(
        yield* told(`${operating}\n${operating}`),
        "config/accounts.toml: account.1.match: another entry means the same account (line 8); " +
          "correct it, then: daybook config check"
      )
      assert.strictEqual(
        yield* told(`[[account]]\nmatch = { institution = "gb_test" }\n`),
        "config/accounts.toml: account.0.match: expected identification, account_id or account_key (line 2); " +
          "correct it, then: daybook config check"
      )
    })))

it.live("reads and publishes where an entry came to mean two accounts, exports nothing, and has the check say which entry", () =>
  Effect.gen(function*() {
    const { consent, daybook, gateway, night } = yield* edgeBank("2026-02-20T03:00:00Z", { discovery: "always" }, {
      account_discovery: "always"
    })
    const files = yield* FileSystem.FileSystem
    const entries = `${daybook.config}/accounts.toml`
    const write = (match: string) =>
      files.writeFileString(entries, `[[account]]\nmatch = { ${match} }\nname = "Operating"\n`)
    gateway.transactions = [payment("2026-02-18T12:00:00Z")]
    yield* consent("new")
    yield* write("institution = \"xq_edge_personal\", identification = \"20000012345678\"")
    assert.strictEqual((yield* night("2026-02-21")).exitCode, 0)
    gateway.accounts = gateway.accounts.flatMap((pounds) => [
      pounds,
      { ...pounds, ref: "euros", accountId: "A-2", currency: "EUR" }
    ])
    gateway.transactions = [...gateway.transactions, payment("2026-02-21T12:00:00Z", { ref: "euros", currency: "EUR" })]
    const exported = "select count(*)::integer as exports from exports"
    const told = `${entries}: account.0.match: means 2 accounts; say which by its account_key: daybook query (line 2)`
    for (const day of ["2026-02-22", "2026-02-23"]) {
      const { exitCode, stderr } = yield* night(day)
      assert.strictEqual(exitCode, 2)
      assert.include(stderr, `daybook: ${told}; correct it, then: daybook config check`)
    }
    assert.deepStrictEqual(
      yield* daybook.query(
        "select count(*)::integer as rows from transactions join accounts using (account_key) where account_id = 'A-2'"
      ),
      [{ rows: "1" }]
    )
    assert.deepStrictEqual(yield* daybook.query(exported), [{ exports: "1" }])
    const check = yield* daybook.here("config", "check")
    assert.deepStrictEqual([check.exitCode, check.stdout.trim()], [2, told])
    yield* write("institution = \"xq_edge_personal\", account_id = \"A-1\"")
    assert.strictEqual((yield* night("2026-02-24")).exitCode, 0)
    assert.deepStrictEqual(yield* daybook.query(exported), [{ exports: "2" }])
    assert.deepStrictEqual(yield* daybook.query("select name from accounts order by account_id"), [
      { name: "Operating" },
      { name: "" }
    ])
  }).pipe(Effect.scoped, Effect.provide([Logger.layer([]), NodeServices.layer])))
