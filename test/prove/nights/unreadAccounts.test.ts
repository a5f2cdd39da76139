/**
 * An account whose consents were all given up is read by no night, though its bank is: a person hears of it.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/** A bank of two people, each with an account and a consent of their own, read for a night. */
const ofTwo = Effect.gen(function*() {
  const bank = yield* edgeBank("2026-03-02T03:00:00Z", { discovery: "always" }, { account_discovery: "always" })
  const { gateway } = bank
  const [main] = gateway.accounts
  assert.isDefined(main)
  gateway.accounts = [{ ...main, person: "one" }, {
    ...main,
    ref: "other",
    accountId: "A-2",
    person: "two",
    identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "20000087654321" }]
  }]
  gateway.transactions = ["main", "other"].map((ref) => payment("2026-03-01T12:00:00Z", { ref }))
  const open = Effect.fnUntraced(function*(person: string, command: "new" | "renew") {
    gateway.consents.person = person
    assert.strictEqual((yield* bank.consent(command)).exitCode, 0)
    return [...gateway.consents.all.keys()].at(-1) ?? ""
  })
  const found = bank.daybook.query(
    "select message from findings where code = 'account-not-read' and closed_run is null"
  )
  return { ...bank, open, found }
})

it.live("an account whose consent was given up while its bank is read is a finding, told by the next night, once", () =>
  Effect.gen(function*() {
    const { daybook, found, night, open, run } = yield* ofTwo
    yield* open("one", "new")
    const given = yield* open("two", "new")
    assert.strictEqual((yield* night("2026-03-03")).exitCode, 0)
    assert.deepStrictEqual(yield* found, [])
    yield* run("consent", "forget", given)
    const heard = yield* night("2026-03-04")
    assert.deepStrictEqual([heard.exitCode, heard.line["findings_new"]], [0, 1])
    const told = [{
      message:
        `consent ${given}, under which this account was read, was given up, and no other opens it: no night reads it; ` +
        "where that is not meant, ask for a new one: daybook consent new xq_edge_personal"
    }]
    assert.deepStrictEqual(yield* found, told)
    const later = yield* night("2026-03-05")
    assert.deepStrictEqual([later.exitCode, later.line["findings_new"]], [0, 0])
    assert.deepStrictEqual(yield* found, told)
    const { exitCode, lines } = yield* daybook.here("rebuild", "--json")
    assert.deepStrictEqual([exitCode, lines.at(-1)?.["findings"]], [0, []])
    yield* open("two", "new")
    assert.strictEqual((yield* night("2026-03-06")).exitCode, 0)
    assert.deepStrictEqual(yield* found, [])
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("nothing is found where another consent took the place, nor of a bank whose consents were all given up: status names that", () =>
  Effect.gen(function*() {
    const { consent, daybook, found, gateway, night, open, run } = yield* ofTwo
    yield* open("two", "new")
    yield* open("two", "renew")
    assert.strictEqual((yield* night("2026-03-03")).exitCode, 0)
    assert.deepStrictEqual(yield* found, [])
    for (const id of gateway.consents.all.keys()) yield* run("consent", "forget", id)
    yield* run("publish")
    assert.deepStrictEqual(yield* found, [])
    // Nor is a bank read by a consent that its person refused.
    gateway.script = ({ method, path }) => {
      const [newest = ""] = [...gateway.consents.all.keys()].slice(-1)
      if (method === "GET" && path.endsWith(newest)) {
        gateway.consents.change(newest, { status: "RJCT", authorisedAt: 0 })
      }
      return undefined
    }
    assert.strictEqual((yield* consent("new")).exitCode, 11)
    const [status] = (yield* daybook.here("status", "--json")).lines
    assert.deepStrictEqual(status?.["given_up"], ["xq_edge_personal"])
  }).pipe(Effect.scoped, Effect.provide(quiet)))
