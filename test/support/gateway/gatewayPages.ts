/**
 * Cuts a list into pages and writes the links between them, in every form that the interface document and the standard
 * leave open.
 */
import type { GatewaySettings } from "./GatewaySettings.ts"
import type { Json } from "./statedRows.ts"

/** Where a page of a list lies, and what led to it. */
export interface PageQuestion {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** The path as it was asked, still percent-encoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly size: number
}

const pageNames = new Set(["page", "offset", "limit", "cursor"])

/** Where a page starts, counted in rows; undefined where the question makes no sense. */
export const startOf = (query: URLSearchParams, size: number): number | undefined => {
  const page = query.get("page")
  const offset = query.get("offset")
  const start = offset !== null ? Number(offset) : page !== null ? (Number(page) - 1) * size : 0
  return Number.isSafeInteger(start) && start >= 0 ? start : undefined
}

/** The names that a question may carry; this gateway knows no others and says so. */
const understood = new Set([...pageNames, "accountId", "fromBookingDateTime"])

export const isUnderstood = (query: URLSearchParams, toFilter: boolean): boolean =>
  [...query.keys()].every((name) => understood.has(name) || (toFilter && name === "toBookingDateTime"))

/** A token stands for the whole question that it continues. */
export const questionOf = (query: URLSearchParams): URLSearchParams => {
  const cursor = query.get("cursor")
  return cursor === null ? query : new URLSearchParams(Buffer.from(cursor, "base64url").toString("utf8"))
}

const queryAt = (asked: URLSearchParams, start: number, size: number, settings: GatewaySettings): URLSearchParams => {
  const kept = [...asked].filter(([name]) => !pageNames.has(name))
  const query = new URLSearchParams(settings.linkForm === "bank-path" ? [] : kept)
  if (settings.pageParameter === "page") {
    query.set("page", String(Math.floor(start / size) + 1))
    return query
  }
  query.set("offset", String(start))
  if (settings.pageParameter === "offset") {
    query.set("limit", String(size))
    return query
  }
  return new URLSearchParams({ cursor: Buffer.from(query.toString(), "utf8").toString("base64url") })
}

const linkTo = (question: PageQuestion, query: URLSearchParams, settings: GatewaySettings): string => {
  const tail = `?${query.toString()}`
  switch (settings.linkForm) {
    case "absolute":
      return `${question.origin}${question.path}${tail}`
    case "relative":
      return `${question.path}${tail}`
    case "query":
      return tail
    case "bank":
      return `https://api.bank.example${question.path}${tail}`
    case "bank-path":
      return `https://api.bank.example/open-banking/v4.0/aisp/${question.path.split("/").at(-1) ?? ""}${tail}`
  }
}

const envelopeName = (name: "Links" | "Meta", { small }: GatewaySettings): string =>
  small === name ? name.toLowerCase() : name

const cased = (name: string, settings: GatewaySettings): string =>
  settings.linkCase === "upper" ? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : name

/** `Links` and `Meta` of the page that starts at `start` of a list of `total` rows. */
export const envelopeOf = (
  question: PageQuestion,
  start: number,
  total: number,
  settings: GatewaySettings,
  firstAvailable?: string
): Json => {
  const { size } = question
  const pages = Math.max(1, Math.ceil(total / size))
  if (settings.bareEnvelope && pages === 1) return {}
  const at = (row: number) => linkTo(question, queryAt(question.query, row, size, settings), settings)
  const entries: Array<readonly [string, string | null]> = []
  const more = start + size < total || (settings.emptyLastPage && total > 0 && start < total)
  if (pages > 1) {
    entries.push([cased("first", settings), at(0)])
    if (start > 0) entries.push([cased("prev", settings), at(Math.max(0, start - size))])
    entries.push([cased("last", settings), at((pages - 1) * size)])
  }
  if (more) entries.push([cased("next", settings), at(start + size)])
  else if (settings.lastNext !== "absent") {
    entries.push([cased("next", settings), settings.lastNext === "null" ? null : ""])
  }
  const links = Object.fromEntries(entries)
  const count = {
    ...settings.totalPages ? { TotalPages: pages } : {},
    ...firstAvailable === undefined ? {} : { FirstAvailableDateTime: firstAvailable }
  }
  const self = { Self: `${question.origin}${question.path}?${question.query.toString()}`.replace(/\?$/, "") }
  const [inLinks, inMeta] = settings.linkPlace === "Links"
    ? [{ ...self, ...links }, count]
    : [self, { ...count, ...links }]
  return { [envelopeName("Links", settings)]: inLinks, [envelopeName("Meta", settings)]: inMeta }
}

/** `Data` of one page: a list, or what some banks write where there is one element or none. */
export const elementsOf = (name: string, rows: ReadonlyArray<Json>, settings: GatewaySettings): unknown => {
  if (rows.length === 0 && settings.emptyAsNull) return null
  return { [name]: rows.length === 1 && settings.singleAsObject ? rows[0] : rows }
}
