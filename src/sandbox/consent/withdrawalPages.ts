/**
 * What a person sees at their bank of what they share: a login, and every application that may read, with a button that
 * ends it.
 */
import { DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"
import { type Html, html } from "../../domain/html.ts"
import { errorSummary, page } from "../pages/page.ts"
import type { Client, Consent } from "../state/SandboxState.ts"
import type { BankRules, Customer } from "../world/ModelBanks.ts"

/** What every one of these pages knows. `form` proves that a form was shown in this browser, at this step. */
export interface BankVisit {
  readonly bank: BankRules
  readonly path: string
  readonly form: string
}

/** One consent that a person has given. */
export interface Shared {
  readonly consent: Consent
  readonly client: Client
}

const form = ({ form, path }: BankVisit, fields: Html): Html =>
  html`<form method="post" action="${path}" autocomplete="off"><input type="hidden" name="form" value="${form}">
${fields}
</form>`

/** The bank's login. */
export const bankLoginPage = (
  visit: BankVisit,
  customers: ReadonlyArray<Customer>,
  wrong?: string
): HttpServerResponse.HttpServerResponse => {
  const title = `Log in to ${visit.bank.name}`
  const faults = wrong === undefined ? [] : [{ field: "username", text: wrong }]
  return page(
    { title: wrong === undefined ? title : `Problem: ${title}` },
    html`${errorSummary(faults)}
<h1>${title}</h1>
<p>See who may read your accounts, and end it where you want.</p>
${
      form(
        visit,
        html`<div class="field"><label for="username">User name</label>
<input type="text" id="username" name="username" required autocapitalize="none" spellcheck="false"></div>
<div class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" required></div>
<div class="actions"><button type="submit">Log in</button></div>`
      )
    }
<section class="box" aria-labelledby="model">
<h2 id="model">Model customers of this bank</h2>
<ul class="plain">${
      customers.map(({ name, password, username }) =>
        html`<li>${name}: <code>${username}</code>, <code>${password}</code></li>`
      )
    }</ul>
</section>`
  )
}

const day = (instant: number | null): string =>
  instant === null ? "an unknown day" : DateTime.formatIso(DateTime.makeUnsafe(instant)).slice(0, 10)

const sharedBox = (visit: BankVisit, customer: Customer, { client, consent }: Shared): Html =>
  html`<section class="box"><h2>${client.name}</h2>
<dl>
<dt>Reads</dt><dd>${
    customer.accounts.filter(({ id }) => consent.accounts.includes(id)).map(({ label }) => html`${label}<br>`)
  }</dd>
<dt>Since</dt><dd>${day(consent.authorisedAt)}</dd>
<dt>Until</dt><dd>${day(consent.expiresAt)}</dd>
<dt>Consent</dt><dd><code>${consent.id}</code></dd>
</dl>
${
    form(
      visit,
      html`<div class="actions"><button type="submit" name="withdraw" value="${consent.id}" class="quiet">Withdraw</button></div>`
    )
  }</section>`

/** What a customer shares, and what has just been withdrawn. */
export const sharedPage = (
  visit: BankVisit,
  customer: Customer,
  shared: ReadonlyArray<Shared>,
  withdrawn?: string
): HttpServerResponse.HttpServerResponse =>
  page(
    { title: `What you share from ${visit.bank.name}` },
    html`<h1>What you share from ${visit.bank.name}</h1>
${
      withdrawn === undefined
        ? html``
        : html`<p class="lead" role="status">Withdrawn: ${withdrawn} reads nothing any more.</p>`
    }
<p>You are logged in as <strong>${customer.name}</strong>.</p>
${
      shared.length === 0
        ? html`<p>Nobody may read your accounts.</p>`
        : shared.map((each) => sharedBox(visit, customer, each))
    }
${
      form(
        visit,
        html`<div class="actions"><button type="submit" name="leave" value="yes" class="quiet">Log out</button></div>`
      )
    }`
  )
