/**
 * A consent that a person withdraws while it is read.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

const refused = { status: 400, body: { Code: "400", Message: "not now" } }

it.live("a consent that is withdrawn while it is read needs a person that very night, and is no question of the bank's rules", () =>
  Effect.gen(function*() {
    const { consent, gateway, night } = yield* edgeBank("2026-02-20T03:00:00Z", {}, {})
    gateway.transactions = [payment("2026-02-18T12:00:00Z")]
    assert.strictEqual((yield* consent("new")).exitCode, 0)
    gateway.script = ({ path }) => {
      if (!path.endsWith("/transactions")) return undefined
      for (const each of gateway.consents.all.values()) gateway.consents.all.set(each.id, { ...each, status: "CANC" })
      return refused
    }
    const { exitCode, stderr } = yield* night("2026-02-21")
    assert.strictEqual(exitCode, 11)
    assert.include(stderr, "daybook consent renew")
    assert.notInclude(stderr, "daybook institution show")
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("a refusal under a consent that lives is one of the bank's", () =>
  Effect.gen(function*() {
    const { consent, gateway, night } = yield* edgeBank("2026-02-20T03:00:00Z", {}, {})
    gateway.transactions = [payment("2026-02-18T12:00:00Z")]
    assert.strictEqual((yield* consent("new")).exitCode, 0)
    gateway.script = ({ path }) => path.endsWith("/transactions") ? refused : undefined
    const { exitCode, stderr } = yield* night("2026-02-21")
    assert.strictEqual(exitCode, 10)
    assert.include(stderr, "daybook institution show")
  }).pipe(Effect.scoped, Effect.provide(quiet)))
