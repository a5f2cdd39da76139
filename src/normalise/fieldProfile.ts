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
import { type Fragment, fragment, type Values } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { type Pass, staged } from "./stagedRows.ts"

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

/** Counts what the staged rows of a pass have, and what stands beside them in their odd pages. */
export const countFields = Effect.fn("normalise.countFields")(function*(
  { resource }: Pass,
  odd: ReadonlyArray<string>
) {
  const warehouse = yield* Warehouse
  const rows = staged(resource)
  yield* warehouse.file(sql("fieldProfile/used"), { ...profiles[resource], resource, staged: rows })
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
