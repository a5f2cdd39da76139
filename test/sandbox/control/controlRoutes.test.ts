import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, jsonOf, SharedCaller, textAt } from "../../support/sandbox/Caller.ts"

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("control", (it) => {
  it.effect("shows clock, seed, faults and institutions", () =>
    Effect.gen(function*() {
      const { ready, send } = yield* SharedCaller
      for (const address of [ready.control_url, `${ready.control_url}/`]) {
        assert.deepStrictEqual(jsonOf(yield* send(address)), {
          now: "2026-11-21T12:00:00.000Z",
          seed: 7,
          faults: [],
          institutions: [
            "gb_alder_personal",
            "gb_birch_business",
            "gb_cedar_personal",
            "gb_damson_business",
            "gb_elm_personal",
            "gb_fir_personal"
          ]
        })
      }
    }))

  it.effect("decides for the person: approve is the first customer with all accounts", () =>
    Effect.gen(function*() {
      const { authorised, decide, read } = yield* SharedCaller
      const id = yield* authorised("gb_alder_personal")
      const accounts = yield* read(`/${id}/accounts`)
      assert.include(accounts.text, "Ada Marlow")
      const record = jsonOf(yield* decide(id, "revoke"))
      assert.deepStrictEqual([textAt(record, "id"), textAt(record, "status")], [id, "CANC"])
      const deleted = jsonOf(yield* decide(id, "delete"))
      assert.deepStrictEqual([textAt(deleted, "status"), at(deleted, "deleted")], ["CANC", true])
    }))

  it.effect("takes no orders from pages of other origins, nor in another content type", () =>
    Effect.gen(function*() {
      const { create, ready, send } = yield* SharedCaller
      const { id } = yield* create("gb_alder_personal")
      const type = { "content-type": "application/json" }
      const approve = JSON.stringify({ action: "approve" })
      for (
        const [path, body] of [["/clock", "{\"advance\":\"PT1M\"}"], ["/faults", "{\"fault\":\"500\"}"], [
          `/consents/${id}`,
          approve
        ]] as const
      ) {
        const foreign = { ...type, origin: "https://attacker.example" }
        const target = `${ready.control_url}${path}`
        assert.strictEqual((yield* send(target, { method: "POST", body, headers: foreign })).status, 403)
        const plain = { "content-type": "text/plain" }
        assert.strictEqual((yield* send(target, { method: "POST", body, headers: plain })).status, 415)
      }
      const get = yield* send(ready.control_url, { headers: { origin: "null" } })
      assert.strictEqual(get.status, 403)
      const own = yield* send(ready.control_url, { headers: { origin: ready.base_url } })
      assert.deepStrictEqual([own.status, textAt(jsonOf(own), "now")], [200, "2026-11-21T12:00:00.000Z"])
    }))

  it.effect("an unknown consent is 404, an unknown action 400", () =>
    Effect.gen(function*() {
      const { create, decide } = yield* SharedCaller
      assert.strictEqual((yield* decide("nobody", "approve")).status, 404)
      assert.strictEqual((yield* decide((yield* create("gb_elm_personal")).id, "bless")).status, 400)
    }))

  it.effect("the clock goes forward by a span or to an instant, and says where it stands", () =>
    Effect.gen(function*() {
      const { postJson, ready } = yield* SharedCaller
      const move = (order: unknown) =>
        Effect.map(postJson(`${ready.control_url}/clock`, order), (answer) => textAt(jsonOf(answer), "now"))
      assert.strictEqual(yield* move({ advance: "PT6M" }), "2026-11-21T12:06:00.000Z")
      assert.strictEqual(yield* move({ advance: "P1DT0.5S" }), "2026-11-22T12:06:00.500Z")
      assert.strictEqual(yield* move({ to: "2026-11-23T00:00:00+01:00" }), "2026-11-22T23:00:00.000Z")
      assert.strictEqual(yield* move({ to: "2026-11-22T23:00:00Z" }), "2026-11-22T23:00:00.000Z")
      assert.strictEqual(yield* move({ advance: "P1W" }), "2026-11-29T23:00:00.000Z")
      assert.strictEqual(yield* move({ advance: "P3M" }), "2027-02-28T23:00:00.000Z")
      assert.strictEqual(yield* move({ advance: "P1Y1M2DT1H" }), "2028-03-31T00:00:00.000Z")
    }))
})
