/**
 * What a person sees in the browser after the bank has sent them back. The query of the address is neither believed nor
 * shown: it may come from anybody.
 */
import { HttpServerResponse } from "effect/http"

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back from your bank - Daybook</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f5f1; color: #22303a;
  font: 1.1rem/1.6 Georgia, "Times New Roman", serif }
main { max-width: 28rem; margin: 1.5rem; padding: 2.5rem; background: #fff; border: 1px solid #d9d6cc; border-radius: 6px }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; font-weight: normal }
p { margin: 0 }
</style>
<main>
<h1>Thank you.</h1>
<p>You can close this page. Daybook asks the gateway what you decided and goes on where you started it.</p>
</main>
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
export const callbackPage = HttpServerResponse.text(html, { contentType: "text/html; charset=utf-8", headers })

/** For a request that was meant for another name than one of this machine. */
export const notMeant = HttpServerResponse.text("This is not the host that was asked for.\n", { status: 421, headers })

/** For every other address. */
export const nothingHere = HttpServerResponse.text("There is nothing here.\n", { status: 404, headers })
