/**
 * What a command stands on. Each of these is loaded when a command runs, so that help costs none of it:
 *
 * - `storeLayers`: Settings, ConfigFolder, StoreLayout (of `[store] path` or `--out`), StoreOrigin, StoreClock, Capabilities; what the
 *   platform gives (FileSystem, Path, ...) stays below. `Effect.provide(storeLayers)` in a handler.
 * - `settingsLayers`: Settings and ConfigFolder alone, where no store is needed.
 * - `load(() => import("./heavy.ts"))`: a module, when it is needed.
 */
import { Effect, Layer } from "effect"
import { ConfigDir, Out } from "./flags.ts"
import { progress } from "./progress.ts"

/** Loads a module when it is needed. That one of ours is not there is a defect of the installation. */
export const load = <A>(module: () => Promise<A>): Effect.Effect<A> => Effect.promise(module)

/** The settings of this invocation, and the folder from which capability rules are read. */
export const settingsLayers = Layer.unwrap(Effect.gen(function*() {
  const configDir = yield* ConfigDir
  const out = yield* Out
  const { settingsLayer } = yield* load(() => import("../settings/readSettings.ts"))
  return settingsLayer({ configDir, out })
}))

/** The settings, the store that they name, its origin and clock, and the rules of every institution. */
export const storeLayers = Layer.unwrap(Effect.gen(function*() {
  const [{ Settings }, { Capabilities }, { StoreLayout }, { StoreClock }, { databaseLimits }] = yield* load(() =>
    Promise.all([
      import("../settings/Settings.ts"),
      import("../institution/Capabilities.ts"),
      import("../store/StoreLayout.ts"),
      import("../store/StoreClock.ts"),
      import("../warehouse/databaseLimits.ts")
    ])
  )
  const layout = Layer.effect(StoreLayout, Effect.map(Settings, ({ store }) => StoreLayout.at(store.path)))
  const limits = Layer.unwrap(Effect.map(Settings, ({ store }) => databaseLimits(store)))
  return Layer.mergeAll(StoreClock.layer, Capabilities.layer, progress, limits).pipe(
    Layer.provideMerge(layout),
    Layer.provideMerge(settingsLayers)
  )
}))
