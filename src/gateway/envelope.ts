/**
 * What a page says around its rows: `Links` and `Meta`. The rows themselves are DuckDB's business and are not parsed
 * here, so a page of 250 KB costs a look at its last few hundred bytes.
 *
 * A page that ends otherwise, or is small, is parsed whole. So is one whose `Data` is not its first field.
 */
import { Option, Predicate, Result, Schema } from "effect"
import { isUtf8 } from "node:buffer"

/** What is to be known of a page before the next one is asked for. */
export interface Envelope {
  readonly next: Next
  /** `Meta.TotalPages`, where it is a number. */
  readonly totalPages: number | null
  /** Whether the page holds no row. */
  readonly empty: boolean
}

/**
 * The link to the next page as it was sent. `absent`: there is none, or it is null. `blank`: it is an empty text.
 * `unreadable`: it is something else than text.
 */
export type Next =
  | { readonly _tag: "absent" }
  | { readonly _tag: "blank" }
  | { readonly _tag: "unreadable" }
  | { readonly _tag: "link"; readonly link: string }

/** Below this size a page is parsed whole: that is as cheap, and tells whether it is empty. */
const small = 4096

/** Where `Data` stands first, as everywhere seen, its rows need not be looked at. */
const dataFirst = /^\s*\{\s*"Data"\s*:\s*[{[]/

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Reads the envelope of a body, or says in words why the body is no page. */
export const envelopeOf = (body: Uint8Array): Result.Result<Envelope, string> => {
  if (body.length === 0) return Result.fail("it is empty")
  if (!isUtf8(body)) return Result.fail("it is not UTF-8 text")
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const tail = body.length > small && dataFirst.test(bytes.toString("latin1", 0, 64)) ? tailOf(bytes) : Option.none()
  if (Option.isSome(tail)) return Result.succeed(summary(tail.value, false))
  const whole = parse(bytes.toString("utf8"))
  if (Option.isNone(whole)) return Result.fail("it is not JSON")
  if (!isRecord(whole.value)) return Result.fail("it is not an object")
  if (!("Data" in whole.value)) return Result.fail("it has no Data")
  return Result.succeed(summary(whole.value, isEmpty(whole.value["Data"])))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isReadonlyObject(value)

/**
 * What follows the rows, as an object of its own. In JSON a quote inside a text is escaped, so `"Links":` is a field; and
 * only where it belongs to the outermost object does the rest of the body close exactly one object.
 */
const tailOf = (bytes: Buffer): Option.Option<Readonly<Record<string, unknown>>> => {
  const starts = [bytes.lastIndexOf("\"Links\""), bytes.lastIndexOf("\"Meta\"")].filter((at) => at > 0)
  if (starts.length === 0) return Option.none()
  const start = Math.min(...starts)
  const before = bytes.toString("latin1", Math.max(0, start - 64), start).trimEnd()
  if (!/[}\]]\s*,$/.test(before) || bytes.length - start > 65_536) return Option.none()
  return Option.filter(parse(`{${bytes.toString("utf8", start)}`), isRecord)
}

/** `Data` without a row: null, an empty list, or an object whose list is empty or null. */
const isEmpty = (data: unknown): boolean => {
  if (data === null) return true
  if (Array.isArray(data)) return data.length === 0
  if (!isRecord(data)) return false
  return Object.values(data).every((rows) => rows === null || (Array.isArray(rows) && rows.length === 0))
}

const fields = (envelope: Readonly<Record<string, unknown>>, ...names: ReadonlyArray<string>) =>
  names.map((name) => envelope[name]).filter(isRecord)

const summary = (envelope: Readonly<Record<string, unknown>>, empty: boolean): Envelope => {
  const meta = fields(envelope, "Meta", "meta")
  const places = [...fields(envelope, "Links", "links"), ...meta]
  const total = meta.flatMap((place) => [place["TotalPages"], place["totalPages"]]).find(Predicate.isNumber)
  return { next: nextIn(places), totalPages: total ?? null, empty }
}

const nextIn = (places: ReadonlyArray<Readonly<Record<string, unknown>>>): Next => {
  const found = places.flatMap((place) => [place["Next"], place["next"]]).filter(Predicate.isNotNullish)
  const link = found.filter(Predicate.isString).find((text) => text.trim() !== "")
  if (link !== undefined) return { _tag: "link", link }
  if (found.some((value) => !Predicate.isString(value))) return { _tag: "unreadable" }
  return { _tag: found.length > 0 ? "blank" : "absent" }
}
