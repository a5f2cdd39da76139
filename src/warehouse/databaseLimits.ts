/**
 * How much of the machine the database may take: its memory before it goes on in temporary files, and its threads.
 *
 * Measured: sorting and writing four million rows takes the whole process about 500 MB more than the limit.
 */
import { Context, Effect, Layer } from "effect"
import { totalmem } from "node:os"
import { constrainedMemory } from "node:process"

/** How many threads work on the statements of a database that is opened; one per core by default. */
export const Threads = Context.Reference<number | undefined>("daybook/warehouse/Threads", {
  defaultValue: () => undefined
})

const [least, most] = [320, 2000]
const megabyte = 1_000_000

/**
 * So many pages are an ordinary night's. Of a few rows a second thread of the database gets none, and keeping it ready
 * takes a fifth more of the processor than the loads themselves.
 */
const fewPages = 100

/** How many threads are worth having for loads of so many pages each, where nobody has set it. */
export const threadsFor = (pages: number) => Effect.map(Threads, (set) => set ?? (pages <= fewPages ? 1 : undefined))

/** A quarter of so many bytes, as DuckDB writes it: not less than a night needs, nor more than would help. */
export const quarterOf = (bytes: number): string =>
  `${Math.min(most, Math.max(least, Math.floor(bytes / 4 / megabyte)))}MB`

/** The memory of this machine, or what a container is allowed of it. */
const machineMemory = (): number => {
  const total = totalmem()
  const allowed = constrainedMemory()
  return allowed > 0 && allowed < total ? allowed : total
}

/** The most memory that a database takes, as DuckDB writes it; a quarter of the machine's by default. */
export const MemoryLimit = Context.Reference<string>("daybook/warehouse/MemoryLimit", {
  defaultValue: () => quarterOf(machineMemory())
})

/** Both, as a person has set them: `auto` and 0 are the defaults. */
export const databaseLimits = (set: { readonly memoryLimit: string; readonly threads: number }) =>
  Layer.merge(
    set.memoryLimit === "auto" ? Layer.empty : Layer.succeed(MemoryLimit, set.memoryLimit),
    set.threads === 0 ? Layer.empty : Layer.succeed(Threads, set.threads)
  )
