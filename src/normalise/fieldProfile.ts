/**
 * What a bank sends: fields that are kept in extra, fields that the tables show, and codes that no list has. Every account
 * is counted by itself, and what it begins or ceases to send is a finding.
 */
import { Effect } from "effect"
import {
  accountFields,
  identifierFields,
  otherAccountFields,
  otherIdentifierFields
} from "../book/fields/accountFields.ts"
import {
  balanceFields,
  creditLineFields,
  otherBalanceFields,
  otherCreditLineFields
} from "../book/fields/balanceFields.ts"
import { objectsOf } from "../book/fields/extraction.ts"
import type { Field } from "../book/fields/Field.ts"
import { itemUse, shownCounts, shownFields, standardPaths, unlistedCodes } from "../book/fields/fieldUse.ts"
import { otherTransactionFields, transactionFields } from "../book/fields/transactionFields.ts"
import { listName, type Resource } from "../domain/permission.ts"
import { type Fragment, fragment, identifier, type Values } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { inPlace, numbersOf, type Pass, staged } from "./stagedRows.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

const profile = (
  fields: ReadonlyArray<Field>,
  others: ReadonlyArray<string>,
  items: ReadonlyArray<Fragment> = []
): Values => ({
  counts: shownCounts(fields),
  shown: shownFields(fields),
  used: fragment(`list_concat(${[unlistedCodes(fields), ...items].map(({ sql }) => sql).join(", ")})`),
  standard: standardPaths(fields, others),
  objects: objectsOf(fields)
})

/** What is counted of the rows of each resource. */
const profiles: Readonly<Record<Resource, Values>> = {
  accounts: profile(
    accountFields,
    otherAccountFields,
    itemUse("identifiers", "/Account", identifierFields, otherIdentifierFields)
  ),
  balances: profile(
    balanceFields,
    otherBalanceFields,
    itemUse("credit_lines", "/CreditLine", creditLineFields, otherCreditLineFields)
  ),
  transactions: profile(transactionFields, otherTransactionFields)
}

/** Makes room for what the rows of a batch have. */
export const beginProfile = Effect.fn("normalise.beginProfile")(function*() {
  yield* (yield* Warehouse).file(sql("fieldProfile/begin"))
})

/** The table of what the rows of a batch have. */
export const fieldUse = fragment("field_use")

/** Counts what the staged rows of a pass have. */
export const countUse = Effect.fn("normalise.countUse")(function*({ resource }: Pass) {
  yield* (yield* Warehouse).file(sql("fieldProfile/used"), {
    ...profiles[resource],
    resource,
    staged: staged(resource)
  })
})

/** Counts what the staged rows of a pass have, unless that was done ahead, and what stands beside them in their odd pages. */
export const countFields = Effect.fn("normalise.countFields")(function*(pass: Pass, odd: ReadonlyArray<string>) {
  const warehouse = yield* Warehouse
  const { ahead, resource } = pass
  const rows = staged(resource)
  const counted = ahead === null || ahead === inPlace || odd.length > 0 ? null : ahead.counted
  if (counted === null) yield* countUse(pass)
  else {
    yield* warehouse.run("insert into field_use from aside.$counted where read_no between $first and $last", {
      counted: identifier(counted),
      ...numbersOf(pass)
    })
  }
  if (odd.length > 0) {
    yield* warehouse.file(sql("pages/members"), { files: odd, list: listName(resource), resource, staged: rows })
  }
  if (yield* isAny(`${rows.sql} where len(duplicates) > 0`)) {
    yield* warehouse.file(sql("duplicateKeys"), { staged: rows })
  }
})

/** Compares what was counted of all reads of a batch with what their accounts sent before, and adds it to that. */
export const profileFields = Effect.fn("normalise.profileFields")(function*() {
  const warehouse = yield* Warehouse
  yield* warehouse.file(sql("fieldProfile/newFields"))
  if (yield* isAny("new_fields")) yield* warehouse.file(sql("fieldProfile/started"))
  yield* warehouse.file(sql("fieldProfile/counted"))
  if (yield* isAny("stopped_fields")) yield* warehouse.file(sql("fieldProfile/stopped"))
})
