/**
 * A bank that calls an account by another AccountId from one night on, under a consent that lives on, and refuses the former one.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Logger.layer([])

it.live("is told of the former AccountId once, and ends complete from then on", () =>
  Effect.gen(function*() {
    const rules = { account_filter: true, account_discovery: "always", transaction_ids: "absent" } as const
    const { consent, daybook, gateway, night } = yield* edgeBank("2026-06-01T03:00:00Z", { discovery: "always" }, rules)
    const book = (day: string) => {
      gateway.transactions = daysFrom("2026-05-20", day).map((each, place) =>
        payment(`${each}T01:00:00Z`, { amount: `${place + 1}.00` })
      )
    }
    book("2026-06-01")
    assert.strictEqual((yield* consent("new")).exitCode, 0)
    const codes: Array<number> = []
    for (const day of daysFrom("2026-06-02", "2026-06-05")) {
      if (day === "2026-06-03") gateway.accounts = gateway.accounts.map((account) => ({ ...account, accountId: "A-9" }))
      book(day)
      codes.push((yield* night(day)).exitCode)
    }
    assert.deepStrictEqual(codes, [0, 10, 0, 0])
    const rows = yield* daybook.query(
      "select account_id, count(*)::varchar as rows from transactions join accounts using (account_key) group by all"
    )
    assert.deepStrictEqual(rows, [{ account_id: "A-9", rows: "17" }])
  }).pipe(Effect.scoped, Effect.provide([quiet, NodeServices.layer])))
