/**
 * Reads that cannot be loaded, whatever they hold: each stands in quarantine as a whole (`unloadable`), and the others go
 * on. What concerns the store and not the read is no reason for that: a full disk is full for every read.
 */
import { Cause, Effect, Option, Schema } from "effect"
import { MemoryExhausted, StatementFailed } from "../store/StorageError.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { SetAside } from "./importEvents.ts"
import type { JournaledRead } from "./journaledReads.ts"
import { RowEquationBroken } from "./rowEquation.ts"

/** Why a read cannot be loaded that needs more memory than there is: more of it would do. */
export const lacksMemory = "the database may use too little memory for it"

const isOfRead = Schema.is(Schema.Union([StatementFailed, MemoryExhausted, RowEquationBroken]))

/** Why a load failed, in words that hold nothing of the read; none where the read is not to blame. */
const reasonOf = (cause: Cause.Cause<unknown>): Option.Option<string> => {
  if (Cause.hasInterrupts(cause)) return Option.none()
  const failure = Cause.squash(cause)
  if (isOfRead(failure)) {
    switch (failure._tag) {
      case "StatementFailed":
        return Option.some(`the database could not take it in (${failure.reason})`)
      case "MemoryExhausted":
        return Option.some(lacksMemory)
      case "RowEquationBroken":
        return Option.some("its rows do not add up")
    }
  }
  return Cause.hasDies(cause)
    ? Option.some(`a defect of Daybook (${failure instanceof Error ? failure.name : typeof failure})`)
    : Option.none()
}

/** Gives why a load failed where that is the fault of what was read; none where it came to its end. */
export const whyUnloadable = <A, E, R>(loading: Effect.Effect<A, E, R>) =>
  loading.pipe(
    Effect.as(Option.none<string>()),
    Effect.catchCause((cause) => {
      const reason = reasonOf(cause)
      return Option.isNone(reason)
        ? Effect.failCause(cause)
        : Effect.as(Effect.logDebug("a read cannot be loaded", cause), reason)
    })
  )

/** Puts a read into quarantine as a whole, at its place in the order of loads. */
export const writeSetAside = Effect.fn("normalise.setAside")(
  function*(read: JournaledRead, seq: number, known: string, { reason, run }: SetAside) {
    const warehouse = yield* Warehouse
    const values = {
      read: read.started.read_id,
      folder: read.folder.name,
      frame: read.pages[0]?.frame ?? null,
      reason,
      run,
      known,
      seq
    }
    yield* warehouse.transaction(warehouse.file(new URL("./quarantine/setAside.sql", import.meta.url), values))
    const { consent_id, resource } = read.started
    yield* Effect.logWarning(
      `${resource} of consent ${consent_id} are set aside: ${reason}; see: daybook quarantine list`
    )
  }
)
