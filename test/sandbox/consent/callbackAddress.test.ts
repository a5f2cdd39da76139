import { assert, describe, it } from "@effect/vitest"
import { callbackWith, isRegistered } from "../../../src/sandbox/consent/callbackAddress.ts"

describe("callback addresses", () => {
  const registered = ["http://127.0.0.1:8765/callback", "https://app.example/back?tenant=7", "com.example.app:/done"]
  const allowed = [
    "http://127.0.0.1:8765/callback",
    "http://127.0.0.1:1/callback",
    "http://127.0.0.1/callback?x=1",
    "https://app.example/back?tenant=7",
    "com.example.app:/done"
  ]
  const refused = [
    "http://127.0.0.1:8765/callback/",
    "http://127.0.0.1:8765/Callback",
    "http://localhost:8765/callback",
    "https://127.0.0.1:8765/callback",
    "https://app.example:444/back?tenant=7",
    "https://app.example/back?tenant=8",
    "https://app.example/back",
    "https://app.example.attacker.example/back?tenant=7",
    "https://app.example@attacker.example/back?tenant=7",
    "com.example.app:/other",
    "http://127.0.0.1:8765/callbäck",
    "http://127.0.0.1;script-src:8765/callback"
  ]
  for (const address of allowed) {
    it(`${address} is as registered`, () => assert.isTrue(isRegistered(registered, address)))
  }
  for (const address of refused) {
    it(`${address} is not`, () => assert.isFalse(isRegistered(registered, address)))
  }

  it("what is heard is added to the query that was there", () => {
    const heard = { consent_id: "1", status: "AUTH" }
    assert.strictEqual(callbackWith("http://a/b", heard), "http://a/b?consent_id=1&status=AUTH")
    assert.strictEqual(callbackWith("http://a/b?c=%26", heard), "http://a/b?c=%26&consent_id=1&status=AUTH")
  })
})
