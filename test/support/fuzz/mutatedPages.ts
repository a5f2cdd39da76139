/**
 * Pages that a bank could send and should not: sound ones of a few rows, each with something done to it. The same seed gives
 * the same pages.
 */
import { DateTime } from "effect"
import { accountRow, balanceRow, pageOf, transactionRow } from "../gateway/bankRows.ts"
import { Dice } from "../world/Dice.ts"

export type List = "Account" | "Balance" | "Transaction"

/** A page as it is sent, and what was done to it. */
export interface MutatedPage {
  readonly body: Uint8Array
  readonly kind: string
  /** The rows to which nothing was done, by what is unique in each; empty where the page as a whole was. */
  readonly untouched: ReadonlySet<string>
  /** The same with what counts of two equal names alone, where that is not the last: the first of them. */
  readonly meant?: string
}

type Value = null | boolean | number | string | Array<Value> | Members
interface Members {
  [name: string]: Value
}

/** A number that JavaScript would write otherwise stands as a text until the page is written. */
const exact = (text: string) => `@number ${text}@`

const written = (value: Value) => JSON.stringify(value).replaceAll(/"@number ([^@]*)@"/g, (_, text: string) => text)

const deep = (levels: number): Value => {
  let value: Value = "x"
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const oddNames = [
  "he said \"hi",
  "",
  "\\",
  "a/b~c",
  "$",
  "*",
  "}:{}",
  "__proto__",
  "\u0000",
  "\ud800",
  "Amount ",
  "amount",
  "É",
  "k".repeat(5000)
]

const oddNumbers = [
  "0",
  "-0",
  "7",
  "-12.5",
  "1e3",
  "1e400",
  "1E-7",
  "12345678901234567890",
  "1234567890.123449999999",
  "1234567890.12345",
  "0.000001",
  "99999999999999999999999999999999999999999",
  "1.10"
]

const oddTexts = [
  "",
  " ",
  "1e3",
  "1_000",
  "+7",
  " 12 ",
  "1.123456",
  "NaN",
  "infinity",
  "-3.25",
  "00012.50",
  "12345678901234.5",
  "9999-12-31T23:59:59Z",
  "0001-01-01T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "2026-11-19",
  "'; drop table transactions; --",
  "=1+1",
  "\u0000",
  "\ud800",
  "\udc00\ud800",
  "\uffff",
  "😀",
  "a\nb\tc",
  "credit",
  "DEBIT",
  "gbp",
  "x".repeat(70_000),
  "{\"a\":{}}"
]

/** What replaces every value of a tree in turn. */
const placesIn = (value: Value): ReadonlyArray<(by: Value) => void> => {
  if (typeof value !== "object" || value === null) return []
  const places = Object.entries(value).map(([name, part]) => ({
    set: (by: Value) => {
      Object.defineProperty(value, name, { value: by, enumerable: true, configurable: true, writable: true })
    },
    part
  }))
  return places.flatMap(({ part, set }) => [set, ...placesIn(part)])
}

const isMembers = (value: Value): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const oddValue = (dice: Dice): Value => {
  const text = () => oddTexts[dice.below(oddTexts.length)] ?? ""
  const number = () => exact(oddNumbers[dice.below(oddNumbers.length)] ?? "0")
  switch (dice.below(9)) {
    case 0:
      return null
    case 1:
      return dice.chance(0.5)
    case 2:
      return []
    case 3:
      return {}
    case 4:
      return dice.chance(0.3) ? exact(`${"[".repeat(1500)}${"]".repeat(1500)}`) : deep(dice.pick([3, 40, 700]))
    case 5:
    case 6:
      return number()
    default:
      return text()
  }
}

/** A sound row, like no other of its seed. `nth` counts the rows of all its pages. */
const baseRow = (list: List, token: string, nth: number): Members => {
  const instant = DateTime.formatIso(DateTime.add(DateTime.makeUnsafe("2026-11-18T00:00:00Z"), { minutes: nth }))
  const rows = {
    Account: () => accountRow({ AccountId: token, Description: token, Account: [] }),
    Balance: () => balanceRow({ DateTime: instant, Note: token }),
    Transaction: () =>
      transactionRow({
        TransactionId: token,
        TransactionInformation: token,
        Amount: { Amount: `${nth + 10}.25`, Currency: "GBP" }
      })
  }
  return JSON.parse(JSON.stringify(rows[list]()))
}

/** Does something to one row. */
const mutateRow = (dice: Dice, row: Members): string => {
  const names = Object.keys(row)
  const name = names[dice.below(names.length)] ?? ""
  const odd = oddNames[dice.below(oddNames.length)] ?? ""
  const places = placesIn(row)
  switch (dice.below(6)) {
    case 0:
      delete row[name]
      return "missing"
    case 1:
      row[odd] = dice.chance(0.5) ? {} : oddValue(dice)
      return "odd name"
    case 2:
      row["Extra"] = { [odd]: {}, inner: { [odd]: oddValue(dice) } }
      return "odd inner name"
    default:
      places[dice.below(places.length)]?.(oddValue(dice))
      return "odd value"
  }
}

/** Does something to a page's text; null where it is only what it says. */
const mutateText = (
  dice: Dice,
  text: string,
  row: string
): readonly [kind: string, body: Uint8Array | string, meant?: string] => {
  const at = dice.below(text.length)
  switch (dice.below(8)) {
    case 0:
      return ["cut", text.slice(0, at)]
    case 1:
      return ["a sign lost", text.slice(0, at) + text.slice(at + 1)]
    case 2:
      return [
        "a sign added",
        text.slice(0, at) + dice.pick(["{", "}", "[", "]", "\"", ",", ":", "\\", "0", "\u0000"]) + text.slice(at)
      ]
    case 3:
      return [
        "a name twice",
        text.replace(row, `${row.slice(0, -1)},"Amount":{"Amount":"9.99","Currency":"GBP"}}`),
        text
      ]
    case 4: {
      const list = dice.pick(["Account", "Balance", "Transaction"])
      return ["a list twice", text.replace("]},\"Links\"", `],"${list}":[]},"Links"`), text]
    }
    case 5:
      return ["a mark before", `\ufeff${text}`]
    case 6: {
      const bytes = new TextEncoder().encode(text)
      bytes[dice.below(bytes.length)] = dice.pick([0xff, 0xc0, 0xed, 0x00])
      return ["a byte changed", bytes]
    }
    default:
      return ["very deep", text.replace("{\"Data\":", `{"Deep":${"[".repeat(90_000)}${"]".repeat(90_000)},"Data":`)]
  }
}

/** Does something to what stands around the rows. */
const mutateAround = (dice: Dice, list: List, rows: Array<Value>): Value => {
  const [first = null] = rows
  const odd = oddValue(dice)
  switch (dice.below(6)) {
    case 0:
      return { Data: { [list]: first } }
    case 1:
      return { Data: { [list]: odd } }
    case 2:
      return { Data: odd }
    case 3:
      return odd
    case 4:
      return { Data: { [list]: [rows, ...rows] } }
    default:
      return { Data: { [list]: [odd, ...rows, odd] } }
  }
}

/** The nth page of a seed. */
export const mutatedPage = (seed: number, list: List, number: number): MutatedPage => {
  const dice = new Dice(seed * 100_003 + number, list)
  const tokens = [0, 1, 2].map((row) => `s${seed}-p${number}-r${row}`)
  const rows = tokens.map((token, row) => baseRow(list, token, 3 * number + row))
  const page: Value = JSON.parse(JSON.stringify(pageOf(list, rows)))
  const way = dice.below(10)
  if (way < 5) {
    const place = dice.below(3)
    const row = rows[place]
    const kind = row === undefined ? "" : mutateRow(dice, row)
    const body = new TextEncoder().encode(written({ ...isMembers(page) ? page : {}, Data: { [list]: rows } }))
    return { body, kind, untouched: new Set(tokens.filter((_, at) => at !== place)) }
  }
  if (way < 8) {
    const [kind, body, meant] = mutateText(dice, written(page), written(rows[1] ?? null))
    const sent = {
      kind,
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
      untouched: new Set<string>()
    }
    return meant === undefined ? sent : { ...sent, meant }
  }
  const body = new TextEncoder().encode(written(mutateAround(dice, list, rows)))
  return { body, kind: "odd around", untouched: new Set() }
}
