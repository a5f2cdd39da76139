import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { invoke } from "../support/daybook/invoke.ts"
import { runLayer } from "../support/store/journalRead.ts"
import { alder, birch, emptyStore, journalConsent, publishNight } from "../support/store/publishedStore.ts"

it.live("a consent that the gateway has deleted is listed as such, and none that a bank's name could mean", () =>
  Effect.gen(function*() {
    const told = { consentId: alder, institution: "gb_alder_personal", status: "AUTH", deleted: true }
    yield* journalConsent({ ...told, expiresAt: "2099-01-01T00:00:00.000Z" }).pipe(Effect.provide(runLayer))
    const out = ["--out", (yield* StoreLayout).root]
    assert.include((yield* invoke("consent", "list", ...out)).stdout, " deleted ")
    const { exitCode, stderr } = yield* invoke("consent", "renew", "gb_alder_personal", ...out)
    assert.strictEqual(exitCode, 2)
    assert.strictEqual(
      stderr,
      "daybook: gb_alder_personal has 0 live consents in this store; name the one to renew, " +
        "they are listed with: daybook consent list\n"
    )
  }).pipe(Effect.provide(emptyStore)))

/** What a command printed as JSON. */
const json = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { exitCode, stdout } = yield* invoke(...args, "--json")
  return { exitCode, value: JSON.parse(stdout.trim().split("\n").at(-1) ?? "") }
})

it.live("a consent that is forgotten is used no more, and what was read under it stays", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const out = ["--out", (yield* StoreLayout).root]
    assert.deepStrictEqual(yield* invoke("consent", "forget", alder, ...out), {
      exitCode: 0,
      stdout: `consent ${alder} of gb_alder_personal is no longer used\n` +
        "stays: what was read under it, in the journal and the book; to remove that: " +
        `daybook consent forget ${alder} --purge\n` +
        "stays: the consent at the bank, until 2027-02-19; only the person can withdraw it there\n" +
        "no consent of gb_alder_personal lives now, and no night reads it until one does; " +
        "ask for a new one: daybook consent new gb_alder_personal\n",
      stderr: ""
    })
    const listed = yield* json("consent", "list", ...out)
    assert.deepInclude(listed.value[0], { consent_id: alder, status: "AUTH", retired: true, state: "retired" })
    assert.strictEqual((yield* json("consent", "show", alder, ...out)).value.retired_because, "forgotten")
    assert.deepStrictEqual((yield* json("status", ...out)).value.given_up, ["gb_alder_personal"])
    assert.match((yield* invoke("status", ...out)).stdout, /\nAlder .*is read no more: none of its consents is used\n/)
    const again = yield* json("consent", "forget", alder, ...out)
    assert.deepInclude(again, { exitCode: 0 })
    assert.deepInclude(again.value, { consent_id: alder, purged: false, went: null, recorded_in: null })
    assert.lengthOf(again.value.unread_account_keys, 1)
    // Not even a run is made of what was done before.
    assert.deepStrictEqual((yield* json("rebuild", ...out)).value.findings, [])
    const runs = (yield* json("consent", "forget", birch, ...out)).value
    assert.deepInclude(runs, { institution: "gb_birch_business", alive_at_bank: false, alive_at_bank_until: null })
  }).pipe(Effect.provide(emptyStore)))

it.live("a consent that is purged is gone with all that was read under it, and says what went and what stays", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const layout = yield* StoreLayout
    const out = ["--out", layout.root]
    const { exitCode, value } = yield* json("consent", "forget", alder, "--purge", ...out)
    assert.strictEqual(exitCode, 0)
    const { recorded_in, went: { account_keys, bytes, ...went }, ...rest } = value
    assert.match(recorded_in, /^\d{6}-/)
    assert.deepStrictEqual((yield* json("status", ...out)).value.given_up, [])
    assert.isAbove(bytes, 1000)
    assert.strictEqual(account_keys.length, 1)
    assert.deepStrictEqual(went, { folders: 2, answers: 3, accounts: 1, balances: 1, transactions: 2 })
    assert.deepStrictEqual(rest, {
      consent_id: alder,
      institution: "gb_alder_personal",
      purged: true,
      new_account_keys: 0,
      shared_with: [],
      institution_read: false,
      unread_account_keys: [],
      exports: 0,
      exports_folder: layout.exports,
      alive_at_bank: true,
      alive_at_bank_until: "2027-02-19T06:00:00.000Z"
    })
    for (const command of ["show", "forget"]) {
      const unknown = yield* invoke("consent", command, alder, ...out)
      assert.strictEqual(unknown.exitCode, 2)
      assert.strictEqual(
        unknown.stderr,
        `daybook: no consent ${alder} in this store; list them with: daybook consent list\n`
      )
    }
    const rebuilt = yield* json("rebuild", ...out)
    assert.deepInclude(rebuilt, { exitCode: 0 })
    assert.deepInclude(rebuilt.value, { ok: true, findings: [] })
  }).pipe(Effect.provide(emptyStore)))
