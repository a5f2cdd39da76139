/**
 * Which process this is, and whether another still lives. A process is told from a later one with the same number by the
 * moment it began, and from one of another machine or container by where its number counts, where the system shows these
 * (Linux); elsewhere the number alone must do.
 */
import { Effect, FileSystem, Option, Schema } from "effect"
import { kill, pid } from "node:process"

/** A process. `space` is where its number counts: the boot of the machine and the container; null where nothing shows it. */
export const ProcessIdentity = Schema.Struct({
  pid: Schema.Int,
  began: Schema.NullOr(Schema.String),
  space: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type ProcessIdentity = typeof ProcessIdentity.Type

/** The command stands in parentheses and may hold blanks; field 22 of the whole is field 20 after it. */
const startTime = (stat: string) => stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]

/** When a process began, as the kernel counts; null where no such process lives or the system does not show it. */
const beginning = Effect.fnUntraced(function*(process: number) {
  const fs = yield* FileSystem.FileSystem
  const stat = yield* fs.readFileString(`/proc/${process}/stat`).pipe(Effect.option)
  return Option.getOrNull(Option.flatMapNullishOr(stat, startTime))
})

/** Where process numbers count for us. */
const ownSpace = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const boot = yield* fs.readFileString("/proc/sys/kernel/random/boot_id").pipe(Effect.option)
  const container = yield* fs.readLink("/proc/self/ns/pid").pipe(Effect.option)
  return Option.getOrNull(Option.zipWith(boot, container, (boot, container) => `${boot.trim()} ${container}`))
})

/** This process. */
export const thisProcess = Effect.fnUntraced(function*() {
  return { pid, began: yield* beginning(pid), space: yield* ownSpace } satisfies ProcessIdentity
})

/** Whether a process lives; one that belongs to somebody else counts. None where its number does not count here. */
export const isAlive = Effect.fnUntraced(function*(identity: ProcessIdentity) {
  const space = yield* ownSpace
  if ((identity.space ?? null) !== null && identity.space !== space) return Option.none<boolean>()
  const answers = yield* Effect.sync(() => {
    try {
      return kill(identity.pid, 0)
    } catch (cause) {
      return cause instanceof Error && "code" in cause && cause.code === "EPERM"
    }
  })
  return Option.some(answers && (identity.began === null || (yield* beginning(identity.pid)) === identity.began))
})
