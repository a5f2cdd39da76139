/**
 * What a page says around its rows: links, metadata and errors. The rows themselves are DuckDB's business and are not parsed
 * here, so a page of 250 KB costs a look at its last few hundred bytes.
 *
 * Links and metadata are taken for what they say wherever they stand: beside `Data`, in it, or one in the other. A page that ends
 * otherwise, or is small, is parsed whole. So is one whose `Data` is not its first field.
 */
import { Option, Predicate, Result, Schema } from "effect"
import { isUtf8 } from "node:buffer"
import { firstMembers } from "../domain/firstMembers.ts"
import { listName, type Resource } from "../domain/permission.ts"
import type { Unreadable } from "./Step.ts"

/** What is to be known of a page before the next one is asked for. */
export interface Envelope {
  readonly next: Next
  /** `TotalPages` of the metadata, where it is a number. */
  readonly totalPages: number | null
  /** `FirstAvailableDateTime` of the metadata as it was sent: where the history that the bank still gives begins. */
  readonly firstAvailable: string | null
  /** `LastAvailableDateTime` as it was sent: where the bank's history ends as yet. */
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

/** Where `Data` stands first and its list first in it, as everywhere seen, its rows need not be looked at; a mark of the byte order may precede it. */
const dataFirst = /^(?:\xef\xbb\xbf)*\s*\{\s*"Data"\s*:\s*(?:\[|\{\s*"(?:Account|Balance|Transaction)"\s*:\s*\[)\s*\{/

/** What follows the rows is at most this long. */
const longestTail = 65_536

/** A field behind another of which something is to be known; how it is spelt differs from bank to bank. */
const around = /,\s*"[\s_]*(?:links|meta(?:data)?|errors|next|totalpages|(?:fir|la)stavailabledatetime)\s*"\s*:/gi

/** A page with more of them has some in its rows; it is parsed whole, lest one of those that count is left out. */
const mostAround = 24

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const parse = (text: string) => decode(firstMembers(text))

const isRecord = (value: unknown): value is Fields => Predicate.isReadonlyObject(value)

/** No server takes a longer address, and no instant has more signs: what is longer is nothing that we could use. */
const longestLink = 8192
const longestInstant = 64

const lost = (reason: string) => Result.fail<Unreadable>({ reason, passes: true })

/**
 * Reads the envelope of a body, or says why the body is no page of the resource. `header` is the `Link` header that came with it: it
 * leads on where the body names no next page.
 */
export const envelopeOf = (body: Uint8Array, resource: Resource, header?: string) =>
  Result.map(
    envelopeIn(body, resource),
    (envelope): Envelope =>
      header === undefined || envelope.next._tag !== "absent" ? envelope : { ...envelope, next: nextInHeader(header) }
  )

const envelopeIn = (body: Uint8Array, resource: Resource): Result.Result<Envelope, Unreadable> => {
  if (body.length === 0) return lost("it is empty")
  if (!isUtf8(body)) return lost("it is not UTF-8 text")
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const tail = body.length > small && dataFirst.test(bytes.toString("latin1", 0, 128)) ? tailOf(bytes) : Option.none()
  if (Option.isSome(tail)) return Result.succeed(summary([tail.value], false))
  const whole = parse(bytes.toString("utf8"))
  if (Option.isNone(whole)) return lost("it is not JSON")
  if (!isRecord(whole.value)) return lost("it is not an object")
  if (!("Data" in whole.value)) return lost("it has no Data")
  const list = listName(resource)
  const data = whole.value["Data"]
  // An empty list says that there is nothing; an object without it says nothing at all.
  if (isRecord(data) && !(list in data)) {
    return Result.fail<Unreadable>({ reason: `its Data has no ${list}`, passes: false })
  }
  // Some banks write the links into `Data`; there they count as they would beside it.
  const places = isRecord(data) ? [whole.value, data] : [whole.value]
  return Result.succeed(summary(places, isEmpty(data, list)))
}

/**
 * What follows the rows, as an object of its own. In JSON a quote inside a text is escaped, so `"Links":` is a field; and
 * only where it belongs to the outermost object does the rest of the body close exactly one object. Where it closes two, the
 * field may stand in `Data` or in another one, and the body is to be parsed whole.
 */
const tailOf = (bytes: Buffer): Option.Option<Fields> => {
  const end = bytes.toString("latin1", Math.max(0, bytes.length - longestTail))
  const starts = [...end.matchAll(around)].map((match) => match.index + match[0].indexOf("\""))
  if (starts.length > mostAround || beginsAgain(bytes)) return Option.none()
  for (const start of starts) {
    const rest = bytes.toString("utf8", bytes.length - end.length + start)
    const tail = Option.filter(parse(`{${rest}`), isRecord)
    // Where no list ends before it, the rows do not either, and more may stand between them.
    if (Option.isSome(tail)) return Option.filter(tail, () => end.lastIndexOf("]", start) >= 0)
    if (Option.isSome(parse(`{"Data":{${rest}`))) return Option.none()
  }
  return Option.none()
}

/** Whether the body begins a second time, as where two pages were sent as one: its end shows only what stands around the second. */
const beginsAgain = (bytes: Buffer): boolean => {
  const begin = bytes.indexOf("{")
  const begun = bytes.subarray(begin, bytes.indexOf("\"Data\"") + "\"Data\"".length)
  return bytes.indexOf(begun, begin + begun.length) >= 0
}

/** `Data` without a row: null, an empty list, or an object whose list is empty or null. */
const isEmpty = (data: unknown, list: string): boolean => {
  const rows = isRecord(data) ? data[list] : data
  return rows === null || (Array.isArray(rows) && rows.length === 0)
}

/** A name as it is meant, in whatever case it was written and whatever blanks stand around it. */
const plain = (name: string): string => name.trim().toLowerCase()

type Member = readonly [name: string, value: unknown]

const membersOf = (places: ReadonlyArray<Fields>): ReadonlyArray<Member> =>
  places.flatMap((place) => Object.entries(place).map(([name, value]): Member => [plain(name), value]))

const valuesOf = (members: ReadonlyArray<Member>, name: string): ReadonlyArray<unknown> =>
  members.flatMap((member) => member[0] === name ? [member[1]] : [])

const links: ReadonlySet<string> = new Set(["links", "_links"])
const marks: ReadonlySet<string> = new Set(["meta", "metadata", "_meta", "_metadata"])

/** Something else than an object where one belongs: nobody knows what that says. Empty, it says nothing. */
const isOdd = (value: unknown): boolean =>
  !Predicate.isNullish(value) && !isRecord(value) && value !== "" && !(Array.isArray(value) && value.length === 0)

/** The members of links, then of metadata, then of the places themselves; and whether something else is called like one of those. */
const membersIn = (envelopes: ReadonlyArray<Fields>) => {
  const own = membersOf(envelopes)
  const inLinks: Array<Member> = []
  const inMarks: Array<Member> = []
  let odd = false
  // One stands in the other, and nobody says how deep.
  for (let level = own; level.length > 0;) {
    const of = (names: ReadonlySet<string>) => level.filter(([name]) => names.has(name)).map(([, value]) => value)
    const [linked, marked] = [of(links), of(marks)]
    odd ||= linked.some(isOdd) || marked.some(isOdd)
    const [ofLinks, ofMarks] = [membersOf(linked.filter(isRecord)), membersOf(marked.filter(isRecord))]
    for (const member of ofLinks) inLinks.push(member)
    for (const member of ofMarks) inMarks.push(member)
    level = [...ofLinks, ...ofMarks]
  }
  const beside = [...inLinks, ...inMarks]
  return { odd, own, beside, members: [...beside, ...own] }
}

const isNothing = (value: unknown): boolean =>
  Predicate.isNullish(value) || value === "" || value === false ||
  (Predicate.isObjectKeyword(value) && Object.keys(value).length === 0)

/** A code, or words, of which all is well: some wrap each answer so. */
const saysWell =
  /^\W*(?:0+(?!\w)|2\d\d(?!\d)|ok\b|no[ _-]?errors?\b|none\b|approved\b|completed?\b|done\b)|^(?!.*\b(?:no|not)\b).*\bsuccess/i

const isTold = (members: ReadonlyArray<Member>, name: string): boolean =>
  valuesOf(members, name).some((value) => typeof value === "string" ? value.trim() !== "" : typeof value === "number")

/** The fields of the standard's error (OBErrorResponse1), where they do not tell of success. Beside rows they are a gateway's own. */
const isError = (own: ReadonlyArray<Member>): boolean =>
  isTold(own, "message") && isTold(own, "code") &&
  ![...valuesOf(own, "code"), ...valuesOf(own, "message")].some((told) => saysWell.test(String(told).trim()))

const summary = (envelopes: ReadonlyArray<Fields>, empty: boolean): Envelope => {
  const { beside, members, odd, own } = membersIn(envelopes)
  const instantOf = (name: string) =>
    valuesOf(members, name).filter(Predicate.isString).find((instant) => instant.length <= longestInstant) ?? null
  const linked = [...valuesOf(beside, "next"), ...valuesOf(own, "next").filter(isLink)]
  return {
    next: nextIn(linked, odd),
    totalPages: valuesOf(members, "totalpages").find(Predicate.isNumber) ?? null,
    firstAvailable: instantOf("firstavailabledatetime"),
    lastAvailable: instantOf("lastavailabledatetime"),
    errors: valuesOf(own, "errors").some((value) => !isNothing(value)) || (empty && isError(own)),
    empty
  }
}

const linkTo = (link: string): Next => link.length <= longestLink ? { _tag: "link", link } : { _tag: "unreadable" }

/** The parts of a `Link` header (RFC 8288), each an address and what is said of it; a comma may stand in either. */
const linkParts = /<([^>]*)>((?:\s*;[^,;"]*(?:"[^"]*")?)*)/g

const saysNext = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?![^\s,;]))/i

const nextInHeader = (header: string): Next => {
  const link = [...header.matchAll(linkParts)].find(([, , said = ""]) => saysNext.test(said))?.[1]
  if (link !== undefined) return link.trim() === "" ? { _tag: "blank" } : linkTo(link)
  return saysNext.test(header) ? { _tag: "unreadable" } : { _tag: "absent" }
}

/** A link is a text, or an object that has it as `href` (RFC 8288 and HAL). */
const addressIn = (value: unknown): ReadonlyArray<unknown> => {
  const found = isRecord(value) ? valuesOf(membersOf([value]), "href") : [value]
  return found.length === 0 ? [value] : found
}

/** What is called so beside the rows themselves may be anything: a link is what leads somewhere, or an object that says so. */
const isLink = (value: unknown): boolean =>
  isRecord(value) ? valuesOf(membersOf([value]), "href").length > 0 : typeof value === "string" && /[/?=]/.test(value)

/** `odd`: some of the places could not be read, so that a link may be there all the same. */
const nextIn = (values: ReadonlyArray<unknown>, odd: boolean): Next => {
  const found = values.flatMap(addressIn).filter(Predicate.isNotNullish)
  const link = found.filter(Predicate.isString).find((text) => text.trim() !== "")
  if (link !== undefined) return linkTo(link)
  if (odd || found.some((value) => !Predicate.isString(value))) return { _tag: "unreadable" }
  return { _tag: found.length > 0 ? "blank" : "absent" }
}
