/**
 * Two consents that were approved and read, and one whose record then says that nobody has decided, or that it was refused or withdrawn.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"
import { rulesText } from "../../support/truth/playTruth.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/** Two persons, each with an account and a consent: at one bank, or the second at another. */
const twoPersons = Effect.fn("twoPersons")(function*(second: string, accountId = "A-2") {
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, {})
  const { consent, daybook, gateway, run } = bank
  const [main] = gateway.accounts
  assert.isDefined(main)
  gateway.accounts = [
    { ...main, person: "one" },
    {
      ...main,
      person: "two",
      ref: "second",
      accountId,
      identifications: [{
        scheme: "UK.OBIE.SortCodeAccountNumber",
        identification: accountId === main.accountId ? "20000012345678" : "20000012349999"
      }]
    }
  ]
  yield* daybook.setRules(second, rulesText({}))
  gateway.consents.person = "one"
  assert.strictEqual((yield* consent("new")).exitCode, 0)
  gateway.consents.person = "two"
  const unattended = ["--callback", "none", "--poll", "0.01", "--wait", "1"]
  assert.strictEqual((yield* run("consent", "new", second, ...unattended)).exitCode, 0)
  const [first = ""] = gateway.consents.all.keys()
  /** A night with a payment in each account, and what a monitor is told after it. */
  const night = Effect.fnUntraced(function*(day: string) {
    gateway.transactions = [
      ...gateway.transactions,
      payment(`${day}T01:00:00Z`),
      payment(`${day}T01:00:00Z`, { ref: "second", information: `of another person, ${day}` })
    ]
    const looks = gateway.to(`/consents/${first}`).length
    const { exitCode, stderr } = yield* bank.night(day)
    const check = yield* daybook.here("status", "--check", "--max-age", "26h")
    const rows = yield* daybook.query("select count(*) as n from transactions group by account_key order by all")
    return {
      exits: `${exitCode} ${check.exitCode}`,
      told: stderr,
      checked: check.stderr,
      rows: rows.map((row) => Number(row["n"])),
      looked: gateway.to(`/consents/${first}`).length - looks
    }
  })
  return { ...bank, first, night }
})

const said = (status: string, first: string) => {
  const named = `consent ${first} of xq_edge_personal`
  switch (status) {
    case "AWAU":
      return `${named} had been approved and waits to be approved again; see where: daybook consent show ${first}, ` +
        `or renew it: daybook consent renew ${first}`
    case "RJCT":
      return `${named} had been approved and is now refused by the person or the bank; ` +
        `renew it: daybook consent renew ${first}`
    default:
      return `${named} was withdrawn at the bank; renew it: daybook consent renew ${first}`
  }
}

const places = ["AWAU", "RJCT", "CANC"].flatMap((status) =>
  ["xq_other_personal", "xq_edge_personal"].map((second) => [status, second] as const)
)

it.live.each(places)(
  "one that was read and says %s is told and looked at every night until it is AUTH again, beside one at %s",
  ([status, second]) =>
    Effect.gen(function*() {
      const { first, gateway, night } = yield* twoPersons(second)
      const good = yield* night("2026-02-21")
      assert.deepStrictEqual([good.exits, good.rows], ["0 0", [1, 1]])
      gateway.consents.change(first, { status })
      for (const [days, day] of ["2026-02-22", "2026-02-23"].entries()) {
        const { checked, exits, looked, rows, told } = yield* night(day)
        assert.deepStrictEqual([exits, looked, rows], ["11 11", 1, [1, days + 2]], day)
        assert.include(told, said(status, first))
        assert.include(checked, said(status, first))
      }
      gateway.consents.change(first, { status: "AUTH" })
      const { exits, rows } = yield* night("2026-02-24")
      assert.deepStrictEqual([exits, rows], ["0 0", [4, 4]])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("one that says AWAU, RJCT or CANC is told once where another that lives opens all its accounts", () =>
  Effect.gen(function*() {
    for (const status of ["AWAU", "RJCT", "CANC"]) {
      const { first, gateway, night } = yield* twoPersons("xq_edge_personal", "A-1")
      assert.strictEqual((yield* night("2026-02-21")).exits, "0 0")
      gateway.consents.change(first, { status })
      assert.strictEqual((yield* night("2026-02-22")).exits, "11 0")
      assert.strictEqual((yield* night("2026-02-23")).exits, "0 0")
    }
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("one that says AWAU, RJCT or CANC before it was ever read is told every night, whatever another opens", () =>
  Effect.gen(function*() {
    for (const status of ["AWAU", "RJCT", "CANC"]) {
      const { first, gateway, night } = yield* twoPersons("xq_edge_personal")
      gateway.consents.change(first, { status })
      for (const day of ["2026-02-21", "2026-02-22", "2026-02-23"]) {
        assert.strictEqual((yield* night(day)).exits, "11 11", `${status} ${day}`)
      }
    }
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("one that says AWAU, RJCT or CANC is not told any more once a renewal has taken its place", () =>
  Effect.gen(function*() {
    for (const status of ["AWAU", "RJCT", "CANC"]) {
      const { first, gateway, night, run } = yield* twoPersons("xq_other_personal")
      gateway.consents.change(first, { status })
      assert.strictEqual((yield* night("2026-02-21")).exits, "11 11")
      gateway.consents.person = "one"
      const renewed = yield* run("consent", "renew", first, "--callback", "none", "--poll", "0.01", "--wait", "1")
      assert.strictEqual(renewed.exitCode, 0)
      const { exits, rows } = yield* night("2026-02-22")
      assert.deepStrictEqual([exits, rows], ["0 0", [2, 2]])
    }
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("one that was never approved and waits is nobody's fault beside one that lives", () =>
  Effect.gen(function*() {
    const { gateway, night, run } = yield* twoPersons("xq_other_personal")
    yield* run("consent", "new", "xq_other_personal", "--callback", "none", "--poll", "none", "--wait", "0.001")
    const third = [...gateway.consents.all.keys()].at(-1) ?? ""
    // The gateway approves by itself only what it has never approved.
    gateway.consents.change(third, { authorisedAt: gateway.now() })
    assert.strictEqual(gateway.consents.all.get(third)?.status, "AWAU")
    for (const day of ["2026-02-21", "2026-02-22"]) assert.strictEqual((yield* night(day)).exits, "0 0")
  }).pipe(Effect.scoped, Effect.provide(quiet)))
