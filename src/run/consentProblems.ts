/**
 * What went wrong for one consent of a run, and what of it the journal keeps.
 */
import { Array, Effect, Schema } from "effect"
import { ConsentRefusal } from "../consent/ConsentError.ts"
import { earliest, latest } from "../domain/bookingDay.ts"
import { union } from "../domain/DateRange.ts"
import type { FailureTag } from "../domain/failureOutcomes.ts"
import type { ConsentId } from "../domain/identifiers.ts"
import { isDefect, type Problem, problemOf, problemOfDefect } from "../domain/Problem.ts"
import { GatewayError } from "../gateway/GatewayError.ts"
import { Run } from "../journal/Run.ts"
import type { PlannedRead, ProvenRange, Withheld } from "../plan/PlannedRead.ts"
import { WindowNarrowed } from "../pull/narrowedRange.ts"
import { isWindowRefusal } from "../pull/observedQuirks.ts"
import type { ReadError, ReadResult } from "../pull/ReadResult.ts"
import type { ConsentResult } from "./ConsentTask.ts"

/**
 * A bank that taught us to ask in another way is excused where it was then really read in that way; so is one that refuses an
 * account by itself where all accounts were read together.
 */
const wasReplaced = ({ learned, outcome, read }: ReadResult, all: ReadonlyArray<ReadResult>): boolean =>
  (learned.includes("bulk-absent") || learned.includes("filter-refused") ||
    (read.route === "account" && outcome === "refused")) &&
  all.some((other) => other.read.resource === read.resource && other.read.route !== read.route && other.pages > 0)

/** An account that the bank left out of its list before this run, and now refuses, is closed; that is known. */
const isClosed = ({ outcome, read: { accountId } }: ReadResult, unlisted: ConsentResult["unlisted"]): boolean =>
  outcome === "refused" && accountId !== null && unlisted.has(accountId)

const isOfSameRows = (one: PlannedRead, other: PlannedRead): boolean =>
  one.resource === other.resource && one.accountId === other.accountId

/** Whether a later window says of the same rows that the bank refuses everything from before a day. */
const isBeforeRefused = (error: ReadError, read: PlannedRead, others: ReadonlyArray<ReadResult>): boolean => {
  const { to } = read
  return to !== null && isWindowRefusal(read, error) &&
    others.some((other) =>
      other.error?._tag === "WindowNarrowed" && isOfSameRows(other.read, read) && other.from !== null &&
      other.from >= to
    )
}

/** Days of which a read brought nothing, though it was to bring them, and of which its error does not say so itself. */
const daysNotGiven = ({ error, proves, read, untold }: ReadResult): ProvenRange | null =>
  error?._tag === "WindowNarrowed" ? null : untold ?? (proves === null ? read.proves : null)

/** What reads met alike, with the days of all of them where others were given: a refusal is then not of all transactions. */
const ofDays = (problem: Problem, met: ReadonlyArray<ReadResult>, all: ReadonlyArray<ReadResult>) => {
  const days = met.flatMap((result) => daysNotGiven(result) ?? [])
  const given = all.some(({ outcome, proves, read }) =>
    (outcome === "complete" || proves !== null) && met.some((result) => isOfSameRows(result.read, read))
  )
  if (!given || days.length === 0) return [problem]
  const begun = days.flatMap(({ from, to }) => from === null ? [`up to ${to}`] : [])
  const whole = union(days.flatMap(({ from, to }) => from === null ? [] : [{ from, to }]))
  return [...begun, ...whole.map(({ from, to }) => `${from} to ${to}`)].map((each): Problem => ({
    ...problem,
    message: `booking days ${each} were not given, others were: ${problem.message}`
  }))
}

const isRefusedBefore = (error: ReadError | null) => error?._tag === "WindowNarrowed" && error.untoldFrom === null

/** The same error, told of all lists of a consent whose beginnings the bank refused: accounts may begin on several days. */
const ofAllLists = (error: ReadError, all: ReadonlyArray<ReadResult>): ReadError => {
  if (error._tag !== "WindowNarrowed" || !isRefusedBefore(error)) return error
  const days = all.flatMap((other) => isRefusedBefore(other.error) ? other.from ?? [] : [])
  if (days.length === 0) return error
  const from = days.reduce((first, day) => earliest(first, day))
  const last = days.reduce((until, day) => latest(until, day))
  return new WindowNarrowed({ ...error, from, latest: last === from ? null : last })
}

const readProblems = ({ results, unlisted }: ConsentResult): ReadonlyArray<Problem> => {
  const told = results.flatMap((result) => {
    const { error, read } = result
    if (error === null || wasReplaced(result, results) || isClosed(result, unlisted)) return []
    return isBeforeRefused(error, read, results) ? [] : [{ problem: problemOf(ofAllLists(error, results)), result }]
  })
  const met = Array.groupBy(
    told,
    ({ problem: { message, tag }, result: { read } }) => [read.resource, read.accountId, tag, message].join("\n")
  )
  return Object.values(met).flatMap((each) => ofDays(each[0].problem, each.map(({ result }) => result), results))
}

/** What leaving a read out of the plan amounts to; null where it is no fault. */
const withheldTags: Readonly<Record<Withheld["reason"], FailureTag | null>> = {
  quota: "QuotaSpent",
  "discovery-closed": "DiscoveryClosed",
  "no-route": "NoRoute",
  "not-granted": null,
  "no-accounts": null,
  "outside-history": null,
  "outside-consent": null,
  refused: null,
  "not-given": "WindowsNotGiven",
  future: "NothingToRead",
  "beyond-consent": "NothingToRead",
  "span-ended": "SpanEnded"
}

const withheldProblem = ({ lost, message, reason }: Withheld): ReadonlyArray<Problem> => {
  const _tag = lost === null ? withheldTags[reason] : "DaysLost"
  return _tag === null ? [] : [problemOf({ _tag, message })]
}

/** What went wrong for one consent. Reads of several accounts that met the same are told once. */
export const consentProblems = (result: ConsentResult): ReadonlyArray<Problem> =>
  Array.dedupeWith([
    ...[result.missing, result.closed].flatMap((error) => error === null ? [] : [problemOf(error)]),
    // Under a consent that is closed each read is refused for that.
    ...readProblems(result).filter(({ outcome }) => result.closed === null || outcome !== "refused"),
    ...result.withheld.flatMap(withheldProblem)
  ], (one, other) => one.tag === other.tag && one.message === other.message)

/**
 * What a person asked for and cannot be had, in sentences. Nothing is wrong with the run; of days that it loses it is told as a problem,
 * when they are lost.
 */
export const outOfReach = ({ withheld }: ConsentResult): ReadonlyArray<string> =>
  withheld.flatMap(({ lost, message, reason }) =>
    lost === null && (reason === "outside-history" || reason === "outside-consent") ? [message] : []
  )

/**
 * What became of a consent, with why it is closed, as `open` says. A refusal may be all that is heard of one that was closed while it
 * was read: then its record is looked at once more, and what a person has to do is told that very night.
 */
export const closedMeanwhile = Effect.fn("run.closedMeanwhile")(
  function*<A, E, R>(result: ConsentResult, open: Effect.Effect<A, E, R>) {
    if (!consentProblems(result).some(({ outcome }) => outcome === "refused")) return result
    const closed = yield* open.pipe(
      Effect.as(null),
      Effect.catchIf(Schema.is(ConsentRefusal), Effect.succeed),
      // It does not say; the refusal is told as it is.
      Effect.catchIf(Schema.is(GatewayError), () => Effect.succeed(null))
    )
    return { ...result, closed } satisfies ConsentResult
  }
)

/** Lets a defect of ours that one bank's answers bring out end that consent's share alone, and be told as `told` has it. */
export const endingShare =
  <A>(consentId: ConsentId, told: (problem: Problem) => A) => <B, E, R>(share: Effect.Effect<B, E, R>) =>
    share.pipe(
      Effect.catchCauseIf(isDefect, (cause) =>
        Effect.as(Effect.logDebug(`a defect under consent ${consentId}`, cause), told(problemOfDefect(cause))))
    )

/**
 * Writes down which days are lost, where that is new: the book makes a gap and a finding of them, and the planner does not
 * say them again.
 */
export const recordLostDays = Effect.fn("run.recordLostDays")(
  function*(consentId: ConsentId, withheld: ReadonlyArray<Withheld>) {
    const run = yield* Run
    const losses = withheld.flatMap(({ accountId, lost, message, reason }) =>
      lost === null || accountId === null ? [] : [{ account_id: accountId, ...lost, reason, message }]
    )
    if (losses.length === 0) return
    const folder = yield* run.folder(consentId)
    for (const loss of losses) {
      yield* folder.append({ event: "days-lost", at: yield* run.at, run_id: run.id, consent_id: consentId, ...loss })
    }
    yield* folder.sync
  }
)
