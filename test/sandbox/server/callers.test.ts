/**
 * Who may speak to a sandbox: a page elsewhere whose name was made to lead to this machine may not.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SharedCaller } from "../../support/sandbox/Caller.ts"
import { exchange, request } from "../../support/sandbox/rawHttp.ts"

const places = ["/_control", "/ais/v1/consents/c-1", "/oauth/token", "/portal", "/", "/nowhere"]

const foreign = [
  "attacker.example",
  "attacker.example:8787",
  "127.0.0.1.attacker.example",
  "localhost.attacker.example:8787",
  "127.0.0.1@attacker.example",
  "10.0.0.5",
  "[2001:db8::1]:8787",
  ""
]

const own = ["127.0.0.1", "127.0.0.1:1", "localhost", "LOCALHOST:8787", "[::1]:8787", "127.9.9.9"]

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("a sandbox", (it) => {
  it.effect("is misdirected by every Host that is not this machine, and tells nothing of itself", () =>
    Effect.gen(function*() {
      const { ready } = yield* SharedCaller
      for (const place of places) {
        const answer = yield* exchange(ready, request("GET", place, { host: foreign[0] ?? "" }))
        assert.strictEqual(statusOf(answer), 421, `${place}: ${answer}`)
        assert.notMatch(answer, /"seed"|client_id|<form/)
      }
      for (const host of foreign) {
        const answer = yield* exchange(ready, request("GET", "/_control", { host }))
        assert.strictEqual(statusOf(answer), 421, `${host}: ${answer}`)
      }
    }))

  it.effect("answers to every name and address of this machine, and to who names none", () =>
    Effect.gen(function*() {
      const { ready } = yield* SharedCaller
      for (const host of own) {
        const answer = yield* exchange(ready, request("GET", "/_control", { host }))
        assert.strictEqual(statusOf(answer), 200, `${host}: ${answer}`)
      }
      const nameless = yield* exchange(ready, "GET /_control HTTP/1.1\r\nconnection: close\r\n\r\n")
      assert.strictEqual(statusOf(nameless), 200, nameless)
    }))
})
