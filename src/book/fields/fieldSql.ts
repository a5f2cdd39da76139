/**
 * The pieces of SQL that are made from the tables of fields, by resource and by the statement in which they stand.
 */
import { accountFields, identifierFields } from "./accountFields.ts"
import { balanceFields } from "./balanceFields.ts"
import * as Columns from "./columns.ts"
import { sentObjects, sentPaths, sentTexts } from "./extraction.ts"
import { commonPatches, rowPatch, shapeOf } from "./remainder.ts"
import { commonShape, transactionFields } from "./transactionFields.ts"

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
export const accounts = {
  write: { columns: Columns.copiedColumns(accountFields) },
  candidates: { identifier_type: Columns.memberType(identifierFields) }
}

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
