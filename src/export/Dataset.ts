/**
 * The datasets of an export: which relation each shows, in which order its rows stand, and how its columns are written.
 */
import { Effect } from "effect"
import type { ExportFormat } from "../settings/Settings.ts"
import type { StorageError } from "../store/StorageError.ts"
import { identifier, literal } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { Column, csvColumn, csvOptions } from "./csv.ts"

/** One dataset; `name` is its files' name, and its relation's where that is not told. */
export interface Dataset {
  readonly name: string
  readonly relation?: string
  /** Whether it reports on every account, held ones too. */
  readonly ofHeldToo?: boolean
  /** The columns of the row order: account, day, key. Together they are unique, so the order is total. */
  readonly order: ReadonlyArray<string>
  /** Columns that say nothing of the bank's world and move with every run. */
  readonly restless: ReadonlyArray<string>
  /** The one format in which it is written, whatever the settings say. */
  readonly only?: ExportFormat
  /** Whether it says what is new since the export before: that it says nothing any more is no reason for another export. */
  readonly isNews?: boolean
}

/** What every export holds: a new dataset is a line here. */
export const datasets: ReadonlyArray<Dataset> = [
  { name: "accounts", order: ["account_key"], restless: ["last_seen_run"] },
  { name: "balances", order: ["account_key", "as_of", "balance_key"], restless: [] },
  { name: "transactions", order: ["account_key", "booking_date", "transaction_key", "version"], restless: [] },
  {
    name: "reconciliation",
    relation: "bridges",
    ofHeldToo: true,
    order: ["account_key", "currency", "balance_type", "closing_at", "opening_at"],
    restless: []
  },
  {
    name: "restatements",
    order: ["account_key", "booking_date", "transaction_key", "version"],
    restless: [],
    only: "csv",
    isNews: true
  }
]

const relationOf = ({ name, relation = name }: Dataset): string => relation

/** Columns that stand in front where the relation lacks them; an account's are looked up in `account_owners`. */
const inFront: ReadonlyArray<Column> = [
  { name: "institution", type: "VARCHAR" },
  { name: "account_id", type: "VARCHAR" }
]

/** What an account is to its owner stands last in every dataset, looked up in the same way. */
const inTheEnd: ReadonlyArray<Column> = [
  { name: "name", type: "VARCHAR" },
  { name: "entity", type: "VARCHAR" },
  { name: "ledger_code", type: "VARCHAR" }
]

/** The columns of a dataset in the order in which they are written. */
export const columnsOf = Effect.fn("Dataset.columnsOf")(
  function*(dataset: Dataset): Effect.fn.Return<ReadonlyArray<Column>, StorageError, Warehouse> {
    const warehouse = yield* Warehouse
    const own = yield* warehouse.rows(
      Column,
      "select column_name as name, column_type as type from (describe main.$relation)",
      { relation: identifier(relationOf(dataset)) }
    )
    const lacks = ({ name }: Column) => !own.some((column) => column.name === name)
    const isNoName = (column: Column) => !inTheEnd.some(({ name }) => name === column.name)
    return [...inFront.filter(lacks), ...own.filter(isNoName), ...inTheEnd]
  }
)

/** The query for a dataset's rows with every column as it is, without those of accounts that are held back. */
export const rowsOf = (dataset: Dataset, held: ReadonlyArray<string>): string => {
  const relation = `from ${relationOf(dataset)} as r`
  const shipped = held.length === 0 || dataset.ofHeldToo === true
    ? ""
    : `where r.account_key not in (select unnest(${literal(held)}))`
  if (dataset.name === "accounts") return `${relation} ${shipped}`
  // Grouped, so that no row is doubled should an account ever stand there twice.
  return `${relation} left join (
    select account_key, min(institution) as institution, min(account_id) as account_id, min(name) as name,
      min(entity) as entity, min(ledger_code) as ledger_code
    from account_owners group by all
  ) as a using (account_key) ${shipped}`
}

/** The `copy` that writes a dataset of so many rows. The same rows give the same bytes, for one version of DuckDB. */
export const copyStatement = (
  dataset: Dataset,
  columns: ReadonlyArray<Column>,
  format: ExportFormat,
  rows: number,
  held: ReadonlyArray<string>
): string =>
  copyOf(
    columns,
    format,
    rows,
    `${rowsOf(dataset, held)} order by ${dataset.order.map((name) => `r.${name}`).join(", ")}`
  )

/**
 * The `copy` that writes the same CSV from the Parquet file of a dataset. The rows stand in their order there, and nothing
 * sorts them: only for a database that keeps the order.
 */
export const copyOfParquet = (columns: ReadonlyArray<Column>, rows: number): string =>
  copyOf(columns, "csv", rows, "from read_parquet($parquet)")

const copyOf = (columns: ReadonlyArray<Column>, format: ExportFormat, rows: number, from: string): string => {
  const write = format === "csv" ? csvColumn : parquetColumn
  return `copy (
    select ${columns.map((column) => `${write(column)} as ${identifier(column.name).sql}`).join(", ")}
    ${from}
  ) to $file (${format === "csv" ? csvOptions(columns, rows) : parquetOptions})`
}

// The CSV that is made of this file is put together in memory a row group at a time: of the usual 122,880 rows that are a hundred
// megabytes, and to get such pieces from the system takes longer than to fill them.
const parquetOptions = "format parquet, compression zstd, compression_level 1, parquet_version v1, row_group_size 40960"

const parquetColumn = ({ name, type }: Column): string =>
  type === "JSON" ? `cast(${identifier(name).sql} as varchar)` : identifier(name).sql
