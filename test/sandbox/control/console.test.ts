import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, jsonOf, listAt, SharedCaller, textAt } from "../../support/sandbox/Caller.ts"

const isHtml = (headers: Readonly<Record<string, string | undefined>>) =>
  (headers["content-type"] ?? "").startsWith("text/html")

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("the console", (it) => {
  const press = Effect.fn("press")(function*(path: string, fields: Readonly<Record<string, string>>, origin?: string) {
    const { ready, send } = yield* SharedCaller
    const shown = yield* send(`${ready.base_url}/portal/console`)
    const token = /name="form" value="([^"]+)"/.exec(shown.text)?.[1] ?? ""
    return yield* send(`${ready.control_url}/${path}`, {
      method: "POST",
      body: new URLSearchParams({ form: token, ...fields }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "text/html",
        origin: origin ?? ready.base_url
      }
    })
  })

  const control = Effect.gen(function*() {
    const { ready, send } = yield* SharedCaller
    return jsonOf(yield* send(ready.control_url))
  })

  it.effect("moves the clock, decides for people and switches faults, by buttons", () =>
    Effect.gen(function*() {
      const { create, read, ready } = yield* SharedCaller
      const moved = yield* press("clock", { advance: "PT6M" })
      assert.deepStrictEqual([moved.status, moved.headers["location"]], [303, "/portal/console"])
      assert.strictEqual(textAt(yield* control, "now"), "2026-11-21T12:06:00.000Z")

      const { id } = yield* create("gb_alder_personal")
      for (const [action, status] of [["approve", "AUTH"], ["revoke", "CANC"]] as const) {
        assert.strictEqual((yield* press(`consents/${id}`, { action })).status, 303)
        assert.strictEqual(textAt(jsonOf(yield* read(`/consents/${id}`)), "status"), status)
      }
      yield* press("faults", { fault: "500", institution: "", resource: "balances", times: "2" })
      assert.deepStrictEqual(at(yield* control, "faults"), [{ fault: "500", resource: "balances", times: 2 }])
      yield* press("faults", { clear: "all" })
      assert.deepStrictEqual(listAt(yield* control, "faults"), [])
      assert.isTrue(ready.ready)
    }))

  it.effect("takes no form without its token or from elsewhere, and says what did not work", () =>
    Effect.gen(function*() {
      const before = textAt(yield* control, "now")
      const forged = [
        yield* press("clock", { advance: "P1D", form: "x" }),
        yield* press("clock", { advance: "P1D" }, "https://attacker.example"),
        yield* press("clock", { advance: "P1D" }, "null")
      ]
      assert.deepStrictEqual(forged.map(({ status }) => status), [403, 403, 403])
      const wrong = yield* press("clock", { advance: "tomorrow" })
      assert.strictEqual(wrong.status, 400)
      assert.isTrue(isHtml(wrong.headers))
      assert.include(wrong.text, "advance is not an ISO 8601 duration: tomorrow.")
      assert.strictEqual(textAt(yield* control, "now"), before)
    }))

  it.effect("is what a browser sees at the address of control, while programs get JSON", () =>
    Effect.gen(function*() {
      const { ready, send } = yield* SharedCaller
      const shown = yield* send(ready.control_url, { headers: { accept: "text/html,*/*" } })
      assert.isTrue(isHtml(shown.headers))
      assert.include(shown.text, "<h1>Console</h1>")
      assert.notMatch(shown.text, /<script|style="/)
    }))
})
