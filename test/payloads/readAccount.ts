/**
 * One row of accounts, read on its own terms, with what identifies the account.
 */
import { text, word } from "./claims.ts"
import { codeOf } from "./facts.ts"
import { at, isJsonObject, type Json, type JsonObject, leavesOf, textOf } from "./json.ts"
import type { Part, RowReading } from "./Reading.ts"
import { textFaults } from "./rowFaults.ts"

const identification = (row: Json, pointer: string): Part => {
  const said = (name: string) => textOf(at(row, `${pointer}/${name}`))
  return {
    pointer,
    columns: {
      scheme_name: codeOf("scheme", said("SchemeName")),
      identification: said("Identification"),
      name: said("Name"),
      secondary_identification: said("SecondaryIdentification")
    },
    claims: [
      word(row, `${pointer}/SchemeName`, "scheme_name"),
      text(row, `${pointer}/Identification`, "identification"),
      text(row, `${pointer}/Name`, "name"),
      text(row, `${pointer}/SecondaryIdentification`, "secondary_identification")
    ]
  }
}

/** What identifies the account: a list, or one object for a list of one. */
const identificationsOf = (row: JsonObject): ReadonlyArray<Part> => {
  const sent = row["Account"]
  if (Array.isArray(sent)) return sent.map((_, at_) => identification(row, `/Account/${at_}`))
  return isJsonObject(sent) ? [identification(row, "/Account")] : []
}

/** Reads an account. Where version 4 is silent, the words of version 3.1 count. */
export const readAccount = (row: JsonObject, index: number): RowReading => {
  const said = (pointer: string) => textOf(at(row, pointer))
  const identifications = identificationsOf(row)
  const ukNumber = identifications.map(({ columns }) => columns).find(({ identification, scheme_name }) =>
    scheme_name === "UK.OBIE.SortCodeAccountNumber" && /^\d{14}$/.test(identification ?? "")
  )
  const iban = identifications.find(({ columns }) => columns["scheme_name"] === "UK.OBIE.IBAN")
  const number = ukNumber?.["identification"] ?? ""
  return {
    index,
    accountId: said("/AccountId"),
    faults: textFaults(row["AccountId"], "/AccountId"),
    columns: {
      account_id: said("/AccountId"),
      category: said("/AccountCategory") || said("/AccountType"),
      type_code: said("/AccountTypeCode") || codeOf("accountType", said("/AccountSubType")),
      currency: said("/Currency"),
      description: said("/Description"),
      nickname: said("/Nickname"),
      status: said("/Status"),
      account_number: number.slice(6),
      sort_code: number.slice(0, 6),
      iban: iban?.columns["identification"] ?? ""
    },
    claims: [
      text(row, "/AccountId", "account_id"),
      text(row, "/AccountCategory", "category"),
      text(row, "/AccountType", "category"),
      word(row, "/AccountTypeCode", "type_code"),
      word(row, "/AccountSubType", "type_code"),
      text(row, "/Currency", "currency"),
      text(row, "/Description", "description"),
      text(row, "/Nickname", "nickname"),
      text(row, "/Status", "status")
    ],
    parts: identifications,
    leaves: leavesOf(row)
  }
}
