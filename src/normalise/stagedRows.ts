/**
 * Reads of one resource on their way into the book together, and their rows while they stand in the table of that resource.
 */
import { Data, DateTime, Effect, Schema } from "effect"
import { zonedIn } from "../book/zones.ts"
import { addDays, type BookingDay, bookingDayAt } from "../domain/bookingDay.ts"
import type { Institution } from "../domain/identifiers.ts"
import type { Resource } from "../domain/permission.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability, type Profile } from "../institution/Capability.ts"
import { fragment } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { isWhole, type JournaledRead } from "./journaledReads.ts"
import { openPages, type PageSet } from "./pageFiles.ts"

/**
 * A read's place in the order of loads. `known` is the instant from which the book knows it, `clock` the time by the clock
 * of the run that took it in: what was asked for after that was asked for by a wrong clock.
 */
export interface Place {
  readonly seq: number
  readonly known: string
  readonly clock: string
}

/** The place of a read that is only tried. */
export const nowhere = ({ ended: { at } }: JournaledRead): Place => ({ seq: 0, known: at, clock: at })

/** One read on its way into the book. */
export interface Load extends Place {
  readonly read: JournaledRead
  /** Complete reads of transactions of the same consent and run, whatever their place in the order. */
  readonly siblings: ReadonlyArray<JournaledRead>
}

/**
 * The reads of one resource in a batch, by the number of each, and as the steps of the load know them. What was staged ahead has the
 * numbers of all that was staged with it. `alone` says that the batch is one read: then what concerns the read as a whole may be
 * decided. `ahead` says where its rows were staged ahead: in the table of their resource, or in one of the second session, among
 * those of other batches, and where what they have was counted there.
 */
export interface Pass {
  readonly resource: Resource
  readonly loads: ReadonlyMap<number, Load>
  readonly reads: ReadonlyArray<BatchRead>
  readonly pages: PageSet
  readonly alone: Load | null
  readonly ahead: typeof inPlace | { readonly table: string; readonly counted: string | null } | null
}

/** The first and the last number of the reads of a pass; between them no other batch has one. */
export const numbersOf = ({ loads }: Pass) => ({ first: Math.min(...loads.keys()), last: Math.max(...loads.keys()) })

/** The rows of a pass stand where they are written from. */
export const inPlace = "in-place"

/** Reads that cannot be loaded together with others. Nothing of the batch was written. */
export class NotTogether extends Data.TaggedError("NotTogether")<{ readonly apart: ReadonlySet<Load> }> {}

const ReadNo = Schema.Struct({ read_no: Schema.Int })

/** Fails where there are any such rows and the batch is more than their read; each row has its `read_no`. */
export const requireAlone = Effect.fn("normalise.requireAlone")(function*(pass: Pass, ...rows: ReadonlyArray<string>) {
  if (pass.alone !== null) return
  const warehouse = yield* Warehouse
  const found = yield* warehouse.rows(
    ReadNo,
    rows.map((each) => `select distinct read_no from ${each}`).join(" union ")
  )
  const apart = new Set(found.flatMap(({ read_no }) => pass.loads.get(read_no) ?? []))
  if (found.length > 0) return yield* new NotTogether({ apart })
})

/** The table in which the rows of a resource stand, as understood, while they are loaded. */
export const staged = (resource: Resource) => fragment(`staged_${resource}`)

/** Says by the rows of a resource which read speaks of which account, into the table `spoken_of`. */
export const tellSpokenOf = Effect.fn("normalise.tellSpokenOf")(function*(resource: Resource) {
  const warehouse = yield* Warehouse
  yield* warehouse.file(new URL("./batch/spokenOf.sql", import.meta.url), { staged: staged(resource) })
})

/** Reads but the first of those that speak of the same account. */
export const spokenOfTwice = `(
  select unnest(list_sort(list(read_no))[2:]) as read_no
  from spoken_of
  group by account_key
  having count(*) > 1
)`

/**
 * What a read is believed to prove: coverage `from` and `to`, and up to which day rows that it does not list are missed, null
 * where the list has no end. A read of before margins were asked for proves all that it asked for.
 *
 * One that was planned on the day before, by the zone that the rules named then or because midnight has passed since, may have asked
 * as far back as the bank gave all on that day: by the time that it is asked the bank has begun to forget the first day of it.
 */
const provenBy = ({ ended: { from, proves, to } }: JournaledRead, today: BookingDay, givenFrom: BookingDay | null) => {
  if (proves === undefined || proves === null) {
    return { proven_from: from, proven_to: to ?? today, missed_to: to }
  }
  const forgets = to === null && proves.to === addDays(today, -1) && givenFrom !== null &&
    proves.from === addDays(givenFrom, -1)
  return {
    proven_from: forgets ? givenFrom : proves.from,
    proven_to: proves.to < today ? proves.to : today,
    missed_to: to === null && proves.to >= today ? null : proves.to
  }
}

/** A read as the steps of a load know it: a row of the table `batch_reads`. */
export type BatchRead = ReturnType<typeof batchRead>

const batchRead = ({ clock, known, read, seq }: Load, read_no: number, { rules, timezone }: Profile) => {
  const { ended, started } = read
  const today = bookingDayAt(DateTime.makeUnsafe(started.at), timezone)
  const margins = ended.proves !== undefined
  const givenFrom = addDays(today, 1 - rules.historyDaysAfterFirstSession)
  return {
    read_no,
    resource: started.resource,
    read_id: started.read_id,
    run_id: started.run_id,
    consent_id: read.consentId,
    institution: started.institution,
    account_id: started.account_id,
    folder: read.folder.name,
    zone: timezone,
    trusted: rules.transactionIds === "stable",
    lookback: rules.lookbackDays,
    pending_rule: rules.pending,
    asked_from: ended.from,
    asked_to: ended.to,
    margins,
    ...provenBy(read, today, rules.unboundedHistory === "always" ? null : givenFrom),
    read_again_from: read.readAgainFrom,
    earlier_frames: ended.earlier ?? [],
    edges_tell: ended.edges_tell ?? false,
    equal_rows: ended.equal_rows ?? false,
    shows_twice: ended.error_tag === "RowsRepeated",
    today,
    recent: margins ? addDays(today, -rules.lookbackDays - 2) : "0001-01-01",
    given_from: givenFrom,
    // From when on the bank still gives all to the next night; null where it gives whatever there is.
    given_next: rules.unboundedHistory === "always" ? null : addDays(givenFrom, 1),
    complete: isWhole(ended),
    seq,
    known,
    clock
  }
}

const rulesOf = (institution: Institution) => Effect.provide(Capability, Capabilities.get(institution))

/** A pass over the reads of a resource, with their pages for as long as the scope lasts. */
export const passOf = Effect.fn("normalise.passOf")(
  function*({ alone, loads, resource }: Pick<Pass, "resource" | "loads" | "alone">) {
    const reads = yield* Effect.forEach(
      loads,
      ([read_no, load]) =>
        Effect.map(rulesOf(load.read.started.institution), (profile) => batchRead(load, read_no, profile))
    )
    return { resource, loads, reads, alone, ahead: null, pages: yield* openPages(loads) } satisfies Pass
  }
)

const layOut = Effect.fnUntraced(function*(passes: ReadonlyArray<Pass>) {
  const warehouse = yield* Warehouse
  yield* warehouse.file(new URL("./batch/reads.sql", import.meta.url), {
    reads: JSON.stringify(passes.flatMap(({ reads }) => reads))
  })
})

/** Lays out the reads of a batch, all at once. One that is alone waits for its pass: others of its run may be looked at before. */
export const beginBatch = Effect.fn("normalise.beginBatch")(function*(passes: ReadonlyArray<Pass>) {
  if (passes.every(({ alone }) => alone === null)) yield* layOut(passes)
})

/** Lays out those of a pass, and their pages, for the steps of the load. */
export const beginPass = Effect.fn("normalise.beginPass")(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { alone, pages, reads, resource } = pass
  if (alone !== null) yield* layOut([pass])
  yield* warehouse.file(new URL("./batch/begin.sql", import.meta.url), {
    resource,
    pages: JSON.stringify(pages.numbered),
    zoned: zonedIn([...new Set(reads.map(({ zone }) => zone))])
  })
})

/**
 * Validates the staged rows that are in doubt: each is understood after all, or its faults are listed. Nearly every row
 * is plainly sound, and planning how to validate one that is not takes longer than reading the page of a night.
 */
export const validateUnchecked = Effect.fn("normalise.validateUnchecked")(function*(resource: Resource) {
  if (!(yield* isAny(`${staged(resource).sql} where disposition = 'unchecked'`))) return
  const warehouse = yield* Warehouse
  yield* warehouse.file(new URL(`./${resource}/validate.sql`, import.meta.url))
})
