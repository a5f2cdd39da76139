/**
 * Where a relation stands: in `main` what readers ask for, in `internal` what only the program or an auditor needs. The files
 * of SQL name relations without a schema; what they define is placed here.
 */

/** The schema of what readers need not know. It is looked through before `main`. */
export const workSchema = "internal"

const published = new Set(
  `accounts account_identifiers account_links balances credit_lines latest_balances transactions pending_transactions
  transaction_versions transactions_as_of balances_as_of accounts_as_of changes_since daily_balances consents
  consent_events runs reads requests coverage gaps raw_pages reviews internal_transfers quarantine findings bridges verdicts
  codes control_totals exports shipped_rows restatements`.split(/\s+/)
)

/** Its table is of the work, and a view of the same name is what readers see. */
const shownByView = new Set(["transaction_versions"])

/** The schema of a relation. */
export const schemaOf = (kind: "table" | "view", name: string): string =>
  published.has(name) && !(kind === "table" && shownByView.has(name)) ? "main" : workSchema

const definition = /^(create table if not exists |create or replace (?:view|macro) )(\w+)/gm
const remark = /^(comment on (table|view|macro table) )(\w+)/gm
const reference = /\b(from|join|into) (\w+)\b(?! *\()/g
const named = (statement: string) => statement.includes("table if") ? "table" : "view"

/** The names that some files define. */
const definedIn = (texts: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(definition)].flatMap(([, , name]) => name ?? [])))

/**
 * The text of each file with every relation under its schema: what it defines, and what it asks for. A reader's session looks
 * through `main` alone, so a view must say where the work's relations are.
 */
export const placed = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = definedIn(texts)
  const from = (name: string) => shownByView.has(name) ? workSchema : schemaOf("view", name)
  return texts.map((text) =>
    text
      .replaceAll(definition, (_, start: string, name: string) => `${start}${schemaOf(named(start), name)}.${name}`)
      .replaceAll(remark, (_, start: string, kind: string, name: string) =>
        `${start}${schemaOf(kind === "table" ? "table" : "view", name)}.${name}`)
      .replaceAll(reference, (whole, word: string, name: string) =>
        names.has(name) ? `${word} ${from(name)}.${name}` : whole)
  )
}
