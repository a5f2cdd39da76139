import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { absentColumns, losses, mistakes } from "../payloads/compare.ts"
import { payloads } from "../payloads/published.ts"
import { readPayloads } from "../payloads/store.ts"

it.live(
  "the book says what the published payloads said, and neither loses nor mistakes any of it",
  () =>
    Effect.gen(function*() {
      const book = yield* readPayloads()
      assert.deepEqual(book.unequal, [])
      assert.deepEqual(payloads.flatMap((payload) => mistakes(book, payload)), [])
      assert.deepEqual(payloads.flatMap((payload) => losses(book, payload)), [])
      assert.deepEqual(absentColumns(book, payloads), [])
      const doubted = book.findings.filter(({ code }) => code === "sign-against-indicator")
      assert.deepEqual(doubted.map(({ account_id }) => account_id), ["25701"])
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Logger.layer([])]))
)
