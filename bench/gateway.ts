/**
 * The benchmark's gateway, a process of its own: one institution, one account, and rendered page files that it only
 * copies from disk to socket. Its first line on stdout is its origin; it serves until it is ended.
 *
 *     node bench/gateway.ts <folder of rendered pages>
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { accountId, consentId, now } from "./pages.ts"

const folder = process.argv[2] ?? ""
const accounts = {
  Data: {
    Account: [{
      AccountId: accountId,
      AccountCategory: "Business",
      AccountTypeCode: "CACC",
      Currency: "GBP",
      Description: "Bench account",
      Account: [{
        SchemeName: "UK.OBIE.SortCodeAccountNumber",
        Identification: "20041500000001",
        Name: "Bench Limited"
      }]
    }]
  },
  Links: { Self: `/ais/v1/${consentId}/accounts` },
  Meta: {}
}

/** The account began at zero, so its balance is the total of its movements. */
const rendered: unknown = JSON.parse(readFileSync(process.argv[3] ?? "", "utf8"))
const total = String(Object.entries(Object(rendered)).find(([name]) => name === "total")?.[1])

const balances = {
  Data: {
    Balance: [{
      AccountId: accountId,
      Amount: { Amount: total.replace("-", ""), Currency: "GBP", SubType: "BCUR" },
      CreditDebitIndicator: total.startsWith("-") ? "Debit" : "Credit",
      DateTime: now,
      Type: "ITBD"
    }]
  },
  Links: { Self: `/ais/v1/${consentId}/balances` },
  Meta: { TotalPages: 1 }
}

const consent = {
  id: consentId,
  status: "AUTH",
  deleted: false,
  created_date: "2026-06-01T02:59:00.000000",
  modified_date: "2026-06-01T02:59:30.000000",
  agreement: {
    Data: {
      ExpirationDateTime: "2026-08-30T02:59:00+00:00",
      Permissions: [
        "ReadAccountsDetail",
        "ReadBalances",
        "ReadTransactionsCredits",
        "ReadTransactionsDebits",
        "ReadTransactionsDetail"
      ],
      TransactionFromDateTime: "2024-06-01T00:00:00+00:00",
      TransactionToDateTime: "2026-08-30T02:59:00+00:00"
    },
    Risk: {}
  }
}

const token = { access_token: "bench", token_type: "Bearer", expires_in: 3600, scope: "read write" }

const server = createServer((request, response) => {
  request.resume()
  const url = new URL(request.url ?? "/", "http://127.0.0.1")
  const answer = (status: number, body: unknown) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": bytes.length,
      "x-sandbox-time": now
    })
    response.end(bytes)
  }
  switch (url.pathname) {
    case "/oauth/token":
      return answer(200, token)
    case "/ais/v1/consents":
      return answer(201, { authorization_uri: `http://${request.headers.host}/authorise`, consent_id: consentId })
    case `/ais/v1/consents/${consentId}`:
      return answer(200, consent)
    case `/ais/v1/${consentId}/accounts`:
      return answer(200, accounts)
    case `/ais/v1/${consentId}/balances`:
      return answer(200, balances)
    case `/ais/v1/${consentId}/transactions`:
      return answer(200, readFileSync(`${folder}/pages/${Number(url.searchParams.get("page") ?? "1")}.json`))
    default:
      return answer(404, { status: 404 })
  }
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}\n`)
})
