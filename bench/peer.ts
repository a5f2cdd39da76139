/**
 * One way of getting the rendered pages into a database that is not Daybook's, in a process of its own. Prints the
 * number of rows and the total of their amounts.
 *
 *     node bench/peer.ts sqlite|duckdb-pages|duckdb-split|duckdb-copy|network <folder> <database or origin>
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { NodeRuntime } from "@effect/platform-node"
import { type Cause, Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { Agent, get } from "node:http"
import { DatabaseSync } from "node:sqlite"
import { accountId, consentId } from "./pages.ts"

const [, , way = "", folder = "", target = ""] = process.argv

interface Movement {
  readonly AccountId: string
  readonly TransactionId: string
  readonly CreditDebitIndicator: string
  readonly Status: string
  readonly BookingDateTime: string
  readonly ValueDateTime: string
  readonly TransactionInformation: string
  readonly Amount: { readonly Amount: string; readonly Currency: string }
  readonly BankTransactionCode: { readonly Code: string; readonly SubCode: string }
  readonly MerchantDetails: { readonly MerchantName: string; readonly MerchantCategoryCode: string }
}

const pageFiles = (): ReadonlyArray<string> => readdirSync(`${folder}/pages`).map((name) => `${folder}/pages/${name}`)

/** What a plain script does: parse a page, insert its rows one by one, one transaction a page. */
const sqlite = Effect.sync(() => {
  const database = new DatabaseSync(target)
  database.exec(`create table transactions (id text primary key, account text, amount text, currency text, status text,
    booked text, valued text, information text, code text, subcode text, merchant text, category text, raw text)`)
  const insert = database.prepare("insert or replace into transactions values (?,?,?,?,?,?,?,?,?,?,?,?,?)")
  for (const file of pageFiles()) {
    const page: { readonly Data: { readonly Transaction: ReadonlyArray<Movement> } } = JSON.parse(
      readFileSync(file, "utf8")
    )
    database.exec("begin")
    for (const row of page.Data.Transaction) {
      insert.run(
        row.TransactionId,
        row.AccountId,
        `${row.CreditDebitIndicator === "Debit" ? "-" : ""}${row.Amount.Amount}`,
        row.Amount.Currency,
        row.Status,
        row.BookingDateTime,
        row.ValueDateTime,
        row.TransactionInformation,
        row.BankTransactionCode.Code,
        row.BankTransactionCode.SubCode,
        row.MerchantDetails.MerchantName,
        row.MerchantDetails.MerchantCategoryCode,
        JSON.stringify(row)
      )
    }
    database.exec("commit")
  }
  const counted = database.prepare(
    "select count(*) as rows, sum(cast(replace(amount, '.', '') as integer)) as pence from transactions"
  )
  const row = counted.get()
  database.close()
  return `${String(row?.["rows"])} ${String(row?.["pence"])}`
})

const signed = `case CreditDebitIndicator when 'Debit' then -1 else 1 end * Amount.Amount::decimal(18, 2)`

const duckdb = Effect.fn("peer.duckdb")((sql: string) =>
  Effect.tryPromise(() =>
    DuckDBInstance.create(target).then((instance) =>
      instance.connect().then((connection) =>
        connection.run(sql)
          .then(() =>
            connection.runAndReadAll(`select count(*) as rows, (sum(${signed}) * 100)::hugeint as pence from t`)
          )
          .then((reader) => reader.getRowsJson().flat().join(" "))
          .finally(() => connection.closeSync())
      ).finally(() => instance.closeSync())
    )
  )
)

/** DuckDB finds out the shape of the page files by itself and keeps their order. */
const duckdbPages = duckdb(
  `create table t as select unnest(Data.Transaction, max_depth := 2) from read_json('${folder}/pages/*.json')`
)

/** Nothing left to find out and nothing to unwrap: as fast as DuckDB reads such rows. */
const duckdbSplit = duckdb(`
  set preserve_insertion_order = false;
  create table t as select * from read_json('${folder}/split/*.ndjson', format = 'newline_delimited', columns = {
    AccountId: 'varchar', TransactionId: 'varchar', TransactionReference: 'varchar', CreditDebitIndicator: 'varchar',
    Status: 'varchar', TransactionMutability: 'varchar', BookingDateTime: 'varchar', ValueDateTime: 'varchar',
    TransactionInformation: 'varchar', Amount: 'struct(Amount varchar, Currency varchar)',
    BankTransactionCode: 'struct(Code varchar, SubCode varchar)',
    ProprietaryBankTransactionCode: 'struct(Code varchar, Issuer varchar)',
    Balance: 'struct(Amount struct(Amount varchar, Currency varchar), CreditDebitIndicator varchar, Type varchar)',
    MerchantDetails: 'struct(MerchantName varchar, MerchantCategoryCode varchar)',
    DebtorAccount: 'struct(SchemeName varchar, Identification varchar, Name varchar)',
    CreditorAccount: 'struct(SchemeName varchar, Identification varchar, Name varchar)', SupplementaryData: 'json'
  })`)

const ordered = "from transactions order by account_key, booking_date, transaction_key, version"

/** The rows of a published snapshot, in the order of an export, to both of its formats. */
const duckdbCopy = Effect.tryPromise(() =>
  DuckDBInstance.create(target, { access_mode: "READ_ONLY" }).then((instance) =>
    instance.connect().then((connection) =>
      connection.run(`
        copy (${ordered}) to '${folder}/copy.parquet' (format parquet, compression zstd);
        copy (${ordered}) to '${folder}/copy.csv' (format csv, header)`)
        .then(() => connection.runAndReadAll(`select count(*) as rows from '${folder}/copy.parquet'`))
        .then((reader) => reader.getRowsJson().flat().join(" "))
        .finally(() => connection.closeSync())
    ).finally(() => instance.closeSync())
  )
)

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const fetched = Effect.fn("peer.fetched")((page: number) =>
  Effect.callback<number>((resume) => {
    get(
      `${target}/ais/v1/${consentId}/transactions?accountId=${accountId}&page=${page}`,
      { agent },
      (response) => {
        let bytes = 0
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on("end", () => resume(Effect.succeed(bytes)))
      }
    )
  })
)

/** Fetches every page, one after the other, and drops it. */
const network = Effect.gen(function*() {
  let bytes = 0
  const pages = pageFiles().length
  for (let page = 1; page <= pages; page += 1) bytes += yield* fetched(page)
  agent.destroy()
  return String(bytes)
})

const ways: Readonly<Record<string, Effect.Effect<string, Cause.UnknownError>>> = {
  sqlite,
  "duckdb-pages": duckdbPages,
  "duckdb-split": duckdbSplit,
  "duckdb-copy": duckdbCopy,
  network
}

NodeRuntime.runMain(
  Effect.flatMap(
    ways[way] ?? Effect.die(`no such way: ${way}`),
    (answer) => Effect.sync(() => process.stdout.write(`${answer}\n`))
  )
)
