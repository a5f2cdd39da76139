/**
 * The console: control for a person, with buttons for the clock, for consents and for faults.
 */
import { DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"
import { type Html, html } from "../../domain/html.ts"
import { statusAt } from "../consent/consentLife.ts"
import { faultNames, FaultResource, faultSentences } from "../faults/faults.ts"
import { page } from "../pages/page.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import type { Consent } from "../state/SandboxState.ts"

const spans = [["PT6M", "6 minutes"], ["PT1H", "1 hour"], ["P1D", "1 day"], ["P7D", "7 days"], ["P30D", "30 days"]]

const form = (context: SandboxContext, action: string, fields: Html): Html =>
  html`<form method="post" action="/_control/${action}" autocomplete="off">
<input type="hidden" name="form" value="${context.consoleToken}">
<div class="actions">${fields}</div>
</form>`

const clockSection = (context: SandboxContext, now: number): Html =>
  html`<section><h2>Clock</h2>
<p>It is <strong id="now">${DateTime.formatIso(DateTime.makeUnsafe(now))}</strong>. It never goes backwards.</p>
${
    form(
      context,
      "clock",
      html`${
        spans.map(([span, text]) =>
          html`<button type="submit" name="advance" value="${span}" class="quiet">+ ${text}</button>`
        )
      }`
    )
  }</section>`

const deeds: Readonly<Record<string, ReadonlyArray<readonly [action: string, text: string]>>> = {
  AWAU: [["approve", "Approve"], ["refuse", "Refuse"], ["delete", "Delete"]],
  AUTH: [["revoke", "Revoke"], ["reauthenticate", "New session"], ["delete", "Delete"]],
  CANC: [["reauthenticate", "New session"], ["delete", "Delete"]],
  RJCT: [["delete", "Delete"]],
  EXPD: [["delete", "Delete"]]
}

const consentRow = (context: SandboxContext, consent: Consent, now: number): Html => {
  const status = statusAt(consent, now)
  const buttons = consent.deleted ? [] : deeds[status] ?? []
  return html`<tr><td>${consent.institution}<br><code>${consent.id}</code></td><td>${
    consent.deleted ? "deleted" : status
  }</td><td>${
    buttons.length === 0 ? html`` : form(
      context,
      `consents/${consent.id}`,
      html`${
        buttons.map(([action, text]) =>
          html`<button type="submit" name="action" value="${action}" class="quiet small">${text}</button>`
        )
      }`
    )
  }</td></tr>`
}

const consentSection = (context: SandboxContext, now: number): Html => {
  const consents = context.state.consents().toReversed().slice(0, 50)
  return html`<section><h2>Consents</h2>
${
    consents.length === 0
      ? html`<p>There is none yet.</p>`
      : html`<div class="scroll"><table><thead><tr><th scope="col">Consent</th><th scope="col">Status</th>
<th scope="col">Decide for the person</th></tr></thead>
<tbody>${consents.map((consent) => consentRow(context, consent, now))}</tbody></table></div>`
  }</section>`
}

const option = (value: string, text = value): Html => html`<option value="${value}">${text}</option>`

const faultSection = (context: SandboxContext): Html => {
  const on = context.faults.list()
  return html`<section><h2>Faults</h2>
${
    on.length === 0
      ? html`<p>None is switched on.</p>`
      : html`<ul>${
        on.map(({ fault, institution, resource, times }) =>
          html`<li><code>${fault}</code> at ${institution ?? "every bank"}, ${resource ?? "everything"}, ${
            times === undefined ? "until cleared" : `${times} more`
          }: ${faultSentences[fault]}</li>`
        )
      }</ul>${form(context, "faults", html`<button type="submit" name="clear" value="all">Clear all</button>`)}`
  }
${
    form(
      context,
      "faults",
      html`<label>Fault <select name="fault" required>${faultNames.map((name) => option(name))}</select></label>
<label>At <select name="institution">${option("", "every bank")}${
        context.modelBanks.banks.map(({ institution }) => option(institution))
      }</select></label>
<label>In <select name="resource">${option("", "everything")}${
        FaultResource.literals.map((name) => option(name))
      }</select></label>
<label>Times <input type="number" name="times" min="1" max="1000000" placeholder="until cleared"></label>
<button type="submit" class="quiet">Switch on</button>`
    )
  }</section>`
}

/** The page as things stand. */
export const consolePage = (context: SandboxContext, now: number): HttpServerResponse.HttpServerResponse =>
  page(
    { title: "Console", wide: true },
    html`<h1>Console</h1>
<p class="lead">Move the clock, decide for people, and have banks misbehave. Programs do the same at
<code>${context.origin}/_control</code>.</p>
${clockSection(context, now)}
${consentSection(context, now)}
${faultSection(context)}`
  )
