/**
 * All reads of a consent: accounts first, then balances, then transactions, as many at once as the bank's rules allow. One
 * read's trouble stops no other.
 */
import { type DateTime, Effect, type FileSystem } from "effect"
import type { Grant } from "../consent/Grant.ts"
import type { Resource } from "../domain/permission.ts"
import type { Gateway } from "../gateway/Gateway.ts"
import type { Profile } from "../institution/Capability.ts"
import type { Run } from "../journal/Run.ts"
import type { PlannedRead } from "../plan/PlannedRead.ts"
import type { StorageError } from "../store/StorageError.ts"
import { StoreClock } from "../store/StoreClock.ts"
import type { StoreLayout } from "../store/StoreLayout.ts"
import type { WorldMismatch } from "../store/StoreOrigin.ts"
import { areAlike, confirmed, lessonOf } from "./observedQuirks.ts"
import { finish, gather, type Gathered } from "./pullRead.ts"
import type { Lesson, ReadResult } from "./ReadResult.ts"

/** An account is asked for by itself only after all were asked for together: then it is what those left out that is new. */
const order = (["accounts", "balances", "transactions"] as const satisfies ReadonlyArray<Resource>)
  .flatMap((resource) => (["bulk", "account"] as const).map((route) => ({ resource, route })))

/**
 * Whether a bank that counts the reads that no person attends allows twice as many as are planned of the same. A list of all accounts is a
 * read of each.
 */
const isSpare = (
  { accountId, resource }: PlannedRead,
  reads: ReadonlyArray<PlannedRead>,
  { rules: { requestsPerDay } }: Profile
): boolean => {
  const same = reads.filter((read) =>
    read.resource === resource && (read.accountId === accountId || read.accountId === null || accountId === null)
  )
  return requestsPerDay === 0 || 2 * same.length <= requestsPerDay
}

/**
 * Makes the reads of a plan and gives their results in the plan's order. Once a bank has shown that it does not understand
 * `accountId`, transactions of single accounts are not asked for any more: they have no result, and the planner is to be
 * asked again. So with the rest of what was planned within the first session, without a bound, where that ends while it is read and the
 * bank counts reads from then on. `before` are the results of the same run until now: a refusal that the other route gave alike is asked
 * about no further.
 */
export const pullAll = Effect.fn("pull.pullAll")(
  function*(
    reads: ReadonlyArray<PlannedRead>,
    grant: Grant,
    bank: Profile,
    plannedAt: DateTime.Utc,
    before: ReadonlyArray<ReadResult> = []
  ): Effect.fn.Return<
    ReadonlyArray<ReadResult>,
    StorageError | WorldMismatch,
    FileSystem.FileSystem | StoreLayout | Run | StoreClock | Gateway
  > {
    const { now } = yield* StoreClock
    const isAttended = (at: DateTime.Utc) => grant.isFirstSession(bank.rules.firstSessionMinutes, at)
    const onlyAttended = isAttended(plannedAt) && bank.rules.requestsPerDay > 0
    const results = new Map<PlannedRead, ReadResult>()
    let filterWorks = false
    let filterRefused = false

    const refusedElse = ({ resource, route }: PlannedRead) =>
      before.filter(({ error, read }) => error !== null && read.resource === resource && read.route !== route)

    const end = (gathered: Gathered, lesson: Lesson | undefined) =>
      finish(gathered, lesson, gathered.walk.seen.length > 0 ? confirmed(refusedElse(gathered.read), bank) : []).pipe(
        Effect.map((result) => {
          results.set(gathered.read, result)
          filterRefused ||= lesson === "filter-refused"
        })
      )

    for (const { resource, route } of order) {
      // Whether a bank refuses accountId or just one account shows only beside its other accounts.
      const undecided: Array<Gathered> = []
      yield* Effect.forEach(
        reads.filter((read) =>
          read.resource === resource && read.route === route && !(filterRefused && read.route === "account")
        ),
        Effect.fnUntraced(function*(read) {
          const attended = isAttended(yield* now)
          if (onlyAttended && !attended) return
          const others = refusedElse(read)
          const gathered = yield* gather(read, bank, {
            attended,
            spare: attended || isSpare(read, reads, bank),
            isFinal: (refused) => others.some(({ error }) => areAlike(error, refused))
          })
          filterWorks ||= read.accountId !== null && gathered.walk.seen.length > 0
          const lesson = gathered.error === null || gathered.walk.seen.length > 0
            ? undefined
            : lessonOf(read, gathered.error)
          if (lesson === "filter-refused?") undecided.push(gathered)
          else yield* end(gathered, lesson)
        }),
        { concurrency: bank.rules.concurrency, discard: true }
      )
      yield* Effect.forEach(undecided, (gathered) => end(gathered, filterWorks ? undefined : "filter-refused"), {
        discard: true
      })
    }
    return reads.flatMap((read) => results.get(read) ?? [])
  }
)
