/**
 * The pages of the user portal, where a client application registers.
 */
import { DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"
import { type Html, html } from "../../domain/html.ts"
import type { Delivery } from "../consent/Webhooks.ts"
import { errorSummary, page } from "../pages/page.ts"
import type { Client } from "../state/SandboxState.ts"

/** What was typed into the registration form. */
export interface Registration {
  readonly name: string
  readonly callbackUris: string
  readonly webhookUrl: string
}

export interface FieldFault {
  readonly field: "name" | "callback_uris" | "webhook_url"
  readonly text: string
}

/** The registration form, with what was typed and what is wrong with it. */
export const registrationPage = (
  typed: Registration,
  faults: ReadonlyArray<FieldFault> = []
): HttpServerResponse.HttpServerResponse => {
  const told = (field: FieldFault["field"]) =>
    faults.filter((fault) => fault.field === field)
      .map(({ text }) => html`<p class="wrong" id="${field}-wrong">${text}</p>`)
  const marked = (field: FieldFault["field"]) =>
    faults.some((fault) => fault.field === field)
      ? html` aria-invalid="true" aria-describedby="${field}-hint ${field}-wrong"`
      : html` aria-describedby="${field}-hint"`
  const title = "Register an application"
  return page(
    { title: faults.length > 0 ? `Problem: ${title}` : title, status: faults.length > 0 ? 400 : 200 },
    html`${errorSummary(faults)}
<h1>${title}</h1>
<p class="lead">An application reads accounts with a client id and a secret. Both are shown once, after this form.</p>
<form method="post" action="/portal" autocomplete="off">
<div class="field"><label for="name">Name</label>
<p class="hint" id="name-hint">People see it on the consent screen.</p>${told("name")}
<input type="text" id="name" name="name" value="${typed.name}" required maxlength="100"${marked("name")}></div>
<div class="field"><label for="callback_uris">Callback addresses</label>
<p class="hint" id="callback_uris-hint">One a line. People are sent back only to these; on 127.0.0.1, localhost and [::1] any port will do.</p>${
      told("callback_uris")
    }
<textarea id="callback_uris" name="callback_uris" required spellcheck="false"${marked("callback_uris")}>
${typed.callbackUris}</textarea></div>
<div class="field"><label for="webhook_url">Webhook address <span class="hint">(optional)</span></label>
<p class="hint" id="webhook_url-hint">Hears when a consent is created and when it is approved.</p>${told("webhook_url")}
<input type="url" id="webhook_url" name="webhook_url" value="${typed.webhookUrl}"${marked("webhook_url")}></div>
<div class="actions"><button type="submit">Register</button></div>
</form>`
  )
}

/** What is shown once, right after it was made. */
export interface Shown {
  readonly title: string
  readonly clientSecret?: string
  readonly webhookSecret?: string
  /** Whether nothing can be changed about it. */
  readonly fixed?: boolean
}

const secret = (id: string, label: string, value: string | undefined): Html =>
  value === undefined ? html`` : html`<dt>${label}</dt><dd><code id="${id}">${value}</code></dd>`

/** An application's page. `path` is its address, which is the key to it. */
export const clientPage = (client: Client, path: string, shown: Shown): HttpServerResponse.HttpServerResponse => {
  const fresh = shown.clientSecret !== undefined
  return page(
    { title: shown.title },
    html`<h1>${shown.title}</h1>
${fresh ? html`<p class="lead">Copy the secrets now: this page is the only time they are shown.</p>` : html``}
${
      client.revoked
        ? html`<p class="lead">It is revoked: its id and secret are refused, and its access tokens too.</p>`
        : html``
    }
<dl class="box">
<dt>Name</dt><dd>${client.name}</dd>
<dt>Client id</dt><dd><code id="client_id">${client.id}</code></dd>
${secret("client_secret", "Client secret", shown.clientSecret)}
${secret("webhook_secret", "Webhook secret", shown.webhookSecret)}
<dt>Callback</dt><dd>${client.callbackUris.map((uri) => html`<code>${uri}</code><br>`)}</dd>
<dt>Webhook</dt><dd>${client.webhookUrl === null ? html`none` : html`<code>${client.webhookUrl}</code>`}</dd>
</dl>
<p><a id="deliveries" href="${path}/deliveries">Webhook deliveries</a></p>
<p>Keep the address of <a href="${path}">this application's page</a>: who has it can rotate and revoke.</p>
${
      client.revoked || shown.fixed === true ? html`` : html`<h2>Change</h2>
<form method="post" action="${path}"><p>A new secret makes the old one and its access tokens invalid at once.</p>
<div class="actions"><button type="submit" name="rotate" value="yes" class="quiet">Rotate the secret</button></div></form>
<form method="post" action="${path}"><p>Revoking ends the application for good.</p>
<div class="actions"><button type="submit" name="revoke" value="yes" class="quiet">Revoke the application</button></div></form>`
    }`
  )
}

/** Every try to deliver a webhook, newest first. */
export const deliveriesPage = (
  client: Client,
  path: string,
  deliveries: ReadonlyArray<Delivery>
): HttpServerResponse.HttpServerResponse =>
  page(
    { title: "Webhook deliveries", wide: true },
    html`<h1>Webhook deliveries</h1>
<p>To <code>${
      client.webhookUrl ?? "nowhere: no webhook address is registered"
    }</code>. <a href="${path}">Back to ${client.name}</a></p>
${
      deliveries.length === 0 ? html`<p>Nothing was sent yet.</p>` : html`<div class="scroll"><table>
<caption>Newest first</caption>
<thead><tr><th scope="col">When</th><th scope="col">Event</th><th scope="col">Consent</th><th scope="col">Try</th>
<th scope="col">Answer</th><th scope="col">webhook-id</th></tr></thead>
<tbody>${
        deliveries.map((one) =>
          html`<tr><td>${DateTime.formatIso(DateTime.makeUnsafe(one.at))}</td><td>${one.event}</td>
<td><code>${one.consentId}</code></td><td>${one.attempt}</td><td>${one.outcome}${
            one.delivered ? html`` : html`, not delivered`
          }</td><td><code>${one.id}</code></td></tr>`
        )
      }</tbody></table></div>`
    }`
  )
