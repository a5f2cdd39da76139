/**
 * A process that takes the locks of many stores one after the other, each at the same moment as another process:
 *
 *     node test/support/store/takeLocks.ts <folder> <rounds> <own name> <name of the other>
 *
 * Both wait for each other before each round, and whoever got the lock holds it until the other has tried. For each round it
 * prints `got` or `refused`.
 */
import { NodeServices } from "@effect/platform-node"
import { Console, Effect, Exit, FileSystem } from "effect"
import { argv } from "node:process"
import { takeLock } from "../../../src/store/Lock.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"

const [folder = "", rounds = "0", own = "", other = ""] = argv.slice(2)

/** Goes on once both have come to this place. */
const meet = Effect.fn("takeLocks.meet")(function*(place: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(`${place}.${own}`, "")
  // A timer would let the slower one be late by as much as its tick.
  while (!(yield* fs.exists(`${place}.${other}`))) yield* Effect.yieldNow
})

const round = Effect.fn("takeLocks.round")(function*(number: number) {
  yield* meet(`${folder}/${number}.begin`)
  const taken = yield* Effect.exit(takeLock("nightly", own, "2026-11-21T03:00:00.000Z")).pipe(
    Effect.provideService(StoreLayout, StoreLayout.at(`${folder}/${number}`))
  )
  yield* meet(`${folder}/${number}.end`)
  yield* Console.log(Exit.isSuccess(taken) ? "got" : "refused")
}, Effect.scoped)

await Effect.runPromise(
  Effect.forEach(Array.from({ length: Number(rounds) }, (_, number) => number), round, { discard: true }).pipe(
    Effect.provide(NodeServices.layer)
  )
)
