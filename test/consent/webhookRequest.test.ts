import { assert, it } from "@effect/vitest"
import { Option, Result } from "effect"
import { readWebhook } from "../../src/consent/webhookRequest.ts"
import { isSigned, signatureOf, signingKey } from "../../src/interface/webhooks.ts"

/** The example of Standard Webhooks itself. */
const example = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: "1614265330",
  body: `{"test": 2432232314}`,
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
}

const key = signingKey(example.secret) ?? Buffer.alloc(0)

it("signs as Standard Webhooks does, and knows a right signature among others", () => {
  assert.strictEqual(signatureOf(key, example), example.signature)
  assert.isTrue(isSigned(key, example, `v1,AAAA v2,b64 ${example.signature}`))
  assert.isFalse(isSigned(key, example, example.signature.replace("g0", "g1")))
  assert.isFalse(isSigned(key, { ...example, body: `${example.body} ` }, example.signature))
  assert.isUndefined(signingKey("whsec_"))
  assert.isUndefined(signingKey("not a secret"))
})

const at = Number(example.timestamp) * 1000

const read = (said: string, changed: Readonly<Record<string, string | undefined>> = {}, received = at) => {
  const headers = {
    "webhook-id": example.id,
    "webhook-timestamp": example.timestamp,
    "webhook-signature": signatureOf(key, { ...example, body: said }),
    ...changed
  }
  return readWebhook(key, { headers, body: new TextEncoder().encode(said), at: received })
}

const body = (consent_id: unknown) => JSON.stringify({ type: "consent.approved", data: { consent_id } })

it("takes what is signed, and the consent that it names", () => {
  const webhook = Result.getOrThrow(read(body("c-1")))
  assert.deepStrictEqual(webhook, { id: example.id, type: "consent.approved", consentId: Option.some("c-1") })
})

it("takes what is signed and says nothing that we know for a webhook about nothing", () => {
  for (const said of ["", "[]", body(7), body("../runs"), JSON.stringify({ data: { consent_id: "c-1" } })]) {
    assert.isTrue(Option.isNone(Result.getOrThrow(read(said)).consentId), said)
  }
})

it("refuses what is not signed with 401, and what was not signed now with 400", () => {
  const refusals = [
    [read(body("c-1"), { "webhook-signature": undefined }), 401],
    [read(body("c-1"), { "webhook-signature": "v1," }), 401],
    [read(body("c-1"), { "webhook-id": "msg_other" }), 401],
    [read(body("c-1"), { "webhook-timestamp": String(Number(example.timestamp) + 1) }), 401],
    [read(body("c-1"), {}, at + 301_000), 400],
    [read(body("c-1"), {}, at - 301_000), 400]
  ] as const
  for (const [refused, status] of refusals) {
    assert.strictEqual(Option.getOrThrow(Result.getFailure(refused)).status, status)
  }
  assert.isTrue(Result.isSuccess(read(body("c-1"), {}, at + 299_000)))
})
