/**
 * The sandbox's memory: the present `SandboxState`, changed one change at a time and, where there is a state file,
 * written before the change takes effect. The file is replaced as a whole, so that it is never half written.
 */
import { Clock, Effect, FileSystem, Option, Schema, Semaphore } from "effect"
import {
  type Client,
  type ClockSetting,
  type Consent,
  SandboxState,
  StateNotWritten,
  StateUnreadable
} from "./SandboxState.ts"

export interface StateStore {
  readonly seed: number
  readonly origin: number
  /** The sandbox's time in milliseconds. */
  readonly now: Effect.Effect<number>
  readonly clients: () => ReadonlyArray<Client>
  readonly client: (id: string) => Client | undefined
  readonly consents: () => ReadonlyArray<Consent>
  readonly consent: (id: string) => Consent | undefined
  readonly setClock: (change: (now: number) => number) => Effect.Effect<number, StateNotWritten>
  readonly keepClient: (client: Client) => Effect.Effect<void, StateNotWritten>
  /** Adds a consent made of its number. */
  readonly addConsent: (make: (number: number) => Consent) => Effect.Effect<Consent, StateNotWritten>
  /** Changes a consent as it now stands; `change` answers undefined to leave it alone. */
  readonly changeConsent: (
    id: string,
    change: (consent: Consent) => Consent | undefined
  ) => Effect.Effect<Consent | undefined, StateNotWritten>
}

const FileText = Schema.fromJsonString(SandboxState)

/** Reads a state file; none where it does not exist. */
export const readState = Effect.fn("StateStore.readState")(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const unreadable = (reason: string) => () => new StateUnreadable({ file, reason })
  const exists = yield* fs.exists(file).pipe(Effect.mapError(unreadable("it cannot be looked at")))
  if (!exists) return Option.none<SandboxState>()
  const text = yield* fs.readFileString(file).pipe(Effect.mapError(unreadable("it cannot be read")))
  const state = yield* Schema.decodeEffect(FileText)(text).pipe(
    Effect.mapError(unreadable("it was not written by this version of the sandbox, or was damaged"))
  )
  return Option.some(state)
})

const timeOf = (clock: ClockSetting) =>
  Effect.map(Clock.currentTimeMillis, (wall) => clock.standing ?? wall + clock.added)

/** Holds `initial`, and keeps it in `file` where there is one. */
export const makeStateStore = Effect.fn("StateStore.make")(
  function*(initial: SandboxState, file: Option.Option<string>) {
    const fs = yield* FileSystem.FileSystem
    const permit = yield* Semaphore.make(1)
    // Whoever asked may go away meanwhile: file and memory change together or not at all.
    const oneAtATime = <A, E>(change: Effect.Effect<A, E>) => permit.withPermit(Effect.uninterruptible(change))
    const clients = new Map(initial.clients.map((client) => [client.id, client]))
    const consents = new Map(initial.consents.map((consent) => [consent.id, consent]))
    let clock = initial.clock
    let standing = Option.none<string>()

    const write = Effect.fn("StateStore.write")(function*(state: SandboxState) {
      if (Option.isNone(file)) return
      const path = file.value
      const failed = Effect.mapError((cause: unknown) => new StateNotWritten({ file: path, cause }))
      const found = yield* Effect.option(fs.readFileString(path))
      if (Option.isSome(standing) && Option.isSome(found) && found.value !== standing.value) {
        return yield* new StateNotWritten({ file: path, cause: null })
      }
      const text = yield* Schema.encodeEffect(FileText)(state).pipe(failed)
      yield* fs.writeFileString(`${path}.new`, text, { mode: 0o600 }).pipe(failed)
      yield* fs.rename(`${path}.new`, path).pipe(failed)
      standing = Option.some(text)
    })

    const snapshot = (): SandboxState => ({
      version: 1,
      seed: initial.seed,
      origin: initial.origin,
      clock,
      clients: [...clients.values()],
      consents: [...consents.values()]
    })

    yield* write(snapshot())

    const now = Effect.suspend(() => timeOf(clock))

    const memory: StateStore = {
      seed: initial.seed,
      origin: initial.origin,
      now,
      clients: () => [...clients.values()],
      client: (id) => clients.get(id),
      consents: () => [...consents.values()],
      consent: (id) => consents.get(id),
      setClock: Effect.fn("StateStore.setClock")(function*(change) {
        const before = yield* now
        const moved = change(before) - before
        const next = clock.standing === null
          ? { standing: null, added: clock.added + moved }
          : { standing: clock.standing + moved, added: clock.added }
        yield* write({ ...snapshot(), clock: next })
        clock = next
        return yield* now
      }, oneAtATime),
      keepClient: Effect.fn("StateStore.keepClient")(function*(client) {
        yield* write({
          ...snapshot(),
          clients: [...clients.values()].filter(({ id }) => id !== client.id).concat(client)
        })
        clients.set(client.id, client)
      }, oneAtATime),
      addConsent: Effect.fn("StateStore.addConsent")(function*(make) {
        const consent = make(consents.size + 1)
        yield* write({ ...snapshot(), consents: [...consents.values(), consent] })
        consents.set(consent.id, consent)
        return consent
      }, oneAtATime),
      changeConsent: Effect.fn("StateStore.changeConsent")(function*(id, change) {
        const before = consents.get(id)
        const after = before === undefined ? undefined : change(before)
        if (after === undefined) return undefined
        yield* write({ ...snapshot(), consents: [...consents.values()].map((one) => one.id === id ? after : one) })
        consents.set(id, after)
        return after
      }, oneAtATime)
    }
    return memory
  }
)
