/**
 * A page at each bank, `/bank/<institution>`, where a person sees what they share and withdraws it. No webhook tells of it:
 * the interface has none for that.
 */
import { Effect } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { noticePage } from "../pages/page.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { isForeign } from "../server/callers.ts"
import { readForm } from "../server/requestBody.ts"
import { equalSecrets } from "../state/seeded.ts"
import type { BankRules, Customer } from "../world/ModelBanks.ts"
import { BrowserSessions, type Visit } from "./BrowserSessions.ts"
import { revoked, statusAt } from "./consentLife.ts"
import { bankLoginPage, type Shared, sharedPage } from "./withdrawalPages.ts"

type Request = HttpServerRequest.HttpServerRequest

type Step = { readonly at: "login" } | { readonly at: "shared"; readonly customer: Customer }

const login: Step = { at: "login" }

/** What a customer shares at an instant. */
const sharedBy = (context: SandboxContext, customer: Customer, institution: string, now: number) =>
  context.state.consents().flatMap((consent): ReadonlyArray<Shared> => {
    const client = context.state.client(consent.clientId)
    const theirs = consent.institution === institution && statusAt(consent, now) === "AUTH" && !consent.deleted &&
      customer.accounts.some(({ id }) => consent.accounts.includes(id))
    return theirs && client !== undefined ? [{ consent, client }] : []
  })

const noBank = noticePage(404, "There is no bank at this address", "The banks are listed on the first page.", {
  href: "/",
  text: "To the first page"
})

/** The pages of every bank. */
export const withdrawalRoutes = (context: SandboxContext) => {
  const sessions = new BrowserSessions<Step>(context.origin, "/bank", login)

  const bankAsked = Effect.map(
    HttpRouter.params,
    ({ institution }) => context.modelBanks.banks.find((bank) => bank.institution === institution)
  )

  const show = Effect.fnUntraced(function*(bank: BankRules, { form, step }: Visit<Step>, said?: string) {
    const visit = { bank, path: `/bank/${bank.institution}`, form }
    if (step.at === "login") return bankLoginPage(visit, context.modelBanks.customers(bank.institution), said)
    const shared = sharedBy(context, step.customer, bank.institution, yield* context.state.now)
    return sharedPage(visit, step.customer, shared, said)
  })

  const open = Effect.fn("withdrawal.open")(function*(request: Request) {
    const bank = yield* bankAsked
    if (bank === undefined) return noBank
    const { setCookie, visit } = sessions.enter(request, bank.institution)
    const shown = yield* show(bank, visit)
    return setCookie === undefined ? shown : HttpServerResponse.setHeader(shown, "set-cookie", setCookie)
  })

  const withdraw = Effect.fn("withdrawal.withdraw")(function*(bank: BankRules, customer: Customer, id: string) {
    const now = yield* context.state.now
    const given = sharedBy(context, customer, bank.institution, now).find(({ consent }) => consent.id === id)
    if (given === undefined) return undefined
    yield* context.state.changeConsent(id, (before) => revoked(before, now))
    return given.client.name
  })

  const submit = Effect.fn("withdrawal.submit")(function*(request: Request) {
    const bank = yield* bankAsked
    if (bank === undefined) return noBank
    const { institution } = bank
    const fields = yield* readForm(request)
    const visit = sessions.find(request, institution)
    if (visit === undefined || isForeign(context, request) || !equalSecrets(visit.form, fields.get("form") ?? "")) {
      return noticePage(403, "This form no longer counts", "It was sent before, or elsewhere. Nothing was changed.", {
        href: `/bank/${institution}`,
        text: `Back to ${bank.name}`
      })
    }
    const goTo = (step: Step, said?: string) => show(bank, sessions.move(request, institution, step), said)
    if (fields.has("leave")) return yield* goTo(login)
    if (visit.step.at === "shared") {
      return yield* goTo(visit.step, yield* withdraw(bank, visit.step.customer, fields.get("withdraw") ?? ""))
    }
    const username = (fields.get("username") ?? "").trim()
    const customer = context.modelBanks.customers(institution).find((one) => one.username === username)
    return customer !== undefined && equalSecrets(customer.password, fields.get("password") ?? "")
      ? yield* goTo({ at: "shared", customer })
      : yield* goTo(login, "User name and password do not belong together.")
  })

  return [
    HttpRouter.route("GET", "/bank/:institution", open),
    HttpRouter.route("POST", "/bank/:institution", submit)
  ] as const
}
