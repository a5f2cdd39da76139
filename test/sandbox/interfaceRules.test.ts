/**
 * Endpoints, rules, states, events, errors and limits of the interface document, as the sandbox serves them.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, type Caller, jsonOf, listAt, SharedCaller, startCaller, textAt } from "../support/sandbox/Caller.ts"

const errorOf = (answer: { readonly status: number; readonly text: string }) =>
  [answer.status, textAt(jsonOf({ ...answer, headers: {} }), "Errors", 0, "ErrorCode")] as const

const accountIds = Effect.fn("accountIds")(function*({ read }: Caller, id: string) {
  return listAt(jsonOf(yield* read(`/${id}/accounts`)), "Data", "Account").map((account) =>
    textAt(account, "AccountId")
  )
})

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("endpoints and rules", (it) => {
  describe("endpoints", () => {
    it.effect("1 POST /oauth/token answers JSON that nobody may store", () =>
      Effect.gen(function*() {
        const { postJson, ready } = yield* SharedCaller
        const answer = yield* postJson("/oauth/token", { client_id: ready.client_id })
        assert.strictEqual(answer.headers["content-type"], "application/json")
        assert.strictEqual(answer.headers["cache-control"], "no-store")
      }))

    it.effect("2 POST /ais/v1/consents answers 201 and needs the write scope", () =>
      Effect.gen(function*() {
        const { postJson, token } = yield* SharedCaller
        const body = {
          institutionName: "gb_alder_personal",
          scope: "ReadAccountsBasic",
          callbackUri: "http://127.0.0.1:1/callback"
        }
        const created = yield* postJson("/ais/v1/consents", body, { authorization: `Bearer ${yield* token("write")}` })
        assert.strictEqual(created.status, 201)
        const readOnly = yield* postJson("/ais/v1/consents", body, { authorization: `Bearer ${yield* token("read")}` })
        assert.strictEqual(readOnly.status, 403)
      }))

    const reads = ["consents/ID", "ID/accounts", "ID/balances", "ID/transactions"]
    for (const [index, path] of reads.entries()) {
      it.effect(`${index + 3} GET /ais/v1/${path} answers 200 to a token with the read scope and to no other`, () =>
        Effect.gen(function*() {
          const { authorised, send, token } = yield* SharedCaller
          const target = `/ais/v1/${path.replace("ID", yield* authorised("gb_alder_personal"))}`
          const asked = (bearer: string) => send(target, { headers: { authorization: bearer } })
          assert.strictEqual((yield* asked(`Bearer ${yield* token("read")}`)).status, 200)
          assert.strictEqual((yield* asked(`Bearer ${yield* token("write")}`)).status, 403)
          assert.deepStrictEqual(errorOf(yield* asked("Bearer made-up")), [401, "TK01"])
          assert.deepStrictEqual(errorOf(yield* send(target)), [401, "TK09"])
        }))
    }
  })

  describe("endpoint rules", () => {
    it.effect("1 without accountId the bulk resource answers, with accountId only that account's rows", () =>
      Effect.gen(function*() {
        const caller = yield* SharedCaller
        const id = yield* caller.authorised("gb_alder_personal")
        const [first = "", second = ""] = yield* accountIds(caller, id)
        const bulk = listAt(jsonOf(yield* caller.read(`/${id}/balances`)), "Data", "Balance")
        const bulkIds = bulk.map((row) => textAt(row, "AccountId"))
        assert.includeMembers(bulkIds, [first, second])
        for (const resource of ["balances", "transactions"] as const) {
          const page = jsonOf(yield* caller.read(`/${id}/${resource}?accountId=${second}`))
          const rows = listAt(page, "Data", resource === "balances" ? "Balance" : "Transaction")
          assert.isNotEmpty(rows)
          assert.isTrue(rows.every((row) => textAt(row, "AccountId") === second))
        }
      }))

    it.effect("2 fromBookingDateTime bounds the range, and the instant itself belongs to it", () =>
      Effect.gen(function*() {
        const caller = yield* SharedCaller
        const id = yield* caller.authorised("gb_alder_personal")
        const [account = ""] = yield* accountIds(caller, id)
        const all = (yield* caller.pages(`/${id}/transactions?accountId=${account}`))
          .flatMap((page) => listAt(page, "Data", "Transaction"))
        const instant = textAt(all[40], "BookingDateTime")
        const asked = `/${id}/transactions?accountId=${account}&fromBookingDateTime=${encodeURIComponent(instant)}`
        const some = (yield* caller.pages(asked)).flatMap((page) => listAt(page, "Data", "Transaction"))
        const later = all.filter((row) => Date.parse(textAt(row, "BookingDateTime")) >= Date.parse(instant))
        assert.deepStrictEqual(some, later)
        assert.isTrue(some.some((row) => textAt(row, "BookingDateTime") === instant))
      }))

    it.effect("3 endpoint 4 answers directly after the authorisation, at every institution", () =>
      Effect.gen(function*() {
        const caller = yield* SharedCaller
        for (const institution of caller.ready.institutions) {
          assert.isAtLeast((yield* accountIds(caller, yield* caller.authorised(institution))).length, 2, institution)
        }
      }))

    it.effect("4 pages carry first, next and last, and TotalPages is how many there are", () =>
      Effect.gen(function*() {
        const caller = yield* SharedCaller
        for (
          const [institution, place, names] of [
            ["gb_damson_business", "Links", ["First", "Prev", "Next", "Last"]],
            ["gb_elm_personal", "Meta", ["first", "prev", "next", "last"]]
          ] as const
        ) {
          const id = yield* caller.authorised(institution)
          const pages = yield* caller.pages(`/${id}/transactions`)
          const [first, prev, next, last] = names
          assert.isAtLeast(pages.length, 3)
          for (const [index, page] of pages.entries()) {
            assert.strictEqual(at(page, "Meta", "TotalPages"), pages.length)
            assert.isNotEmpty(textAt(page, place, first))
            assert.isNotEmpty(textAt(page, place, last))
            assert.strictEqual(textAt(page, place, prev) === "", index === 0)
            assert.strictEqual(textAt(page, place, next) === "", index === pages.length - 1)
            for (const name of names) {
              const link = textAt(page, place, name)
              assert.isTrue(link === "" || link.startsWith(`${caller.ready.base_url}/ais/v1/${id}/transactions?`))
            }
          }
        }
      }))

    it.effect("5 transactions need the transaction permissions, balances theirs", () =>
      Effect.gen(function*() {
        const { authorised, read } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal", "ReadAccountsBasic ReadBalances")
        assert.strictEqual((yield* read(`/${id}/accounts`)).status, 200)
        assert.strictEqual((yield* read(`/${id}/balances`)).status, 200)
        assert.deepStrictEqual(errorOf(yield* read(`/${id}/transactions`)), [403, "U008"])
        const other = yield* authorised("gb_alder_personal", "ReadAccountsBasic")
        assert.deepStrictEqual(errorOf(yield* read(`/${other}/balances`)), [403, "U008"])
      }))
  })

  describe("states", () => {
    it.effect("a consent just created waits, and may not be read", () =>
      Effect.gen(function*() {
        const { create, read } = yield* SharedCaller
        const { id } = yield* create("gb_alder_personal")
        assert.strictEqual(textAt(jsonOf(yield* read(`/consents/${id}`)), "status"), "AWAU")
        for (const resource of ["accounts", "balances", "transactions"]) {
          assert.deepStrictEqual(errorOf(yield* read(`/${id}/${resource}`)), [400, "U009"])
        }
      }))

    const ends = [["refuse", "RJCT"], ["revoke", "CANC"], ["delete", "AUTH"]] as const
    for (const [action, status] of ends) {
      it.effect(`after ${action} the record says ${status}, deleted ${action === "delete"}, and nothing may be read`, () =>
        Effect.gen(function*() {
          const { authorised, create, decide, read } = yield* SharedCaller
          const id = action === "refuse"
            ? (yield* create("gb_alder_personal")).id
            : yield* authorised("gb_alder_personal")
          yield* decide(id, action)
          const record = jsonOf(yield* read(`/consents/${id}`))
          assert.deepStrictEqual([textAt(record, "status"), at(record, "deleted")], [status, action === "delete"])
          assert.deepStrictEqual(errorOf(yield* read(`/${id}/accounts`)), [400, "U009"])
        }))
    }

    it.effect("a revoked consent lives on when the person stands at the bank's door again", () =>
      Effect.gen(function*() {
        const { authorised, decide, read } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal")
        yield* decide(id, "revoke")
        assert.strictEqual((yield* decide(id, "reauthenticate")).status, 200)
        assert.strictEqual((yield* read(`/${id}/accounts`)).status, 200)
      }))

    it.effect("what a state does not allow is refused and changes nothing", () =>
      Effect.gen(function*() {
        const { create, decide, read } = yield* SharedCaller
        const { id } = yield* create("gb_alder_personal")
        for (const action of ["revoke", "reauthenticate"]) {
          assert.deepStrictEqual(errorOf(yield* decide(id, action)), [400, "U009"])
        }
        yield* decide(id, "refuse")
        assert.deepStrictEqual(errorOf(yield* decide(id, "approve")), [400, "U009"])
        assert.strictEqual(textAt(jsonOf(yield* read(`/consents/${id}`)), "status"), "RJCT")
      }))
  })

  describe("errors", () => {
    it.effect("3 without accountId a bank that has no bulk resource answers 404, and with it 200", () =>
      Effect.gen(function*() {
        const caller = yield* SharedCaller
        const id = yield* caller.authorised("gb_birch_business")
        const [account = ""] = yield* accountIds(caller, id)
        for (const resource of ["balances", "transactions"]) {
          assert.strictEqual((yield* caller.read(`/${id}/${resource}`)).status, 404)
          assert.strictEqual((yield* caller.read(`/${id}/${resource}?accountId=${account}`)).status, 200)
        }
      }))

    it.effect("an unknown consent and another client's consent are both 404", () =>
      Effect.gen(function*() {
        const { read } = yield* SharedCaller
        assert.deepStrictEqual(errorOf(yield* read("/consents/3f1c4ff4-6d32-4c1c-9c51-0f2ad0f5b6aa")), [404, "U011"])
        assert.deepStrictEqual(errorOf(yield* read("/3f1c4ff4-6d32-4c1c-9c51-0f2ad0f5b6aa/accounts")), [404, "U011"])
      }))

    const parameters = [
      ["accountId=nobody", "U011"],
      ["accountId=", "U002"],
      ["accountId=a&accountId=b", "U002"],
      ["fromBookingDateTime=yesterday", "U003"],
      ["fromBookingDateTime=2026-02-30", "U003"],
      ["fromBookingDateTime=2026-11-01T25:00:00", "U003"],
      ["toBookingDateTime=2026-13-01", "U003"],
      ["page=0", "U002"],
      ["page=-1", "U002"],
      ["page=100000", "U002"],
      ["page=2&snapshot=mwq6g800.AAAAAAAAAAAAAAAAAAAAAA", "U002"]
    ] as const
    for (const [query, code] of parameters) {
      it.effect(`?${query} is refused as ${code}`, () =>
        Effect.gen(function*() {
          const { authorised, read } = yield* SharedCaller
          const id = yield* authorised("gb_alder_personal")
          assert.deepStrictEqual(errorOf(yield* read(`/${id}/transactions?${query}`)), [400, code])
        }))
    }

    it.effect("a parameter that nobody knows is ignored", () =>
      Effect.gen(function*() {
        const { authorised, read } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal")
        assert.strictEqual((yield* read(`/${id}/transactions?order=desc&limit=5`)).status, 200)
      }))

    it.effect("an error has the standard's body, and its Id is the interaction id", () =>
      Effect.gen(function*() {
        const { read } = yield* SharedCaller
        const sent = "0b0e2a5e-94f6-4a0d-9a3f-65f3f2bd5d2a"
        const answer = yield* read("/nobody/accounts", { "x-fapi-interaction-id": sent })
        assert.strictEqual(answer.headers["x-fapi-interaction-id"], sent)
        assert.strictEqual(answer.headers["x-sandbox-time"], "2026-11-21T12:00:00.000Z")
        assert.deepStrictEqual(jsonOf(answer), {
          Id: sent,
          Code: "404 NotFound",
          Message: "there is no such consent",
          Errors: [{ ErrorCode: "U011", Message: "there is no such consent", Path: "consent_id" }]
        })
      }))

    it.effect("an interaction id that is no UUID is replaced by one", () =>
      Effect.gen(function*() {
        const { send } = yield* SharedCaller
        const answer = yield* send("/", { headers: { "x-fapi-interaction-id": "<script>" } })
        assert.match(answer.headers["x-fapi-interaction-id"] ?? "", /^[0-9a-f-]{36}$/)
      }))
  })

  describe("versioning", () => {
    it.effect("no other version than /ais/v1 is served", () =>
      Effect.gen(function*() {
        const { read, ready } = yield* SharedCaller
        assert.strictEqual((yield* read(`${ready.base_url}/ais/v2/consents/x`)).status, 404)
      }))
  })
})

describe("rules that depend on time", () => {
  it.live("error 1: history without a window answers 400 after the first session, and 200 with fromBookingDateTime", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller()
      const id = yield* caller.authorised("gb_birch_business")
      const [account = ""] = yield* accountIds(caller, id)
      const whole = `/${id}/transactions?accountId=${account}`
      assert.strictEqual((yield* caller.read(whole)).status, 200)
      yield* caller.advance("PT4M59S")
      assert.strictEqual((yield* caller.read(whole)).status, 200)
      yield* caller.advance("PT1S")
      assert.deepStrictEqual(errorOf(yield* caller.read(whole)), [400, "U004"])
      assert.strictEqual((yield* caller.read(`${whole}&fromBookingDateTime=2026-11-01`)).status, 200)
      yield* caller.decide(id, "reauthenticate")
      assert.strictEqual((yield* caller.read(whole)).status, 200)
    }))

  it.live("error 2 and first institution: accounts only in the first session, never accountId, bulk always", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller()
      const id = yield* caller.authorised("gb_cedar_personal")
      const [account = ""] = yield* accountIds(caller, id)
      assert.deepStrictEqual(errorOf(yield* caller.read(`/${id}/balances?accountId=${account}`)), [400, "U005"])
      yield* caller.advance("PT5M")
      assert.deepStrictEqual(errorOf(yield* caller.read(`/${id}/accounts`)), [403, "U028"])
      assert.deepStrictEqual(errorOf(yield* caller.read(`/${id}/transactions?accountId=${account}`)), [400, "U005"])
      for (const resource of ["balances", "transactions"]) {
        assert.strictEqual((yield* caller.read(`/${id}/${resource}`)).status, 200)
      }
      yield* caller.decide(id, "reauthenticate")
      assert.strictEqual((yield* caller.read(`/${id}/accounts`)).status, 200)
    }))

  it.live("second institution: pages of 25, strictly, and all rows are there when the links are followed", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller()
      const id = yield* caller.authorised("gb_damson_business")
      const pages = yield* caller.pages(`/${id}/transactions`)
      const sizes = pages.map((page) => listAt(page, "Data", "Transaction").length)
      assert.isTrue(sizes.slice(0, -1).every((size) => size === 25))
      assert.isAtMost(sizes.at(-1) ?? 0, 25)
    }))

  it.live("a bank that keeps 90 days after the first session answers an older window with what remains", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller()
      const id = yield* caller.authorised("gb_damson_business")
      const [account = ""] = yield* accountIds(caller, id)
      const asked = `/${id}/transactions?accountId=${account}&fromBookingDateTime=2025-06-01T00:00:00`
      const days = Effect.map(
        caller.pages(asked),
        (pages) =>
          pages.flatMap((page) => listAt(page, "Data", "Transaction"))
            .map((row) => textAt(row, "BookingDateTime").slice(0, 10)).toSorted()
      )
      assert.isBelow(Date.parse((yield* days)[0] ?? ""), Date.parse("2025-06-15"))
      yield* caller.advance("PT5M")
      assert.isAtLeast(Date.parse((yield* days)[0] ?? ""), Date.parse("2026-08-23"))
      assert.isBelow(Date.parse((yield* days)[0] ?? ""), Date.parse("2026-09-01"))
    }))

  it.live("a window of 31 days is served and one of 32 refused, where the bank says so", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller()
      const id = yield* caller.authorised("gb_fir_personal")
      const asked = (from: string, to?: string) =>
        caller.read(
          `/${id}/transactions?fromBookingDateTime=${from}${to === undefined ? "" : `&toBookingDateTime=${to}`}`
        )
      assert.strictEqual((yield* asked("2026-10-01", "2026-10-31")).status, 200)
      assert.strictEqual((yield* asked("2026-10-01T00:00:00", "2026-10-31T23:59:59")).status, 200)
      assert.strictEqual((yield* asked("2026-10-01", "2026-11-01")).status, 400)
      assert.strictEqual((yield* asked("2026-10-22")).status, 200)
      assert.strictEqual((yield* asked("2026-10-20")).status, 400)
      assert.strictEqual((yield* caller.read(`/${id}/transactions`)).status, 400)
    }))

  it.live("limits: an access token expires after 3600 seconds of the sandbox's time", () =>
    Effect.gen(function*() {
      const { advance, send, token } = yield* startCaller()
      const headers = { authorization: `Bearer ${yield* token()}` }
      const asked = send("/ais/v1/consents/none", { headers })
      assert.strictEqual((yield* asked).status, 404)
      yield* advance("PT59M59S")
      assert.strictEqual((yield* asked).status, 404)
      yield* advance("PT1S")
      assert.deepStrictEqual(errorOf(yield* asked), [401, "TKXP"])
    }))

  it.live("a consent expires 90 days after it was made", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller()
      const id = yield* caller.authorised("gb_alder_personal")
      yield* caller.advance("P89DT23H59M59S")
      const record = Effect.gen(function*() {
        return [
          textAt(jsonOf(yield* caller.read(`/consents/${id}`)), "status"),
          (yield* caller.read(`/${id}/balances`)).status
        ]
      })
      assert.deepStrictEqual(yield* record, ["AUTH", 200])
      yield* caller.advance("PT1S")
      assert.deepStrictEqual(yield* record, ["EXPD", 400])
      assert.strictEqual((yield* caller.decide(id, "reauthenticate")).status, 400)
    }))

  it.live("a read is one snapshot: its next links carry the instant of the first page, also past the first session", () =>
    Effect.gen(function*() {
      const caller = yield* startCaller()
      const id = yield* caller.authorised("gb_birch_business")
      const [account = ""] = yield* accountIds(caller, id)
      const whole = `/${id}/transactions?accountId=${account}`
      const undisturbed = yield* caller.pages(whole)
      const first = jsonOf(yield* caller.read(whole))
      yield* caller.advance("P9D")
      const second = jsonOf(yield* caller.read(textAt(first, "Links", "Next")))
      assert.deepStrictEqual(second, undisturbed[1])
    }))
})
