/**
 * The faults that the sandbox commits on demand, each with what it does. All of them are seen at real banks
 * (docs/bank-facts.md, 7).
 */
import { Schema } from "effect"

/** Every fault and its sentence. */
export const faultSentences = {
  "401": "answers 401, as for an access token that has expired",
  "403": "answers 403, as for something the bank will not show",
  "429": "answers 429 without saying how long to wait",
  "429-retry-after": "answers 429 with Retry-After: 2",
  "500": "answers 500 in the Open Banking shape",
  "503": "answers 503 in the Open Banking shape",
  slow: "answers rightly, but only after five seconds of real time",
  "cut-body": "promises the whole body, sends half of it and closes the connection",
  "html-error": "answers 502 with a web page, as an edge server does",
  "empty-200": "answers 200 with an empty body",
  "data-null": "answers 200 with Data: null",
  "object-for-list": "gives the first row as one object instead of a list; the other rows follow on the next pages",
  "looping-next": "the next link leads to the page that it stands on",
  "foreign-next": "the next link leads to another host",
  "other-resource-next": "the next link leads to another resource",
  "wrong-total-pages": "TotalPages is seven too many",
  "repeated-row": "the last row of the page stands there twice",
  "other-account-row": "a row of an account that nobody asked for stands at the end of the page",
  "sign-against-indicator": "the first amount carries a minus sign beside its indicator",
  "missing-field": "the first row lacks a mandatory field",
  "six-decimals": "the first amount has six decimals",
  "unknown-codes": "the first row uses codes that no list knows",
  "unknown-fields": "the page and every row carry fields that no list knows"
} as const

/** A fault by its name. */
export type Fault = keyof typeof faultSentences

const isFault = (name: string): name is Fault => Object.hasOwn(faultSentences, name)

/** Names that are whole numbers come first among an object's keys, so "429-retry-after" would not stand beside "429". */
const placeOf = (name: Fault): string => /^\d/.test(name) ? name.slice(0, 3) : "rest"

/** The names in the order in which they are listed: statuses by number, then the others as they stand above. */
export const faultNames: ReadonlyArray<Fault> = Object.keys(faultSentences).filter(isFault)
  .toSorted((a, b) => placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0)

/** A fault's name, checked. */
export const FaultName = Schema.Literals(faultNames)

/** What a fault can be limited to. */
export const FaultResource = Schema.Literals(["accounts", "balances", "transactions", "consents", "token"])
export type FaultResource = typeof FaultResource.Type
