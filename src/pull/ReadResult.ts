import type { BookingDay } from "../domain/bookingDay.ts"
import type { ReadId } from "../domain/identifiers.ts"
import type { Finding, ReadEnded, ReadOutcome } from "../journal/events.ts"
import type { PlannedRead } from "../plan/plan.ts"
import type { ListError } from "./readStillList.ts"

/** Why a read stopped before its end. */
export type ReadError = ListError

/** What a bank taught about itself. */
export type Lesson = (typeof ReadEnded.Type)["learned"][number]

/** How a read ended; the journal says the same in `read-ended`. */
export interface ReadResult {
  readonly readId: ReadId
  readonly read: PlannedRead
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
}

/** What an error makes of a read that has kept this many pages. */
export const outcomeOf = (error: ReadError, pages: number): ReadOutcome => {
  switch (error._tag) {
    case "QuotaSpent":
      return "quota"
    case "TokenRefused":
    case "SessionOver":
    case "ConsentClosed":
      return "needs-person"
    case "AnswerUnreadable":
    case "LoopingNext":
    case "ForeignNext":
    case "OtherResourceNext":
    case "UnreadableNext":
    case "PageCapReached":
    case "RepeatedPage":
    case "ListMoving":
      return "partial"
    case "Forbidden":
    case "NotOffered":
    case "BadRequest":
      return pages > 0 ? "partial" : "refused"
    default:
      return pages > 0 ? "partial" : "failed"
  }
}
