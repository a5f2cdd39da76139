import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { ConsentId, Institution } from "../../src/domain/identifiers.ts"
import { problemOf } from "../../src/domain/Problem.ts"
import { Run } from "../../src/journal/Run.ts"
import { everything } from "../../src/run/RunScope.ts"
import { selectConsents } from "../../src/run/selectConsents.ts"
import { StoreOrigin } from "../../src/store/StoreOrigin.ts"
import { runLayer } from "../support/store/journalRead.ts"
import { emptyStore, journalConsent, night } from "../support/store/publishedStore.ts"

const institution = "gb_alder_personal"
const first = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")
const second = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

const told = { institution, status: "AUTH", expiresAt: "2027-02-19T06:00:00.000Z" }

/** Lets the time at the gateway go on to an instant. */
const goOnTo = Effect.fnUntraced(function*(now: DateTime.Utc) {
  yield* (yield* StoreOrigin).observe("http://127.0.0.1:8787", Option.some(now))
})

/** Which of two consents of one bank a nightly run is about, after the first was seen like this. */
const selected = Effect.fnUntraced(
  function*(seen: Partial<Parameters<typeof journalConsent>[0]>, other: boolean, hoursLater = 0) {
    yield* goOnTo(night)
    yield* Effect.gen(function*() {
      yield* journalConsent({ consentId: first, ...told, ...seen })
      if (other) yield* journalConsent({ consentId: second, ...told })
    }).pipe(Effect.provide(runLayer))
    yield* goOnTo(DateTime.add(night, { hours: hoursLater }))
    const consents = yield* selectConsents({ ...everything, institution: Institution.make(institution) })
    return consents.due.map(({ consentId }) => consentId === first ? "first" : "second")
  },
  Effect.catchTag("NoConsent", () => Effect.succeed([])),
  (effect) => Effect.provide(effect, emptyStore)
)

it.live("is about every consent that is alive, waits, or was withdrawn and may be given again", () =>
  Effect.gen(function*() {
    for (const status of ["AUTH", "AWAU", "CANC", "COND", null]) {
      assert.deepStrictEqual(yield* selected({ status }, true), ["first", "second"], String(status))
    }
  }))

it.live("leaves out what has ended for good, unless the bank has no other: then somebody must hear of it", () =>
  Effect.gen(function*() {
    for (const seen of [{ status: "EXPD" }, { deleted: true }, { expiresAt: "2026-11-21T06:00:00.000Z" }]) {
      assert.deepStrictEqual(yield* selected(seen, true), ["second"], JSON.stringify(seen))
      assert.deepStrictEqual(yield* selected(seen, false), ["first"], JSON.stringify(seen))
    }
    assert.deepStrictEqual(yield* selected({ status: "RJCT" }, false), [])
  }))

it.live("is about one that has expired since its record was last read, once: nobody has heard of it yet", () =>
  Effect.gen(function*() {
    const seen = { expiresAt: "2026-11-21T07:00:00.000Z" }
    assert.deepStrictEqual(yield* selected(seen, true, 2), ["first", "second"])
  }))

it.live("takes a deleted consent for no other, whatever its status says", () =>
  Effect.gen(function*() {
    const both = Effect.gen(function*() {
      yield* goOnTo(night)
      yield* Effect.gen(function*() {
        yield* journalConsent({ consentId: first, ...told, status: "EXPD" })
        yield* journalConsent({ consentId: second, ...told, deleted: true })
      }).pipe(Effect.provide(runLayer))
      return (yield* selectConsents(everything)).due.length
    })
    assert.strictEqual(yield* Effect.provide(both, emptyStore), 2)
  }))

it.live("is about no consent that the store has given up", () =>
  Effect.gen(function*() {
    const outcome = Effect.gen(function*() {
      yield* goOnTo(night)
      yield* Effect.gen(function*() {
        yield* journalConsent({ consentId: first, ...told })
        const folder = yield* (yield* Run).folder(first)
        const at = DateTime.formatIso(night)
        yield* folder.append({ event: "consent-retired", at, consent_id: first, reason: "test" })
      }).pipe(Effect.provide(runLayer))
      return yield* Effect.flip(selectConsents(everything))
    })
    assert.strictEqual((yield* Effect.provide(outcome, emptyStore))._tag, "NoConsent")
  }))

it.live("takes a name that no file and no consent has for a mistake, and one of a bank without a consent for none alive", () =>
  Effect.gen(function*() {
    const named = (name: string) =>
      Effect.flip(selectConsents({ ...everything, institution: Institution.make(name) })).pipe(
        Effect.provide(emptyStore)
      )
    const error = yield* named("xq_nobody")
    assert.strictEqual(
      `${error._tag} ${problemOf(error).outcome}: ${error.message}`,
      "NoSuchInstitution usage: no institution xq_nobody is described here, nor has this store a consent of it; check the " +
        "name, those described are listed with: daybook institution list"
    )
    assert.strictEqual((yield* named(institution))._tag, "NoConsent")
  }))
