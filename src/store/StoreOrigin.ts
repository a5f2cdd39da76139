/**
 * Where the answers of a store come from. A store once filled from a sandbox is stamped `sandbox` for ever, and a store
 * filled from a real gateway with that gateway's origin, so that model money and real money never meet. A sandbox says its
 * own time in a header of every answer; the time told last stands in the stamp (`StoreClock.ts`).
 */
import { Context, DateTime, Effect, FileSystem, Layer, Option, Ref, Schema } from "effect"
import { createHash } from "node:crypto"
import { replaceFile } from "./durableFiles.ts"
import { StorageDamaged, type StorageError, storageErrorOf } from "./StorageError.ts"
import { StoreLayout } from "./StoreLayout.ts"

/** `proof` is a digest over the rest, which stamps of before there were proofs do not have. */
const Stamp = Schema.fromJsonString(Schema.Struct({
  world: Schema.String,
  time: Schema.NullOr(Schema.DateTimeUtcFromString),
  proof: Schema.optionalKey(Schema.String)
}))

type Stamp = typeof Stamp.Type

const proofOf = ({ time, world }: Stamp): string =>
  createHash("sha256").update(`${world}\n${time === null ? "" : DateTime.formatIso(time)}`).digest("hex").slice(0, 32)

const later = (one: Stamp["time"], other: Stamp["time"]) =>
  one === null || other === null ? one ?? other : DateTime.max(one, other)

/** The store holds what another world said; nothing was written. */
export class WorldMismatch extends Schema.TaggedError<WorldMismatch>()("WorldMismatch", {
  store: Schema.String,
  stamped: Schema.String,
  answered: Schema.String
}) {
  override get message() {
    return `the store ${this.store} belongs to ${worldName(this.stamped)} and must not take answers of ${
      worldName(this.answered)
    }; name another store with --out, or point [gateway] at the one it was filled from`
  }
}

const worldName = (world: string) => world === "sandbox" ? "a sandbox" : `the gateway at ${world}`

/** Where the store's answers come from. */
export class StoreOrigin extends Context.Service<StoreOrigin, {
  /** The time that a sandbox told last; none where real time counts. */
  readonly timeSeen: Effect.Effect<Option.Option<DateTime.Utc>>
  /** Whom the store belongs to: a gateway's origin or `sandbox`; none before the first answer. */
  readonly stamped: Effect.Effect<Option.Option<string>>
  /**
   * Takes note of an answer: `sandboxTime` is its `x-sandbox-time` header. Stamps a new store, and says whether a sandbox
   * has just told for the first time how late it is; what was recorded before went by the time last seen.
   */
  readonly observe: (
    origin: string,
    sandboxTime: Option.Option<DateTime.Utc>
  ) => Effect.Effect<boolean, WorldMismatch | StorageError>
  /** Writes down the time last seen, so that offline commands go on from there; a later one that stands there stays. */
  readonly remember: Effect.Effect<void, StorageError>
}>()("daybook/store/StoreOrigin") {
  static readonly layer = Layer.effect(
    StoreOrigin,
    Effect.gen(function*() {
      const layout = yield* StoreLayout
      const fs = yield* FileSystem.FileSystem
      const failed = Effect.mapError(storageErrorOf(layout.world))
      const read = fs.readFileString(layout.world).pipe(
        failed,
        Effect.flatMap((text) => Schema.decodeEffect(Stamp)(text).pipe(failed)),
        Effect.filterOrFail(
          (stamp) => stamp.proof === undefined || stamp.proof === proofOf(stamp),
          () => new StorageDamaged({ path: layout.world, cause: "its proof is not that of what it says" })
        )
      )
      const known = Effect.flatMap(
        fs.exists(layout.world).pipe(failed),
        (there) => there ? Effect.asSome(read) : Effect.succeed(Option.none<Stamp>())
      )
      const stamp = yield* Ref.make(yield* known)
      const told = yield* Ref.make(false)

      const write = Effect.fn("StoreOrigin.write")(function*(next: Stamp) {
        yield* fs.makeDirectory(layout.journal, { recursive: true, mode: 0o700 }).pipe(failed)
        // Another process may have been told a later time since this one began.
        const time = later(next.time, Option.getOrNull(Option.map(yield* known, (there) => there.time)))
        const stamped = { world: next.world, time, proof: proofOf({ world: next.world, time }) }
        yield* replaceFile(layout.world, yield* Effect.orDie(Schema.encodeEffect(Stamp)(stamped))).pipe(
          Effect.provideService(FileSystem.FileSystem, fs)
        )
      })

      const timeSeen = Effect.map(Ref.get(stamp), Option.flatMapNullishOr(({ time }) => time))

      const observe = Effect.fn("StoreOrigin.observe")(
        function*(origin: string, sandboxTime: Option.Option<DateTime.Utc>) {
          const world = Option.isSome(sandboxTime) ? "sandbox" : origin
          const before = yield* Ref.get(stamp)
          if (Option.isSome(before) && before.value.world !== world) {
            return yield* new WorldMismatch({ store: layout.root, stamped: before.value.world, answered: world })
          }
          const next = { world, time: Option.getOrNull(sandboxTime) }
          yield* Ref.set(stamp, Option.some(next))
          const first = !(yield* Ref.getAndSet(told, true)) && Option.isSome(sandboxTime)
          // Whoever comes after a killed run must not think that it is earlier than that run knew.
          if (Option.isNone(before) || first) yield* write(next)
          return first
        }
      )

      const remember = Effect.gen(function*() {
        const seen = yield* Ref.get(stamp)
        if (Option.isSome(seen)) yield* write(seen.value)
      })

      return StoreOrigin.of({
        timeSeen,
        stamped: Effect.map(Ref.get(stamp), Option.map(({ world }) => world)),
        observe,
        remember
      })
    })
  )
}
