/**
 * The front door and the interface to read: the OpenAPI document made from the `HttpApi`, and a page that shows it
 * without any script.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { type Html, html } from "../../domain/html.ts"
import { openApiDocument } from "../../interface/openApiDocument.ts"
import { faultNames, faultSentences } from "../faults/faults.ts"
import { page } from "../pages/page.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"

interface Operation {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly description: string }>
  readonly answers: ReadonlyArray<string>
}

const describedIn = (schema: object): string =>
  "description" in schema && typeof schema.description === "string" ? schema.description : ""

const operations = (context: SandboxContext): ReadonlyArray<Operation> =>
  Object.entries(openApiDocument(context.origin).paths).flatMap(([path, item]) =>
    (["post", "get"] as const).flatMap((method): ReadonlyArray<Operation> => {
      const operation = item[method]
      if (operation === undefined) return []
      return [{
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? "",
        parameters: operation.parameters.map((parameter) => ({
          name: parameter.name,
          in: parameter.in,
          description: parameter.description ?? describedIn(parameter.schema)
        })),
        answers: Object.keys(operation.responses)
      }]
    })
  )

const operationSection = ({ answers, method, parameters, path, summary }: Operation): Html =>
  html`<section><h2><span class="method">${method}</span> <code>${path}</code></h2>
<p>${summary}. Answers ${answers.join(", ")}.</p>
${
    parameters.length === 0 ?
      html`` :
      html`<dl>${
        parameters.map((one) =>
          html`<dt><code>${one.name}</code></dt><dd>in the ${one.in}${
            one.description === "" ? html`` : html`: ${one.description}`
          }</dd>`
        )
      }</dl>`
  }</section>`

const interfacePage = (context: SandboxContext) =>
  page(
    { title: "The interface", wide: true },
    html`<h1>The account-information interface</h1>
<p class="lead">Six endpoints: a token, a consent and its record, accounts, balances, transactions. As a document for
programs: <a href="/openapi.json">openapi.json</a>.</p>
${operations(context).map(operationSection)}
<section><h2>A walk with curl</h2>
<pre>curl ${context.origin}/oauth/token -H 'content-type: application/json' \\
  -d '{"grant_type":"client_credentials","scope":"read write","client_id":"…","client_secret":"…"}'
curl ${context.origin}/ais/v1/consents -H 'authorization: Bearer …' -H 'content-type: application/json' \\
  -d '{"institutionName":"gb_alder_personal","callbackUri":"http://127.0.0.1:8765/callback",
       "scope":"ReadAccountsDetail ReadBalances ReadTransactionsCredits ReadTransactionsDebits ReadTransactionsDetail"}'
# open authorization_uri in a browser, then:
curl ${context.origin}/ais/v1/CONSENT_ID/accounts -H 'authorization: Bearer …'
curl "${context.origin}/ais/v1/CONSENT_ID/transactions?accountId=ACCOUNT_ID" -H 'authorization: Bearer …'</pre></section>
<section><h2>Institutions</h2>
<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">Bulk</th><th scope="col">accountId</th>
<th scope="col">Discovery</th><th scope="col">History without a window</th><th scope="col">Page</th></tr></thead>
<tbody>${
      context.modelBanks.banks.map((bank) =>
        html`<tr><td><code>${bank.institution}</code></td><td>${bank.bulk ? "yes" : "no"}</td><td>${
          bank.accountFilter ? "yes" : "no"
        }</td><td>${bank.discovery}</td><td>${bank.unboundedHistory}</td><td>${bank.pageSize}</td></tr>`
      )
    }</tbody></table></div></section>
<section><h2>Faults on demand</h2>
<p>Send <code>x-sandbox-fault: name</code> with a request, or POST to <code>${context.origin}/_control/faults</code>.</p>
<dl>${faultNames.map((name) => html`<dt><code>${name}</code></dt><dd>${faultSentences[name]}</dd>`)}</dl></section>`
  )

const homePage = (context: SandboxContext) =>
  page(
    { title: "Welcome" },
    html`<h1>An account-information gateway over model banks</h1>
<p class="lead">Use it to try Daybook, to develop against the interface, and to rehearse bad nights.</p>
<ul>
<li><a href="/portal">Register an application</a> and get a client id and a secret</li>
<li><a href="/docs">Read the interface</a>, or take its <a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/portal/console">Move the clock, decide for people, switch faults</a>; programs do so at
<code>${context.origin}/_control</code></li>
</ul>
<h2>The banks</h2>
<p>At each of them a person sees what they share, and withdraws it:</p>
<ul>${
      context.modelBanks.banks.map(({ institution, name }) =>
        html`<li><a href="/bank/${institution}">${name}</a> <code>${institution}</code></li>`
      )
    }</ul>`
  )

/** Routes that only read. */
export const interfaceRoutes = (context: SandboxContext) =>
  [
    HttpRouter.route("GET", "/", homePage(context)),
    HttpRouter.route("GET", "/docs", () => Effect.sync(() => interfacePage(context))),
    HttpRouter.route("GET", "/openapi.json", () => Effect.sync(() => json(openApiDocument(context.origin))))
  ] as const
