/**
 * What runs wrote into their own logs of rows and accounts that were purged since: it is in no book and no published file that is made
 * from then on, and a word about an account of before is not obeyed when it is opened again.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

const narrative = "CLINIC OF DR SECRET"

/** A bank whose one payment has a narrative, read in a first session and in a night. */
const readOnce = Effect.fnUntraced(function*(toml: string, checks: Readonly<Record<string, string>>) {
  const fs = yield* FileSystem.FileSystem
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, { transaction_ids: "stable" }, toml)
  const { daybook, gateway } = bank
  yield* fs.makeDirectory(`${daybook.config}/checks`)
  for (const [name, text] of Object.entries(checks)) {
    yield* fs.writeFileString(`${daybook.config}/checks/${name}.sql`, text)
  }
  gateway.balances = [{ ref: "main", type: "booked", currency: "GBP", units: 12345_67000n, at: "2026-02-20T02:59:00Z" }]
  gateway.transactions = [payment("2026-02-18T12:00:00Z", { id: "one", amount: "999.00", information: narrative })]
  assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
  const { exitCode } = yield* bank.night("2026-02-21")
  const [consent = ""] = [...gateway.consents.all.keys()]
  const purge = Effect.andThen(
    daybook.here("consent", "forget", consent, "--purge"),
    fs.remove(`${daybook.out}/exports`, { force: true, recursive: true })
  )
  return { ...bank, exitCode, purge }
})

const differences = (bank: Effect.Success<ReturnType<typeof readOnce>>) =>
  Effect.map(bank.daybook.here("rebuild", "--json"), ({ exitCode }) => exitCode)

it.live("a purge leaves what a check had shown in the log of its run alone", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const large = "-- on failure: flag\nselect * from transactions where amount < -500\n"
    const bank = yield* readOnce("", { large })
    assert.strictEqual(bank.exitCode, 0)
    yield* bank.purge
    const { out } = bank.daybook
    const names = yield* fs.readDirectory(out, { recursive: true })
    const left = yield* Effect.filter(names, (name) =>
      Effect.gen(function*() {
        const isFile = (yield* fs.stat(`${out}/${name}`)).type === "File"
        return isFile && Buffer.from(yield* fs.readFile(`${out}/${name}`)).includes(narrative)
      }))
    assert.deepStrictEqual(left.filter((name) => !name.startsWith("journal/runs/")), [])
    const [failed] = yield* bank.daybook.query("select evidence ->> '$.sample' as sample from findings")
    assert.deepStrictEqual(failed, { sample: "[]" })
    assert.strictEqual(yield* differences(bank), 0)
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("a release of before a purge ships nothing that is read anew", () =>
  Effect.gen(function*() {
    const bank = yield* readOnce(`[export]\non_unprovable = "hold"\n`, {})
    const { daybook, gateway } = bank
    assert.strictEqual(bank.exitCode, 12)
    const [account] = yield* daybook.query("select account_key from accounts")
    const key = account?.["account_key"] ?? ""
    yield* daybook.here("export", "release", key, "--as", "me", "--reason", "month end")
    yield* bank.purge
    gateway.setTime("2026-02-23T02:00:00Z")
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    const { exitCode, line } = yield* bank.night("2026-02-23")
    assert.deepStrictEqual([exitCode, line["held"]], [12, 1])
    const verdicts = yield* daybook.query("select account_key, policy from verdicts")
    assert.deepStrictEqual(verdicts, [{ account_key: key, policy: "hold" }])
    assert.strictEqual(yield* differences(bank), 0)
  }).pipe(Effect.scoped, Effect.provide(quiet)))
