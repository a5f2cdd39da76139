/**
 * What the database cannot take from a page as it stands, row by row: half of a surrogate pair fails the whole page there,
 * and a number of more digits than a double has is rounded without a word. Few pages hold either, and only those are
 * parsed here.
 */
import { Option, Predicate, Schema } from "effect"
import { createHash } from "node:crypto"
import { firstMembers } from "../domain/firstMembers.ts"
import { hasHalf, withoutHalves } from "../domain/halfCharacters.ts"

/** Something in a row that is not understood; `path` is a JSON pointer within the row. */
export interface UnreadableRow {
  readonly row_index: number
  readonly row_digest: string
  readonly code: "half-character" | "amount-inexact"
  readonly path: string
}

/**
 * A page as the database takes it: `text` is null where that is as it was sent. `deep` says that objects and lists stand in
 * each other deeper than the database can follow: it would take the whole process with it.
 */
export interface ReadablePage {
  readonly text: string | null
  readonly rows: ReadonlyArray<UnreadableRow>
  readonly deep: boolean
}

/** Letters of a name may be escaped: then the names below are not found as they stand. */
const escapedLetters = ["\\ud", "\\uD", "\\u004", "\\u005", "\\u006", "\\u007"]

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** Whether anywhere a number stands under a name that ends so. Names are looked for, because numbers are too many. */
const hasNumber = (body: Buffer, name: string): boolean => {
  for (let at = body.indexOf(name); at >= 0; at = body.indexOf(name, at + 1)) {
    let next = at + name.length
    while (isSpace(body[next]) || body[next] === 0x3a) next += 1
    const byte = body[next] ?? 0
    if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) return true
  }
  return false
}

/** Whether a page holds anything that must be looked at. */
const isSuspect = (body: Buffer): boolean =>
  escapedLetters.some((escape) => body.includes(escape)) || hasNumber(body, "Amount\"") ||
  hasNumber(body, "ExchangeRate\"")

/** Below this size nothing is so deep that the database could not follow. */
const shallow = 128 * 1024

/** Deeper than any bank has a reason for, and far from what the database can follow. */
const deepest = 1000

/** Where the text ends that begins at a place: at the quote, or at the end. */
const endOfText = (body: Uint8Array, start: number): number => {
  let at = start
  for (let byte = body[at]; byte !== 0x22 && byte !== undefined; byte = body[at]) at += byte === 0x5c ? 2 : 1
  return at
}

/** Every byte of a large page is looked at, so this is in a hurry: brackets and braces differ in one bit. */
const isDeep = (body: Uint8Array): boolean => {
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte === 0x22) at = endOfText(body, at + 1)
    else if (byte >= 0x5b) {
      const bracket = byte & 0xdf
      if (bracket === 0x5b && ++depth > deepest) return true
      if (bracket === 0x5d) depth -= 1
    }
  }
  return false
}

/** A number by its text. */
class LongNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const sourceOf = (context: unknown): string =>
  Predicate.hasProperty(context, "source") && Predicate.isString(context.source) ? context.source : ""

/** The digits that count; those of an exponent do not. */
const digitsOf = (source: string): number =>
  source.replace(/[eE].*$/, "").replaceAll(/\D/g, "").replace(/^0+/, "").length

const exactly = (_name: string, value: unknown, ...context: ReadonlyArray<unknown>): unknown => {
  const source = typeof value === "number" ? sourceOf(context[0]) : ""
  return digitsOf(source) > 15 ? new LongNumber(source) : value
}

/** A rate of more digits than a number can carry becomes a text, which can. No text holds its name between bare quotes. */
const withExactRates = (json: string): string =>
  json.replaceAll(
    /("ExchangeRate"\s*:\s*)(-?\d[\d.eE+-]*)/g,
    (sent, name: string, rate: string) => digitsOf(rate) > 15 ? `${name}"${rate}"` : sent
  )

/** A text that is no JSON is no page either. Of whatever else goes wrong it must be heard: the rows of that page would pass for sound. */
const parse = (text: string): Option.Option<unknown> => {
  try {
    return Option.some<unknown>(JSON.parse(text, exactly))
  } catch (cause) {
    if (cause instanceof SyntaxError) return Option.none()
    throw cause
  }
}

const Page = Schema.Struct({ Data: Schema.Record(Schema.String, Schema.Unknown) })
const decodePage = Schema.decodeUnknownOption(Page)

const stepTo = (name: string) => `/${name.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1")}`

/** What is wrong below a place of a row. Money alone must be exact. */
const faultsAt = (path: string, name: string, value: unknown): ReadonlyArray<Pick<UnreadableRow, "code" | "path">> => {
  const named = hasHalf(name) ? [{ code: "half-character", path } as const] : []
  if (typeof value === "string" && hasHalf(value)) return [{ code: "half-character", path }]
  if (value instanceof LongNumber) {
    return name === "Amount" ? [{ code: "amount-inexact", path }] : []
  }
  if (!Predicate.isObjectOrArray(value)) return named
  return [
    ...named,
    ...Object.entries(value).flatMap(([member, part]) => faultsAt(path + stepTo(member), member, part))
  ]
}

const rowsOf = (page: unknown, list: string): ReadonlyArray<unknown> => {
  const listed = Option.getOrUndefined(decodePage(page))?.Data[list]
  return Array.isArray(listed) ? listed : [listed]
}

const unreadableIn = (page: unknown, list: string): ReadonlyArray<UnreadableRow> =>
  rowsOf(page, list).flatMap((row, row_index) =>
    faultsAt("", "", row).map((fault) => ({
      row_index,
      row_digest: createHash("md5").update(JSON.stringify(row)).digest("hex"),
      ...fault
    }))
  )

/** Looks at the body of a page whose rows are those of `list`. */
export const readablePage = (body: Uint8Array, list: string): ReadablePage => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const suspect = isSuspect(bytes)
  if ((suspect || bytes.length > shallow) && isDeep(body)) return { text: null, rows: [], deep: true }
  if (!suspect) return { text: null, rows: [], deep: false }
  const sent = bytes.toString("utf8")
  const exact = withExactRates(sent)
  const text = withoutHalves(exact)
  const rows = Option.match(parse(firstMembers(exact)), {
    onNone: () => [],
    onSome: (page) => unreadableIn(page, list)
  })
  return { text: text === sent ? null : text, rows, deep: false }
}
