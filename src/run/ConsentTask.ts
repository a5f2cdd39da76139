/**
 * One consent's night as a unit of work: what there is to do, and what became of it. Whoever does it is a pipeline; the
 * frame of a run takes it as an argument.
 */
import type { FinishedRead } from "../book/syncState.ts"
import type { ConsentRefusal, PermissionMissing } from "../consent/ConsentError.ts"
import type { AccountId, ConsentId } from "../domain/identifiers.ts"
import type { PlanRequest, SyncState } from "../plan/PlanContext.ts"
import type { Withheld } from "../plan/PlannedRead.ts"
import type { ReadResult } from "../pull/ReadResult.ts"

/** What there is to do for a consent. `syncState` is what the book holds of it. */
export interface ConsentTask {
  readonly consentId: ConsentId
  readonly request: Omit<PlanRequest, "now">
  readonly syncState: SyncState
  /** What killed runs had read completely. */
  readonly finished: ReadonlyArray<FinishedRead>
}

/** What became of it. */
export interface ConsentResult {
  readonly consentId: ConsentId
  /** What of that still counted as read. */
  readonly finished: ReadonlyArray<FinishedRead>
  readonly results: ReadonlyArray<ReadResult>
  readonly withheld: ReadonlyArray<Withheld>
  /** Known accounts that the bank's newest list before this run left out. */
  readonly unlisted: ReadonlySet<AccountId>
  readonly missing: PermissionMissing | null
  /** Why nothing more can be read under the consent, where that came to light while it was read. */
  readonly closed: ConsentRefusal | null
}
