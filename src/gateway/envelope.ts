/**
 * What a page says around its rows: `Links`, `Meta` and `Errors`. The rows themselves are DuckDB's business and are not parsed
 * here, so a page of 250 KB costs a look at its last few hundred bytes.
 *
 * A page that ends otherwise, or is small, is parsed whole. So is one whose `Data` is not its first field.
 */
import { Option, Predicate, Result, Schema } from "effect"
import { isUtf8 } from "node:buffer"
import { firstMembers } from "../domain/firstMembers.ts"
import { listName, type Resource } from "../domain/permission.ts"
import type { Unreadable } from "./Step.ts"

/** What is to be known of a page before the next one is asked for. */
export interface Envelope {
  readonly next: Next
  /** `Meta.TotalPages`, where it is a number. */
  readonly totalPages: number | null
  /** `Meta.FirstAvailableDateTime` as it was sent: where the history that the bank still gives begins. */
  readonly firstAvailable: string | null
  /** `Meta.LastAvailableDateTime` as it was sent: where the bank's history ends as yet. */
  readonly lastAvailable: string | null
  /** Whether the page tells of errors beside its rows: then they need not be all. */
  readonly errors: boolean
  /** Whether the page holds no row. */
  readonly empty: boolean
}

/**
 * The link to the next page as it was sent. `absent`: there is none, or it is null. `blank`: it is an empty text.
 * `unreadable`: it is something else than text, or stands in something else than an object.
 */
export type Next =
  | { readonly _tag: "absent" }
  | { readonly _tag: "blank" }
  | { readonly _tag: "unreadable" }
  | { readonly _tag: "link"; readonly link: string }

type Fields = Readonly<Record<string, unknown>>

/** Below this size a page is parsed whole: that is as cheap, and tells whether it is empty. */
const small = 4096

/** Where `Data` stands first and its list first in it, as everywhere seen, its rows need not be looked at. */
const dataFirst = /^\s*\{\s*"Data"\s*:\s*(?:\[|\{\s*"(?:Account|Balance|Transaction)"\s*:\s*\[)/

/** What follows the rows is at most this long. */
const longestTail = 65_536

/** A field of links, counts or errors behind another; how it is spelt differs from bank to bank. */
const around = /,\s*"(?:Links|Meta|Errors)"\s*:/gi

/** So many of them are looked at: three in the outermost object, three in `Data`, and what a last row may have. */
const mostAround = 10

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const parse = (text: string) => decode(firstMembers(text))

const isRecord = (value: unknown): value is Fields => Predicate.isReadonlyObject(value)

/** No server takes a longer address, and no instant has more signs: what is longer is nothing that we could use. */
const longestLink = 8192
const longestInstant = 64

const lost = (reason: string) => Result.fail<Unreadable>({ reason, passes: true })

const meant = (reason: string) => Result.fail<Unreadable>({ reason, passes: false })

/** Reads the envelope of a body, or says why the body is no page of the resource. */
export const envelopeOf = (body: Uint8Array, resource: Resource): Result.Result<Envelope, Unreadable> => {
  if (body.length === 0) return lost("it is empty")
  if (!isUtf8(body)) return lost("it is not UTF-8 text")
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const tail = body.length > small && dataFirst.test(bytes.toString("latin1", 0, 128)) ? tailOf(bytes) : Option.none()
  if (Option.isSome(tail)) return Result.succeed(summary([tail.value], false))
  const whole = parse(bytes.toString("utf8"))
  if (Option.isNone(whole)) return lost("it is not JSON")
  if (!isRecord(whole.value)) return meant("it is not an object")
  if (!("Data" in whole.value)) return meant("it has no Data")
  const list = listName(resource)
  const data = whole.value["Data"]
  // An empty list says that there is nothing; an object without it says nothing at all.
  if (isRecord(data) && !(list in data)) return meant(`its Data has no ${list}`)
  // Some banks write the links into `Data`; there they count as they would beside it.
  const places = isRecord(data) ? [whole.value, data] : [whole.value]
  return Result.succeed(summary(places, isEmpty(data, list)))
}

/**
 * What follows the rows, as an object of its own. In JSON a quote inside a text is escaped, so `"Links":` is a field; and
 * only where it belongs to the outermost object does the rest of the body close exactly one object. Where it closes two, the
 * field may stand in `Data`, and the body is to be parsed whole.
 */
const tailOf = (bytes: Buffer): Option.Option<Fields> => {
  const end = bytes.toString("latin1", Math.max(0, bytes.length - longestTail))
  const starts = [...end.matchAll(around)].map((match) => match.index + match[0].indexOf("\"")).slice(-mostAround)
  for (const start of starts) {
    const rest = bytes.toString("utf8", bytes.length - end.length + start)
    const tail = Option.filter(parse(`{${rest}`), isRecord)
    if (Option.isSome(tail)) return tail
    if (Option.isSome(parse(`{"Data":{${rest}`))) return Option.none()
  }
  return Option.none()
}

/** `Data` without a row: null, an empty list, or an object whose list is empty or null. */
const isEmpty = (data: unknown, list: string): boolean => {
  const rows = isRecord(data) ? data[list] : data
  return rows === null || (Array.isArray(rows) && rows.length === 0)
}

/** The values of a field, in whatever case its name was written. */
const valuesOf = (fields: Fields, name: string): ReadonlyArray<unknown> =>
  Object.entries(fields).flatMap(([key, value]) => key.toLowerCase() === name ? [value] : [])

/** The objects of a name, and whether something else is called so: nobody knows what that says. Empty, it says nothing. */
const objectsOf = (places: ReadonlyArray<Fields>, name: string) => {
  const found = places.flatMap((place) => valuesOf(place, name)).filter(Predicate.isNotNullish)
  const odd = found.some((value) => !isRecord(value) && value !== "" && !(Array.isArray(value) && value.length === 0))
  return { odd, objects: found.filter(isRecord) }
}

const isNothing = (value: unknown): boolean =>
  Predicate.isNullish(value) || value === "" || value === false ||
  (Predicate.isObjectKeyword(value) && Object.keys(value).length === 0)

const summary = (envelopes: ReadonlyArray<Fields>, empty: boolean): Envelope => {
  const links = objectsOf(envelopes, "links")
  const meta = objectsOf(envelopes, "meta")
  const total = meta.objects.flatMap((place) => valuesOf(place, "totalpages")).find(Predicate.isNumber)
  const instantOf = (name: string) =>
    meta.objects.flatMap((place) => valuesOf(place, name)).filter(Predicate.isString)
      .find((instant) => instant.length <= longestInstant) ?? null
  return {
    next: nextIn([...links.objects, ...meta.objects], links.odd || meta.odd),
    totalPages: total ?? null,
    firstAvailable: instantOf("firstavailabledatetime"),
    lastAvailable: instantOf("lastavailabledatetime"),
    errors: envelopes.flatMap((place) => valuesOf(place, "errors")).some((value) => !isNothing(value)),
    empty
  }
}

/** `odd`: some of the places could not be read, so that a link may be there all the same. */
const nextIn = (places: ReadonlyArray<Fields>, odd: boolean): Next => {
  const found = places.flatMap((place) => valuesOf(place, "next")).filter(Predicate.isNotNullish)
  const link = found.filter(Predicate.isString).find((text) => text.trim() !== "")
  if (link !== undefined && link.length <= longestLink) return { _tag: "link", link }
  if (link !== undefined) return { _tag: "unreadable" }
  if (odd || found.some((value) => !Predicate.isString(value))) return { _tag: "unreadable" }
  return { _tag: found.length > 0 ? "blank" : "absent" }
}
