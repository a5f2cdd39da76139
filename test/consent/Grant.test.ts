import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { globSync, readFileSync } from "node:fs"
import { Grant } from "../../src/consent/Grant.ts"
import type { Consent } from "../../src/domain/consent.ts"
import { ConsentId, Institution } from "../../src/domain/identifiers.ts"

const now = DateTime.makeUnsafe("2026-11-21T10:00:00Z")

const consent: Consent = {
  consentId: ConsentId.make("c1"),
  institution: Institution.make("gb_alder_personal"),
  status: "AUTH",
  deleted: false,
  permissions: ["ReadAccountsDetail", "ReadBalances"],
  expiresAt: DateTime.makeUnsafe("2027-02-19T10:00:00Z"),
  transactionFrom: DateTime.makeUnsafe("2024-11-21T00:00:00Z"),
  transactionTo: null
}

const opened = (changes: Partial<Consent>) =>
  Result.match(Grant.open({ ...consent, ...changes }, { now, authorisedAt: null }), {
    onSuccess: () => "granted",
    onFailure: ({ _tag }) => _tag
  })

describe("Grant", () => {
  it("carries what the consent's record says", () => {
    const authorisedAt = DateTime.makeUnsafe("2026-11-21T09:58:00Z")
    const grant = Result.getOrThrow(Grant.open(consent, { now, authorisedAt }))
    assert.strictEqual(grant.consentId, consent.consentId)
    assert.strictEqual(grant.institution, consent.institution)
    assert.deepStrictEqual(grant.permissions, consent.permissions)
    assert.strictEqual(grant.expiresAt, consent.expiresAt)
    assert.strictEqual(grant.transactionFrom, consent.transactionFrom)
    assert.isNull(grant.transactionTo)
    assert.strictEqual(grant.authorisedAt, authorisedAt)
  })

  it.each(
    [
      [{}, "granted"],
      [{ expiresAt: null }, "granted"],
      [{ status: "AWAU" }, "waiting"],
      [{ status: "RJCT" }, "rejected"],
      [{ status: "CANC" }, "revoked"],
      [{ status: "EXPD" }, "expired"],
      [{ status: "Authorised" }, "unknown"],
      [{ deleted: true }, "deleted"],
      [{ status: "CANC", deleted: true }, "deleted"],
      [{ permissions: [] }, "no-permission"],
      [{ permissions: ["ReadParty", "ReadTransactionsDetail"] }, "no-permission"],
      [{ permissions: ["ReadBalances"] }, "granted"]
    ] as const
  )("of a consent with %j is %s", (changes, answer) => {
    assert.strictEqual(opened(changes), answer)
  })

  it("is refused from the instant at which the consent expires, whatever its status says", () => {
    assert.strictEqual(opened({ expiresAt: DateTime.add(now, { seconds: 1 }) }), "granted")
    assert.strictEqual(opened({ expiresAt: now }), "expired")
    assert.strictEqual(opened({ expiresAt: now, status: "CANC" }), "expired")
  })

  it("knows until when its first session is open, where it knows when that began", () => {
    const grant = (authorisedAt: DateTime.Utc | null) => Result.getOrThrow(Grant.open(consent, { now, authorisedAt }))
    const begun = grant(DateTime.subtract(now, { minutes: 5 }))
    assert.isTrue(begun.isFirstSession(6, now))
    assert.isFalse(begun.isFirstSession(5, now))
    assert.isFalse(begun.isFirstSession(0, DateTime.subtract(now, { minutes: 5 })))
    assert.isFalse(grant(null).isFirstSession(5, now))
  })

  it("is made by the gate alone", () => {
    const callers = globSync(["src/**/*.ts", "pipelines/**/*.ts"])
      .filter((file) => readFileSync(file, "utf8").includes("Grant.open("))
    for (const file of callers) assert.match(file.replaceAll("\\", "/"), /^src\/consent\//)
  })
})
