/**
 * The page of an export that a person reads: what it says, and that nothing of a bank's text becomes more than text.
 */
import { assert, it } from "@effect/vitest"
import type { ReportContent } from "../../src/export/report/reportContent.ts"
import { reportPage } from "../../src/export/report/reportPage.ts"

const verdict = {
  account_key: "k1",
  currency: "GBP",
  verdict: "proven",
  proven_from: "2026-11-01T06:00:00Z",
  proven_to: "2026-11-20T06:00:00Z",
  difference: "0.00000",
  reason: null,
  policy: "hold",
  released_until: null,
  run_id: "run-1"
} as const

const total = {
  account_key: "k1",
  currency: "GBP",
  rows: 3,
  debit: "-1234567.50000",
  credit: "1.00000",
  net: "-1234566.50000",
  name: null,
  entity: "Trading & Co",
  ledger_code: "1200"
}

const plain: ReportContent = {
  manifest: {
    export_id: "run-2",
    run_id: "run-2",
    created_at: "2026-11-21T06:00:00.000Z",
    store: "sandbox",
    program: "daybook 0.1.0",
    duckdb: "v1",
    schema_version: 1,
    rule_version: 1,
    fingerprint: "f",
    files: [{ name: "transactions.csv", sha256: "ab", bytes: 1200, rows: 3 }],
    control_totals: [total],
    verdicts: [verdict],
    held: [],
    releases: [],
    coverage: [{ account_key: "k1", from_date: "2026-10-01", to_date: "2026-11-21" }],
    previous: null
  },
  accounts: [{ account_key: "k1", institution: "gb_test", called: "Everyday", number: "200000 12345678" }],
  restated: [],
  restatedRows: 0,
  quarantined: []
}

/** The text of a page, without its markup and style. */
const textOf = (page: string): string =>
  page.replace(/<style>[^]*<\/style>/, "").replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")

it("says what left, what proves it, which days were read, and in which files it stands", () => {
  const text = textOf(reportPage(plain))
  assert.include(
    text,
    "3 booked rows of 1 account left. 1 of these accounts is proven by balances; none is held back."
  )
  assert.include(
    text,
    "Everyday 200000 12345678 gb_test Trading &amp; Co 1200 GBP 3 −1,234,567.50 1.00 −1,234,566.50 proven 2026-11-20 06:00 0.00"
  )
  assert.include(text, "Changed since it left before Nothing.")
  assert.include(text, "Everyday 2026-10-01 2026-11-21")
  assert.include(text, "transactions.csv 3 1.2 kB ab")
  assert.notInclude(text, "Held back")
  assert.notInclude(text, "not understood")
})

it("says what banks sent that is in none of the files", () => {
  const unread = { institution: "gb_test", resource: "transactions", from_date: null, to_date: null }
  const text = textOf(reportPage({
    ...plain,
    quarantined: [
      {
        ...unread,
        account_key: "k1",
        rows: 2,
        codes: "amount-missing, unreadable-row",
        from_date: "2026-11-02",
        to_date: "2026-11-03"
      },
      { ...unread, account_key: null, rows: 1, codes: "unlisted-account" }
    ]
  }))
  assert.include(
    text,
    "Sent by banks, and not understood 3 rows are in none of the files below as sent, and what was understood of one before stays;"
  )
  assert.include(text, "Everyday gb_test transactions 2 2026-11-02 2026-11-03 amount missing, unreadable row")
  assert.include(text, "not told gb_test transactions 1 unlisted account")
})

it("says what is held back and how to ship it, what a person released, and what is restated, in part where it is much", () => {
  const held = {
    account_key: "k2",
    currency: "GBP",
    verdict: "broken",
    difference: "-12.50000",
    reason: null,
    since: "2026-11-19T06:00:00Z"
  } as const
  const released = { account_key: "k1", released_at: "2026-11-20T06:00:00Z", by: "A", reason: "known", until: null }
  const entry = {
    entry: "reverse",
    account_key: "k1",
    booking_date: "2026-11-02",
    amount: "7.00000",
    currency: "GBP",
    description: "SHOP"
  }
  const text = textOf(reportPage({
    ...plain,
    manifest: { ...plain.manifest, held: [held], releases: [released] },
    restated: [entry],
    restatedRows: 5
  }))
  assert.include(text, "1 account is held back.")
  assert.include(
    text,
    "k2 GBP broken −12.50 2026-11-19 06:00 daybook export release k2 --reason TEXT --as WHO"
  )
  assert.include(text, "Everyday A known 2026-11-20 06:00 it is over")
  assert.include(text, "reverse Everyday 2026-11-02 7.00 GBP SHOP")
  assert.include(text, "And 4 more, in restatements.csv.")
})

it("takes what a bank wrote for text, runs no script and asks for nothing from elsewhere", () => {
  const bad = "<script src=\"http://x\">'\u202e"
  const page = reportPage({
    ...plain,
    accounts: [{ account_key: "k1", institution: bad, called: bad, number: bad }],
    restated: [{ entry: "post", account_key: "k1", booking_date: null, amount: "1", currency: bad, description: bad }],
    restatedRows: 1
  })
  assert.notMatch(page, /<script|<link|<img|src="|href=|@import|url\(/)
  assert.include(page, "<bdi>&lt;script src=&quot;http://x&quot;&gt;&#39;")
  assert.include(page, "default-src 'none'")
})
