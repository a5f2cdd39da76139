import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readForm } from "../../../src/sandbox/person/Browser.ts"
import { callback, everything, jsonOf, listAt, SharedCaller, textAt } from "../../support/sandbox/Caller.ts"
import { newBrowser, walk } from "../../support/sandbox/person.ts"

const ada = { decision: "authorise", username: "ada", password: "alder-ada-1815" } as const

const statusOf = Effect.fn("statusOf")(function*(id: string) {
  const { read } = yield* SharedCaller
  return textAt(jsonOf(yield* read(`/consents/${id}`)), "status")
})

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })("the consent journey", (it) => {
  it.effect("leads a person without scripts from the consent screen to AUTH and back", () =>
    Effect.gen(function*() {
      const { create, read } = yield* SharedCaller
      const { address, id } = yield* create("gb_alder_personal")
      assert.strictEqual(yield* walk(address, ada), `${callback}?consent_id=${id}&status=AUTH`)
      assert.strictEqual(yield* statusOf(id), "AUTH")
      assert.isAtLeast(listAt(jsonOf(yield* read(`/${id}/accounts`)), "Data", "Account").length, 3)
    }))

  it.effect("every model customer of every institution can walk it with the password that is shown", () =>
    Effect.gen(function*() {
      const { create, ready } = yield* SharedCaller
      for (const { institution, password, username } of ready.customers) {
        const { address, id } = yield* create(institution)
        yield* walk(address, { decision: "authorise", username, password })
        assert.strictEqual(yield* statusOf(id), "AUTH", username)
      }
    }))

  it.effect("shares only the accounts that were left ticked", () =>
    Effect.gen(function*() {
      const { create, read } = yield* SharedCaller
      const { address, id } = yield* create("gb_alder_personal")
      yield* walk(address, { ...ada, accounts: [1] })
      for (
        const [resource, list] of [["accounts", "Account"], ["balances", "Balance"], [
          "transactions",
          "Transaction"
        ]] as const
      ) {
        const rows = listAt(jsonOf(yield* read(`/${id}/${resource}`)), "Data", list)
        assert.strictEqual(new Set(rows.map((row) => textAt(row, "AccountId"))).size, 1)
      }
    }))

  it.effect("refusing leaves RJCT, and the callback hears of it", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      const { address, id } = yield* create("gb_alder_personal")
      const heard = yield* walk(address, { decision: "refuse" })
      assert.strictEqual(heard, `${callback}?consent_id=${id}&error=access_denied`)
      assert.strictEqual(yield* statusOf(id), "RJCT")
      const later = yield* (yield* newBrowser).open(address)
      assert.strictEqual(later.status, 410)
      assert.include(later.text, "You refused it, and nothing is shared.")
    }))

  it.effect("a person may refuse at each of the three pages", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      for (const steps of [0, 1, 2]) {
        const { address, id } = yield* create("gb_alder_personal")
        const browser = yield* newBrowser
        let page = yield* browser.open(address)
        const { password, username } = ada
        for (const filled of [{ decision: "continue" }, { username, password }].slice(0, steps)) {
          page = yield* browser.send(page, filled)
        }
        const end = yield* browser.send(page, { decision: "refuse" })
        assert.strictEqual(end.status, 303)
        assert.strictEqual(yield* statusOf(id), "RJCT")
      }
    }))

  it.effect("a callback keeps the query it had", () =>
    Effect.gen(function*() {
      const { postJson, token } = yield* SharedCaller
      const asked = {
        institutionName: "gb_alder_personal",
        scope: everything,
        callbackUri: "http://127.0.0.1:4711/callback?state=a%26b"
      }
      const answer = jsonOf(yield* postJson("/ais/v1/consents", asked, { authorization: `Bearer ${yield* token()}` }))
      const heard = yield* walk(textAt(answer, "authorization_uri"), ada)
      const id = textAt(answer, "consent_id")
      assert.strictEqual(heard, `http://127.0.0.1:4711/callback?state=a%26b&consent_id=${id}&status=AUTH`)
    }))

  it.effect("ticking no account is an error on the page, and nothing is decided", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      const { address, id } = yield* create("gb_alder_personal")
      const browser = yield* newBrowser
      const { password, username } = ada
      const login = yield* browser.send(yield* browser.open(address), { decision: "continue" })
      const accounts = yield* browser.send(login, { username, password })
      const again = yield* browser.send(accounts, { account: [], decision: "authorise" })
      assert.include(again.text, "Tick at least one account")
      assert.isAtLeast(readForm(again.text)?.boxes.length ?? 0, 3)
      assert.strictEqual(yield* statusOf(id), "AWAU")
    }))

  it.effect("a wrong password shows the login again, and the fifth rejects the consent", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      const { address, id } = yield* create("gb_alder_personal")
      const browser = yield* newBrowser
      let page = yield* browser.send(yield* browser.open(address), { decision: "continue" })
      for (
        const left of [
          "4 tries left",
          "3 tries left",
          "2 tries left",
          "1 try left. After that this request counts as refused"
        ]
      ) {
        page = yield* browser.send(page, { username: "ada", password: "wrong" })
        assert.include(page.text, `User name and password do not belong together. ${left}.`)
        assert.include(page.text, "value=\"ada\"")
        assert.strictEqual(yield* statusOf(id), "AWAU")
      }
      const end = yield* browser.send(page, { username: "ada", password: "wrong" })
      assert.strictEqual(end.location, `${callback}?consent_id=${id}&error=access_denied`)
      assert.strictEqual(yield* statusOf(id), "RJCT")
      const later = yield* (yield* newBrowser).open(address)
      assert.include(later.text, "The password was wrong five times, so the bank refused it, and nothing is shared.")
    }))

  it.effect("a customer of another bank is not let in", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      const { address } = yield* create("gb_birch_business")
      const refused = yield* Effect.flip(walk(address, ada))
      assert.strictEqual(
        refused.message,
        `the page at ${address} did not let ada in; open it in a browser to see it`
      )
    }))

  it.effect("a form sent twice counts once", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      const { address, id } = yield* create("gb_alder_personal")
      const browser = yield* newBrowser
      const first = yield* browser.open(address)
      yield* browser.send(first, { decision: "continue" })
      const replayed = yield* browser.send(first, { decision: "refuse" })
      assert.strictEqual(replayed.status, 403)
      assert.include(replayed.text, "This form no longer counts")
      assert.strictEqual(yield* statusOf(id), "AWAU")
    }))

  it.effect("a form of another browser session or of another consent changes nothing", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      const mine = yield* create("gb_alder_personal")
      const other = yield* create("gb_alder_personal")
      const browser = yield* newBrowser
      const page = yield* browser.open(mine.address)
      const stranger = yield* newBrowser
      assert.strictEqual((yield* stranger.send(page, { decision: "refuse" })).status, 403)
      yield* stranger.open(mine.address)
      assert.strictEqual((yield* stranger.send(page, { decision: "refuse" })).status, 403)
      yield* browser.open(other.address)
      const crossed = {
        ...page,
        text: page.text.replaceAll(new URL(mine.address).pathname, new URL(other.address).pathname)
      }
      assert.strictEqual((yield* browser.send(crossed, { decision: "refuse" })).status, 403)
      assert.deepStrictEqual([yield* statusOf(mine.id), yield* statusOf(other.id)], ["AWAU", "AWAU"])
    }))

  it.effect("a form that another origin sends changes nothing, even with cookie and token", () =>
    Effect.gen(function*() {
      const { create, send } = yield* SharedCaller
      const { address, id } = yield* create("gb_alder_personal")
      const shown = yield* send(address)
      const cookie = (shown.headers["set-cookie"] ?? "").split(";")[0] ?? ""
      const form = readForm(shown.text)
      const body = new URLSearchParams([
        ...(form?.fields ?? []).map(([name, value]): [string, string] => [name, value]),
        [
          "decision",
          "refuse"
        ]
      ]).toString()
      const headers = { cookie, "content-type": "application/x-www-form-urlencoded" }
      for (const origin of ["https://attacker.example", "null", "http://127.0.0.1:1"]) {
        const forged = yield* send(address, { method: "POST", body, headers: { ...headers, origin } })
        assert.strictEqual(forged.status, 403)
      }
      assert.strictEqual(yield* statusOf(id), "AWAU")
      const own = yield* send(address, {
        method: "POST",
        body,
        headers: { ...headers, origin: new URL(address).origin }
      })
      assert.strictEqual(own.status, 303)
    }))

  it.effect("pages forbid scripts, frames and foreign styles, and are not stored", () =>
    Effect.gen(function*() {
      const { create, send } = yield* SharedCaller
      const { address } = yield* create("gb_alder_personal")
      const { headers, text } = yield* send(address)
      const policy = headers["content-security-policy"] ?? ""
      assert.match(
        policy,
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:8765; frame-ancestors 'none'; base-uri 'none'$/
      )
      assert.strictEqual(headers["cache-control"], "no-store")
      assert.strictEqual(headers["x-content-type-options"], "nosniff")
      assert.match(headers["set-cookie"] ?? "", /; Path=\/authorize; HttpOnly; SameSite=Lax$/)
      assert.notMatch(text, /<script|style="| on[a-z]+=|https?:\/\/(?!127\.0\.0\.1)/)
    }))

  it.effect("every page has a language, a title, one heading, landmarks, and a label for each field", () =>
    Effect.gen(function*() {
      const { create } = yield* SharedCaller
      const { address } = yield* create("gb_alder_personal")
      const browser = yield* newBrowser
      const consent = yield* browser.open(address)
      const login = yield* browser.send(consent, { decision: "continue" })
      const wrong = yield* browser.send(login, { username: "ada", password: "x" })
      const accounts = yield* browser.send(wrong, { username: "ada", password: "alder-ada-1815" })
      for (const { text } of [consent, login, wrong, accounts]) {
        assert.match(text, /^<!doctype html>\n<html lang="en">/)
        assert.match(text, /<title>[^<]+<\/title>/)
        assert.strictEqual(text.match(/<h1[ >]/g)?.length, 1)
        for (const landmark of ["<header>", "<main id=\"main\"", "<footer>", "href=\"#main\""]) {
          assert.include(text, landmark)
        }
        for (const [, id] of text.matchAll(/<input type="(?:text|password|checkbox)" id="([^"]+)"/g)) {
          assert.include(text, `<label for="${id}">`)
        }
      }
      assert.include(wrong.text, "role=\"alert\"")
      assert.include(wrong.text, "href=\"#username\"")
      assert.include(wrong.text, "aria-invalid=\"true\"")
    }))
})
