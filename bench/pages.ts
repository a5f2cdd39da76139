/**
 * The rows of the benchmark: one account with transactions of about 0.9 KB, rendered once into page files as a gateway
 * sends them and into newline-delimited files of 16 MB, with the exact total of the amounts.
 *
 * The same number of rows always gives the same bytes.
 */
import { DateTime } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import type { StatedAccount } from "../test/support/gateway/statedRows.ts"

export const consentId = "00000000-0000-4000-8000-00000000beac"
export const institution = "xb_bench_business"
export const accountId = "BENCH-1"
export const now = "2026-06-01T03:00:00.000Z"

export const pageRows = 250
const splitBytes = 16_000_000
const days = 600

/** A folder of rendered rows: `pages/<number>.json` from 1 on, and `split/<number>.ndjson`. */
export interface Rendered {
  readonly folder: string
  readonly rows: number
  readonly pages: number
  readonly bytes: number
  /** Signed total of all amounts with two decimals. */
  readonly total: string
}

/** The account, as the gateway of the tests is told of it. */
export const account: StatedAccount = {
  ref: "bench",
  accountId,
  currency: "GBP",
  category: "Business",
  type: "current",
  description: "Bench account",
  identifications: [{
    scheme: "UK.OBIE.SortCodeAccountNumber",
    identification: "20041500000001",
    name: "Bench Limited"
  }]
}

const newest = DateTime.toEpochMillis(DateTime.makeUnsafe(now)) - 8 * 3_600_000

const shops = ["Quince & Sons", "Birch Bakery", "The Damson Tree", "Elm Street Books", "Alder Hardware", "Fir Fuels"]

/** Whole pence, from 0.01 to 9,999.99, two of five credit; a fixed stir of the row's number. */
export const penceOf = (row: number): number => {
  const stirred = Math.imul(row + 1, 0x9e3779b1) >>> 0
  return (stirred % 5 < 2 ? 1 : -1) * ((stirred >>> 3) % 999_999 + 1)
}

const decimal = (pence: number): string => {
  const digits = String(Math.abs(pence)).padStart(3, "0")
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A row as it is sent. */
export const rowText = (row: number, at: string): string => {
  const pence = penceOf(row)
  const credit = pence > 0
  const shop = shops[row % shops.length] ?? ""
  return JSON.stringify({
    AccountId: accountId,
    TransactionId: `B${String(row).padStart(31, "0")}`,
    TransactionReference: `Ref ${row.toString(36)}`,
    CreditDebitIndicator: credit ? "Credit" : "Debit",
    Status: "BOOK",
    TransactionMutability: "Immutable",
    BookingDateTime: at,
    ValueDateTime: at,
    TransactionInformation: `${shop} card 4047 purchase ${row} on ${
      at.slice(0, 10)
    }, thank you for your custom, order no. ${row * 7}`,
    Amount: { Amount: decimal(pence), Currency: "GBP" },
    BankTransactionCode: { Code: credit ? "RCDT" : "ICDT", SubCode: "DMCT" },
    ProprietaryBankTransactionCode: { Code: credit ? "FPI" : "FPO", Issuer: "Bench" },
    Balance: {
      Amount: { Amount: decimal(row + 1), Currency: "GBP" },
      CreditDebitIndicator: "Credit",
      Type: "ITBD"
    },
    MerchantDetails: { MerchantName: shop, MerchantCategoryCode: "5411" },
    [credit ? "DebtorAccount" : "CreditorAccount"]: {
      SchemeName: "UK.OBIE.SortCodeAccountNumber",
      Identification: `200415${String(row % 100_000_000).padStart(8, "0")}`,
      Name: `Counterparty number ${row % 4_096} of the benchmark`
    },
    SupplementaryData: { Channel: "branch" }
  })
}

/** When a row of so many is booked: the first is the newest. */
const bookedAt = (row: number, rows: number): string =>
  DateTime.formatIso(
    DateTime.makeUnsafe(newest - Math.floor(row * days / rows) * 86_400_000 - row % 36_000 * 1000)
  )

/** A page of so many; `path` is what its links say before the number of a page. */
export const pageText = (rows: ReadonlyArray<string>, path: string, page: number, pages: number): string => {
  const next = page < pages ? `,"Next":"${path}${page + 1}"` : ""
  return `{"Data":{"Transaction":[${
    rows.join(",")
  }]},"Links":{"Self":"${path}${page}"${next}},"Meta":{"TotalPages":${pages}}}`
}

/** Renders into `folder`, unless that was done before with as many rows. */
export const renderPages = (folder: string, rows: number): Rendered => {
  const mark = `${folder}/rendered-${rows}.json`
  if (existsSync(mark)) return JSON.parse(readFileSync(mark, "utf8"))
  mkdirSync(`${folder}/pages`, { recursive: true })
  mkdirSync(`${folder}/split`, { recursive: true })
  const pages = Math.ceil(rows / pageRows)
  const path = `/ais/v1/${consentId}/transactions?accountId=${accountId}&page=`
  let bytes = 0
  let pence = 0
  let split: Array<string> = []
  let splitSize = 0
  let splits = 0
  const flush = () => {
    splits += 1
    writeFileSync(`${folder}/split/${String(splits).padStart(4, "0")}.ndjson`, `${split.join("\n")}\n`)
    split = []
    splitSize = 0
  }
  for (let page = 1; page <= pages; page += 1) {
    const texts: Array<string> = []
    for (let row = (page - 1) * pageRows; row < Math.min(page * pageRows, rows); row += 1) {
      texts.push(rowText(row, bookedAt(row, rows)))
      pence += penceOf(row)
    }
    const text = pageText(texts, path, page, pages)
    writeFileSync(`${folder}/pages/${page}.json`, text)
    bytes += Buffer.byteLength(text)
    split.push(...texts)
    splitSize += text.length
    if (splitSize >= splitBytes) flush()
  }
  if (split.length > 0) flush()
  const total = `${pence < 0 ? "-" : ""}${decimal(pence)}`
  const rendered: Rendered = { folder, rows, pages, bytes, total }
  writeFileSync(mark, JSON.stringify(rendered))
  return rendered
}
