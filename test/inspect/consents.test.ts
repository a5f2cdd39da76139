import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { listConsents, showConsent } from "../../src/inspect/consents.ts"
import { alder, birch, emptyStore, permissions, publishNight } from "../support/store/publishedStore.ts"

it.live("lists consents by institution, with whole days left in the store's time", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* listConsents(), [])
    yield* publishNight()
    assert.deepStrictEqual(yield* listConsents(), [
      {
        consent_id: alder,
        institution: "gb_alder_personal",
        status: "AUTH",
        days_left: 90,
        expires_at: "2027-02-19T06:00:00.000Z",
        transaction_from: "2024-11-21T00:00:00.000Z",
        transaction_to: null,
        permissions,
        retired: false,
        state: "live"
      },
      {
        consent_id: birch,
        institution: "gb_birch_business",
        status: "AWAU",
        days_left: null,
        expires_at: null,
        transaction_from: null,
        transaction_to: null,
        permissions,
        retired: false,
        state: "waiting"
      }
    ])
  }).pipe(Effect.provide(emptyStore)))

it.live("shows where a consent is approved as long as nobody has", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const waiting = yield* showConsent(birch)
    assert.isTrue(waiting.waiting)
    assert.strictEqual(waiting.authorization_uri, `http://127.0.0.1:8787/authorize/${birch}`)
    const approved = yield* showConsent(alder)
    assert.isFalse(approved.waiting)
    assert.isNull(approved.authorization_uri)
    assert.strictEqual(approved.read_at, "2026-11-21T06:00:00.000Z")
  }).pipe(Effect.provide(emptyStore)))

it.live("knows no consent by an id that is not in the store, or is no id at all", () =>
  Effect.gen(function*() {
    for (const id of ["7d6f5c1e-0000-4000-8000-00000000000f", "runs", "../journal", ""]) {
      assert.strictEqual(
        (yield* Effect.flip(showConsent(id))).message,
        `no consent ${id} in this store; list them with: daybook consent list`
      )
    }
  }).pipe(Effect.provide(emptyStore)))
