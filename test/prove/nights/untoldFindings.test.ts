/**
 * Findings that follow from balances: they open long after the balance that they are about was read.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { runLineOf } from "../../support/daybook/Ended.ts"
import { TestGateway } from "../../support/gateway/TestGateway.ts"
import { rulesText } from "../../support/truth/playTruth.ts"

const nightAt = (day: number) => `2026-03-${String(day).padStart(2, "0")}T03:00:00.000Z`

it.live("a balance that turns out to be misstated is counted and told by the run in which that shows, once", () =>
  Effect.gen(function*() {
    const gateway = yield* TestGateway.start({ clock: nightAt(2), approveAfterReads: 0, discovery: "always" })
    gateway.accounts = [{
      ref: "a",
      accountId: "a-1",
      currency: "GBP",
      category: "Personal",
      type: "current",
      description: "Current account",
      identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: "20041500000001" }]
    }]
    const state = (day: number) => {
      gateway.setTime(nightAt(day))
      const units = BigInt(day === 4 ? 200 : 100 + day) * 100_000n
      gateway.balances = [{ ref: "a", type: "booked", currency: "GBP", units, at: nightAt(day) }]
      gateway.transactions = Array.from({ length: day }, (_, index) => ({
        ref: "a",
        id: `t-${index}`,
        status: "booked" as const,
        credit: true,
        amount: "1.00",
        currency: "GBP",
        bookedAt: `2026-03-${String(index).padStart(2, "0")}T12:00:00Z`
      })).slice(1)
    }
    state(2)
    const files = yield* FileSystem.FileSystem
    const heard = `${yield* files.makeTempDirectoryScoped({ prefix: "daybook-hook-" })}/heard`
    const daybook = yield* Daybook.make(
      gateway.env,
      { xq_told: rulesText({ transaction_ids: "stable", account_discovery: "always", lookback_days: 2 }) },
      `[notify]\ncommand = ["sh", "-c", "cat >> ${heard}; echo >> ${heard}"]\n`
    )
    yield* daybook.here("consent", "new", "xq_told", "--callback", "none", "--poll", "0.01", "--json")
    const counts: Array<unknown> = []
    const told: Array<number> = []
    for (const day of [3, 4, 5, 6, 7, 8]) {
      state(day)
      counts.push(runLineOf(yield* daybook.here("run", "nightly", "--json"))["findings_new"])
      told.push((yield* files.readFileString(heard)).split("balance-misstated").length - 1)
    }
    const opened = counts.indexOf(1)
    assert.isAbove(opened, 1, "later than the balance")
    assert.deepStrictEqual(counts, counts.map((_, index) => index === opened ? 1 : 0))
    assert.deepStrictEqual(told, told.map((_, index) => index < opened ? 0 : 1))
    assert.strictEqual((yield* daybook.here("rebuild", "--json")).exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(NodeServices.layer, Logger.layer([])))))
