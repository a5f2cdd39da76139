/**
 * What can happen, as it is written down: one JSON object a line in an `events.ndjson`, appended and never changed.
 * Everything else (the book, the snapshot, the exports) is made from these lines and the answers they point to, so a
 * field may be added here but never change its meaning.
 *
 * Instants are ISO 8601 in UTC with a `Z`, in the time of the world that the store belongs to. Keys are snake_case.
 */
import { Schema } from "effect"
import { AccountId, ConsentId, Institution, ReadId, RunId } from "../domain/identifiers.ts"
import { Resource } from "../domain/permission.ts"
import { ReadOutcome } from "../domain/ReadOutcome.ts"
import { ProcessIdentity } from "../store/ProcessIdentity.ts"
import { ClockObserved, ClockRanBack } from "./clockEvents.ts"
import { AccountReleased, AnswerUndone, FindingAcknowledged, ReviewAnswered, ReviewJudged } from "./decisions.ts"
import { AccountsUnnamed, ChecksRun, Exported, ExportJudged, LedgerKept } from "./exportEvents.ts"
import { FindingLine } from "./findingLine.ts"
import { RunEnded } from "./runEnded.ts"
import { WebhookReceived } from "./webhookReceived.ts"

const event = <const Name extends string, const F extends Schema.Struct.Fields>(name: Name, fields: F) =>
  Schema.Struct({ event: Schema.Literal(name), at: Schema.String, ...fields })

/** A run began. Its process tells a later run whether this one can still be alive. */
export const RunStarted = event("run-started", {
  run_id: RunId,
  pipeline: Schema.String,
  process: ProcessIdentity,
  /** The run that began before this one; null for the first. A journal that lacks it has lost it. */
  previous: Schema.optionalKey(Schema.NullOr(RunId))
})

/** This run has a folder of a consent. */
export const FolderOpened = event("folder-opened", { consent_id: ConsentId })

/** Nothing more can come to a folder: its log has so many lines, and this is what the last of them proves. */
export const Sealed = event("sealed", { folder: Schema.String, lines: Schema.Int, proof: Schema.String })

/** Logs of before there were proofs, as they were found: what happened to them until then cannot be proven. */
export const Adopted = event("adopted", {
  logs: Schema.Array(Schema.Struct({ folder: Schema.String, bytes: Schema.Int, sha256: Schema.String }))
})

const load = { seq: Schema.Int, read_id: ReadId, consent_id: ConsentId, run_id: RunId }
const loading = { ...load, clock: Schema.optionalKey(Schema.String), batch: Schema.optionalKey(Schema.Int) }

/**
 * A read is about to be made into the book; `seq` orders all that changes the book, over all runs. `clock` is the time by this
 * run's own clock, `at` never earlier than what the book knew before. Reads of one `batch`, named by its first place, are
 * loaded together. Journals of before have neither.
 */
export const TakenIn = event("taken-in", loading)

/** That could not be done, for this reason: the read stands aside as a whole, and a book made anew does not try it again. */
export const SetAside = event("set-aside", { ...load, reason: Schema.String })

/** A bank of which a book had the booking days of one time zone, `before`, and whose rules name another. */
const ChangedZone = Schema.Struct({ institution: Institution, before: Schema.String, now: Schema.String })
export type ChangedZone = typeof ChangedZone.Type

/**
 * The book was made again by the rules of `rule_version`, because it was of older ones, or because those of some banks name other
 * time zones by now, `timezones`. `shipped` says how many rows of an account that had left in an export are otherwise, or no more.
 */
export const RulesChanged = event("rules-changed", {
  run_id: RunId,
  rule_version: Schema.Int,
  timezones: Schema.optionalKey(Schema.Array(ChangedZone)),
  shipped: Schema.Array(Schema.Struct({ account_key: Schema.String, rows: Schema.Int }))
})

/** The gateway made a consent; a person has not yet decided. `replaces` is the one whose place it is to take, where there is one. */
export const ConsentCreated = event("consent-created", {
  consent_id: ConsentId,
  replaces: Schema.optionalKey(ConsentId),
  institution: Institution,
  authorization_uri: Schema.String,
  callback_uri: Schema.String,
  permissions: Schema.Array(Schema.String)
})

/** What the consent's record said when it was read. `status` is a version 4 code where the word is known. */
export const ConsentRead = event("consent-read", {
  consent_id: ConsentId,
  status: Schema.String,
  status_sent: Schema.String,
  deleted: Schema.Boolean,
  permissions: Schema.Array(Schema.String),
  expires_at: Schema.NullOr(Schema.String),
  transaction_from: Schema.NullOr(Schema.String),
  transaction_to: Schema.NullOr(Schema.String),
  created_at: Schema.NullOr(Schema.String),
  modified_at: Schema.NullOr(Schema.String)
})

/** A consent that will not be used again: replaced by another, or given up. */
export const ConsentRetired = event("consent-retired", { consent_id: ConsentId, reason: Schema.String })

/**
 * A person had all removed that was read under a consent: these folders of the journal, with so many answers, of so many
 * bytes. It stands in the log of the run that did it, for ever.
 */
export const ConsentPurged = event("consent-purged", {
  consent_id: ConsentId,
  institution: Institution,
  folders: Schema.Array(Schema.String),
  answers: Schema.Int,
  bytes: Schema.Int
})

/**
 * Days of an account that a run wanted and that cannot be had any more: neither by what the bank still gives, nor by what
 * the consent spans.
 */
export const DaysLost = event("days-lost", {
  run_id: RunId,
  consent_id: ConsentId,
  account_id: AccountId,
  from: Schema.String,
  to: Schema.String,
  reason: Schema.String,
  message: Schema.String
})

/** A planned read began. `from` and `to` are booking days and null where no bound is sent. */
export const ReadStarted = event("read-started", {
  read_id: ReadId,
  run_id: RunId,
  consent_id: ConsentId,
  institution: Institution,
  resource: Resource,
  route: Schema.Literals(["bulk", "account"]),
  account_id: Schema.NullOr(AccountId),
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  attended: Schema.Boolean
})

/** A request is about to be sent. `read_id` is null for token and consent requests. */
export const Asked = event("asked", {
  request_id: Schema.String,
  read_id: Schema.NullOr(ReadId),
  method: Schema.String,
  path: Schema.String
})

/**
 * An answer came. `frame` is its number among the bodies kept in this folder, null where none is kept (token and consent
 * answers). `page` counts the pages of a read from 1 and is null for answers that are not a page of it (refusals, and
 * tries that were repeated). `crc32` of the body finds a torn file. `concealed` counts
 * the places in which it repeated a secret of ours, each byte of which became a `*`.
 */
export const Answered = event("answered", {
  request_id: Schema.String,
  read_id: Schema.NullOr(ReadId),
  http_status: Schema.Int,
  duration_ms: Schema.Int,
  interaction_id: Schema.NullOr(Schema.String),
  frame: Schema.NullOr(Schema.Int),
  page: Schema.NullOr(Schema.Int),
  bytes: Schema.Int,
  crc32: Schema.NullOr(Schema.Int),
  concealed: Schema.optionalKey(Schema.Int),
  /** The bytes are as they came, in a content coding that is broken or that nobody knows. */
  coding: Schema.optionalKey(Schema.Literals(["broken", "unknown"]))
})

/** No answer came, or not all of it. */
export const Unanswered = event("unanswered", {
  request_id: Schema.String,
  read_id: Schema.NullOr(ReadId),
  duration_ms: Schema.Int,
  reason: Schema.String
})

/**
 * A read ended; its pages are safe on disk. `from` and `to` are the bounds that the bank accepted, which may be narrower
 * than those planned. `learned` is what the bank taught about itself on the way.
 */
export const ReadEnded = event("read-ended", {
  read_id: ReadId,
  outcome: ReadOutcome,
  error_tag: Schema.NullOr(Schema.String),
  message: Schema.NullOr(Schema.String),
  pages: Schema.Int,
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String),
  /** Pages that do not count, by their frames: the list moved and was read again, or one was given for another. */
  superseded: Schema.optionalKey(Schema.Array(Schema.Int)),
  /** Pages of earlier walks, whose rows count where the last walk leaves them out. */
  earlier: Schema.optionalKey(Schema.Array(Schema.Int)),
  /** Equal rows on both sides of a page's edge are several: the list stood still, and its pages do not overlap by rule. */
  edges_tell: Schema.optionalKey(Schema.Boolean),
  /** Equal rows without an id stand on several of its pages, each time that it was read. */
  equal_rows: Schema.optionalKey(Schema.Boolean),
  /** Where the bank says that its history begins (`Meta.FirstAvailableDateTime`), as it was sent. */
  first_available: Schema.optionalKey(Schema.String),
  /**
   * The days of which this list says everything, whatever clock the bank keeps; null where of none. A read of transactions
   * that does not say it was asked for without margins, and is believed as far as it was asked for.
   */
  proves: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ from: Schema.NullOr(Schema.String), to: Schema.String }))
  ),
  /** The first of the days before `from` that the bank neither gave nor refused. */
  untold_from: Schema.optionalKey(Schema.String),
  findings: Schema.Array(FindingLine),
  learned: Schema.Array(Schema.Literals(["bulk-absent", "filter-refused", "window-narrowed"]))
})

/** The folder's answers stand in one file, a zstd frame each of these sizes in bytes. Always the last line. */
export const Packed = event("packed", { sha256: Schema.String, frames: Schema.Array(Schema.Int) })

/** Every line of an events file. */
export const JournalEvent = Schema.Union([
  RunStarted,
  FolderOpened,
  Sealed,
  Adopted,
  ClockObserved,
  RunEnded,
  TakenIn,
  SetAside,
  Exported,
  LedgerKept,
  RulesChanged,
  ClockRanBack,
  AccountsUnnamed,
  ChecksRun,
  ExportJudged,
  AccountReleased,
  FindingAcknowledged,
  ReviewAnswered,
  ReviewJudged,
  AnswerUndone,
  ConsentCreated,
  ConsentRead,
  WebhookReceived,
  ConsentRetired,
  ConsentPurged,
  DaysLost,
  ReadStarted,
  Asked,
  Answered,
  Unanswered,
  ReadEnded,
  Packed
])
export type JournalEvent = typeof JournalEvent.Type
