/**
 * The pieces of SQL that are made from the tables of fields, by resource and by the statement in which they stand.
 */
import { fragment, literal } from "../../warehouse/Values.ts"
import { accountFields, identifierFields } from "./accountFields.ts"
import { balanceFields, creditLineFields } from "./balanceFields.ts"
import * as Columns from "./columns.ts"
import { sentObjects, sentPaths, sentTexts } from "./extraction.ts"
import type { Field } from "./Field.ts"
import { commonPatches, emptiedObjects, objectPointers, rowPatch, shapeOf, takenBytes } from "./remainder.ts"
import { commonShape, transactionFields } from "./transactionFields.ts"

const definitions = (fields: ReadonlyArray<Field>) => ({
  columns: Columns.definitions(fields),
  internal_columns: Columns.internalDefinitions(fields)
})

/** What is put into the files that define relations. */
export const relations = {
  accounts: {
    columns: Columns.definitions(accountFields),
    shown: Columns.shownColumns(accountFields),
    identifiers: Columns.memberColumns("i", identifierFields),
    identifier_type: Columns.memberType(identifierFields)
  },
  balances: { ...definitions(balanceFields), credit_line_columns: Columns.definitions(creditLineFields) },
  transactions: {
    ...definitions(transactionFields),
    shown: Columns.shownColumns(transactionFields),
    derived: fragment(
      "running_balance_doubtful, payee, payee_source, category, charge_amount, charge_currency, exchange_rate, original_amount, original_currency"
    )
  }
}

/** What is put into the statements that bring a row from its page into the book. */
export const accounts = {
  stage: {
    paths: sentPaths(accountFields),
    texts: sentTexts(accountFields),
    columns: Columns.madeColumns(accountFields),
    versioned: Columns.versionedTexts(accountFields),
    patch: rowPatch(accountFields),
    item_paths: sentPaths(identifierFields),
    item_texts: sentTexts(identifierFields),
    item_first_columns: Columns.firstColumns(identifierFields),
    item_columns: Columns.madeColumns(identifierFields),
    item_patch: rowPatch(identifierFields),
    item: Columns.memberStruct(identifierFields),
    versioned_items: Columns.versionedMembers("identifiers", identifierFields)
  },
  write: { columns: Columns.copiedColumns(accountFields) },
  candidates: { identifier_type: Columns.memberType(identifierFields) }
}

export const balances = {
  sent: { paths: sentPaths(balanceFields), credit_line_columns: Columns.definitions(creditLineFields) },
  creditLines: {
    item_paths: sentPaths(creditLineFields),
    item_texts: sentTexts(creditLineFields),
    item_objects: sentObjects(creditLineFields),
    item_first_columns: Columns.firstColumns(creditLineFields),
    item_columns: Columns.madeColumns(creditLineFields),
    item_patch: rowPatch(creditLineFields),
    item_emptied: emptiedObjects(creditLineFields),
    item_pointers: objectPointers(creditLineFields),
    item: Columns.memberStruct(creditLineFields)
  },
  stage: {
    texts: sentTexts(balanceFields),
    objects: sentObjects(balanceFields),
    first_columns: Columns.firstColumns(balanceFields),
    columns: Columns.madeColumns(balanceFields),
    versioned: Columns.versionedTexts(balanceFields),
    patch: rowPatch(balanceFields),
    pointers: objectPointers(balanceFields),
    versioned_items: Columns.versionedMembers("credit_lines", creditLineFields)
  },
  remains: { emptied: emptiedObjects(balanceFields), pointers: objectPointers(balanceFields) },
  write: { columns: Columns.copiedColumns(balanceFields) },
  writeCreditLines: { item_columns: Columns.memberNames("l", creditLineFields) }
}

const transactionStage = {
  paths: sentPaths(transactionFields),
  texts: sentTexts(transactionFields),
  objects: sentObjects(transactionFields),
  first_columns: Columns.firstColumns(transactionFields),
  columns: Columns.madeColumns(transactionFields),
  versioned: Columns.versionedTexts(transactionFields)
}

export const transactions = {
  staging: definitions(transactionFields),
  /** Nearly all rows. Each member stands once in a row of which no more was taken than that, and nothing is left of it. */
  stageCommon: {
    ...transactionStage,
    shape: shapeOf(transactionFields, commonShape),
    rest: fragment(`json_merge_patch(sent, (${commonPatches(transactionFields, commonShape).sql})[shape + 1])`),
    apart: fragment(
      `shape is null or strlen(sent::varchar) - strlen(rest::varchar) >= 4 + ${
        takenBytes(transactionFields, commonShape).sql
      } or has_twice(rest) or contains(rest::varchar, ':{}')`
    ),
    duplicates: fragment("null::varchar[]"),
    extra: fragment("case when rest::varchar <> '{}' then rest end")
  },
  /** Rows of any shape. */
  stageAny: {
    ...transactionStage,
    shape: fragment("null"),
    rest: fragment(`patched(sent, (${rowPatch(transactionFields).sql}))`),
    apart: false,
    duplicates: fragment(`duplicate_keys(sent, ${literal(objectPointers(transactionFields))})`),
    extra: fragment(`rest_of(rest, ${literal(emptiedObjects(transactionFields))}, duplicates)`)
  },
  withoutDetail: {
    without_detail: Columns.withoutDetail(transactionFields),
    equal_but_detail: Columns.equalButDetail(transactionFields),
    detail: Columns.detail(transactionFields),
    set_detail: Columns.setDetail(transactionFields, "known")
  },
  write: { columns: Columns.copiedColumns(transactionFields) }
}
