/**
 * What the journal has a place for is made in that order, batch by batch as it was: into a book that lacks its end after a kill, or
 * into one that is made again.
 */
import { Effect } from "effect"
import { recordAnswer } from "../book/answers.ts"
import { recordExport } from "../book/exports.ts"
import { recordLedger } from "../book/ledger.ts"
import type { Run } from "../journal/Run.ts"
import type { StorageError } from "../store/StorageError.ts"
import { makeAhead } from "./ahead.ts"
import { likelyBatches, takeIn } from "./batches.ts"
import type { Entry, PendingLoads, SetAside } from "./importEvents.ts"
import { isWhole, type JournaledRead } from "./journaledReads.ts"
import { countingLoads } from "./LoadProgress.ts"
import { writeSetAside } from "./setAside.ts"
import type { Load } from "./stagedRows.ts"

/** Complete reads of transactions, by the folder in which their journal lies. */
export const siblingsOf = (pending: PendingLoads): ReadonlyMap<string, ReadonlyArray<JournaledRead>> =>
  Map.groupBy(
    [...pending.reads.values()].filter(({ ended, started }) => started.resource === "transactions" && isWhole(ended)),
    ({ folder }) => folder.name
  )

/** Writes into the journal that a read is set aside, where there is a run that may. */
export type Decide = (
  read: JournaledRead,
  seq: number,
  at: string,
  reason: string
) => Effect.Effect<SetAside, StorageError>

/** What a run decides is safe in the journal before it counts. */
export const decideIn = (run: Run["Service"]): Decide =>
  Effect.fnUntraced(function*({ consentId: consent_id, started: { read_id, run_id } }, seq, at, reason) {
    yield* run.append({ event: "set-aside", at, seq, read_id, consent_id, run_id, reason })
    yield* run.sync
    return { reason, run: run.id }
  })

/** Sets aside a read that cannot be loaded: then all others go on without it. */
export const setAsideBy = (decide: Decide) => ({ known, read, seq }: Load, reason: string) =>
  Effect.flatMap(decide(read, seq, known, reason), (aside) => writeSetAside(read, seq, known, aside))

/** Entries that were made together, in order. */
const together = (entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> => {
  const groups: Array<Array<Entry>> = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    const joins = entry.kind === "read" && before?.kind === "read" && entry.batch !== null &&
      entry.batch === before.batch && entry.setAside === null && before.setAside === null
    if (joins && last !== undefined) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** The reads among entries that were made together, to be loaded at their places. One whose folder was purged is passed over. */
const loadsOf = (
  entries: ReadonlyArray<Entry>,
  pending: PendingLoads,
  siblings: ReturnType<typeof siblingsOf>
): ReadonlyArray<Load> =>
  entries.flatMap((entry) => {
    if (entry.kind !== "read" || entry.setAside !== null) return []
    const { at: known, clock, readId, seq } = entry
    const read = pending.reads.get(readId)
    if (read === undefined) return []
    return [{ seq, known, clock: clock ?? read.ended.at, read, siblings: siblings.get(read.folder.name) ?? [] }]
  })

/** Makes again what an entry says beside loads. */
const repeatEntry = Effect.fnUntraced(function*(entry: Entry, pending: PendingLoads) {
  switch (entry.kind) {
    case "export":
      return yield* recordExport(entry.event)
    case "ledger":
      return yield* recordLedger(entry.event)
    case "answer":
      return yield* recordAnswer(entry.event)
    case "read": {
      const read = pending.reads.get(entry.readId)
      if (read !== undefined && entry.setAside !== null) {
        yield* writeSetAside(read, entry.seq, entry.at, entry.setAside)
      }
    }
  }
})

/** How many groups of entries are looked ahead: those of some nights, with what lies between. */
const lookedAhead = 40

/** Makes the entries that the journal has and the book has not. */
export const repeat = Effect.fn("normalise.repeat")(function*(pending: PendingLoads, decide: Decide) {
  const siblings = siblingsOf(pending)
  const ahead = yield* makeAhead
  const groups = together(pending.entries).map((entries) => {
    const loads = loadsOf(entries, pending, siblings)
    return { entries, loads, batches: likelyBatches(loads) }
  })
  const taken = yield* countingLoads(groups.reduce((sum, { loads }) => sum + loads.length, 0))
  for (const [index, { entries, loads }] of groups.entries()) {
    yield* Effect.forEach(entries, (entry) => repeatEntry(entry, pending), { discard: true })
    if (loads.length === 0) continue
    const upcoming = groups.slice(index + 1, index + 1 + lookedAhead).flatMap(({ batches }) => batches)
    yield* takeIn(loads, setAsideBy(decide), { ahead, upcoming })
    yield* taken(loads.length)
  }
}, Effect.scoped)
