/**
 * The consent journey: consent screen, bank login, choice of accounts, and back to the client.
 *
 * A form counts only if it was shown in the same browser session, for the same consent, at the present step, and was not
 * sent before: its token changes with every step. Forms from other origins never count.
 */
import { Effect } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { html } from "../../domain/html.ts"
import { noticePage, page } from "../pages/page.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { isForeign } from "../server/callers.ts"
import { readForm } from "../server/requestBody.ts"
import type { Client, Consent } from "../state/SandboxState.ts"
import { equalSecrets } from "../state/seeded.ts"
import type { BankRules, Customer } from "../world/ModelBanks.ts"
import { BrowserSessions, type Visit } from "./BrowserSessions.ts"
import { callbackWith } from "./callbackAddress.ts"
import { authorisationAddress } from "./consentEndpoints.ts"
import { approved, mostWrongPasswords, refused, statusAt } from "./consentLife.ts"
import { accountsPage, consentPage, type Journey, loginPage, type PageFault } from "./journeyPages.ts"

type Request = HttpServerRequest.HttpServerRequest

/** A page of the journey. */
type Step = { readonly at: "consent" | "login" } | { readonly at: "accounts"; readonly customer: Customer }

/** What stands at an authorisation address. */
interface Place {
  readonly consent: Consent
  readonly client: Client
  readonly bank: BankRules
  readonly path: string
  readonly customers: ReadonlyArray<Customer>
}

/** What a page says besides its step. */
interface More {
  readonly faults?: ReadonlyArray<PageFault>
  readonly username?: string
}

const fault = (field: string, text: string): More => ({ faults: [{ field, text }] })

/** The routes of the journey, with the sessions they share. */
export const journeyRoutes = (context: SandboxContext) => {
  const sessions = new BrowserSessions<Step>(context.origin, "/authorize", { at: "consent" })

  const open = Effect.fn("journey.open")(function*(request: Request) {
    const place = yield* placeOf(context)
    if (place === undefined) return unknownAddress
    const { consent } = place
    const now = yield* context.state.now
    if (!isOpen(consent, now)) return notOpen(consent, now)
    const { setCookie, visit } = sessions.enter(request, consent.id)
    const shown = show(place, visit)
    return setCookie === undefined ? shown : HttpServerResponse.setHeader(shown, "set-cookie", setCookie)
  })

  const submit = Effect.fn("journey.submit")(function*(request: Request) {
    const place = yield* placeOf(context)
    if (place === undefined) return unknownAddress
    const { consent } = place
    const fields = yield* readForm(request)
    const visit = sessions.find(request, consent.id)
    const counts = visit !== undefined && equalSecrets(visit.form, fields.get("form") ?? "") &&
      !isForeign(context, request) && isOpen(consent, yield* context.state.now)
    if (!counts) return formRefused(place.path)
    const stay = (more: More) => show(place, sessions.move(request, consent.id, visit.step), more)
    const goOn = (step: Step) => show(place, sessions.move(request, consent.id, step))
    const decision = fields.get("decision")
    if (decision === "refuse") {
      sessions.leave(request, consent.id)
      return yield* refuse(context, consent)
    }
    switch (visit.step.at) {
      case "consent":
        return decision === "continue" ? goOn({ at: "login" }) : stay(fault("main", "Choose to continue or to refuse"))
      case "login": {
        const username = (fields.get("username") ?? "").trim()
        const customer = place.customers.find((one) => one.username === username)
        if (equalSecrets(customer?.password ?? "", fields.get("password") ?? "") && customer !== undefined) {
          return goOn({ at: "accounts", customer })
        }
        const left = yield* countWrongPassword(context, consent)
        if (left > 0) {
          const tries = left === 1 ? "1 try left. After that this request counts as refused" : `${left} tries left`
          return stay({ ...fault("username", `User name and password do not belong together. ${tries}.`), username })
        }
        sessions.leave(request, consent.id)
        return yield* refuse(context, consent)
      }
      case "accounts": {
        const ticked = fields.getAll("account")
        const chosen = visit.step.customer.accounts.map(({ id }) => id).filter((id) => ticked.includes(id))
        if (decision !== "authorise") return stay(fault("account-0", "Choose to authorise or to refuse"))
        if (chosen.length === 0) return stay(fault("account-0", "Tick at least one account"))
        sessions.leave(request, consent.id)
        return yield* authorise(context, place, chosen)
      }
    }
  })

  return [
    HttpRouter.route("GET", "/authorize/:secret", open),
    HttpRouter.route("POST", "/authorize/:secret", submit)
  ] as const
}

const placeOf = Effect.fn("journey.placeOf")(function*(context: SandboxContext) {
  const { secret = "" } = yield* HttpRouter.params
  const path = `/authorize/${secret}`
  const consent = context.state.consents().find((one) =>
    equalSecrets(authorisationAddress(context, one.number), context.origin + path)
  )
  const client = consent === undefined ? undefined : context.state.client(consent.clientId)
  const bank = context.modelBanks.banks.find(({ institution }) => institution === consent?.institution)
  if (consent === undefined || client === undefined || bank === undefined) return undefined
  const place: Place = { consent, client, bank, path, customers: context.modelBanks.customers(bank.institution) }
  return place
})

const isOpen = (consent: Consent, now: number) => statusAt(consent, now) === "AWAU" && !consent.deleted

const show = (place: Place, { form, step }: Visit<Step>, more: More = {}) => {
  const journey: Journey = { ...place, form }
  switch (step.at) {
    case "consent":
      return consentPage(journey, more.faults)
    case "login":
      return loginPage(journey, place.customers, more.faults, more.username)
    case "accounts":
      return accountsPage(journey, step.customer, more.faults)
  }
}

/** How many tries are left after one more wrong password. */
const countWrongPassword = Effect.fn("journey.countWrongPassword")(
  function*(context: SandboxContext, consent: Consent) {
    const counted = yield* context.state.changeConsent(consent.id, (before) => ({
      ...before,
      wrongPasswords: before.wrongPasswords + 1
    }))
    return mostWrongPasswords - (counted?.wrongPasswords ?? mostWrongPasswords)
  }
)

const refuse = Effect.fn("journey.refuse")(function*(context: SandboxContext, consent: Consent) {
  const now = yield* context.state.now
  yield* context.state.changeConsent(consent.id, (before) => refused(before, now))
  return backWith(consent, { consent_id: consent.id, error: "access_denied" })
})

const authorise = Effect.fn("journey.authorise")(function*(
  context: SandboxContext,
  { client, consent }: Place,
  accounts: ReadonlyArray<string>
) {
  const now = yield* context.state.now
  const authorised = yield* context.state.changeConsent(consent.id, (before) => approved(before, accounts, now))
  if (authorised === undefined) return notOpen(consent, now)
  yield* context.webhooks.send(client, "consent.approved", authorised, now)
  return backWith(consent, { consent_id: consent.id, status: "AUTH" })
})

const backWith = (consent: Consent, heard: Readonly<Record<string, string>>) => {
  const address = callbackWith(consent.callbackUri, heard)
  return page(
    { title: "Back to the application", status: 303, headers: { location: address } },
    html`<h1>Going back</h1><p><a href="${address}">Continue</a></p>`
  )
}

const unknownAddress = noticePage(
  404,
  "This address leads nowhere",
  "There is no consent at this address. Go back to the application that sent you, and ask for a new one."
)

const formRefused = (path: string) =>
  noticePage(
    403,
    "This form no longer counts",
    "It was sent before, was shown in another browser, or came from another site. Nothing was changed.",
    { href: path, text: "Go on where you are" }
  )

const closedWords = {
  AWAU: "It was removed. Nothing is shared under it.",
  AUTH: "It has been authorised already. What you share you can see, and withdraw, at your bank.",
  RJCT: "You refused it, and nothing is shared. If that was a mistake, ask the application for a new one.",
  CANC: "It was withdrawn at the bank, and nothing is shared any more.",
  EXPD: "It has expired. Nothing is shared under it."
} as const

const lockedWords =
  "The password was wrong five times, so the bank refused it, and nothing is shared. Your login still works: " +
  "ask the application for a new one and try again."

const closedWordsOf = (consent: Consent, now: number): string => {
  const status = consent.deleted ? "AWAU" : statusAt(consent, now)
  return status === "RJCT" && consent.wrongPasswords >= mostWrongPasswords ? lockedWords : closedWords[status]
}

const notOpen = (consent: Consent, now: number) =>
  noticePage(
    410,
    "This consent is not open any more",
    closedWordsOf(consent, now)
  )
