/**
 * What a command stands on. Each of these is loaded when a command runs, so that help costs none of it:
 *
 * - `publishedLayers`: Settings, ConfigFolder, StoreLayout (of `[store] path` or `--out`), Capabilities; what the platform gives
 *   (FileSystem, Path, ...) stays below. For what only reads the published file, which others than its owner may do too.
 * - `storeLayers`: the same, StoreOrigin and StoreClock, which read in the journal. `Effect.provide(storeLayers)` in a handler.
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

/** The settings, where the store that they name lies, and the rules of every institution. */
export const publishedLayers = Layer.unwrap(Effect.gen(function*() {
  const [{ Settings }, { Capabilities }, { StoreLayout }, { databaseLimits }] = yield* load(() =>
    Promise.all([
      import("../settings/Settings.ts"),
      import("../institution/Capabilities.ts"),
      import("../store/StoreLayout.ts"),
      import("../warehouse/databaseLimits.ts")
    ])
  )
  const layout = Layer.effect(StoreLayout, Effect.map(Settings, ({ store }) => StoreLayout.at(store.path)))
  const limits = Layer.unwrap(Effect.map(Settings, ({ store }) => databaseLimits(store)))
  return Layer.mergeAll(layout, Capabilities.layer, progress, limits).pipe(Layer.provideMerge(settingsLayers))
}))

/** The same with the store's origin and clock. */
export const storeLayers = Layer.unwrap(
  Effect.map(load(() => import("../store/StoreClock.ts")), ({ StoreClock }) => StoreClock.layer)
).pipe(Layer.provideMerge(publishedLayers))
