/**
 * What time it is for a store. With a real gateway that is real time; with a sandbox it is the sandbox's, as it was told
 * last, so that what is decided and recorded goes by the time in which the answers were given.
 */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { StoreOrigin } from "./StoreOrigin.ts"

/** The store's clock. */
export class StoreClock extends Context.Service<StoreClock, {
  /** Now: the sandbox time last seen, or real time. */
  readonly now: Effect.Effect<DateTime.Utc>
}>()("daybook/store/StoreClock") {
  static readonly layerNoDeps = Layer.effect(
    StoreClock,
    Effect.map(StoreOrigin, ({ timeSeen }) =>
      StoreClock.of({
        now: Effect.flatMap(timeSeen, Option.match({ onNone: () => DateTime.now, onSome: Effect.succeed }))
      }))
  )

  /** The clock, and the origin whose stamp it goes by. */
  static readonly layer = StoreClock.layerNoDeps.pipe(Layer.provideMerge(StoreOrigin.layer))
}
