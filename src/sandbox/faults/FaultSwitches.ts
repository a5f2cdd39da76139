/**
 * Which faults are switched on. A fault that names no resource is committed on accounts, balances and transactions; the
 * consent and token endpoints go wrong only when they are named, or by the header of the request itself.
 */
import { DateTime, Effect } from "effect"
import { type Refusal, refusal } from "../server/Refusal.ts"
import { type Fault, faultNames, type FaultResource } from "./faults.ts"

/** A fault as it was switched on; `times` counts down, undefined is until cleared. */
export interface SwitchedOn {
  readonly fault: Fault
  readonly institution?: string | undefined
  readonly resource?: FaultResource | undefined
  readonly times?: number | undefined
}

export interface FaultSwitches {
  readonly list: () => ReadonlyArray<SwitchedOn>
  readonly add: (fault: SwitchedOn) => Effect.Effect<void>
  readonly clear: Effect.Effect<void>
  /** From now on a bank lists no booked row of the two days before this instant, until faults are cleared. */
  readonly loseRows: (institution: string, now: number) => Effect.Effect<void>
  /** The days of which a bank lists no booked row. */
  readonly lostDays: (institution: string) => ReadonlyArray<string>
  /** The fault for this request, counted: the header's if there is one, else the first that fits. */
  readonly take: (
    header: string | undefined,
    resource: FaultResource,
    institution: string | undefined
  ) => Effect.Effect<Fault | undefined, Refusal>
}

const reads: ReadonlySet<FaultResource> = new Set(["accounts", "balances", "transactions"])

/** An empty book. */
export const makeFaultSwitches = (): FaultSwitches => {
  let on: ReadonlyArray<SwitchedOn> = []
  const lost = new Map<string, ReadonlyArray<string>>()
  return {
    list: () => on,
    lostDays: (institution) => lost.get(institution) ?? [],
    loseRows: Effect.fn("FaultSwitches.loseRows")((institution, now) =>
      Effect.sync(() => {
        const before = (days: number) =>
          DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(now), { days }))
        lost.set(institution, [before(1), before(2)])
      })
    ),
    add: Effect.fn("FaultSwitches.add")((fault) =>
      Effect.sync(() => {
        on = [...on, fault]
      })
    ),
    clear: Effect.sync(() => {
      on = []
      lost.clear()
    }),
    take: Effect.fn("FaultSwitches.take")(function*(header, resource, institution) {
      if (header !== undefined) {
        const named = faultNames.find((name) => name === header)
        return named ?? (yield* refusal(400, "U006", `x-sandbox-fault names no fault: ${header}`, "x-sandbox-fault"))
      }
      const fits = (one: SwitchedOn) =>
        (one.resource === undefined ? reads.has(resource) : one.resource === resource) &&
        (one.institution === undefined || one.institution === institution)
      const found = on.find(fits)
      if (found?.times !== undefined) {
        on = on.flatMap((one) => {
          if (one !== found || one.times === undefined) return [one]
          return one.times > 1 ? [{ ...one, times: one.times - 1 }] : []
        })
      }
      return found?.fault
    })
  }
}
