/**
 * The benchmark's gateway, the one of the tests in a process of its own: one institution, one account, and rendered page
 * files that it only copies from disk to socket. Its first line on stdout is its origin; it serves until it is ended.
 *
 *     node bench/gateway.ts <folder of rendered pages> <file that says what was rendered>
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { unitsOf } from "../test/support/gateway/statedRows.ts"
import { TestGateway } from "../test/support/gateway/TestGateway.ts"
import { account, consentId, now } from "./pages.ts"

const [, , folder = "", rendered = ""] = process.argv

const Totals = Schema.fromJsonString(Schema.Struct({ total: Schema.String }))

const program = Effect.gen(function*() {
  const { total } = yield* Schema.decodeEffect(Totals)(readFileSync(rendered, "utf8"))
  const gateway = yield* TestGateway.start({
    anyClient: true,
    clock: now,
    approveAfterReads: 0,
    consentId: () => consentId
  })
  gateway.accounts = [account]
  // The account began at zero, so its balance is the total of its movements.
  gateway.balances = [{ ref: account.ref, type: "booked", currency: "GBP", units: unitsOf(total), at: now }]
  gateway.script = ({ path, query }) =>
    path === `/ais/v1/${consentId}/transactions`
      ? { body: readFileSync(`${folder}/pages/${Number(query["page"] ?? "1")}.json`) }
      : undefined
  yield* Console.log(gateway.origin)
  return yield* Effect.never
})

NodeRuntime.runMain(Effect.scoped(program))
