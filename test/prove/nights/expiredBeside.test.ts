/**
 * Two persons at one bank, and the consent of one of them that ends.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Logger } from "effect"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/** A bank at which each of two persons has given a consent; the first one's ends on 21 February at noon. */
const twoPersons = Effect.fn("twoPersons")(function*(second: { readonly person: string; readonly accountId: string }) {
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, {})
  const { consent, daybook, gateway } = bank
  const main = gateway.accounts.map((account) => ({ ...account, person: "one" }))
  gateway.accounts = [
    ...main,
    ...main.map((account) => ({
      ...account,
      ...second,
      person: "two",
      ref: "second",
      identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: second.accountId }]
    }))
  ]
  gateway.transactions = [
    payment("2026-02-18T12:00:00Z"),
    payment("2026-02-18T12:00:00Z", { ref: "second", information: "of another person" })
  ]
  assert.strictEqual((yield* consent("new")).exitCode, 0)
  const [first] = gateway.consents.all.values()
  gateway.consents.person = "two"
  assert.strictEqual((yield* consent("new")).exitCode, 0)
  const expiresAt = DateTime.toEpochMillis(DateTime.makeUnsafe("2026-02-21T12:00:00Z"))
  if (first !== undefined) gateway.consents.all.set(first.id, { ...first, expiresAt })
  const check = daybook.here("status", "--check", "--max-age", "26h", "--json")
  return { ...bank, first: first?.id ?? "", check }
})

it.live("a consent that has ended is told every night as long as nothing else opens an account of it, until it is given up", () =>
  Effect.gen(function*() {
    const { check, daybook, first, night } = yield* twoPersons({ person: "two", accountId: "20000012349999" })
    for (const day of ["2026-02-22", "2026-02-23"]) {
      const { exitCode, stderr } = yield* night(day)
      assert.strictEqual(exitCode, 11, day)
      assert.include(stderr, `daybook consent renew ${first}`)
    }
    const looked = yield* check
    assert.strictEqual(looked.exitCode, 11)
    assert.include(looked.stderr, `daybook consent renew ${first}`)
    assert.include(looked.stdout, first)
    assert.strictEqual((yield* daybook.here("consent", "forget", first)).exitCode, 0)
    assert.strictEqual((yield* night("2026-02-24")).exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("one that has ended is told once where another opens all its accounts", () =>
  Effect.gen(function*() {
    const { check, night } = yield* twoPersons({ person: "two", accountId: "20000012345678" })
    assert.strictEqual((yield* night("2026-02-22")).exitCode, 11)
    assert.strictEqual((yield* night("2026-02-23")).exitCode, 0)
    assert.strictEqual((yield* check).exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("one that was withdrawn is read again once it is given again, though another opens all its accounts", () =>
  Effect.gen(function*() {
    const { daybook, first, gateway, night } = yield* twoPersons({ person: "two", accountId: "20000012345678" })
    const status = (said: string) => {
      const consent = gateway.consents.all.get(first)
      if (consent !== undefined) {
        const expiresAt = DateTime.toEpochMillis(DateTime.makeUnsafe("2026-05-20T00:00:00Z"))
        gateway.consents.all.set(first, { ...consent, status: said, expiresAt })
      }
    }
    const asked = () => gateway.to(`/consents/${first}`).length
    status("CANC")
    assert.strictEqual((yield* night("2026-02-21")).exitCode, 11)
    const before = asked()
    const still = yield* night("2026-02-22")
    assert.deepStrictEqual([still.exitCode, asked() - before], [0, 1])
    assert.notInclude(still.stderr, "withdrawn")
    // Some banks say that of one that was withdrawn.
    status("EXPD")
    assert.strictEqual((yield* night("2026-02-23")).exitCode, 0)
    status("AUTH")
    assert.strictEqual((yield* night("2026-02-24")).exitCode, 0)
    const [read] = yield* daybook.query(
      `select count(distinct run_id) as runs from reads where consent_id = '${first}' and started_at > '2026-02-23 12:00'`
    )
    assert.strictEqual(read?.["runs"], "1")
  }).pipe(Effect.scoped, Effect.provide(quiet)))
