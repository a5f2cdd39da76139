import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Latch, Logger, Option } from "effect"
import { get } from "node:http"
import { ConsentGate } from "../../src/consent/ConsentGate.ts"
import { waitForPerson, type Waiting } from "../../src/consent/waitForPerson.ts"
import { ConsentId, Institution } from "../../src/domain/identifiers.ts"
import { client, temporaryStore } from "../support/client/client.ts"
import { freePort } from "../support/gateway/freePort.ts"
import type { Reply } from "../support/gateway/serveHttp.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"

const institution = Institution.make("gb_test")
const consentId = ConsentId.make("c-1")

const browse = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.callback<{ readonly status: number; readonly text: string }, Error>((resume) => {
    get(url, { headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        resume(Effect.succeed({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }))
      })
    }).on("error", (error) => resume(Effect.fail(error)))
  })

/** Waits for a person at a gateway whose record has `status.now`, while `person` does something. */
const waiting = Effect.fnUntraced(function*<A, E>(
  how: Partial<Waiting>,
  status: { now: string | Reply },
  person: Effect.Effect<A, E>,
  watch: (looks: () => number) => void = () => {}
) {
  const gateway = yield* TestGateway.scripted(({ method, path }) => {
    if (path === "/oauth/token") return undefined
    if (method === "POST") return { body: { authorization_uri: "https://bank.example/a", consent_id: "c-1" } }
    return typeof status.now === "string" ? { body: { id: "c-1", status: status.now } } : status.now
  })
  const looks = () => gateway.asked.filter(({ method, path }) => method === "GET" && path.endsWith("/c-1")).length
  watch(looks)
  const out = yield* temporaryStore
  const announced = yield* Latch.make()
  const outcome = yield* Effect.gen(function*() {
    const gate = yield* ConsentGate
    const callbackUri = new URL("http://127.0.0.1/callback")
    yield* gate.create({ institution, permissions: ["ReadAccountsDetail"], callbackUri })
    const fiber = yield* Effect.forkChild(
      waitForPerson(consentId, {
        callback: Option.none(),
        poll: Option.none(),
        minutes: 1,
        announce: announced.open,
        ...how
      }).pipe(Effect.map(({ status }) => status), Effect.catch((error) => Effect.succeed(error)))
    )
    yield* announced.await
    yield* person
    return yield* Fiber.join(fiber)
  }).pipe(
    Effect.scoped,
    Effect.provide([client({ origin: gateway.origin, out }), Logger.layer([])])
  )
  return { outcome, looks: looks() }
})

const poll = Option.some(Duration.millis(20))

describe("waiting for a person", () => {
  it.live("ends when the bank sends the person back, whatever the address then says", () =>
    Effect.gen(function*() {
      const port = yield* freePort
      const address = `http://127.0.0.1:${port}/callback`
      for (const query of ["", "?consent_id=other&status=RJCT", "?error=access_denied&<script>"]) {
        const status = { now: "AWAU" }
        let asked = () => 0
        const person = Effect.gen(function*() {
          while (asked() === 0) yield* Effect.sleep("10 millis")
          yield* Effect.sleep("30 millis")
          status.now = "AUTH"
          return yield* browse(`${address}${query}`)
        })
        const callback = Option.some(new URL(address))
        const { looks, outcome } = yield* waiting({ callback }, status, person, (count) => {
          asked = count
        })
        assert.strictEqual(outcome, "AUTH")
        assert.strictEqual(looks, 2)
      }
    }))

  it.live("shows the person what they decided, and repeats nothing of the address", () =>
    Effect.gen(function*() {
      const port = yield* freePort
      const address = `http://127.0.0.1:${port}/callback`
      for (const [decided, title] of [["AUTH", "Access is given"], ["RJCT", "Nothing is shared"]] as const) {
        const status = { now: "AWAU" }
        const seen: Array<{ readonly status: number; readonly text: string }> = []
        let asked = () => 0
        const person = Effect.gen(function*() {
          while (asked() === 0) yield* Effect.sleep("10 millis")
          seen.push(yield* browse(`http://127.0.0.1:${port}/elsewhere`))
          status.now = decided
          seen.push(yield* browse(`${address}?note=%3Cb%3E`))
        })
        const { looks } = yield* waiting({ callback: Option.some(new URL(address)) }, status, person, (count) => {
          asked = count
        })
        assert.deepStrictEqual(seen.map(({ status }) => status), [404, 200])
        assert.include(seen[1]?.text, `<h1>${title}</h1>`)
        assert.include(seen[1]?.text, "You can close this page")
        assert.notInclude(seen[1]?.text, "<b>")
        assert.strictEqual(looks, 2)
      }
    }))

  it.live("takes no hint from a page whose name was made to lead here", () =>
    Effect.gen(function*() {
      const port = yield* freePort
      const address = `http://127.0.0.1:${port}/callback`
      const status = { now: "AWAU" }
      const seen: Array<number> = []
      let asked = () => 0
      const person = Effect.gen(function*() {
        while (asked() === 0) yield* Effect.sleep("10 millis")
        for (const host of ["attacker.example", `attacker.example:${port}`, "127.0.0.1.attacker.example", "10.0.0.5"]) {
          seen.push((yield* browse(address, { host })).status)
        }
        yield* Effect.sleep("200 millis")
        seen.push(asked())
        status.now = "AUTH"
        seen.push((yield* browse(address, { host: `localhost:${port}` })).status)
      })
      const { outcome } = yield* waiting({ callback: Option.some(new URL(address)) }, status, person, (looks) => {
        asked = looks
      })
      assert.strictEqual(outcome, "AUTH")
      assert.deepStrictEqual(seen, [421, 421, 421, 421, 1, 200])
    }))

  it.live("asks the gateway at most once a second, however often the address is hit", () =>
    Effect.gen(function*() {
      const port = yield* freePort
      const address = `http://127.0.0.1:${port}/callback`
      const status = { now: "AWAU" }
      const person = Effect.gen(function*() {
        const clock = yield* Clock.Clock
        const began = clock.currentTimeMillisUnsafe()
        for (let hits = 0; clock.currentTimeMillisUnsafe() - began < 1500; hits += 1) yield* browse(address)
        status.now = "AUTH"
        yield* browse(address)
        return clock.currentTimeMillisUnsafe() - began
      })
      const { looks, outcome } = yield* waiting({ callback: Option.some(new URL(address)) }, status, person)
      assert.strictEqual(outcome, "AUTH")
      // One at the beginning, one for the first hit, and one in each second after it.
      assert.isAtLeast(looks, 3)
      assert.isAtMost(looks, 5)
    }))

  it.live("still hears the person who comes back after a look has shown the decision", () =>
    Effect.gen(function*() {
      const port = yield* freePort
      const address = `http://127.0.0.1:${port}/callback`
      for (const word of ["AUTH", "RJCT"]) {
        const status = { now: "AWAU" }
        const seen: Array<number> = []
        const person = Effect.gen(function*() {
          status.now = word
          yield* Effect.sleep("200 millis")
          seen.push((yield* browse(address)).status)
        })
        const { outcome } = yield* waiting({ callback: Option.some(new URL(address)), poll }, status, person)
        assert.strictEqual(
          typeof outcome === "string" ? outcome : outcome._tag,
          word === "AUTH" ? word : "ConsentRejected"
        )
        assert.deepStrictEqual(seen, [200])
      }
    }))

  it.live("needs no callback where it looks from time to time", () =>
    Effect.gen(function*() {
      const status = { now: "SomethingElse" }
      const person = Effect.andThen(Effect.sleep("80 millis"), Effect.sync(() => status.now = "Authorised"))
      const { outcome } = yield* waiting({ poll }, status, person)
      assert.strictEqual(outcome, "AUTH")
    }))

  it.live("looks from time to time where another has the port", () =>
    Effect.gen(function*() {
      const other = yield* TestGateway.scripted(() => ({ body: {} }))
      const status = { now: "AWAU" }
      const person = Effect.andThen(Effect.sleep("60 millis"), Effect.sync(() => status.now = "AUTH"))
      const how = { callback: Option.some(new URL(`${other.origin}/callback`)), poll }
      const { outcome } = yield* waiting(how, status, person)
      assert.strictEqual(outcome, "AUTH")
    }))

  it.live("looks from time to time where the callback lies on another machine", () =>
    Effect.gen(function*() {
      const status = { now: "AWAU" }
      const person = Effect.andThen(Effect.sleep("60 millis"), Effect.sync(() => status.now = "AUTH"))
      const how = { callback: Option.some(new URL("https://ledger.example/callback")), poll }
      assert.strictEqual((yield* waiting(how, status, person)).outcome, "AUTH")
    }))

  it.live("goes on when the gateway fails in passing", () =>
    Effect.gen(function*() {
      const status: { now: string | Reply } = { now: "AWAU" }
      const person = Effect.gen(function*() {
        status.now = { status: 500 }
        yield* Effect.sleep("100 millis")
        status.now = "AUTH"
      })
      assert.strictEqual((yield* waiting({ poll }, status, person)).outcome, "AUTH")
    }))

  const ends: ReadonlyArray<readonly [string, string]> = [
    ["RJCT", "ConsentRejected"],
    ["Revoked", "ConsentRevoked"],
    ["EXPD", "ConsentExpired"]
  ]
  it.live.each(ends)("ends at once when nobody will approve: %s", ([word, tag]) =>
    Effect.gen(function*() {
      const status = { now: "AWAU" }
      const { outcome } = yield* waiting({ poll }, status, Effect.sync(() => status.now = word))
      assert.strictEqual(typeof outcome === "string" ? outcome : outcome._tag, tag)
    }))

  it.live("ends when nobody came in time, and says how to go on", () =>
    Effect.gen(function*() {
      const { outcome } = yield* waiting({ poll, minutes: 0.002 }, { now: "AWAU" }, Effect.void)
      assert.strictEqual(
        typeof outcome === "string" ? outcome : outcome.message,
        "nobody approved consent c-1 of gb_test within 0.002 minutes; " +
          "it still can be: daybook consent show c-1, then daybook run first-session"
      )
    }))

  it.live("says that nobody knows where the record could not be read once", () =>
    Effect.gen(function*() {
      const { outcome } = yield* waiting({ poll, minutes: 0.002 }, { now: { status: 500 } }, Effect.void)
      assert.strictEqual(
        typeof outcome === "string" ? outcome : outcome.message,
        "nobody knows whether consent c-1 of gb_test was approved within 0.002 minutes, as its record could not be read; " +
          "once the gateway answers: daybook consent show c-1, then daybook run first-session"
      )
    }))

  it.live("is not waiting where there is no way to learn anything", () =>
    Effect.gen(function*() {
      const { outcome } = yield* waiting({}, { now: "AWAU" }, Effect.void)
      assert.strictEqual(typeof outcome === "string" ? outcome : outcome._tag, "ConsentWaiting")
    }))
})
