/**
 * `report.html` of an export: what left, what balances prove of it, what was held back and why, and what changed of what had left
 * before, on one page that can be printed and signed. It needs nothing but itself, runs no script, and what a bank wrote is text.
 */
import { Html, html } from "../../domain/html.ts"
import { bytesOf, counted, minute } from "../../domain/inWords.ts"
import type { ReportAccount, ReportContent } from "./reportContent.ts"
import { reportStyles } from "./reportStyles.ts"
import { amounts, money, said, table, words } from "./reportTable.ts"

/** So many accounts fit on a page that somebody reads; the manifest has all. */
const mostAccounts = 200

const strength: ReadonlyArray<string | undefined> = ["broken", "unprovable", "timing", "proven-with-pending", "proven"]

/** An account is proven where all its currencies are. */
const leading = ({ control_totals, held, verdicts }: ReportContent["manifest"]): string => {
  const leaving = [...new Set(control_totals.map(({ account_key }) => account_key))]
  const judged = Map.groupBy(verdicts, ({ account_key }) => account_key)
  const isProven = (key: string) => judged.get(key)?.every(({ verdict }) => verdict.startsWith("proven")) ?? false
  const rows = control_totals.reduce((sum, total) => sum + total.rows, 0)
  const heldBack = new Set(held.map(({ account_key }) => account_key)).size
  return `${counted(rows, "booked row")} of ${counted(leaving.length, "account")} left. ` +
    `${
      counted(leaving.filter(isProven).length, "of these accounts is", "of these accounts are")
    } proven by balances; ` +
    `${heldBack === 0 ? "none is" : counted(heldBack, "account is", "accounts are")} held back.`
}

const totalsTable = ({ accounts, manifest }: ReportContent): Html => {
  const called = new Map(accounts.map((account) => [account.account_key, account]))
  const judged = Map.groupBy(manifest.verdicts, ({ account_key }) => account_key)
  const of = ({ account_key, currency }: { readonly account_key: string; readonly currency: string | null }) =>
    judged.get(account_key)?.find((each) => each.currency === currency)
  const lines = manifest.control_totals.map((total) => ({ total, verdict: of(total) }))
    .toSorted((a, b) => strength.indexOf(a.verdict?.verdict) - strength.indexOf(b.verdict?.verdict))
  const shown = lines.slice(0, mostAccounts)
  return html`<h2>What left</h2>
${
    lines.length === 0 ? html`<p>No booked row.</p>` : table(
      ["Account", "At", "Ledger", "Currency", "Rows", "Debit", "Credit", "Net", "Verdict", "Proven to", "Difference"],
      shown.map(({ total, verdict }) => {
        const account = called.get(total.account_key)
        return [
          html`${said(account?.called ?? total.account_key)}<br><small>${
            said(account?.number ?? total.account_key)
          }</small>`,
          said(account?.institution),
          html`${said(total.entity)} ${said(total.ledger_code)}`,
          total.currency ?? "",
          total.rows,
          money(total.debit),
          money(total.credit),
          money(total.net),
          html`<span class="${verdict?.verdict ?? "none"}">${words(verdict?.verdict ?? "not judged")}</span> ${
            words(verdict?.reason)
          }`,
          minute(verdict?.proven_to ?? null),
          money(verdict?.difference)
        ]
      }),
      amounts
    )
  }
${lines.length > shown.length ? html`<p>And ${lines.length - shown.length} more, in manifest.json.</p>` : html``}`
}

const heldTable = ({ accounts, manifest: { held } }: ReportContent): Html =>
  held.length === 0 ? html`` : html`<h2>Held back</h2>
${
    table(
      ["Account", "Currency", "Verdict", "Difference", "Why", "Since", "To ship it as it is"],
      held.map(({ account_key, currency, difference, reason, since, verdict }) => [
        said(nameOf(accounts, account_key)),
        currency ?? "",
        html`<span class="${verdict}">${words(verdict)}</span>`,
        money(difference),
        words(reason),
        minute(since),
        html`<code>daybook export release ${account_key} --reason TEXT --as WHO</code>`
      ]),
      amounts
    )
  }`

const nameOf = (accounts: ReadonlyArray<ReportAccount>, key: string): string =>
  accounts.find(({ account_key }) => account_key === key)?.called ?? key

const releasedTable = ({ accounts, manifest: { releases = [] } }: ReportContent): Html =>
  releases.length === 0 ? html`` : html`<h2>Released by a person</h2>
${
    table(
      ["Account", "By", "Why", "Since", "Until"],
      releases.map(({ account_key, by, reason, released_at, until }) => [
        said(nameOf(accounts, account_key)),
        said(by),
        said(reason),
        minute(released_at),
        until ?? "it is over"
      ])
    )
  }`

/** What was sent and is in no file: whoever signs what left is to know that there is more. */
const quarantineTable = ({ accounts, quarantined }: ReportContent): Html =>
  quarantined.length === 0 ? html`` : html`<h2>Sent by banks, and not understood</h2>
<p>${
    counted(quarantined.reduce((sum, { rows }) => sum + rows, 0), "row is", "rows are")
  } in none of the files below as sent, and what was understood of one before stays; what is wrong with each says <code>daybook quarantine list</code>.</p>
${
    table(
      ["Account", "At", "List", "Rows", "From", "To", "What is wrong"],
      quarantined.slice(0, mostAccounts).map((
        { account_key, codes, from_date, institution, resource, rows, to_date }
      ) => [
        said(account_key === null ? "not told" : nameOf(accounts, account_key)),
        said(institution),
        resource,
        rows,
        from_date ?? "",
        to_date ?? "",
        words(codes)
      ]),
      amounts
    )
  }
${
    quarantined.length > mostAccounts
      ? html`<p>And of ${quarantined.length - mostAccounts} accounts more.</p>`
      : html``
  }`

const restatedTable = ({ accounts, restated, restatedRows }: ReportContent): Html =>
  html`<h2>Changed since it left before</h2>
${
    restatedRows === 0 ? html`<p>Nothing.</p>` : table(
      ["Entry", "Account", "Booked", "Amount", "Currency", "Description"],
      restated.map(({ account_key, amount, booking_date, currency, description, entry }) => [
        entry,
        said(nameOf(accounts, account_key)),
        booking_date ?? "",
        money(amount),
        currency ?? "",
        said(description)
      ]),
      amounts
    )
  }
${
    restatedRows > restated.length
      ? html`<p>And ${restatedRows - restated.length} more, in restatements.csv.</p>`
      : html``
  }`

const daysTable = ({ accounts, manifest: { coverage } }: ReportContent): Html =>
  html`<h2>Days that were read</h2>
${
    coverage.length === 0 ? html`<p>None.</p>` : table(
      ["Account", "From", "To"],
      coverage.slice(0, mostAccounts).map(({ account_key, from_date, to_date }) => [
        said(nameOf(accounts, account_key)),
        from_date ?? "",
        to_date ?? ""
      ])
    )
  }
${coverage.length > mostAccounts ? html`<p>And ${coverage.length - mostAccounts} more, in manifest.json.</p>` : html``}`

const filesTable = ({ manifest: { files } }: ReportContent): Html =>
  html`<h2>Files</h2>
${
    table(
      ["File", "Rows", "Bytes", "SHA-256"],
      files.map(({ bytes, name, rows, sha256 }) => [name, rows, bytesOf(bytes), html`<code>${sha256}</code>`]),
      amounts
    )
  }`

/** The page. The same content gives the same bytes. */
export const reportPage = (content: ReportContent): string => {
  const { created_at, export_id, previous, program, run_id, store } = content.manifest
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>Export ${export_id} · Daybook</title>
<style>${new Html(reportStyles)}</style>
</head>
<body>
<main>
<p class="brand"><span aria-hidden="true">◧</span> Daybook</p>
<h1>Export of ${minute(created_at)} UTC</h1>
<p>${leading(content.manifest)}</p>
<dl>
<dt>Export</dt><dd>${export_id}, of run ${run_id}</dd>
<dt>Before it</dt><dd>${previous === null ? "none" : previous.export_id}</dd>
<dt>Rows come from</dt><dd>${store}</dd>
<dt>Made by</dt><dd>${program}</dd>
</dl>
${totalsTable(content)}
${heldTable(content)}
${quarantineTable(content)}
${releasedTable(content)}
${restatedTable(content)}
${daysTable(content)}
${filesTable(content)}
</main>
</body>
</html>
`.text
}
