/**
 * The frame that all pages share, and the pages that only say something. No script, no style from elsewhere, no inline
 * event: the policy sent with each page forbids them.
 */
import { HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Html, html } from "../../domain/html.ts"
import { styles } from "./styles.ts"

const styleHash = `'sha256-${createHash("sha256").update(styles).digest("base64")}'`

/** What a page needs besides its body. */
export interface PageOptions {
  readonly title: string
  readonly status?: number
  /** Where its forms may lead besides here: browsers apply `form-action` to redirects after a form too. */
  readonly formTarget?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly wide?: boolean
}

/** A whole page. */
export const page = (options: PageOptions, body: Html): HttpServerResponse.HttpServerResponse => {
  const wide = new Html(options.wide === true ? " class=\"wide\"" : "")
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${options.title} · Daybook sandbox</title>
<style>${new Html(styles)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header${wide}><p class="brand"><a href="/"><span aria-hidden="true">◧</span> Daybook sandbox</a></p><p class="note">Model banks, model money</p></header>
<main id="main" tabindex="-1"${wide}>
${body}
</main>
<footer${wide}><p>It runs on your own machine: no bank and no real person stands behind it.</p>
<nav aria-label="Sandbox"><a href="/portal">Portal</a> <a href="/portal/console">Console</a> <a href="/docs">Interface</a></nav></footer>
</body>
</html>
`
  return HttpServerResponse.text(document.text, {
    status: options.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": [
        "default-src 'none'",
        `style-src ${styleHash}`,
        `form-action 'self'${options.formTarget === undefined ? "" : ` ${options.formTarget}`}`,
        "frame-ancestors 'none'",
        "base-uri 'none'"
      ].join("; "),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-store",
      ...options.headers
    }
  })
}

/** The list of what is wrong with a form, at its top, linked to the fields. */
export const errorSummary = (faults: ReadonlyArray<{ readonly field: string; readonly text: string }>): Html =>
  faults.length === 0 ? html`` : html`<div class="errors" role="alert" aria-labelledby="errors-title">
<h2 id="errors-title">There is a problem</h2>
<ul>${faults.map(({ field, text }) => html`<li><a href="#${field}">${text}</a></li>`)}</ul>
</div>`

/** A page that only says something. */
export const noticePage = (
  status: number,
  title: string,
  text: string,
  link?: { readonly href: string; readonly text: string }
): HttpServerResponse.HttpServerResponse =>
  page(
    { title, status },
    html`<h1>${title}</h1>
<p>${text}</p>
${link === undefined ? html`` : html`<p><a href="${link.href}">${link.text}</a></p>`}`
  )
