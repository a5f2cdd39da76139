import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { invoke } from "../support/daybook/invoke.ts"
import { runLayer } from "../support/store/journalRead.ts"
import { alder, emptyStore, journalConsent } from "../support/store/publishedStore.ts"

it.live("a consent that the gateway has deleted is listed as such, and none that a bank's name could mean", () =>
  Effect.gen(function*() {
    const told = { consentId: alder, institution: "gb_alder_personal", status: "AUTH", deleted: true }
    yield* journalConsent({ ...told, expiresAt: "2099-01-01T00:00:00.000Z" }).pipe(Effect.provide(runLayer))
    const out = ["--out", (yield* StoreLayout).root]
    assert.include((yield* invoke("consent", "list", ...out)).stdout, "AUTH (deleted)")
    const { exitCode, stderr } = yield* invoke("consent", "renew", "gb_alder_personal", ...out)
    assert.strictEqual(exitCode, 2)
    assert.strictEqual(
      stderr,
      "daybook: gb_alder_personal has 0 live consents in this store; name the one to renew, " +
        "they are listed with: daybook consent list\n"
    )
  }).pipe(Effect.provide(emptyStore)))
