/**
 * What a bank sends stands in a column or in `extra`, wherever in a page it stands; and of what it sends twice in one object
 * the first counts.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow, balanceRow, pageOf } from "../support/gateway/bankRows.ts"
import type { AnsweredRead } from "../support/store/journalRead.ts"
import { accounts, paid, transactions, withBook } from "../support/store/withBook.ts"

const balances = (pages: ReadonlyArray<unknown>): AnsweredRead => ({ resource: "balances", account: "a-1", pages })

/** Asks for the text of `extra`, in which the order of its members tells. */
const asText = (sql: string): string => sql.replace(/\bextra\b/, "extra::varchar as extra")

it.live("keeps what stands in the objects of a row, in the members of its lists, and beside the rows", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const account = accountRow({
        Account: [
          { SchemeName: "SortCodeAccountNumber", Identification: "20000012345678", LEI: "L", Proxy: { Code: "TELE" } },
          "200000"
        ]
      })
      const line = (fields: object) => ({
        Included: true,
        Type: "Credit",
        Amount: { Amount: "5", Currency: "GBP" },
        ...fields
      })
      const stated = balanceRow({
        Amount: { Amount: "100.00", Currency: "GBP", SubType: "BaseCurrency", Precision: 2 },
        LocalAmount: { Amount: "120.00", Currency: "EUR", SubType: "LCUR" },
        CreditLine: [
          line({ Note: "n", Amount: { Amount: "5", Currency: "GBP", SubType: "BCUR" } }),
          line({ Included: "?" })
        ]
      })
      const nought = balanceRow({
        Type: "CLBD",
        CreditDebitIndicator: "Debit",
        Amount: { Amount: "0.00", Currency: "GBP" }
      })
      const page = pageOf("Balance", [stated, nought], {
        Meta: { TotalPages: 1, Source: "core" },
        Trace: "x"
      })
      const sent = {
        ...page,
        Data: { ...page.Data, TotalValue: { Amount: "100.00", Currency: "GBP" }, CreditLine: [line({})] }
      }
      const rows = [
        paid("t-1", "2026-11-10", "1", { ValueDateTime: "2026-11-12T23:30:00+05:30" }),
        paid("t-2", "2026-11-10", "0.00", {
          Balance: { Amount: { Amount: "0", Currency: "GBP" }, CreditDebitIndicator: "Debit", Type: "ITBD" }
        }),
        paid("t-3", "2026-11-10", "3", { Note: {}, Balance: {} })
      ]
      yield* night("2026-11-16", accounts([account]), balances([sent]), transactions(rows))
      const kept = [
        [
          "select scheme_name, scheme_name_sent, extra from account_identifiers order by identification nulls last",
          [
            {
              scheme_name: "UK.OBIE.SortCodeAccountNumber",
              scheme_name_sent: "SortCodeAccountNumber",
              extra: `{"LEI":"L","Proxy":{"Code":"TELE"}}`
            },
            { scheme_name: null, scheme_name_sent: null, extra: `"200000"` }
          ]
        ],
        [
          "select type, sub_type_sent, as_of_sent, extra from balances order by type desc",
          [
            {
              type: "ITBD",
              sub_type_sent: "BaseCurrency",
              as_of_sent: "2026-11-20T06:00:00.000Z",
              extra: `{"Amount":{"Precision":2},"LocalAmount":{"SubType":"LCUR"}}`
            },
            {
              type: "CLBD",
              sub_type_sent: null,
              as_of_sent: "2026-11-20T06:00:00.000Z",
              extra: `{"CreditDebitIndicator":"Debit"}`
            }
          ]
        ],
        [
          "select included, amount, extra from credit_lines order by included desc",
          [
            { included: true, amount: "5.00000", extra: `{"Note":"n","Amount":{"SubType":"BCUR"}}` },
            { included: false, amount: "5.00000", extra: `{"Included":"?"}` }
          ]
        ],
        [
          "select extra from raw_pages where extra is not null",
          [{
            extra: JSON.stringify({
              Trace: "x",
              Data: { TotalValue: { Amount: "100.00", Currency: "GBP" }, CreditLine: [line({})] },
              Meta: { Source: "core" }
            })
          }]
        ],
        [
          "select value_date::varchar as value_date, value_sent, extra from transaction_versions order by transaction_id",
          [
            { value_date: "2026-11-12", value_sent: "2026-11-12T23:30:00+05:30", extra: null },
            {
              value_date: null,
              value_sent: null,
              extra:
                `{"CreditDebitIndicator":"Debit","Balance":{"CreditDebitIndicator":"Debit","Type":"ITBD","Amount":{"Currency":"GBP"}}}`
            },
            { value_date: null, value_sent: null, extra: `{"Note":{}}` }
          ]
        ]
      ] as const
      for (const [sql, rows] of kept) assert.deepStrictEqual(yield* query(asText(sql)), rows)
      const [ofPages] = kept.slice(3)
      assert.deepStrictEqual(yield* again(asText(ofPages?.[0] ?? "")), ofPages?.[1])
      assert.deepStrictEqual(
        yield* query(`select resource, path, rows::integer as rows from sent_words
          where word is null and (not standard or path in ('/Account', '/Data/TotalValue')) order by all`),
        [
          { resource: "accounts", path: "/Account", rows: 1 },
          { resource: "balances", path: "/Amount/Precision", rows: 1 },
          { resource: "balances", path: "/CreditLine/Note", rows: 1 },
          { resource: "balances", path: "/Data/TotalValue", rows: 2 },
          { resource: "balances", path: "/Meta/Source", rows: 2 },
          { resource: "balances", path: "/Trace", rows: 2 },
          { resource: "transactions", path: "/Note", rows: 1 }
        ]
      )
    })))

it.live("keeps the whole of an object that is understood at times, where it is not", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const own = { Identification: "20000012345678", Name: "Ada" }
      const stated = balanceRow({
        CreditLine: [{ Included: true, Type: "Credit", Amount: { Amount: "much", Currency: "GBP" } }]
      })
      const rows = [
        paid("t-1", "2026-11-10", "1", { CreditDebitIndicator: "Credit", CreditorAccount: own, Note: {} }),
        paid("t-2", "2026-11-10", "2", { CreditDebitIndicator: "Debit", CreditorAccount: own, Note: {} })
      ]
      yield* night("2026-11-16", accounts(), balances([pageOf("Balance", [stated])]), transactions(rows))
      assert.deepStrictEqual(
        yield* query("select extra::varchar as extra from transaction_versions order by transaction_id"),
        [
          { extra: JSON.stringify({ Note: {}, CreditorAccount: own }) },
          { extra: `{"Note":{}}` }
        ]
      )
      assert.deepStrictEqual(yield* query("select amount, extra::varchar as extra from credit_lines"), [
        { amount: null, extra: `{"Amount":{"Amount":"much"}}` }
      ])
    })))

it.live("tells of a known name where it has no place: links in the metadata or in Data, and a next link beside Data", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const rows = [paid("t-1", "2026-11-10", "1")]
      const around = {
        Links: { Self: "s", Next: null },
        Meta: { TotalPages: 1, Links: { next: null } },
        next: null,
        First: "f"
      }
      const page = { Data: { Transaction: rows, Meta: { TotalPages: 1 } }, ...around }
      const read: AnsweredRead = { resource: "transactions", account: "a-1", pages: [page] }
      yield* night("2026-11-16", accounts([accountRow()]), read)
      const kept = "select extra from raw_pages where extra is not null"
      const extra = JSON.stringify({
        next: null,
        First: "f",
        Data: { Meta: { TotalPages: 1 } },
        Meta: { Links: { next: null } }
      })
      assert.deepStrictEqual(yield* query(asText(kept)), [{ extra }])
      assert.deepStrictEqual(
        yield* query(
          `select path from sent_words where resource = 'transactions' and word is null and not standard order by all`
        ),
        [
          { path: "/Data/Meta" },
          { path: "/First" },
          { path: "/Meta/Links" },
          { path: "/next" }
        ]
      )
      assert.deepStrictEqual(yield* again(asText(kept)), [{ extra }])
    })))

/** A member of an object, before the others of it. */
const twice = (row: object, name: string, first: unknown): string =>
  JSON.stringify(row).replace(/^\{/, `{"${name}":${JSON.stringify(first)},`)

const page = (list: string, rows: ReadonlyArray<string>, around = `"Links":{},"Meta":{}`) =>
  `{"Data":{"${list}":[${rows.join(",")}]},${around}}`

it.live("lets the first of two equal members count in every row, and says so", () =>
  withBook({ transaction_ids: "stable" }, ({ again, night, query }) =>
    Effect.gen(function*() {
      const amount = (text: string) => ({ Amount: text, Currency: "GBP" })
      const rows = [
        // As nearly every row looks.
        twice(paid("t-1", "2026-11-10", "1"), "Amount", amount("9")),
        JSON.stringify(paid("t-2", "2026-11-10", "2")).replace(`"Amount":"2"`, `"Amount":"8","Amount":"2"`),
        twice(paid("t-3", "2026-11-10", "3", { Trace: "b" }), "Trace", "a"),
        // As few look.
        twice(
          paid("t-4", "2026-11-10", "4", { Amount: { ...amount("4"), Note: 1 } }),
          "TransactionInformation",
          "FIRST"
        ),
        JSON.stringify(paid("t-5", "2026-11-10", "5"))
      ]
      const account = JSON.stringify(accountRow()).replace(`"Name":"A Person"`, `"Name":"First","Name":"A Person"`)
      const stated = twice(balanceRow(), "Type", "CLBD")
      const links = `"Links":{"Self":"a","Self":"b"},"Meta":{},"Meta":{"TotalPages":7}`
      yield* night(
        "2026-11-16",
        accounts([], { pages: [page("Account", [account])] }),
        balances([page("Balance", [stated])]),
        transactions([], { pages: [page("Transaction", rows, links)] })
      )
      const told = "select transaction_id, amount, description, extra::varchar as extra from transactions order by all"
      const expected = [
        { transaction_id: "t-1", amount: "-9.00000", description: "CORNER SHOP", extra: null },
        { transaction_id: "t-2", amount: "-8.00000", description: "CORNER SHOP", extra: null },
        { transaction_id: "t-3", amount: "-3.00000", description: "CORNER SHOP", extra: `{"Trace":"a"}` },
        { transaction_id: "t-4", amount: "-4.00000", description: "FIRST", extra: `{"Amount":{"Note":1}}` },
        { transaction_id: "t-5", amount: "-5.00000", description: "CORNER SHOP", extra: null }
      ]
      assert.deepStrictEqual(yield* query(told), expected)
      assert.deepStrictEqual(yield* again(told), expected)
      assert.deepStrictEqual(yield* query("select name from account_identifiers"), [{ name: "First" }])
      assert.deepStrictEqual(yield* query("select type from balances"), [{ type: "CLBD" }])
      assert.deepStrictEqual(
        yield* query("select message from findings where code = 'duplicate-key' order by message"),
        [
          "1 answer has /Links/Self twice in one object; the first counts",
          "1 answer has /Meta twice in one object; the first counts",
          "1 row has /Account/Name twice in one object; the first counts",
          "1 row has /Amount twice in one object; the first counts",
          "1 row has /Amount/Amount twice in one object; the first counts",
          "1 row has /Trace twice in one object; the first counts",
          "1 row has /TransactionInformation twice in one object; the first counts",
          "1 row has /Type twice in one object; the first counts"
        ].map((message) => ({ message }))
      )
    })))
