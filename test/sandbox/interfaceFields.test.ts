/**
 * Every row of the field tables of the interface document, as the sandbox serves it.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Redacted, type Schema } from "effect"
import { at, callback, everything, jsonOf, listAt, SharedCaller, textAt } from "../support/sandbox/Caller.ts"

type Json = Schema.Json

const isoWithoutZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/
const isoWithOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/
const isoUtcMillis = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const decimal = /^\d{1,13}(\.\d{1,5})?$/

const without = (body: Readonly<Record<string, unknown>>, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("fields of the interface", (it) => {
  const tokenBody = Effect.gen(function*() {
    const { ready } = yield* SharedCaller
    return {
      grant_type: "client_credentials",
      scope: "read write",
      client_id: ready.client_id,
      client_secret: Redacted.value(ready.client_secret)
    }
  })

  describe("token request", () => {
    const rows = [
      ["grant_type", "password", 400, "unsupported_grant_type"],
      ["scope", "accounts", 400, "invalid_scope"],
      ["client_id", "somebody-else", 401, "invalid_client"],
      ["client_secret", "guessed", 401, "invalid_client"]
    ] as const
    for (const [field, wrong, status, error] of rows) {
      it.effect(`${field} is required, and ${wrong} is refused as ${error}`, () =>
        Effect.gen(function*() {
          const { postJson } = yield* SharedCaller
          const body = yield* tokenBody
          const missing = yield* postJson("/oauth/token", without(body, field))
          assert.deepStrictEqual([missing.status, textAt(jsonOf(missing), "error")], [400, "invalid_request"])
          const refused = yield* postJson("/oauth/token", { ...body, [field]: wrong })
          assert.deepStrictEqual([refused.status, textAt(jsonOf(refused), "error")], [status, error])
          assert.isNotEmpty(textAt(jsonOf(refused), "error_description"))
        }))
    }
  })

  describe("token response", () => {
    const rows: ReadonlyArray<readonly [string, (value: Json | undefined) => boolean]> = [
      ["access_token", (value) => typeof value === "string" && value.length >= 22],
      ["token_type", (value) => value === "Bearer"],
      ["expires_in", (value) => value === 3600],
      ["scope", (value) => value === "ais-authorization-server/write ais-authorization-server/read"]
    ]
    for (const [field, holds] of rows) {
      it.effect(`${field} is as documented`, () =>
        Effect.gen(function*() {
          const { postJson } = yield* SharedCaller
          const answer = yield* postJson("/oauth/token", yield* tokenBody)
          assert.strictEqual(answer.status, 200)
          assert.isTrue(holds(at(jsonOf(answer), field)), answer.text)
        }))
    }
  })

  describe("consent create request", () => {
    const rows = [
      ["institutionName", "gb_nowhere_personal"],
      ["scope", "ReadEverything"],
      ["callbackUri", "https://attacker.example/callback"]
    ] as const
    for (const [field, wrong] of rows) {
      it.effect(`${field} is required, and ${wrong} is refused`, () =>
        Effect.gen(function*() {
          const { postJson, token } = yield* SharedCaller
          const bearer = { authorization: `Bearer ${yield* token()}` }
          const body = { institutionName: "gb_alder_personal", scope: everything, callbackUri: callback }
          const missing = jsonOf(yield* postJson("/ais/v1/consents", without(body, field), bearer))
          assert.strictEqual(textAt(missing, "Errors", 0, "ErrorCode"), "U004")
          assert.strictEqual(textAt(missing, "Errors", 0, "Path"), field)
          const refused = yield* postJson("/ais/v1/consents", { ...body, [field]: wrong }, bearer)
          assert.strictEqual(refused.status, 400)
          assert.strictEqual(textAt(jsonOf(refused), "Errors", 0, "ErrorCode"), "U002")
        }))
    }
  })

  describe("consent create response", () => {
    it.effect("authorization_uri is an address with at least 128 random bits", () =>
      Effect.gen(function*() {
        const { create, ready } = yield* SharedCaller
        const { address } = yield* create("gb_alder_personal")
        assert.isTrue(address.startsWith(`${ready.auth_url}/authorize/`))
        assert.isAtLeast(address.slice(`${ready.auth_url}/authorize/`.length).length, 22)
      }))

    it.effect("consent_id is a UUID that reads the consent afterwards", () =>
      Effect.gen(function*() {
        const { create, read } = yield* SharedCaller
        const { id } = yield* create("gb_alder_personal")
        assert.match(id, uuid)
        assert.strictEqual((yield* read(`/consents/${id}`)).status, 200)
      }))
  })

  describe("consent record", () => {
    const rows: ReadonlyArray<readonly [ReadonlyArray<string>, (value: Json | undefined, id: string) => boolean]> = [
      [["id"], (value, id) => value === id],
      [["status"], (value) => value === "AUTH"],
      [["deleted"], (value) => value === false],
      [["created_date"], (value) => isoWithoutZone.test(String(value))],
      [["modified_date"], (value) => isoWithoutZone.test(String(value))],
      [["agreement"], (value) => Object.keys(Object(value)).join() === "Data,Risk"],
      [["agreement", "Data", "ExpirationDateTime"], (value) => value === "2027-02-19T12:00:00.000+00:00"],
      [["agreement", "Data", "Permissions"], (value) => Array.isArray(value) && value.join(" ") === everything],
      [["agreement", "Data", "TransactionFromDateTime"], (value) => value === "2024-11-21T12:00:00.000+00:00"],
      [["agreement", "Data", "TransactionToDateTime"], (value) => isoWithOffset.test(String(value))],
      [["agreement", "Risk"], (value) => JSON.stringify(value) === "{}"]
    ]
    for (const [path, holds] of rows) {
      it.effect(`${path.join(".")} is as documented`, () =>
        Effect.gen(function*() {
          const { authorised, read } = yield* SharedCaller
          const id = yield* authorised("gb_alder_personal")
          const answer = yield* read(`/consents/${id}`)
          assert.isTrue(holds(at(jsonOf(answer), ...path), id), answer.text)
        }))
    }
  })

  describe("accounts response", () => {
    it.effect("is an envelope of Data.Account, Links.Self and an empty Meta", () =>
      Effect.gen(function*() {
        const { authorised, read, ready } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal")
        const page = jsonOf(yield* read(`/${id}/accounts`))
        assert.deepStrictEqual(Object.keys(Object(page)), ["Data", "Links", "Meta"])
        assert.isAtLeast(listAt(page, "Data", "Account").length, 2)
        assert.deepStrictEqual(at(page, "Links"), { Self: `${ready.base_url}/ais/v1/${id}/accounts` })
        assert.deepStrictEqual(at(page, "Meta"), {})
      }))

    const rows: ReadonlyArray<readonly [string, (value: Json | undefined) => boolean]> = [
      ["AccountId", (value) => typeof value === "string" && value.length <= 40],
      ["AccountCategory", (value) => value === "Personal"],
      ["AccountTypeCode", (value) => /^[A-Z]{4}$/.test(String(value))],
      ["Currency", (value) => value === "GBP"],
      ["Description", (value) => typeof value === "string" && value.length > 0],
      [
        "Account",
        (value) =>
          Array.isArray(value) &&
          ["SchemeName", "Identification", "Name"].every((name) => textAt(value, 0, name) !== "")
      ]
    ]
    for (const [field, holds] of rows) {
      it.effect(`${field} is as documented`, () =>
        Effect.gen(function*() {
          const { authorised, read } = yield* SharedCaller
          const id = yield* authorised("gb_alder_personal")
          for (const account of listAt(jsonOf(yield* read(`/${id}/accounts`)), "Data", "Account")) {
            assert.isTrue(holds(at(account, field)), JSON.stringify(account))
          }
        }))
    }
  })

  describe("balances response", () => {
    it.effect("is an envelope of Data.Balance, Links.Self and Meta.TotalPages", () =>
      Effect.gen(function*() {
        const { authorised, read, ready } = yield* SharedCaller
        const id = yield* authorised("gb_alder_personal")
        const page = jsonOf(yield* read(`/${id}/balances`))
        assert.isAtLeast(listAt(page, "Data", "Balance").length, 2)
        assert.strictEqual(textAt(page, "Links", "Self"), `${ready.base_url}/ais/v1/${id}/balances`)
        assert.strictEqual(at(page, "Meta", "TotalPages"), 1)
      }))

    const rows: ReadonlyArray<readonly [string, (value: Json | undefined) => boolean]> = [
      ["AccountId", (value) => typeof value === "string"],
      [
        "Amount",
        (value) =>
          decimal.test(textAt(value, "Amount")) && /^[A-Z]{3}$/.test(textAt(value, "Currency")) &&
          textAt(value, "SubType") !== ""
      ],
      ["CreditDebitIndicator", (value) => value === "Credit" || value === "Debit"],
      [
        "CreditLine",
        (value) =>
          value === undefined ||
          listAt(value).every((line) =>
            typeof at(line, "Included") === "boolean" && textAt(line, "Type") !== "" &&
            decimal.test(textAt(line, "Amount", "Amount")) && textAt(line, "Amount", "Currency") !== ""
          )
      ],
      ["DateTime", (value) => isoUtcMillis.test(String(value))],
      ["Type", (value) => typeof value === "string"]
    ]
    for (const [field, holds] of rows) {
      it.effect(`${field} is as documented, at a bank with credit lines too`, () =>
        Effect.gen(function*() {
          const { authorised, read } = yield* SharedCaller
          for (const institution of ["gb_alder_personal", "gb_elm_personal"]) {
            const id = yield* authorised(institution)
            for (const balance of listAt(jsonOf(yield* read(`/${id}/balances`)), "Data", "Balance")) {
              assert.isTrue(holds(at(balance, field)), JSON.stringify(balance))
            }
          }
        }))
    }

    it.effect("several balances of one account stand in different currencies", () =>
      Effect.gen(function*() {
        const { authorised, read } = yield* SharedCaller
        const id = yield* authorised("gb_elm_personal")
        const currencies = new Map<string, Set<string>>()
        for (const balance of listAt(jsonOf(yield* read(`/${id}/balances`)), "Data", "Balance")) {
          const account = textAt(balance, "AccountId")
          const known = currencies.get(account) ?? new Set<string>()
          currencies.set(account, known.add(textAt(balance, "Amount", "Currency")))
        }
        assert.isAtLeast(Math.max(...[...currencies.values()].map((known) => known.size)), 3)
      }))
  })
})
