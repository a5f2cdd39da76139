/**
 * What became of a read: how it ended, what it kept, and what the bank taught on the way.
 */
import type { BookingDay } from "../domain/bookingDay.ts"
import type { DateRange } from "../domain/DateRange.ts"
import type { Finding } from "../domain/Finding.ts"
import type { ReadId } from "../domain/identifiers.ts"
import type { ReadOutcome } from "../domain/ReadOutcome.ts"
import type { ReadEnded } from "../journal/events.ts"
import type { PlannedRead, ProvenRange } from "../plan/PlannedRead.ts"
import type { WindowNarrowed } from "./narrowedRange.ts"
import type { ListError } from "./readStillList.ts"

/** Why a read stopped before its end, or did not begin where it was meant to. */
export type ReadError = ListError | WindowNarrowed

/** What a bank taught about itself. */
export type Lesson = (typeof ReadEnded.Type)["learned"][number]

/** How a read ended; the journal says the same in `read-ended`. */
export interface ReadResult {
  readonly readId: ReadId
  readonly read: PlannedRead
  /** Whether a person's first session was open: then it is none of those that a bank counts. */
  readonly attended: boolean
  readonly outcome: ReadOutcome
  /** Pages in the journal, and where: their numbers in the consent's folder of this run. */
  readonly pages: number
  readonly frames: ReadonlyArray<number>
  /** Requests sent, with all tries. */
  readonly requests: number
  readonly error: ReadError | null
  readonly errorTag: string | null
  readonly learned: ReadonlyArray<Lesson>
  readonly findings: ReadonlyArray<Finding>
  /** The bounds that the bank took, which may be narrower than those planned. */
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  /** The days of which the list says everything; null where of none. */
  readonly proves: ProvenRange | null
  /** Days that the bank neither gave nor refused, before those that it gave. */
  readonly untold: DateRange | null
}
