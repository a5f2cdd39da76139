import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import {
  type ConsentState,
  consentState,
  describeStatus,
  isFinal,
  mayBeApproved
} from "../../src/domain/consentState.ts"

const now = DateTime.makeUnsafe("2026-11-21T10:00:00Z")
const later = DateTime.add(now, { seconds: 1 })
const statuses = ["AUTH", "AWAU", "RJCT", "CANC", "EXPD", "COND", ""]

const stands = (facts: Partial<Parameters<typeof consentState>[0]>) =>
  consentState({ status: "AUTH", deleted: false, expiresAt: null, retired: null, ...facts }, now)

describe("a consent", () => {
  it("stands as its status says, as long as nothing else has ended it", () => {
    for (const expiresAt of [null, later]) {
      assert.deepStrictEqual(
        statuses.map((status) => stands({ status, expiresAt })._tag),
        ["live", "waiting", "rejected", "revoked", "expired", "unknown", "unknown"]
      )
    }
    assert.strictEqual(stands({ status: "constructor" })._tag, "unknown")
  })

  it("is expired from its expiry on, whatever its status", () => {
    for (const status of statuses) {
      const state = stands({ status, expiresAt: now })
      assert.deepStrictEqual(state, { _tag: "expired", since: now })
    }
    assert.isNull(stands({ status: "EXPD", expiresAt: later }).since)
  })

  it("is deleted, whatever its status and expiry", () => {
    for (const status of statuses) {
      for (const expiresAt of [null, now, later]) {
        assert.strictEqual(stands({ status, expiresAt, deleted: true })._tag, "deleted")
      }
    }
  })

  it("is retired where the store has given it up, whatever became of it at the bank", () => {
    for (const status of statuses) {
      for (const deleted of [false, true]) {
        assert.deepStrictEqual(stands({ status, deleted, expiresAt: now, retired: { since: later } }), {
          _tag: "retired",
          since: later
        })
      }
    }
  })

  it("may be approved while it waits or has a status of the bank's own, and a revoked one may live again", () => {
    const all: ReadonlyArray<ConsentState["_tag"]> = [
      "live",
      "waiting",
      "rejected",
      "revoked",
      "expired",
      "deleted",
      "retired",
      "unknown"
    ]
    const those = (claim: (state: ConsentState) => boolean) => all.filter((_tag) => claim({ _tag, since: null }))
    assert.deepStrictEqual(those(mayBeApproved), ["waiting", "unknown"])
    assert.deepStrictEqual(those(isFinal), ["rejected", "expired", "deleted", "retired"])
  })

  it("is described in a word that people use, and by its status where that is no word of ours", () => {
    assert.strictEqual(describeStatus({ status: "AUTH", state: "live" }), "approved")
    assert.strictEqual(describeStatus({ status: "RJCT", state: "rejected" }), "refused")
    assert.strictEqual(describeStatus({ status: "CANC", state: "revoked" }), "withdrawn")
    assert.strictEqual(describeStatus({ status: "AUTH", state: "expired" }), "ended")
    assert.strictEqual(describeStatus({ status: "AUTH", state: "deleted" }), "deleted")
    assert.strictEqual(describeStatus({ status: "PATC", state: "unknown" }), "unknown (PATC)")
  })
})
