/**
 * What a person sees on the way to a consent: what is asked and by whom, the bank's login, the choice of accounts. Plain
 * forms that need no script.
 */
import { DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"
import { type Html, html } from "../../domain/html.ts"
import type { Permission } from "../../domain/permission.ts"
import { errorSummary, page } from "../pages/page.ts"
import type { Client, Consent } from "../state/SandboxState.ts"
import type { BankRules, Customer } from "../world/ModelBanks.ts"

/** What every page of a journey knows. */
export interface Journey {
  readonly consent: Consent
  readonly client: Client
  readonly bank: BankRules
  /** Path of this journey: forms lead back to it. */
  readonly path: string
  /** Proves that a form was shown in this browser, for this consent, at this step. */
  readonly form: string
}

/** Something wrong with what was sent, and the field it is about. */
export interface PageFault {
  readonly field: string
  readonly text: string
}

const meanings: ReadonlyArray<readonly [ReadonlyArray<Permission>, string]> = [
  [["ReadAccountsDetail"], "Your accounts: names, numbers, sort codes and currencies"],
  [["ReadAccountsBasic"], "Your accounts: their kind and currency, without numbers"],
  [["ReadBalances"], "Your balances and credit lines"],
  [["ReadTransactionsCredits", "ReadTransactionsDebits"], "Your transactions: money in and money out"],
  [["ReadTransactionsCredits"], "Your transactions: money in only"],
  [["ReadTransactionsDebits"], "Your transactions: money out only"],
  [["ReadTransactionsDetail"], "Who you paid and who paid you, with references"],
  [["ReadBeneficiariesDetail"], "People and firms that you pay, with their account numbers"],
  [["ReadBeneficiariesBasic"], "People and firms that you pay"],
  [["ReadDirectDebits"], "Your direct debits"],
  [["ReadStandingOrdersDetail"], "Your standing orders, with account numbers"],
  [["ReadStandingOrdersBasic"], "Your standing orders"],
  [["ReadScheduledPaymentsDetail"], "Your scheduled payments, with account numbers"],
  [["ReadScheduledPaymentsBasic"], "Your scheduled payments"],
  [["ReadStatementsDetail"], "Your statements, with their amounts"],
  [["ReadStatementsBasic"], "Your statements"],
  [["ReadProducts"], "The products that you hold"],
  [["ReadOffers"], "Offers that the bank made to you"],
  [["ReadParty"], "Your name and address as the account holder"],
  [["ReadPartyPSU"], "Your name and address as the person who logs in"],
  [["ReadPAN"], "Card numbers in full"]
]

/** Permissions in a person's words; each is said once, at its widest. */
const inWords = (permissions: ReadonlyArray<Permission>): ReadonlyArray<string> => {
  const said = new Set<Permission>()
  return meanings.flatMap(([needed, text]) => {
    const [first] = needed
    const wider = first?.endsWith("Basic") === true &&
      permissions.some((one) => one === first.replace("Basic", "Detail"))
    if (wider || !needed.every((one) => permissions.includes(one) && !said.has(one))) return []
    for (const one of needed) said.add(one)
    return [text]
  })
}

const day = (instant: number): string => {
  const { day, month, year } = DateTime.toPartsUtc(DateTime.makeUnsafe(instant))
  const months = "January February March April May June July August September October November December".split(" ")
  return `${day} ${months[month - 1] ?? ""} ${year}`
}

/** Where the last redirect leads, for people. */
const destination = (callbackUri: string): string => {
  const { host, protocol } = new URL(callbackUri)
  return protocol === "http:" || protocol === "https:" ? `${protocol}//${host}` : protocol
}

/** The same as a source of the content security policy, which has no form for IPv6 addresses. */
const formTarget = (callbackUri: string): string =>
  new URL(callbackUri).hostname.startsWith("[") ? new URL(callbackUri).protocol : destination(callbackUri)

const options = (journey: Journey, title: string, faults: ReadonlyArray<PageFault>) => ({
  title: faults.length > 0 ? `Problem: ${title}` : title,
  formTarget: formTarget(journey.consent.callbackUri)
})

const form = (journey: Journey, fields: Html): Html =>
  html`<form method="post" action="${journey.path}" autocomplete="off">
<input type="hidden" name="form" value="${journey.form}">
${fields}
</form>`

/** What is asked, by whom, for how long. */
export const consentPage = (
  journey: Journey,
  faults: ReadonlyArray<PageFault> = []
): HttpServerResponse.HttpServerResponse => {
  const { bank, client, consent } = journey
  const title = `Share your ${bank.name} accounts with ${client.name}?`
  return page(
    options(journey, title, faults),
    html`<p class="step">Step 1 of 3</p>
${errorSummary(faults)}
<h1>${title}</h1>
<p class="lead"><strong>${client.name}</strong> asks to read these at <strong>${bank.name}</strong>:</p>
<ul class="asked">${inWords(consent.permissions).map((text) => html`<li>${text}</li>`)}</ul>
<dl>
<dt>How far back</dt><dd>Transactions since ${day(consent.transactionFrom)}</dd>
<dt>Until</dt><dd>${
      day(consent.expiresAt)
    }, or until you <a href="/bank/${bank.institution}">withdraw it at your bank</a></dd>
<dt>Which accounts</dt><dd>You choose them in step 3</dd>
<dt>Afterwards</dt><dd>You go back to ${destination(consent.callbackUri)}</dd>
</dl>
<p>It can only read. It cannot pay, move money or change anything, and it never sees your password.</p>
${
      form(
        journey,
        html`<div class="actions">
<button type="submit" name="decision" value="continue">Continue to ${bank.name}</button>
<button type="submit" name="decision" value="refuse" class="quiet">Refuse</button>
</div>`
      )
    }`
  )
}

/** The bank's login. The model customers' passwords stand on the page, because nobody is behind them. */
export const loginPage = (
  journey: Journey,
  customers: ReadonlyArray<Customer>,
  faults: ReadonlyArray<PageFault> = [],
  username = ""
): HttpServerResponse.HttpServerResponse => {
  const title = `Log in to ${journey.bank.name}`
  const wrong = faults.length > 0 ? html` aria-invalid="true" aria-describedby="wrong"` : html``
  return page(
    options(journey, title, faults),
    html`<p class="step">Step 2 of 3</p>
${errorSummary(faults)}
<h1>${title}</h1>
<p>Log in to decide which accounts ${journey.client.name} may read.</p>
${
      form(
        journey,
        html`<div class="field"><label for="username">User name</label>
${faults.map(({ text }) => html`<p class="wrong" id="wrong">${text}</p>`)}
<input type="text" id="username" name="username" value="${username}" required autocapitalize="none" spellcheck="false"${wrong}></div>
<div class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" required${wrong}></div>
<div class="actions">
<button type="submit">Log in</button>
<button type="submit" name="decision" value="refuse" formnovalidate class="quiet">Refuse and go back</button>
</div>`
      )
    }
<section class="box" aria-labelledby="model">
<h2 id="model">Model customers of this bank</h2>
<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">User name</th><th scope="col">Password</th></tr></thead>
<tbody>${
      customers.map(({ name, password, username }) =>
        html`<tr><td>${name}</td><td><code>${username}</code></td><td><code>${password}</code></td></tr>`
      )
    }</tbody></table></div>
</section>`
  )
}

/** The choice of accounts, all ticked. */
export const accountsPage = (
  journey: Journey,
  customer: Customer,
  faults: ReadonlyArray<PageFault> = []
): HttpServerResponse.HttpServerResponse => {
  const title = "Choose the accounts to share"
  return page(
    options(journey, title, faults),
    html`<p class="step">Step 3 of 3</p>
${errorSummary(faults)}
<h1>${title}</h1>
<p>You are logged in to ${journey.bank.name} as <strong>${customer.name}</strong>. ${journey.client.name} will be able to
read the accounts that you leave ticked, until ${day(journey.consent.expiresAt)}.</p>
${
      form(
        journey,
        html`<fieldset id="accounts"><legend>Accounts</legend>
${
          customer.accounts.map(({ id, label }, index) =>
            html`<div class="choice"><input type="checkbox" id="account-${index}" name="account" value="${id}"${
              faults.length > 0 ? html`` : html` checked`
            }><label for="account-${index}">${label}</label></div>`
          )
        }
</fieldset>
<div class="actions">
<button type="submit" name="decision" value="authorise">Authorise</button>
<button type="submit" name="decision" value="refuse" class="quiet">Refuse</button>
</div>`
      )
    }`
  )
}
