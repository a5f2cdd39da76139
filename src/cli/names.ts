/**
 * What banks and accounts are called, for people: a bank by the name in its file of capability rules, an account by what its
 * owner calls it, or who gave access, or the bank. Ids are for `--verbose` and JSON.
 */
import { Effect } from "effect"
import type { Row } from "../inspect/published.ts"
import { type BankNames, bankNames } from "./bankNames.ts"
import { load } from "./layers.ts"
import { accountName } from "./rowCells.ts"

/** The names of what has an id; what is not known by name is called by its id. */
export interface Names {
  readonly bank: <A extends string | null>(institution: A) => string | A
  readonly account: <A extends string | null>(accountKey: A) => string | A
  /** A sentence with its banks by name; what it says to type keeps their ids. */
  readonly said: (sentence: string) => string
  /** The bank of an account. */
  readonly bankOf: (accountKey: string | null) => string | null
}

const nameAt = (row: Row) => `${String(row["institution"])} ${accountName(row)}`

/** Two accounts of one bank that are called the same are told apart by the end of their number, or of their key. */
const calledOf = (accounts: ReadonlyArray<Row>): ReadonlyMap<unknown, string> => {
  const counts = Map.groupBy(accounts, nameAt)
  return new Map(accounts.map((row) => {
    const end = String(row["iban"] ?? row["account_number"] ?? row["account_key"]).slice(-4)
    const isAlone = counts.get(nameAt(row))?.length === 1
    return [row["account_key"], isAlone ? accountName(row) : `${accountName(row)} (…${end})`]
  }))
}

const namesOf = (
  banks: BankNames,
  accounts: ReadonlyArray<Row>
): Names => {
  const called = calledOf(accounts)
  const places = new Map(accounts.map((row) => [row["account_key"], String(row["institution"])]))
  const bank: Names["bank"] = (institution) => institution === null ? institution : banks.called(institution)
  return {
    bank,
    said: banks.said,
    account: (key) => key === null ? key : called.get(key) ?? key,
    bankOf: (key) => bank(places.get(key) ?? null)
  }
}

/** The names, where these are the accounts. */
export const namesWith = (accounts: ReadonlyArray<Row>) => Effect.map(bankNames, (banks) => namesOf(banks, accounts))

/** The names, of accounts as they are published. What can be told without them is not withheld where they cannot be read. */
export const publishedNames = Effect.gen(function*() {
  const [{ listAccounts }, { snapshot }] = yield* load(() =>
    Promise.all([import("../inspect/published.ts"), import("../inspect/snapshot.ts")])
  )
  const accounts = yield* listAccounts().pipe(
    Effect.provide(snapshot),
    Effect.catch(() => Effect.succeed<ReadonlyArray<Row>>([]))
  )
  return yield* namesWith(accounts)
})
