/**
 * What a person sees in the browser after the bank has sent them back: what they decided, as the gateway says it. The query
 * of the address is neither believed nor shown: it may come from anybody.
 */
import { HttpServerResponse } from "effect/http"

/** What is known of the person's decision when their browser is back. */
export type Decision = "approved" | "refused" | "unknown"

const words: Readonly<Record<Decision, { readonly title: string; readonly text: string }>> = {
  approved: {
    title: "Access is given",
    text:
      "Thank you. Daybook now reads what you chose to share. You can close this page; to end it, withdraw at your bank."
  },
  refused: {
    title: "Nothing is shared",
    text: "The request was refused, by you or by your bank, and Daybook reads nothing. You can close this page."
  },
  unknown: {
    title: "You are back from your bank",
    text: "Daybook asks the gateway what you decided, and goes on where it was started. You can close this page."
  }
}

const htmlOf = ({ text, title }: { readonly title: string; readonly text: string }) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Daybook</title>
<style>
:root { color-scheme: light dark; --ink: #1c2430; --soft: #455060; --paper: #ffffff; --ground: #f3f4f1; --line: #c9cec9 }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff1; --soft: #b7c0c9; --paper: #1d2329; --ground: #14181c;
  --line: #46505a } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink);
  font: 100%/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif }
main { width: calc(100% - 1.5rem); max-width: 32rem; padding: 1.5rem 1.75rem 1.75rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: .75rem }
.brand { margin: 0 0 1rem; font-weight: 650; color: var(--soft) }
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.25; text-wrap: balance }
p { margin: 0 }
</style>
</head>
<body>
<main>
<p class="brand"><span aria-hidden="true">◧</span> Daybook</p>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`

const headers = {
  "cache-control": "no-store",
  connection: "close",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

/** The page. */
export const callbackPage = (decision: Decision) =>
  HttpServerResponse.text(htmlOf(words[decision]), { contentType: "text/html; charset=utf-8", headers })

/** For a request that was meant for another name than one of this machine. */
export const notMeant = HttpServerResponse.text("This is not the host that was asked for.\n", { status: 421, headers })

/** For every other address. */
export const nothingHere = HttpServerResponse.text("There is nothing here.\n", { status: 404, headers })
