import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, everything, jsonOf, SharedCaller, textAt } from "../../support/sandbox/Caller.ts"
import { newBrowser, walk } from "../../support/sandbox/person.ts"

const shownAs = (id: string, text: string) => new RegExp(`<code id="${id}">([^<]+)</code>`).exec(text)?.[1] ?? ""

const registration = {
  name: "Ledger & Sons <b>",
  callback_uris: "https://ledger.example/back\r\nhttp://127.0.0.1/cb",
  webhook_url: ""
}

const register = Effect.gen(function*() {
  const { ready } = yield* SharedCaller
  const browser = yield* newBrowser
  const page = yield* browser.send(yield* browser.open(ready.portal_url), registration)
  return { browser, page, id: shownAs("client_id", page.text), secret: shownAs("client_secret", page.text) }
})

const tokenWith = Effect.fn("tokenWith")(function*(client_id: string, client_secret: string) {
  const { postJson } = yield* SharedCaller
  const asked = { grant_type: "client_credentials", scope: "read write", client_id, client_secret }
  return yield* postJson("/oauth/token", asked)
})

/** The page with only the form that holds this button. */
const withForm = <P extends { readonly text: string }>(page: P, button: string): P => ({
  ...page,
  text: page.text.split("<form").map((part) => `<form${part}`).find((part) => part.includes(`name="${button}"`)) ?? ""
})

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("the portal", (it) => {
  it.effect("shows id and secrets once, and they walk the whole interface", () =>
    Effect.gen(function*() {
      const { postJson, send } = yield* SharedCaller
      const { browser, id, page, secret } = yield* register
      assert.match(shownAs("webhook_secret", page.text), /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.include(page.text, "Ledger &amp; Sons &lt;b&gt;")
      const bearer = { authorization: `Bearer ${textAt(jsonOf(yield* tokenWith(id, secret)), "access_token")}` }
      const asked = { institutionName: "gb_fir_personal", scope: everything, callbackUri: "http://127.0.0.1:55555/cb" }
      const created = jsonOf(yield* postJson("/ais/v1/consents", asked, bearer))
      const consent = textAt(created, "consent_id")
      yield* walk(textAt(created, "authorization_uri"), {
        decision: "authorise",
        username: "wren",
        password: "fir-wren-29"
      })
      assert.strictEqual((yield* send(`/ais/v1/${consent}/accounts`, { headers: bearer })).status, 200)
      const path = /<form method="post" action="(\/portal\/clients\/[^"]+)"/.exec(page.text)?.[1] ?? ""
      const later = yield* browser.open(new URL(path, page.address).href)
      assert.strictEqual(shownAs("client_id", later.text), id)
      assert.strictEqual(shownAs("client_secret", later.text), "")
    }))

  it.effect("a consent of another client is unknown to it", () =>
    Effect.gen(function*() {
      const { authorised, send } = yield* SharedCaller
      const { id, secret } = yield* register
      const bearer = { authorization: `Bearer ${textAt(jsonOf(yield* tokenWith(id, secret)), "access_token")}` }
      const foreign = yield* authorised("gb_alder_personal")
      assert.strictEqual((yield* send(`/ais/v1/consents/${foreign}`, { headers: bearer })).status, 404)
      assert.strictEqual((yield* send(`/ais/v1/${foreign}/accounts`, { headers: bearer })).status, 404)
    }))

  it.effect("rotate shows a new secret, and the old one and its tokens are refused", () =>
    Effect.gen(function*() {
      const { send } = yield* SharedCaller
      const { browser, id, page, secret } = yield* register
      const old = textAt(jsonOf(yield* tokenWith(id, secret)), "access_token")
      const rotated = yield* browser.send(withForm(page, "rotate"), { rotate: "yes" })
      const fresh = shownAs("client_secret", rotated.text)
      assert.notStrictEqual(fresh, secret)
      assert.strictEqual((yield* tokenWith(id, secret)).status, 401)
      assert.strictEqual((yield* tokenWith(id, fresh)).status, 200)
      const headers = { authorization: `Bearer ${old}` }
      assert.strictEqual((yield* send("/ais/v1/consents/x", { headers })).status, 401)
    }))

  it.effect("the printed client can be looked at and not changed, so that a restart can print it again", () =>
    Effect.gen(function*() {
      const { ready, send } = yield* SharedCaller
      const page = yield* send(ready.client_url)
      assert.strictEqual(shownAs("client_id", page.text), ready.client_id)
      assert.notInclude(page.text, "<form")
      const headers = { "content-type": "application/x-www-form-urlencoded" }
      assert.strictEqual((yield* send(ready.client_url, { method: "POST", body: "revoke=yes", headers })).status, 400)
      assert.isNotEmpty(yield* (yield* SharedCaller).token())
    }))

  it.effect("revoke makes the client unknown", () =>
    Effect.gen(function*() {
      const { browser, id, page, secret } = yield* register
      const revoked = yield* browser.send(withForm(page, "revoke"), { revoke: "yes" })
      assert.include(revoked.text, "It is revoked")
      const refused = yield* tokenWith(id, secret)
      assert.deepStrictEqual([refused.status, textAt(jsonOf(refused), "error")], [401, "invalid_client"])
    }))

  it.effect("names each fault of a registration beside its field and in a summary, and keeps what was typed", () =>
    Effect.gen(function*() {
      const { ready } = yield* SharedCaller
      const browser = yield* newBrowser
      const page = yield* browser.send(yield* browser.open(ready.portal_url), {
        name: "",
        callback_uris: "javascript:alert(1)",
        webhook_url: "ftp://x"
      })
      assert.strictEqual(page.status, 400)
      for (const field of ["name", "callback_uris", "webhook_url"]) {
        assert.include(page.text, `<a href="#${field}">`)
        assert.include(page.text, `id="${field}-wrong"`)
      }
      assert.include(page.text, "javascript:alert(1)</textarea>")
    }))

  it.effect("forms of another origin are refused", () =>
    Effect.gen(function*() {
      const { send } = yield* SharedCaller
      const { page } = yield* register
      const path = /<form method="post" action="(\/portal\/clients\/[^"]+)"/.exec(page.text)?.[1] ?? ""
      const headers = { origin: "https://attacker.example", "content-type": "application/x-www-form-urlencoded" }
      for (
        const [target, body] of [["/portal", "name=x&callback_uris=https://x.example/"], [path, "revoke=yes"]] as const
      ) {
        assert.strictEqual((yield* send(target, { method: "POST", body, headers })).status, 403)
      }
    }))

  it.effect("the OpenAPI document lists the six endpoints, and a page reads them to people", () =>
    Effect.gen(function*() {
      const { ready, send } = yield* SharedCaller
      const document = jsonOf(yield* send(ready.openapi_url))
      assert.strictEqual(textAt(document, "servers", 0, "url"), ready.base_url)
      const listed = Object.entries(Object(at(document, "paths"))).flatMap(([path, methods]) =>
        Object.keys(Object(methods)).map((method) => `${method} ${path}`)
      )
      assert.sameMembers(listed, [
        "post /oauth/token",
        "post /ais/v1/consents",
        "get /ais/v1/consents/{consentId}",
        "get /ais/v1/{consentId}/accounts",
        "get /ais/v1/{consentId}/balances",
        "get /ais/v1/{consentId}/transactions"
      ])
      assert.strictEqual(textAt(document, "components", "securitySchemes", "bearer", "scheme"), "bearer")
      assert.deepStrictEqual(at(document, "paths", "/ais/v1/consents", "post", "security"), [{ bearer: [] }])
      assert.deepStrictEqual(at(document, "paths", "/oauth/token", "post", "security"), [])
      assert.includeMembers(Object.keys(Object(at(document, "paths", "/ais/v1/consents", "post", "responses"))), [
        "201",
        "405",
        "413",
        "415"
      ])
      const page = yield* send("/docs")
      for (const entry of listed) assert.include(page.text, `<code>${entry.split(" ")[1]}</code>`)
    }))
})
