/**
 * Renewals whose person comes late: whichever run first reads all that the new consent opens ends the one that it replaces.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Logger, Option } from "effect"
import { ConsentId, Institution, RunId } from "../../../src/domain/identifiers.ts"
import type { KnownConsent } from "../../../src/journal/knownConsents.ts"
import { replacedBy } from "../../../src/run/replacedBy.ts"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { runLineOf } from "../../support/daybook/Ended.ts"
import { TestGateway } from "../../support/gateway/TestGateway.ts"
import { rulesText } from "../../support/truth/playTruth.ts"
import { GroundTruth } from "../../support/world/GroundTruth.ts"
import { plainMovements } from "../../support/world/Movements.ts"

const start = "2026-03-02T03:00:00.000Z"
const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/** So many days after the start. */
const after = (days: number) => DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(start), { days }))

/** A store with one consent, and the gateway at which its person approves what they are told to. */
const oneConsent = Effect.gen(function*() {
  const world = new GroundTruth(5, 0, { ...plainMovements, accounts: 1, historyDays: 20 }, start)
  const gateway = yield* TestGateway.start({ clock: start, bulkStatus: 200, discovery: "always", pageSize: 100 })
  const night = world.night(0)
  gateway.accounts = night.accounts
  gateway.balances = night.balances
  gateway.transactions = night.transactions
  const rules = { bulk: "both", transaction_ids: "stable", account_discovery: "always" }
  const daybook = yield* Daybook.make(gateway.env, { xq_renewal: rulesText(rules) })
  const ids = () => [...gateway.consents.all.keys()]
  const approve = (place: number) => gateway.approve(ids().at(place) ?? "")
  const unattended = ["--callback", "none", "--poll", "0.01", "--json"]
  /** Asks for a renewal, and nobody comes in time. */
  const renewInVain = Effect.fnUntraced(function*(consent = "xq_renewal") {
    const { lines } = yield* daybook.here("consent", "renew", consent, "--wait", "0.001", ...unattended)
    assert.strictEqual(lines.at(-1)?.["error"], "PersonAbsent")
  })
  /** Which consents are retired, in the order in which they were made. */
  const retired = Effect.map(daybook.here("consent", "list", "--json"), ({ stdout }) => {
    const listed: unknown = JSON.parse(stdout)
    const isRetired = (id: string) =>
      Array.isArray(listed) && listed.some((each) => each["consent_id"] === id && each["retired"] === true)
    return ids().map(isRetired)
  })
  const nightAt = Effect.fnUntraced(function*(days: number) {
    gateway.setTime(after(days))
    return runLineOf(yield* daybook.here("run", "nightly", "--json"))["outcome"]
  })
  gateway.script = ({ method, path }) => {
    // The first person is quick.
    const [first] = gateway.consents.all.values()
    if (method === "GET" && path.includes("/consents/") && first?.status === "AWAU") approve(0)
    return undefined
  }
  yield* daybook.here("consent", "new", "xq_renewal", ...unattended)
  return { gateway, ids, approve, renewInVain, retired, nightAt }
})

it.live(
  "a renewal approved after nobody waited any more takes the old consent's place on the next night",
  () =>
    Effect.gen(function*() {
      const { approve, nightAt, renewInVain, retired } = yield* oneConsent
      assert.strictEqual(yield* nightAt(80), "complete")
      yield* renewInVain()
      assert.strictEqual(yield* nightAt(81), "complete")
      assert.deepStrictEqual(yield* retired, [false, false])
      approve(1)
      assert.strictEqual(yield* nightAt(82), "complete")
      assert.deepStrictEqual(yield* retired, [true, false])
      // The time of the old one is over, and nobody is called for it.
      assert.strictEqual(yield* nightAt(91), "complete")
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "a renewal approved when the old consent's time was just over calls nobody either",
  () =>
    Effect.gen(function*() {
      const { approve, nightAt, renewInVain, retired } = yield* oneConsent
      assert.strictEqual(yield* nightAt(89), "complete")
      yield* renewInVain()
      approve(1)
      assert.strictEqual(yield* nightAt(91), "complete")
      assert.deepStrictEqual(yield* retired, [true, false])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "a renewal that nobody ever approves leaves the old consent in use, and its end is told",
  () =>
    Effect.gen(function*() {
      const { nightAt, renewInVain, retired } = yield* oneConsent
      assert.strictEqual(yield* nightAt(80), "complete")
      yield* renewInVain()
      assert.strictEqual(yield* nightAt(91), "needs-person")
      assert.deepStrictEqual(yield* retired, [false, false])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("the old consent stays in use until all that the new one opens was read", () =>
  Effect.gen(function*() {
    const { approve, gateway, nightAt, renewInVain, retired } = yield* oneConsent
    assert.strictEqual(yield* nightAt(80), "complete")
    yield* renewInVain()
    approve(1)
    const [, second = ""] = gateway.consents.all.keys()
    gateway.script = ({ path }) => path.endsWith(`${second}/transactions`) ? { status: 503, body: {} } : undefined
    assert.strictEqual(yield* nightAt(81), "partial")
    assert.deepStrictEqual(yield* retired, [false, false])
    gateway.script = () => undefined
    assert.strictEqual(yield* nightAt(82), "complete")
    assert.deepStrictEqual(yield* retired, [true, false])
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live(
  "a renewal asked for a second time ends the first one, which nobody approved, as well",
  () =>
    Effect.gen(function*() {
      const { approve, ids, nightAt, renewInVain, retired } = yield* oneConsent
      assert.strictEqual(yield* nightAt(80), "complete")
      yield* renewInVain()
      yield* renewInVain(ids()[0])
      approve(2)
      assert.strictEqual(yield* nightAt(81), "complete")
      assert.deepStrictEqual(yield* retired, [true, true, false])
      // What nobody approved would have expired in its turn.
      assert.strictEqual(yield* nightAt(169), "complete")
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

/** A consent that was made in this run, in the place of another. */
const made = (run: number, replaces?: string, retired = false): KnownConsent => {
  const consentId = ConsentId.make(`c-${run}`)
  const institution = Institution.make("gb_test")
  const at = start
  return {
    consentId,
    institution,
    created: {
      event: "consent-created",
      at,
      consent_id: consentId,
      institution,
      authorization_uri: "https://bank.example/a",
      callback_uri: "http://127.0.0.1:8765/callback",
      permissions: [],
      ...replaces === undefined ? {} : { replaces: ConsentId.make(replaces) }
    },
    createdIn: RunId.make(`00000${run}-0000000a`),
    latest: Option.none(),
    wasApproved: false,
    retired: retired
      ? Option.some({ event: "consent-retired", at, consent_id: consentId, reason: "test" })
      : Option.none(),
    retiredIn: retired ? Option.some(RunId.make(`00000${run}-0000000b`)) : Option.none()
  }
}

it("of consents that replace the same one, the one made last remains", () => {
  const replaced = (known: ReadonlyArray<KnownConsent>, run: number): Readonly<Record<string, string>> =>
    Object.fromEntries(replacedBy(known, new Set([ConsentId.make(`c-${run}`)])))
  const known = [made(1), made(2, "c-1"), made(3, "c-1"), made(4), made(5, "c-3")]
  assert.deepStrictEqual(replaced(known, 2), { "c-1": "c-2" })
  assert.deepStrictEqual(replaced(known, 3), { "c-1": "c-3", "c-2": "c-3" })
  assert.deepStrictEqual(replaced(known, 5), { "c-1": "c-5", "c-2": "c-5", "c-3": "c-5" })
  assert.deepStrictEqual(replaced(known, 4), {})
  assert.deepStrictEqual(replaced([made(1, undefined, true), made(2, "c-1")], 2), {})
  // A consent of which the store no longer knows anything, and one that names itself.
  assert.deepStrictEqual(replaced([made(1), made(2, "c-9"), made(3, "c-9")], 3), { "c-2": "c-3" })
  assert.deepStrictEqual(replaced([made(1, "c-2"), made(2, "c-1")], 2), {})
})
