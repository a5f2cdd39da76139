/**
 * Reads as the journal has them, from the events of a consent's folder.
 */
import type { ConsentId, ReadId } from "../domain/identifiers.ts"
import type { JournalEvent, ReadEnded, ReadStarted } from "../journal/events.ts"
import type { JournalFolder } from "../journal/journalFolders.ts"

/** A page of a read: its number among the folder's answers, and its checksum. */
export interface JournaledPage {
  readonly frame: number
  readonly crc32: number | null
  readonly bytes: number
  /** Why the content coding in which its bytes came could not be undone; undefined where it could. */
  readonly coding?: "broken" | "unknown"
}

/** A read whose pages are to be made into rows. */
export interface JournaledRead {
  readonly folder: JournalFolder
  readonly consentId: ConsentId
  readonly started: typeof ReadStarted.Type
  readonly ended: typeof ReadEnded.Type
  readonly pages: ReadonlyArray<JournaledPage>
  /**
   * From which day on the run then read the same rows once more, so that what this read left open is decided there; null
   * where it did not.
   */
  readonly readAgainFrom: string | null
}

/** Reads that ended with pages. A read without an end was killed, and is made again. */
export const journaledReads = (
  folder: JournalFolder,
  events: ReadonlyArray<JournalEvent>
): ReadonlyArray<JournaledRead> => {
  const { consentId } = folder
  if (consentId === null) return []
  const started = new Map<ReadId, typeof ReadStarted.Type>()
  const pages = new Map<ReadId, Array<JournaledPage>>()
  const reads: Array<JournaledRead> = []
  for (const event of events) {
    if (event.event === "read-started") started.set(event.read_id, event)
    if (event.event === "answered" && event.read_id !== null && event.page !== null && event.frame !== null) {
      const { bytes, coding, crc32, frame, read_id } = event
      const page = { frame, crc32, bytes, ...coding === undefined ? {} : { coding } }
      const kept = pages.get(read_id)
      if (kept === undefined) pages.set(read_id, [page])
      else kept.push(page)
    }
    if (event.event === "read-ended") {
      const start = started.get(event.read_id)
      const kept = pages.get(event.read_id)
      if (start !== undefined && kept !== undefined) {
        const superseded = new Set(event.superseded)
        // Answers are numbered as they come; where the next is kept while one still is, its line may stand first.
        const counted = kept.filter(({ frame }) => !superseded.has(frame)).toSorted((a, b) => a.frame - b.frame)
        reads.push({ folder, consentId, started: start, ended: event, pages: counted, readAgainFrom: null })
      }
    }
  }
  return reads.map((read, index) => {
    const again = reads.slice(index + 1).find((next) => follows(next, read))
    return { ...read, readAgainFrom: again === undefined ? null : decidedFrom(again, read) }
  })
}

/**
 * Whether a read came to its end with all that the bank has in the bounds that it took. Of reads of before their outcome
 * says so; since then they say of which days they tell everything.
 */
export const isWhole = ({ outcome, proves }: typeof ReadEnded.Type): boolean =>
  proves === undefined ? outcome === "complete" : proves !== null

/** How many bytes the pages of a read have. */
export const bytesOf = ({ pages }: JournaledRead): number => pages.reduce((sum, { bytes }) => sum + bytes, 0)

/** Before any day. */
const everyDay = "0001-01-01"

/** From which day on the rows of a read that was made again are decided: asked for alike, both show the same. */
const decidedFrom = (again: JournaledRead, { ended }: JournaledRead): string => {
  const { from, proves } = again.ended
  if (proves === undefined) return from ?? everyDay
  return proves === null || proves.from === null || from === ended.from ? everyDay : proves.from
}

const follows = (next: JournaledRead, read: JournaledRead): boolean =>
  isWhole(next.ended) && next.started.resource === read.started.resource &&
  next.started.route === read.started.route && next.started.account_id === read.started.account_id &&
  next.started.to === read.started.to
