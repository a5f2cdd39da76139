/**
 * How fast and how widely an institution is asked: by its rules, for all consents together.
 */
import { Clock, Effect, Semaphore } from "effect"
import type { Institution } from "../domain/identifiers.ts"
import type { Profile } from "../institution/Capability.ts"

/** The pace at which one institution is asked. */
export interface Pace {
  /**
   * Goes on once one of the institution's places is free, and holds it, also while it waits to try again, until `free` gives it back
   * or it has ended.
   */
  readonly held: <A, E, R>(using: (free: Effect.Effect<void>) => Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Waits until the next request may leave. */
  readonly turn: Effect.Effect<void>
}

const makePace = Effect.fnUntraced(function*({ rules }: Pick<Profile, "rules">): Effect.fn.Return<Pace> {
  const places = yield* Semaphore.make(rules.concurrency)
  const limit = rules.requestsPerSecond
  // When the last requests leave, oldest first: no second holds more of them than the limit.
  const leaving: Array<number> = []
  const turn = Effect.gen(function*() {
    if (limit === 0) return
    const now = yield* Clock.currentTimeMillis
    const oldest = leaving.length < limit ? undefined : leaving.shift()
    const mine = oldest === undefined ? now : Math.max(now, oldest + 1000)
    leaving.push(mine)
    if (mine > now) yield* Effect.sleep(mine - now)
  })
  const held: Pace["held"] = (using) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(places.take(1)), () => {
        let isHeld = true
        const free = Effect.suspend(() => {
          if (!isHeld) return Effect.void
          isHeld = false
          return Effect.asVoid(places.release(1))
        })
        return Effect.ensuring(restore(using(free)), free)
      })
    )
  return { held, turn }
})

/** One pace for each institution, whatever consents lead to it; made when the institution is first asked. */
export const makePaces = Effect.gen(function*() {
  const paces = new Map<Institution, Pace>()
  return Effect.fnUntraced(function*(bank: Pick<Profile, "institution" | "rules">) {
    const known = paces.get(bank.institution)
    if (known !== undefined) return known
    const pace = yield* makePace(bank)
    // Making it took no turn, but another fiber may have been faster.
    const first = paces.get(bank.institution) ?? pace
    paces.set(bank.institution, first)
    return first
  })
})
