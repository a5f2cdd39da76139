/**
 * How a foreign gateway behaves. Every setting is something that the interface document leaves open or names as
 * institution-specific; the defaults are the plainest reading of it.
 */
import { randomUUID } from "node:crypto"
import type { StatedAccount, Vocabulary } from "./statedRows.ts"

/**
 * How a link to another page is written: `query` is only `?page=2`; `bank` names the bank's own host with our path;
 * `bank-path` also the bank's own path, and repeats none of the parameters that were asked with.
 */
export type LinkForm = "absolute" | "relative" | "query" | "bank" | "bank-path"

export interface GatewaySettings {
  /** Where it listens; 0 is any free port. */
  readonly port: number
  /** Institution names that a consent may be created for; undefined admits any. */
  readonly institutions: ReadonlyArray<string> | undefined
  readonly clientId: string
  readonly clientSecret: string
  /** Takes every client id and secret. */
  readonly anyClient: boolean
  /** Calls tokens `token-1`, `token-2` and so on, instead of by something that nobody guesses. */
  readonly countedTokens: boolean
  /** Seconds that a token lives. */
  readonly tokenSeconds: number
  /** Requests that a token is good for; after them it is refused, as after a restart of the authorisation server. */
  readonly tokenCalls: number
  /** Compresses answers for those who say that they understand it. */
  readonly gzip: boolean
  /** An instant at which the gateway's own time starts; every answer then says it. Undefined: real time, unsaid. */
  readonly clock: string | undefined
  /** Rows of a transactions page. */
  readonly pageSize: number
  /** Rows of a page of balances or accounts. */
  readonly balancePageSize: number
  readonly linkForm: LinkForm
  readonly linkPlace: "Links" | "Meta"
  readonly linkCase: "upper" | "lower"
  /** Which of `Links` and `Meta` a bank writes small, whatever it writes of the other. */
  readonly small: "neither" | "Links" | "Meta"
  /** A number, an offset with a limit, or a token that carries the whole question and is the link's only parameter. */
  readonly pageParameter: "page" | "offset" | "token"
  /** What stands for the next link on the last page. */
  readonly lastNext: "absent" | "null" | "empty"
  /** Links from the last full page to one more, which is empty. */
  readonly emptyLastPage: boolean
  readonly totalPages: boolean
  readonly order: "newest-first" | "oldest-first"
  /** Answers without `accountId`; 200 means that they are served. */
  readonly bulkStatus: 200 | 400 | 404 | 405 | 501
  readonly accountFilter: boolean
  readonly discovery: "always" | "first-session"
  /** Whether history without `fromBookingDateTime` is served after the first session. */
  readonly unboundedHistory: "always" | "first-session"
  readonly firstSessionMinutes: number
  /** Days of history after the first session; an older window answers 200 with what remains. 0 is no bound. */
  readonly historyDays: number
  /** Days that the bank keeps at all: what is older it lists to nobody, not even in a first session. 0 is no bound. */
  readonly keptDays: number
  /** Whether it says so in `Meta.FirstAvailableDateTime`. */
  readonly tellsFirstAvailable: boolean
  /** The clock by which a bound without a zone is read. */
  readonly boundsZone: string
  /** Whether the instant of `fromBookingDateTime` itself lies outside. */
  readonly fromExclusive: boolean
  /** Whether `toBookingDateTime` is understood; where not it is an unknown parameter. */
  readonly toFilter: boolean
  /** Whether the instant of `toBookingDateTime` itself lies outside. */
  readonly toExclusive: boolean
  /** The longest window that is served, in days; 0 is no bound. */
  readonly maxWindowDays: number
  /** Refuses a window that begins before the consent's span instead of cutting it. */
  readonly strictSpan: boolean
  /** What becomes of transaction ids: as stated, left out, a blank, or the position in the answer. */
  readonly ids: "stated" | "absent" | "blank" | "positional"
  readonly vocabulary: Vocabulary
  /** What is another in each answer although nothing happened: nothing, each row's reference, a field of the bank's own. */
  readonly volatile: "nothing" | "reference" | "own-field"
  /** Gives every account another AccountId with each consent. */
  readonly reissueAccounts: boolean
  /** The id that the next consent gets. */
  readonly consentId: () => string
  /** How an account is shown under the n-th consent of its person, counted from 0. */
  readonly accountAs: (account: StatedAccount, nth: number) => StatedAccount
  readonly createdStatus: 200 | 201
  /** The status before approval, which the document does not name. */
  readonly waitingStatus: string
  /** After how many reads of its record a consent is approved by itself; undefined: only by `approve` or its page. */
  readonly approveAfterReads: number | undefined
  /** Leaves `Links` and `Meta` out where there is only one page. */
  readonly bareEnvelope: boolean
  /** Writes a single element as an object instead of a list of one. */
  readonly singleAsObject: boolean
  /** Writes no rows as `Data: null` instead of an empty list. */
  readonly emptyAsNull: boolean
  /** Days of transactions before its creation that a consent spans. */
  readonly spanDays: number
}

export const plainSettings: GatewaySettings = {
  port: 0,
  institutions: undefined,
  clientId: "foreign-client",
  clientSecret: "foreign-secret-5f0c",
  anyClient: false,
  countedTokens: false,
  tokenSeconds: 3600,
  tokenCalls: Infinity,
  gzip: false,
  clock: undefined,
  pageSize: 25,
  balancePageSize: 100,
  linkForm: "absolute",
  linkPlace: "Links",
  linkCase: "upper",
  small: "neither",
  pageParameter: "page",
  lastNext: "absent",
  emptyLastPage: false,
  totalPages: true,
  order: "newest-first",
  bulkStatus: 404,
  accountFilter: true,
  discovery: "first-session",
  unboundedHistory: "first-session",
  firstSessionMinutes: 5,
  historyDays: 90,
  keptDays: 0,
  tellsFirstAvailable: false,
  boundsZone: "UTC",
  fromExclusive: false,
  toFilter: false,
  toExclusive: false,
  maxWindowDays: 0,
  strictSpan: false,
  ids: "stated",
  vocabulary: "v4",
  volatile: "nothing",
  reissueAccounts: false,
  consentId: randomUUID,
  accountAs: (account) => account,
  createdStatus: 201,
  waitingStatus: "AWAU",
  approveAfterReads: undefined,
  bareEnvelope: false,
  singleAsObject: false,
  emptyAsNull: false,
  spanDays: 730
}
