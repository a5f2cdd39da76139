/**
 * Each fault by its name, switched on and seen from outside.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { type Fault, faultNames } from "../../../src/sandbox/faults/faults.ts"
import { type Answer, at, jsonOf, listAt, SharedCaller, textAt } from "../../support/sandbox/Caller.ts"
import { exchange, request } from "../../support/sandbox/rawHttp.ts"

type Json = Schema.Json

interface Seen {
  readonly sound: Json
  readonly answer: Answer
  readonly origin: string
}

const first = (page: Json, ...path: ReadonlyArray<string>) => at(page, "Data", "Transaction", 0, ...path)
const rowsOf = (page: Json) => listAt(page, "Data", "Transaction")

const observed: { readonly [F in Exclude<Fault, "slow" | "cut-body">]: (seen: Seen) => void } = {
  "401": ({ answer }) => assert.strictEqual(answer.status, 401),
  "403": ({ answer }) => assert.strictEqual(answer.status, 403),
  "429": ({ answer }) => assert.deepStrictEqual([answer.status, answer.headers["retry-after"]], [429, undefined]),
  "429-retry-after": ({ answer }) => assert.deepStrictEqual([answer.status, answer.headers["retry-after"]], [429, "2"]),
  "500": ({ answer }) => assert.strictEqual(answer.status, 500),
  "503": ({ answer }) => assert.strictEqual(answer.status, 503),
  "html-error": ({ answer }) =>
    assert.deepStrictEqual([answer.status, answer.headers["content-type"]], [502, "text/html"]),
  "empty-200": ({ answer }) => assert.deepStrictEqual([answer.status, answer.text], [200, ""]),
  "data-null": ({ answer }) => assert.strictEqual(at(jsonOf(answer), "Data"), null),
  "object-for-list": ({ answer, sound }) =>
    assert.deepStrictEqual(at(jsonOf(answer), "Data", "Transaction"), first(sound)),
  "looping-next": ({ answer }) =>
    assert.strictEqual(textAt(jsonOf(answer), "Links", "Next"), textAt(jsonOf(answer), "Links", "Self")),
  "foreign-next": ({ answer, origin }) =>
    assert.notStrictEqual(new URL(textAt(jsonOf(answer), "Links", "Next")).origin, origin),
  "other-resource-next": ({ answer, origin }) => {
    const next = new URL(textAt(jsonOf(answer), "Links", "Next"))
    assert.deepStrictEqual([next.origin, next.pathname.endsWith("/balances")], [origin, true])
  },
  "wrong-total-pages": ({ answer, sound }) =>
    assert.strictEqual(at(jsonOf(answer), "Meta", "TotalPages"), Number(at(sound, "Meta", "TotalPages")) + 7),
  "repeated-row": ({ answer, sound }) =>
    assert.deepStrictEqual(rowsOf(jsonOf(answer)), [...rowsOf(sound), ...rowsOf(sound).slice(-1)]),
  "other-account-row": ({ answer, sound }) => {
    const foreign = rowsOf(jsonOf(answer)).at(-1)
    assert.isFalse(rowsOf(sound).some((row) => textAt(row, "AccountId") === textAt(foreign, "AccountId")))
  },
  "sign-against-indicator": ({ answer, sound }) =>
    assert.strictEqual(first(jsonOf(answer), "Amount", "Amount"), `-${String(first(sound, "Amount", "Amount"))}`),
  "missing-field": ({ answer }) => assert.isUndefined(first(jsonOf(answer), "BookingDateTime")),
  "six-decimals": ({ answer }) => assert.match(String(first(jsonOf(answer), "Amount", "Amount")), /^\d+\.\d{6}$/),
  "unknown-codes": ({ answer }) => assert.strictEqual(first(jsonOf(answer), "BankTransactionCode", "Code"), "ZZZZ"),
  "unknown-fields": ({ answer }) => assert.isTrue(rowsOf(jsonOf(answer)).every((row) => at(row, "FieldOfTomorrow")))
}

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("faults on demand", (it) => {
  describe("by header", () => {
    for (const [fault, see] of Object.entries(observed)) {
      it.effect(`${fault} is seen, with the sandbox's time and an interaction id`, () =>
        Effect.gen(function*() {
          const { authorised, read, ready } = yield* SharedCaller
          const id = yield* authorised("gb_alder_personal")
          const path = `/${id}/transactions`
          const sound = jsonOf(yield* read(path))
          const answer = yield* read(path, { "x-sandbox-fault": fault })
          see({ sound, answer, origin: ready.base_url })
          assert.strictEqual(answer.headers["x-sandbox-time"], "2026-11-21T12:00:00.000Z")
          assert.isNotEmpty(answer.headers["x-fapi-interaction-id"] ?? "")
        }))
    }

    it.effect("cut-body promises more than it sends", () =>
      Effect.gen(function*() {
        const { authorised, ready, token } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal")
        const answer = yield* exchange(
          ready,
          request("GET", `/ais/v1/${id}/accounts`, {
            authorization: `Bearer ${yield* token()}`,
            "x-sandbox-fault": "cut-body"
          })
        )
        const promised = Number(/content-length: (\d+)/i.exec(answer)?.[1])
        const sent = answer.slice(answer.indexOf("\r\n\r\n") + 4).length
        assert.isAbove(sent, 0)
        assert.isBelow(sent, promised)
      }))

    it.effect("slow takes five seconds, and then answers rightly", () =>
      Effect.gen(function*() {
        const { authorised, read } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal")
        const late = yield* Effect.timeoutOption(read(`/${id}/accounts`, { "x-sandbox-fault": "slow" }), "1 second")
        assert.strictEqual(late._tag, "None")
      }))

    it.effect("rows left out by object-for-list follow on the next pages", () =>
      Effect.gen(function*() {
        const { authorised, pages, read } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal")
        const path = `/${id}/transactions?fromBookingDateTime=2026-10-01`
        const all = (yield* pages(path)).flatMap(rowsOf)
        const faulty = jsonOf(yield* read(path, { "x-sandbox-fault": "object-for-list" }))
        const rest = (yield* pages(textAt(faulty, "Links", "Next"))).flatMap(rowsOf)
        assert.deepStrictEqual([at(faulty, "Data", "Transaction"), ...rest], all)
      }))

    it.effect("a name that no fault has is refused", () =>
      Effect.gen(function*() {
        const { read } = yield* SharedCaller
        const answer = yield* read("/consents/x", { "x-sandbox-fault": "earthquake" })
        assert.deepStrictEqual([answer.status, textAt(jsonOf(answer), "Errors", 0, "ErrorCode")], [400, "U006"])
      }))

    it.effect("the token endpoint says the same in OAuth's words", () =>
      Effect.gen(function*() {
        const { postJson } = yield* SharedCaller
        const answer = yield* postJson("/oauth/token", {}, { "x-sandbox-fault": "503" })
        assert.deepStrictEqual([answer.status, textAt(jsonOf(answer), "error")], [503, "temporarily_unavailable"])
      }))
  })

  describe("by control", () => {
    it.effect("every fault can be switched on, is listed, and is gone when cleared", () =>
      Effect.gen(function*() {
        const { postJson, send } = yield* SharedCaller
        for (const fault of faultNames) {
          const on = yield* postJson("/_control/faults", { fault, institution: "gb_fir_personal", times: 3 })
          assert.strictEqual(on.status, 200)
        }
        const listed = listAt(jsonOf(yield* send("/_control")), "faults")
        assert.deepStrictEqual(listed.map((one) => textAt(one, "fault")), [...faultNames])
        assert.strictEqual((yield* send("/_control/faults", { method: "DELETE" })).status, 204)
        assert.deepStrictEqual(at(jsonOf(yield* send("/_control")), "faults"), [])
      }))

    it.effect("times, institution and resource limit it", () =>
      Effect.gen(function*() {
        const { authorised, postJson, read } = yield* SharedCaller
        const elm = yield* authorised("gb_elm_personal")
        const alder = yield* authorised("gb_alder_personal")
        const limits = { institution: "gb_elm_personal", resource: "balances", times: 2 }
        yield* postJson("/_control/faults", { fault: "500", ...limits })
        const statuses = [
          (yield* read(`/${alder}/balances`)).status,
          (yield* read(`/${elm}/accounts`)).status,
          (yield* read(`/${elm}/balances`)).status,
          (yield* read(`/${elm}/balances`)).status,
          (yield* read(`/${elm}/balances`)).status
        ]
        assert.deepStrictEqual(statuses, [200, 200, 500, 500, 200])
      }))

    it.effect("a bank loses the booked rows of two days, until faults are cleared", () =>
      Effect.gen(function*() {
        const { authorised, postJson, read, send } = yield* SharedCaller
        const alder = yield* authorised("gb_alder_personal")
        const days = Effect.map(read(`/${alder}/transactions`), (answer) =>
          rowsOf(jsonOf(answer)).map((row) => textAt(row, "BookingDateTime").slice(0, 10)))
        const lost = ["2026-11-20", "2026-11-19"]
        assert.includeMembers(yield* days, lost)
        const said = yield* postJson("/_control/lost-rows", { institution: "gb_alder_personal" })
        assert.deepStrictEqual([said.status, at(jsonOf(said), "lost")], [200, lost])
        assert.notIncludeMembers(yield* days, lost)
        assert.strictEqual((yield* postJson("/_control/lost-rows", { institution: "gb_x" })).status, 400)
        yield* send("/_control/faults", { method: "DELETE" })
        assert.includeMembers(yield* days, lost)
      }))

    const wrong = [
      { fault: "earthquake" },
      { fault: "500", times: 0 },
      { fault: "500", institution: "gb_x" },
      {
        fault: "500",
        resource: "everything"
      },
      { fault: "500", extra: 1 },
      [],
      "500",
      {}
    ]
    for (const body of wrong) {
      it.effect(`${JSON.stringify(body)} is refused`, () =>
        Effect.gen(function*() {
          const { postJson } = yield* SharedCaller
          assert.strictEqual((yield* postJson("/_control/faults", body)).status, 400)
        }))
    }
  })
})
