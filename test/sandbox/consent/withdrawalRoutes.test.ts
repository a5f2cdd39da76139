import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { jsonOf, SharedCaller, textAt } from "../../support/sandbox/Caller.ts"
import { newBrowser, walk } from "../../support/sandbox/person.ts"

const ada = { username: "ada", password: "alder-ada-1815" } as const

const statusOf = Effect.fn("statusOf")(function*(id: string) {
  const { read } = yield* SharedCaller
  return textAt(jsonOf(yield* read(`/consents/${id}`)), "status")
})

layer(SharedCaller.layer, { excludeTestServices: true, timeout: "4 minutes" })(
  "a bank's page of what is shared",
  (it) => {
    it.effect("lets a person see what they share and withdraw it, and nobody else's", () =>
      Effect.gen(function*() {
        const { create, ready } = yield* SharedCaller
        const { address, id } = yield* create("gb_alder_personal")
        yield* walk(address, { decision: "authorise", ...ada })
        const browser = yield* newBrowser
        const login = yield* browser.open(`${ready.base_url}/bank/gb_alder_personal`)
        const wrong = yield* browser.send(login, { ...ada, password: "wrong" })
        assert.include(wrong.text, "User name and password do not belong together.")
        const shared = yield* browser.send(wrong, ada)
        assert.include(shared.text, id)
        assert.include(shared.text, "Daybook")

        const stranger = yield* newBrowser
        const other = ready.customers.find(({ institution, username }) =>
          institution === "gb_alder_personal" && username !== "ada"
        )
        const loggedIn = yield* stranger.send(yield* stranger.open(login.address), {
          username: other?.username ?? "",
          password: other?.password ?? ""
        })
        assert.notInclude(loggedIn.text, id)
        yield* stranger.send(loggedIn, { withdraw: id })
        assert.strictEqual(yield* statusOf(id), "AUTH")

        const gone = yield* browser.send(shared, { withdraw: id })
        assert.include(gone.text, "Withdrawn: Daybook reads nothing any more.")
        assert.include(gone.text, "Nobody may read your accounts.")
        assert.strictEqual(yield* statusOf(id), "CANC")
        assert.strictEqual((yield* browser.send(shared, { withdraw: id })).status, 403)
        assert.include((yield* browser.send(gone, { leave: "yes" })).text, "Log in to")
      }))

    it.effect("takes no form from elsewhere, and knows only its banks", () =>
      Effect.gen(function*() {
        const { ready, send } = yield* SharedCaller
        const page = `${ready.base_url}/bank/gb_alder_personal`
        const form = {
          method: "POST",
          body: "form=x",
          headers: { "content-type": "application/x-www-form-urlencoded" }
        } as const
        assert.strictEqual((yield* send(page, form)).status, 403)
        assert.strictEqual((yield* send(`${ready.base_url}/bank/gb_rowan`)).status, 404)
        assert.match((yield* send(page)).headers["set-cookie"] ?? "", /; Path=\/bank; HttpOnly; SameSite=Lax$/)
      }))
  }
)
