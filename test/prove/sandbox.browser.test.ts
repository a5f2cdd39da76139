/**
 * The portal and the consent journey in a real browser: Debian's Chromium, headless, found on PATH or by `CHROMIUM`.
 *
 * Screenshots are left in a folder that the test names at its end, to be looked at.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Config, Effect, FileSystem, Option, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { createServer } from "node:http"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { Sandbox } from "../../src/sandbox/Sandbox.ts"
import { listen } from "../support/gateway/serveHttp.ts"
import { jsonOf, listAt, makeCaller, noon, textAt } from "../support/sandbox/Caller.ts"

class ChromiumMissing extends Schema.TaggedError<ChromiumMissing>()("ChromiumMissing", {}) {
  override get message() {
    return "there is no chromium on PATH; install it (apt-get install chromium) or name it in CHROMIUM"
  }
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/** Where Chromium lies. */
const chromiumPath = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const named = yield* Config.option(Config.String("CHROMIUM"))
  if (Option.isSome(named)) return named.value
  for (const folder of (yield* Config.String("PATH")).split(":")) {
    for (const name of ["chromium", "chromium-browser"]) {
      if (yield* fs.exists(`${folder}/${name}`)) return `${folder}/${name}`
    }
  }
  return yield* new ChromiumMissing()
})

const act = <A>(step: () => Promise<A>) => Effect.promise(step)

/** A browser with a profile of its own; `javaScriptEnabled` false is a person who forbids scripts. */
const openBrowser = Effect.fn("openBrowser")(function*(options: {
  readonly javaScriptEnabled: boolean
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme?: "light" | "dark"
}) {
  const fs = yield* FileSystem.FileSystem
  const executablePath = yield* chromiumPath
  const profile = yield* fs.makeTempDirectoryScoped()
  return yield* Effect.acquireRelease(
    act(() => chromium.launchPersistentContext(profile, { executablePath, args: flags, ...options })),
    (context) => act(() => context.close())
  )
})

/** A page whose complaints (scripts or styles that the policy stopped, failed loads) are collected. */
const openPage = Effect.fn("openPage")(function*(context: BrowserContext) {
  const page = yield* act(() => context.newPage())
  const complaints: Array<string> = []
  page.on("console", (message) => message.type() === "error" ? complaints.push(message.text()) : undefined)
  page.on("pageerror", (error) => complaints.push(error.message))
  return { page, complaints }
})

/** The application's own server: remembers what its callback heard. */
const application = Effect.gen(function*() {
  const heard: Array<URL> = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1")
    if (url.pathname === "/back") heard.push(url)
    response.setHeader("content-type", "text/html").end(
      "<!doctype html><title>Application</title><h1>Welcome back</h1>"
    )
  })
  return { heard, origin: yield* listen(server) }
})

const widths = (page: Page) =>
  act(() => page.evaluate<readonly [number, number]>("[document.documentElement.scrollWidth, window.innerWidth]"))

const permissions =
  "ReadAccountsDetail ReadBalances ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail"

const stage = Effect.gen(function*() {
  const ready = yield* Sandbox.start({
    port: 0,
    seed: 3,
    clock: Option.some(noon),
    state: Option.none(),
    heavy: 0,
    webhookUrl: Option.none()
  })
  const fs = yield* FileSystem.FileSystem
  const screenshots = yield* fs.makeTempDirectory({ prefix: "daybook-sandbox-" })
  yield* Effect.addFinalizer(() => Effect.log(`screenshots lie in ${screenshots}`))
  const shoot = (page: Page, name: string) =>
    act(() => page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true }))
  return { ready, shoot, app: yield* application, caller: yield* makeCaller(ready) }
})

/** Registers on the portal as a person does. */
const register = Effect.fn("register")(function*(page: Page, portal: string, origin: string) {
  yield* act(() => page.goto(portal))
  yield* act(() => page.getByLabel("Name").fill("Hartley & Co. Ledger"))
  yield* act(() => page.getByLabel("Callback addresses").fill(`${origin}/back`))
  yield* act(() => page.getByRole("button", { name: "Register" }).click())
  return {
    client_id: yield* act(() => page.locator("#client_id").innerText()),
    client_secret: yield* act(() => page.locator("#client_secret").innerText())
  }
})

describe("a person with Chromium", () => {
  it.live(
    "registers on the portal, and walks two institutions with that id and secret alone",
    () =>
      Effect.gen(function*() {
        const { app, caller, ready, shoot } = yield* stage
        const context = yield* openBrowser({ javaScriptEnabled: true, viewport: { width: 1280, height: 900 } })
        const { complaints, page } = yield* openPage(context)
        yield* act(() => page.goto(ready.portal_url))
        yield* shoot(page, "portal")
        const credentials = yield* register(page, ready.portal_url, app.origin)
        yield* shoot(page, "portal-registered")
        const asked = { grant_type: "client_credentials", scope: "read write", ...credentials }
        const token = textAt(jsonOf(yield* caller.postJson("/oauth/token", asked)), "access_token")
        const headers = { authorization: `Bearer ${token}` }

        for (const institution of ["gb_alder_personal", "gb_elm_personal"]) {
          const body = {
            institutionName: institution,
            scope: permissions,
            callbackUri: `${app.origin}/back`
          }
          const created = jsonOf(yield* caller.postJson("/ais/v1/consents", body, headers))
          const id = textAt(created, "consent_id")
          const customer = ready.customers.find((one) => one.institution === institution)
          yield* act(() => page.goto(textAt(created, "authorization_uri")))
          yield* shoot(page, `${institution}-1-consent`)
          yield* act(() => page.getByRole("button", { name: /^Continue to/ }).click())
          yield* act(() => page.getByLabel("User name").fill(customer?.username ?? ""))
          yield* act(() => page.getByLabel("Password").fill("wrong"))
          yield* act(() => page.getByRole("button", { name: "Log in" }).click())
          assert.isTrue(yield* act(() => page.getByRole("alert").isVisible()))
          yield* shoot(page, `${institution}-2-login-wrong`)
          yield* act(() => page.getByLabel("Password").fill(customer?.password ?? ""))
          yield* act(() => page.keyboard.press("Enter"))
          yield* act(() => page.getByRole("group", { name: "Accounts" }).waitFor())
          yield* shoot(page, `${institution}-3-accounts`)
          yield* act(() => page.getByRole("button", { name: "Authorise" }).click())
          yield* act(() => page.getByRole("heading", { name: "Welcome back" }).waitFor())
          const back = app.heard.at(-1)
          assert.deepStrictEqual(
            [back?.searchParams.get("consent_id"), back?.searchParams.get("status")],
            [id, "AUTH"]
          )
          for (
            const [resource, list] of [["accounts", "Account"], ["balances", "Balance"], [
              "transactions",
              "Transaction"
            ]] as const
          ) {
            const rows = jsonOf(yield* caller.send(`/ais/v1/${id}/${resource}`, { headers }))
            assert.isNotEmpty(listAt(rows, "Data", list), `${institution} ${resource}`)
          }
        }
        assert.deepStrictEqual(complaints, [])
      }).pipe(Effect.provide([NodeServices.layer, FetchHttpClient.layer]))
  )

  it.live("refuses on a phone, in the dark, without scripts and with the keyboard alone", () =>
    Effect.gen(function*() {
      const { app, caller, ready, shoot } = yield* stage
      const context = yield* openBrowser({
        javaScriptEnabled: false,
        viewport: { width: 360, height: 740 },
        colorScheme: "dark"
      })
      const { complaints, page } = yield* openPage(context)
      const credentials = yield* register(page, ready.portal_url, app.origin)
      const asked = { grant_type: "client_credentials", scope: "read write", ...credentials }
      const headers = {
        authorization: `Bearer ${textAt(jsonOf(yield* caller.postJson("/oauth/token", asked)), "access_token")}`
      }
      const body = {
        institutionName: "gb_cedar_personal",
        scope: permissions,
        callbackUri: `${app.origin}/back`
      }
      const created = jsonOf(yield* caller.postJson("/ais/v1/consents", body, headers))
      const id = textAt(created, "consent_id")
      const focused = act(() => page.locator(":focus").innerText())
      const narrow = Effect.gen(function*() {
        const [needed, there] = yield* widths(page)
        assert.isAtMost(needed, there)
      })

      yield* act(() => page.goto(textAt(created, "authorization_uri")))
      yield* narrow
      yield* shoot(page, "phone-1-consent")
      const order: Array<string> = []
      for (const _ of [1, 2, 3, 4, 5]) {
        yield* act(() => page.keyboard.press("Tab"))
        order.push(yield* focused)
      }
      assert.deepStrictEqual(order, [
        "Skip to content",
        "◧ Daybook sandbox",
        "withdraw it at your bank",
        "Continue to Cedar Personal",
        "Refuse"
      ])
      yield* act(() => page.keyboard.press("Shift+Tab"))
      yield* act(() => page.keyboard.press("Enter"))
      yield* act(() => page.getByLabel("User name").waitFor())
      yield* narrow
      yield* shoot(page, "phone-2-login")
      const customer = ready.customers.find(({ institution }) => institution === "gb_cedar_personal")
      yield* act(() => page.getByLabel("User name").fill(customer?.username ?? ""))
      yield* act(() => page.getByLabel("Password").fill(customer?.password ?? ""))
      yield* act(() => page.keyboard.press("Enter"))
      yield* act(() => page.getByRole("group", { name: "Accounts" }).waitFor())
      yield* narrow
      yield* shoot(page, "phone-3-accounts")
      for (const box of yield* act(() => page.getByRole("checkbox").all())) {
        yield* act(() => box.focus())
        yield* act(() => page.keyboard.press("Space"))
      }
      yield* act(() => page.getByRole("button", { name: "Authorise" }).click())
      assert.isTrue(yield* act(() => page.getByRole("alert").isVisible()))
      yield* shoot(page, "phone-4-none-ticked")
      yield* act(() => page.getByRole("button", { name: "Refuse" }).click())
      yield* act(() => page.getByRole("heading", { name: "Welcome back" }).waitFor())
      const back = app.heard.at(-1)
      assert.deepStrictEqual([back?.searchParams.get("consent_id"), back?.searchParams.get("error")], [
        id,
        "access_denied"
      ])
      const record = jsonOf(yield* caller.send(`/ais/v1/consents/${id}`, { headers }))
      assert.strictEqual(textAt(record, "status"), "RJCT")
      for (const path of ["/", "/portal", "/docs", "/_control"]) {
        yield* act(() => page.goto(`${ready.base_url}${path}`))
        yield* narrow
        yield* shoot(page, `phone-page-${path.slice(1) || "home"}`)
      }
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.provide([NodeServices.layer, FetchHttpClient.layer])))
})
