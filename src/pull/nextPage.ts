/**
 * Where the next page lies. Banks write links of every kind: absolute, relative, with their own host and path, with a
 * stray character at the end. Only the query of a link is taken, and asked for on our own path; so no link can lead a
 * request, and its token, anywhere else.
 */
import { Array, Option, Order, Result, Schema } from "effect"
import type { Finding, Subject } from "../domain/Finding.ts"
import type { Resource } from "../domain/permission.ts"
import type { Next } from "../gateway/envelope.ts"
import type { Query } from "../gateway/Gateway.ts"

/** The next link leads to a page that this read has already seen. */
export class LoopingNext extends Schema.TaggedError<LoopingNext>()("LoopingNext", { what: Schema.String }) {
  override get message() {
    return `the bank's links between the pages of ${this.what} run in a circle; ` +
      "what came before is kept, run again later and report it to the gateway if it stays"
  }
}

/** The next link leads to another host, and to something else there. `host` is where. */
export class ForeignNext extends Schema.TaggedError<ForeignNext>()("ForeignNext", {
  what: Schema.String,
  host: Schema.String
}) {
  override get message() {
    return `the next page of ${this.what} is said to lie at ${this.host}, where nothing is sent; ` +
      "what came before is kept, report it to the gateway"
  }
}

/** The next link leads to another resource of the gateway. */
export class OtherResourceNext extends Schema.TaggedError<OtherResourceNext>()("OtherResourceNext", {
  what: Schema.String
}) {
  override get message() {
    return `the next page of ${this.what} is said to be another resource; ` +
      "what came before is kept, report it to the gateway"
  }
}

/** The next link names another account than the one that was asked for. */
export class OtherAccountNext extends Schema.TaggedError<OtherAccountNext>()("OtherAccountNext", {
  what: Schema.String
}) {
  override get message() {
    return `the next page of ${this.what} is said to be another account's; ` +
      "what came before is kept, report it to the gateway"
  }
}

/** There is a next link, but it is no address. */
export class UnreadableNext extends Schema.TaggedError<UnreadableNext>()("UnreadableNext", { what: Schema.String }) {
  override get message() {
    return `the link to the next page of ${this.what} cannot be read; ` +
      "what came before is kept, report it to the gateway"
  }
}

export type NextError = LoopingNext | ForeignNext | OtherResourceNext | OtherAccountNext | UnreadableNext

/** Where a read stands: what it is and is about, how it is asked, and the queries of the pages that it has seen. */
export interface Position {
  readonly what: string
  readonly subject: Subject
  readonly resource: Resource
  /** Our address of the resource, without a query. */
  readonly url: URL
  /** Our own parameters, which stay on every page. */
  readonly own: Query
  readonly visited: ReadonlySet<string>
}

/**
 * Where to go on; `query` undefined where this was the last page. `trimmed` is the same without what may have strayed to
 * its end or stands there twice, for a bank that refuses it as it sent it; undefined where nothing did.
 */
export interface NextPage {
  readonly query: Query | undefined
  readonly trimmed: Query | undefined
  readonly finding: Finding | undefined
}

const last: NextPage = { query: undefined, trimmed: undefined, finding: undefined }

/** A parameter as it is written, and by its name and value as they are meant; what is no text stays as it is written. */
interface Parameter {
  readonly text: string
  readonly name: string
  readonly value: string
}

const decode = Option.liftThrowable(decodeURIComponent)

const meant = (text: string): string => Option.getOrElse(decode(text.replaceAll("+", " ")), () => text)

const parametersOf = (query: Query): ReadonlyArray<Parameter> =>
  query.split("&").filter(Boolean).map((text) => {
    const [name = "", ...value] = text.split("=")
    return { text, name: meant(name), value: meant(value.join("=")) }
  })

const byName = Order.mapInput(Order.String, ({ name }: Parameter) => name)

/** Two queries are the same page when they hold the same parameters, those of one name in the same order. */
export const keyOf = (query: Query): string =>
  JSON.stringify(parametersOf(query).toSorted(byName).map(({ name, value }) => [name, value]))

const unrepeated = (parameters: ReadonlyArray<Parameter>) => Array.dedupeWith(parameters, (a, b) => a.text === b.text)

/** A link's parameters laid over our own. */
const laidOver = (own: Query, link: ReadonlyArray<Parameter>): Query => {
  const names = new Set(link.map(({ name }) => name))
  return [...parametersOf(own).filter(({ name }) => !names.has(name)), ...link].map(({ text }) => text).join("&")
}

/** What follows the page whose link this is, or why the read stops. */
export const nextPage = (position: Position, next: Next): Result.Result<NextPage, NextError> => {
  const { what } = position
  if (next._tag === "absent") return Result.succeed(last)
  if (next._tag === "blank") return Result.succeed(blank(position))
  if (next._tag === "unreadable") return Result.fail(new UnreadableNext({ what }))
  const sent = next.link.trim()
  const link = URL.parse(sent, position.url.href)
  const bare = URL.parse(sent.replace(/['/]+$/, ""), position.url.href)
  if (link === null || bare === null) return Result.fail(new UnreadableNext({ what }))
  if (resourceOf(link) !== position.resource) {
    return Result.fail(
      link.origin === position.url.origin ? new OtherResourceNext({ what }) : new ForeignNext({ what, host: link.host })
    )
  }
  const asked = [parametersOf(link.search.slice(1)), unrepeated(parametersOf(bare.search.slice(1)))]
  if (asked.some(({ length }) => length === 0)) return Result.succeed(blank(position))
  if (asked.every((parameters) => namesAnother(position.own, parameters))) {
    return Result.fail(new OtherAccountNext({ what }))
  }
  const [query, trimmed] = asked.map((parameters) => laidOver(position.own, parameters))
  if (query === undefined || position.visited.has(keyOf(query))) return Result.fail(new LoopingNext({ what }))
  const strays = trimmed !== undefined && keyOf(trimmed) !== keyOf(query)
  return Result.succeed({ query, trimmed: strays ? trimmed : undefined, finding: undefined })
}

/** Whether a link names another account than we asked for, in whatever case; its page would be another list. */
const namesAnother = (own: Query, parameters: ReadonlyArray<Parameter>): boolean => {
  const account = parametersOf(own).find(({ name }) => name === "accountId")
  return account !== undefined &&
    parameters.some(({ name, value }) => name.toLowerCase() === "accountid" && value !== account.value)
}

/** The last segment of a path, without what strays behind it. */
const resourceOf = (link: URL) =>
  link.pathname.split("/").map((part) => part.replace(/'+$/, "")).findLast(Boolean) ?? ""

const blank = ({ resource, subject, what }: Position): NextPage => ({
  query: undefined,
  trimmed: undefined,
  finding: {
    code: "blank-next",
    subject,
    message: `a page of ${what} has a link to a next page that leads nowhere; it is taken for the last one`,
    evidence: { resource }
  }
})
