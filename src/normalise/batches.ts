/**
 * Which reads are loaded together. What one read says of accounts decides what another means, so a list of accounts comes
 * before the rows of its consent, and no two reads of a batch speak of the same. What shows only on loading that it does not go
 * with others is loaded by itself, in its place.
 */
import { Effect, Option, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { Ahead } from "./ahead.ts"
import { bytesOf, type JournaledRead } from "./journaledReads.ts"
import { loadBatch } from "./loadBatch.ts"
import { whyUnloadable } from "./setAside.ts"
import type { Load, NotTogether, Pass } from "./stagedRows.ts"

/** The most bytes of pages, and the most reads, that are loaded together: memory is bounded by it, and what a kill repeats. */
const mostBytes = 48 * 1024 * 1024
const mostReads = 2000

/** The reads of a batch so far, as far as the next one may not speak of the same. */
class Batch {
  reads = 0
  private readonly consents = new Set<string>()
  private readonly subjects = new Set<string>()
  private bytes = 0

  /** Whether a read can be loaded together with these. */
  takes(read: JournaledRead): boolean {
    if (this.reads === 0) return true
    const { consentId, started: { account_id, resource } } = read
    if (this.reads >= mostReads || this.bytes + bytesOf(read) > mostBytes) return false
    if (resource === "accounts") return !this.consents.has(consentId)
    return account_id === null
      ? !this.subjects.has(subject(consentId, resource, "any"))
      : !this.subjects.has(subject(consentId, resource, "all")) &&
        !this.subjects.has(subject(consentId, resource, "one", account_id))
  }

  add(read: JournaledRead): void {
    const { consentId, started: { account_id, resource } } = read
    this.reads += 1
    this.bytes += bytesOf(read)
    this.consents.add(consentId)
    this.subjects.add(subject(consentId, resource, "any"))
    this.subjects.add(
      account_id === null
        ? subject(consentId, resource, "all")
        : subject(consentId, resource, "one", account_id)
    )
  }
}

const subject = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)

const Consent = Schema.Struct({ consent_id: Schema.String })

/** As many of the first reads as can be tried together; those of some consents are tried one by one. */
const likelyBatch = <A extends { readonly read: JournaledRead }>(
  loads: ReadonlyArray<A>,
  undecided: ReadonlySet<string> = new Set()
): ReadonlyArray<A> => {
  const batch = new Batch()
  for (const { read } of loads) {
    const waits = undecided.has(read.consentId)
    if (!batch.takes(read) || (waits && batch.reads > 0)) break
    batch.add(read)
    if (waits) break
  }
  return loads.slice(0, batch.reads)
}

/** Reads cut into batches that can likely be tried together. */
export const likelyBatches = (loads: ReadonlyArray<Load>): ReadonlyArray<ReadonlyArray<Load>> => {
  const batches: Array<ReadonlyArray<Load>> = []
  for (let rest = loads; rest.length > 0;) {
    const batch = likelyBatch(rest)
    batches.push(batch)
    rest = rest.slice(batch.length)
  }
  return batches
}

/** As many of the first reads as can be tried together. Where an account is undecided, reads are looked at one by one. */
export const firstBatch = Effect.fn("normalise.firstBatch")(function*<A extends { readonly read: JournaledRead }>(
  loads: ReadonlyArray<A>
) {
  if (loads.length < 2) return loads
  const warehouse = yield* Warehouse
  const undecided = new Set(
    (yield* warehouse.rows(Consent, "select distinct consent_id from undecided_accounts"))
      .map(({ consent_id }) => consent_id)
  )
  return likelyBatch(loads, undecided)
})

/** The same reads in their order, cut so that each of these stands alone. */
const cut = (loads: ReadonlyArray<Load>, { apart }: NotTogether): ReadonlyArray<ReadonlyArray<Load>> => {
  const pieces: Array<Array<Load>> = []
  let open = false
  for (const load of loads) {
    const alone = apart.has(load)
    const last = pieces.at(-1)
    if (open && !alone && last !== undefined) last.push(load)
    else pieces.push([load])
    open = !alone
  }
  return pieces
}

const halves = (loads: ReadonlyArray<Load>): ReadonlyArray<ReadonlyArray<Load>> => {
  const middle = Math.ceil(loads.length / 2)
  return [loads.slice(0, middle), loads.slice(middle)]
}

/** What becomes of a read that cannot be loaded, for this reason. */
type SetAside<E, R> = (load: Load, reason: string) => Effect.Effect<void, E, R>

/** Gives why the only read of a batch cannot be loaded. */
const loadAlone = Effect.fnUntraced(function*(load: Load) {
  const reason = yield* whyUnloadable(loadBatch([load]))
  // What it is compared with may be what cannot be loaded.
  if (Option.isNone(reason) || load.siblings.length === 0) return reason
  return yield* whyUnloadable(loadBatch([{ ...load, siblings: [] }]))
}, Effect.catchTag("NotTogether", Effect.die))

/** What taking reads in may fail with, and needs, beside what becomes of one that cannot be loaded. */
type TakingIn<E, R> = Effect.Effect<
  void,
  E | Effect.Error<ReturnType<typeof loadAlone>>,
  R | Effect.Services<ReturnType<typeof loadAlone>>
>

/** Takes a batch into the book, or where its reads do not go together in pieces, or sets aside the one that cannot be. */
export const takeTogether = <E, R>(
  batch: ReadonlyArray<Load>,
  setAside: SetAside<E, R>,
  ahead?: ReadonlyArray<Pass>
): TakingIn<E, R> =>
  Effect.gen(function*() {
    const [first] = batch
    if (first === undefined) return
    if (batch.length === 1) {
      const reason = yield* loadAlone(first)
      if (Option.isSome(reason)) yield* setAside(first, reason.value)
      return
    }
    const pieces = yield* whyUnloadable(loadBatch(batch, ahead)).pipe(
      Effect.map((reason) => Option.isSome(reason) ? halves(batch) : []),
      Effect.catchTag("NotTogether", (error) => Effect.succeed(cut(batch, error)))
    )
    yield* Effect.forEach(pieces, (piece) => takeIn(piece, setAside), { discard: true })
  })

/**
 * Takes reads into the book in their order, batch by batch. `upcoming` are the likely batches that come after them: with `ahead`, while
 * one batch is written the next ones are staged.
 */
export const takeIn = <E, R>(
  loads: ReadonlyArray<Load>,
  setAside: SetAside<E, R>,
  following?: { readonly ahead: Ahead; readonly upcoming: ReadonlyArray<ReadonlyArray<Load>> }
): TakingIn<E, R> =>
  Effect.gen(function*() {
    for (let rest = loads; rest.length > 0;) {
      const batch = yield* firstBatch(rest)
      rest = rest.slice(batch.length)
      if (following === undefined) yield* takeTogether(batch, setAside)
      else {
        const next = [...likelyBatches(rest), ...following.upcoming]
        yield* following.ahead(batch, next, (staged) => takeTogether(batch, setAside, staged))
      }
    }
  })
