/**
 * The pieces of SQL that are made from the tables of fields, by resource and by the statement in which they stand.
 */
import type { Resource } from "../../domain/permission.ts"
import { type Fragment, fragment, type Values } from "../../warehouse/Values.ts"
import { accountFields, identifierFields, otherAccountFields } from "./accountFields.ts"
import { balanceFields, otherBalanceFields } from "./balanceFields.ts"
import * as Columns from "./columns.ts"
import { objectsOf, sentObjects, sentPaths, sentTexts } from "./extraction.ts"
import type { Field } from "./Field.ts"
import { fieldUse, itemUse } from "./fieldUse.ts"
import { commonPatches, rowPatch, shapeOf } from "./remainder.ts"
import { standardPaths } from "./standardPaths.ts"
import { commonShape, otherTransactionFields, transactionFields } from "./transactionFields.ts"

/** What is put into the files that define relations. */
export const relations = {
  accounts: {
    columns: Columns.definitions(accountFields),
    shown: Columns.shownColumns(accountFields),
    identifiers: Columns.memberColumns("i", identifierFields),
    identifier_type: Columns.memberType(identifierFields)
  },
  balances: { columns: Columns.definitions(balanceFields) },
  transactions: {
    columns: Columns.definitions(transactionFields),
    internal_columns: Columns.internalDefinitions(transactionFields),
    shown: Columns.shownColumns(transactionFields)
  }
}

/** What is put into the statements that bring a row from its page into the book. */
export const accounts = { write: { columns: Columns.copiedColumns(accountFields) } }

export const balances = { write: { columns: Columns.copiedColumns(balanceFields) } }

export const transactions = {
  staging: {
    columns: Columns.definitions(transactionFields),
    internal_columns: Columns.internalDefinitions(transactionFields)
  },
  stage: {
    paths: sentPaths(transactionFields),
    texts: sentTexts(transactionFields),
    objects: sentObjects(transactionFields),
    first_columns: Columns.firstColumns(transactionFields),
    shape: shapeOf(transactionFields, commonShape),
    common_patches: commonPatches(transactionFields, commonShape),
    patch: rowPatch(transactionFields),
    columns: Columns.madeColumns(transactionFields),
    versioned: Columns.versionedTexts(transactionFields)
  },
  write: { columns: Columns.copiedColumns(transactionFields) }
}

const profile = (
  fields: ReadonlyArray<Field>,
  others: ReadonlyArray<string>,
  items: ReadonlyArray<Fragment> = []
): Values => ({
  used: fragment(`list_concat(${[fieldUse(fields), ...items].map(({ sql }) => sql).join(", ")})`),
  standard: standardPaths(fields, others),
  objects: objectsOf(fields)
})

/** What is put into the statement that counts what rows have. */
export const profiles: Readonly<Record<Resource, Values>> = {
  accounts: profile(accountFields, otherAccountFields, itemUse("identifiers", "/Account", identifierFields)),
  balances: profile(balanceFields, otherBalanceFields),
  transactions: profile(transactionFields, otherTransactionFields)
}
