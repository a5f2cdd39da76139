/**
 * Reads a payload as the book must: which rows are understood and what their columns hold, which must stand in quarantine and
 * why. It shares nothing with the program.
 */
import { at, isJsonObject, type Json, leavesOf, parse } from "./json.ts"
import { listOf, type Payload } from "./published.ts"
import { readAccount } from "./readAccount.ts"
import { readBalance } from "./readBalance.ts"
import type { Fault, PayloadReading, RowReading } from "./Reading.ts"
import { readTransaction } from "./readTransaction.ts"

const readers = { accounts: readAccount, balances: readBalance, transactions: readTransaction }

const notAnObject = (index: number): RowReading => ({
  index,
  accountId: "",
  faults: [{ code: "not-an-object", path: "" }],
  columns: {},
  claims: [],
  parts: [],
  leaves: []
})

/** A row of an account that the consent's complete list does not have is not understood, and nor is another account's. */
const accountFaults = ({ accounts, resource, route }: Payload, { accountId }: RowReading): ReadonlyArray<Fault> => {
  if (resource === "accounts" || accountId === "" || accounts.includes(accountId)) return []
  return [{ code: route === "bulk" ? "unlisted-account" : "other-account", path: "/AccountId" }]
}

const pageFaults = (page: Json): ReadonlyArray<Fault> =>
  at(page, "/Data") === undefined ? [{ code: "page-without-data", path: "/Data" }] : []

/** Links and Meta are about the page; what else stands beside the list is the bank's word on the accounts. */
const besideOf = (page: Json, list: string) =>
  leavesOf(page).filter(({ pointer }) =>
    !pointer.startsWith("/Links/") && !pointer.startsWith("/Meta/") && !`${pointer}/`.startsWith(`/Data/${list}/`)
  )

/** The rows of a payload as they were sent: one object stands for a list of one. */
export const sentRows = ({ resource, text }: Payload): ReadonlyArray<Json> => {
  const listed = at(parse(text), `/Data/${listOf[resource]}`)
  return Array.isArray(listed) ? listed : isJsonObject(listed) ? [listed] : []
}

/** Reads a payload. */
export const readPayload = (payload: Payload): PayloadReading => {
  const page = parse(payload.text)
  const list = listOf[payload.resource]
  const rows = sentRows(payload).map((sent, index) => {
    if (!isJsonObject(sent)) return notAnObject(index)
    const reading = readers[payload.resource](sent, index)
    return { ...reading, faults: [...reading.faults, ...accountFaults(payload, reading)] }
  })
  return {
    resource: payload.resource,
    list,
    lone: isJsonObject(at(page, `/Data/${list}`)),
    faults: pageFaults(page),
    rows,
    beside: besideOf(page, list)
  }
}
