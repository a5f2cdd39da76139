/**
 * The reading part of a run: every consent's task, side by side. What is done with one consent is a pipeline of its own,
 * and is given as an argument.
 */
import { Clock, Effect, Ref, Schema } from "effect"
import type { ConsentRefusal } from "../consent/ConsentError.ts"
import { mustBeHeard, type Standing, standsAfter } from "../consent/dueConsents.ts"
import type { Institution } from "../domain/identifiers.ts"
import { counted } from "../domain/inWords.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import type { GatewayError } from "../gateway/GatewayError.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import type { PlanRequest } from "../plan/PlanContext.ts"
import { ConfigurationInvalid } from "../settings/ConfigurationInvalid.ts"
import { StorageError } from "../store/StorageError.ts"
import { WorldMismatch } from "../store/StoreOrigin.ts"
import { CredentialsRefused } from "../token/Token.ts"
import { consentProblems, endingShare, outOfReach } from "./consentProblems.ts"
import type { ConsentResult, ConsentTask } from "./ConsentTask.ts"
import type { Pulled } from "./Pipeline.ts"
import { isReadWhole, retireReplaced } from "./retireReplaced.ts"
import type { RunScope } from "./RunScope.ts"
import { selectTasks, type TaskOfConsent } from "./selectTasks.ts"
import type { HandOver } from "./takeInBeside.ts"

/** Consents that are worked on at once; each bank's own rules bound what happens at it. */
const consentsAtOnce = 64

/** What concerns the whole run; anything else concerns one consent alone. */
const Fatal = Schema.Union([StorageError, WorldMismatch, CredentialsRefused, ConfigurationInvalid])
type Fatal = typeof Fatal.Type

/** Whether a failure ends whatever goes on, and not what one consent is about alone. */
export const isFatal = Schema.is(Fatal)

type Refusal = ConsentRefusal | GatewayError

const concernsOneConsent = (error: Refusal | Fatal): error is Exclude<Refusal, Fatal> => !isFatal(error)

/** The pipeline of one consent, under the rules of its bank. */
export type ConsentPipeline<R> = (task: ConsentTask) => Effect.Effect<ConsentResult, Refusal | Fatal, R | Capability>

/** What became of a consent. */
interface Share extends Standing {
  readonly problems: ReadonlyArray<Problem>
  readonly pages: number
  /** Whether it could not be opened. */
  readonly refused: boolean
  /** Whether it is to take another's place and all that it opens was read. */
  readonly replacing: boolean
}

/** What became of a consent of which nothing is told yet. */
const nothing = ({ consentId, created, institution }: KnownConsent): Share => ({
  consentId,
  institution,
  replaces: created.replaces ?? null,
  stands: "open",
  problems: [],
  pages: 0,
  refused: false,
  replacing: false
})

const bankLine = ({ results }: ConsentResult, pages: number, bank: string): string => {
  const failed = [...new Set(results.flatMap(({ outcome, read }) => outcome === "complete" ? [] : [read.resource]))]
  const read = results.length === 0
    ? "nothing is due"
    : `${counted(results.length, "read")}, ${counted(pages, "page")}`
  return `${bank}: ${read}${failed.length === 0 ? "" : `, of which not complete: ${failed.join(", ")}`}`
}

/** Tells of a bank, once, how its part of the run went. */
const tellBank = Effect.fnUntraced(function*(result: ConsentResult, alone: boolean, began: number) {
  const { name } = yield* Capability
  const { consentId, results } = result
  const pages = results.reduce((sum, { pages }) => sum + pages, 0)
  for (const sentence of outOfReach(result)) yield* Effect.logWarning(sentence)
  yield* Effect.logInfo(bankLine(result, pages, alone ? name : `${name} (consent ${consentId.slice(0, 8)})`)).pipe(
    Effect.annotateLogs({
      reads: results.length,
      pages,
      requests: results.reduce((sum, { requests }) => sum + requests, 0),
      duration_ms: (yield* Clock.currentTimeMillis) - began
    })
  )
})

/** One consent's task, with what went wrong in it. */
const syncOne = <R>(consentPipeline: ConsentPipeline<R>, isAlone: (institution: Institution) => boolean) =>
  Effect.fnUntraced(
    function*({ consent, quiet, task }: TaskOfConsent) {
      const began = yield* Clock.currentTimeMillis
      const done = yield* consentPipeline(task).pipe(
        Effect.tap((result) => tellBank(result, isAlone(consent.institution), began)),
        Effect.provide(Capabilities.get(consent.institution)),
        Effect.map((result) => ({
          ...nothing(consent),
          problems: consentProblems(result),
          stands: result.closed === null ? "open" as const : standsAfter(problemOf(result.closed)),
          pages: result.results.reduce((sum, { pages }) => sum + pages, 0),
          replacing: consent.created.replaces !== undefined && isReadWhole(task, result)
        })),
        Effect.catchIf(
          concernsOneConsent,
          (error) => {
            const problem = problemOf(error)
            const share = { ...nothing(consent), refused: true }
            return Effect.succeed(quiet ? share : { ...share, problems: [problem], stands: standsAfter(problem) })
          }
        ),
        endingShare(consent.consentId, (problem) => ({ ...nothing(consent), problems: [problem] }))
      )
      yield* Effect.forEach(
        done.problems,
        ({ message, tag }) => Effect.annotateLogs(Effect.logWarning(message), { error: tag })
      )
      const subject = { kind: "consent", name: consent.consentId } as const
      return { ...done, problems: done.problems.map((problem) => ({ ...problem, subject })) }
    },
    (share, { consent: { consentId, institution } }) =>
      Effect.annotateLogs(share, { institution, consent_id: consentId, stage: "pull" })
  )

/**
 * Reads what a scope concerns, each consent by the same pipeline, and hands over each with which it has finished but the last. One
 * consent's trouble stops no other.
 */
export const syncConsents = Effect.fn("run.syncConsents")(
  function*<R>(
    consentPipeline: ConsentPipeline<R>,
    pipeline: PlanRequest["pipeline"],
    scope: RunScope,
    handOver: HandOver
  ) {
    const tasks = yield* selectTasks(pipeline, scope)
    const banks = Map.groupBy(tasks.filter(({ quiet }) => !quiet), ({ consent }) => consent.institution)
    const isAlone = (institution: Institution) => banks.get(institution)?.length === 1
    const sync = syncOne(consentPipeline, isAlone)
    const going = yield* Ref.make(tasks.length)
    const done = yield* Effect.forEach(
      tasks,
      (task) =>
        Effect.tap(sync(task), ({ consentId }) =>
          // For the last the book is opened by whoever comes next, and for those that wait with it too.
          Effect.flatMap(Ref.updateAndGet(going, (n) => n - 1), (others) =>
            others > 0 ? handOver(consentId) : Effect.void)),
      { concurrency: consentsAtOnce }
    )
    const replaced = yield* retireReplaced(
      new Set(done.filter(({ replacing }) => replacing).map(({ consentId }) => consentId))
    )
    // One that was only looked at and could not be opened says nothing, and reads in the place of no other.
    const heard = mustBeHeard(done.filter(({ problems, refused }) => !refused || problems.length > 0))
    // One that was named is heard of in any case. Nothing has been lost with one whose place another has just taken.
    const isNoFault = (each: (typeof done)[number]) =>
      (scope.consent === null && !heard(each)) || (each.refused && replaced.has(each.consentId))
    return {
      problems: done.flatMap((each) => isNoFault(each) ? [] : each.problems),
      pages: done.reduce((sum, { pages }) => sum + pages, 0)
    } satisfies Pulled
  },
  Effect.catchTag("NoConsent", (error) => Effect.succeed<Pulled>({ problems: [problemOf(error)], pages: 0 }))
)
