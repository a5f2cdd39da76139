/**
 * Three nights in which much happens side by side.
 */
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { accountRow, balanceRow, pageOf } from "../gateway/bankRows.ts"
import type { AnsweredRead } from "./journalRead.ts"
import { accounts, paid, transactions } from "./withBook.ts"

const ids = ["a-1", "a-2", "a-3"]
const other = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

/** A read of one account that lists these rows. */
export const rowsOf = (account: string, read: Partial<AnsweredRead>, ...rows: ReadonlyArray<Record<string, unknown>>) =>
  transactions(rows.map((row) => ({ ...row, AccountId: account })), { account, ...read })

const lists = accounts(
  ids.map((AccountId) =>
    accountRow({ AccountId, Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: `GB00TEST${AccountId}` }] })
  )
)

const balances = ids.map((account): AnsweredRead => ({
  resource: "balances",
  account,
  pages: [pageOf("Balance", [balanceRow({ AccountId: account })])]
}))

/** Nights by their days. */
export type Answered = ReadonlyArray<readonly [string, ReadonlyArray<AnsweredRead>]>

/** Three nights: rows that come, change, go, wait, repeat and cannot be understood, of accounts and windows side by side. */
export const variedNights: Answered = [
  ["2026-11-18", [
    lists,
    ...balances,
    rowsOf("a-1", { to: "2026-11-10" }, paid("t-1", "2026-11-02", "1.00"), paid("t-2", "2026-11-10", "2.00")),
    rowsOf("a-1", { from: "2026-11-09" }, paid("t-2", "2026-11-10", "2.00"), paid("t-3", "2026-11-17", "3.00")),
    rowsOf("a-2", {}, paid(undefined, "2026-11-15", "4.00"), paid(undefined, "2026-11-15", "4.00")),
    rowsOf("a-3", {}, paid("p-1", "2026-11-17", "5.00", { Status: "PDNG" }))
  ]],
  ["2026-11-19", [
    lists,
    ...balances,
    rowsOf(
      "a-1",
      {},
      paid("t-1", "2026-11-02", "1.50"),
      paid("t-3", "2026-11-17", "3.00"),
      paid("t-4", "2026-11-18", "1.00")
    ),
    rowsOf("a-2", {}, paid(undefined, "2026-11-15", "4.00"), paid("x", "2026-11-16", "no number")),
    rowsOf("a-3", {}, paid("b-1", "2026-11-18", "5.00"))
  ]],
  ["2026-11-20", [
    lists,
    rowsOf(
      "a-1",
      {},
      paid("t-1", "2026-11-02", "1.50"),
      paid("t-2", "2026-11-10", "2.00"),
      paid("t-4", "2026-11-18", "1.00")
    ),
    rowsOf("a-2", {}, paid(undefined, "2026-11-15", "4.00"), paid("x", "2026-11-16", "7.00")),
    rowsOf("a-3", {}, paid("b-1", "2026-11-18", "5.00")),
    { ...lists, consent: other },
    { ...rowsOf("a-1", {}, paid("t-9", "2026-11-19", "9.00")), consent: other }
  ]]
]
