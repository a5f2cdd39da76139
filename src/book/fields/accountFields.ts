/**
 * What we understand of an account, field by field, in the order of the columns. Source: docs/bank-facts.md, 2.1.
 */
import { code, type Field, input, rule, text, wordSent } from "./Field.ts"

export const accountFields: ReadonlyArray<Field> = [
  input("account_id", "/AccountId"),
  // Words of version 3.1 are read where version 4 is silent, and stay in `extra` where it is not.
  rule("category", "/AccountCategory", "varchar", "Personal or Business, as sent"),
  input("account_type", "/AccountType", { where: "t.category is null or t.category = t.account_type" }),
  rule("type_code", "/AccountTypeCode", "varchar", "kind of account, version 4 code", { codes: "account_type_code" }),
  input("account_sub_type", "/AccountSubType", { where: "t.type_code is null" }),
  rule("type_code_sent", null, "varchar", "the word sent, where it differs from the code"),
  rule("currency", "/Currency", "varchar", "ISO 4217 code; null where the bank sends none"),
  text("description", "/Description", "product name or free text"),
  text("nickname", "/Nickname", "name given by the person"),
  text("status", "/Status", "Enabled, Disabled, Deleted, ProForma, Pending"),
  input("identifier_list", "/Account", { where: "kinds[3] in ('ARRAY', 'OBJECT')" })
]

/** What the standard has besides. It is kept in `extra`. */
export const otherAccountFields: ReadonlyArray<string> = `
  /StatusUpdateDateTime /OpeningDate /MaturityDate /SwitchStatus /Servicer /StatementFrequencyAndFormat
`.trim().split(/\s+/)

/** What we understand of one identification of an account: a member of `Account`. */
export const identifierFields: ReadonlyArray<Field> = [
  code("scheme_name", "/SchemeName", "scheme_name", "identification scheme, with the prefix of the standard"),
  text("identification", "/Identification", "account number, IBAN or other identification; text, leading zeros matter"),
  text("name", "/Name", "holder name"),
  text("secondary_identification", "/SecondaryIdentification", "roll number, or currency of a sub account"),
  wordSent("scheme_name")
]

/** What the standard has besides, of an identification. */
export const otherIdentifierFields: ReadonlyArray<string> = ["/LEI", "/Proxy"]
