/**
 * How the page of an export shows what it tells: tables, amounts, and words of banks and of ours.
 */
import { Html, html } from "../../domain/html.ts"
import { shortDecimal } from "../../domain/inWords.ts"

/** A bank's text may hold signs that turn the direction of what stands around it. */
export const said = (text: string | null | undefined): Html => html`<bdi>${text ?? ""}</bdi>`

/** A term of ours in words. */
export const words = (term: string | null | undefined): string => (term ?? "").replaceAll("-", " ")

/** An amount with a comma for each thousand. */
export const money = (amount: string | null | undefined): Html =>
  html`<span class="n">${
    shortDecimal(amount ?? "").replace(/^(-?)(\d+)/, (_, sign: string, whole: string) =>
      `${sign === "" ? "" : "−"}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}`)
  }</span>`

type Cell = Html | string | number

/** Rows below their headings; those of `numbers` stand at the right. */
export const table = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  numbers: ReadonlySet<string> = new Set()
): Html => {
  const isNumber = heading.map((name) => new Html(numbers.has(name) ? ` class="r"` : ""))
  return html`<div class="scroll"><table>
<thead><tr>${heading.map((name, at) => html`<th scope="col"${isNumber[at]}>${name}</th>`)}</tr></thead>
<tbody>${
    rows.map((row) =>
      html`<tr>${row.map((cell, at) => html`<td${isNumber[at]}>${cell}</td>`)}</tr>
`
    )
  }</tbody>
</table></div>`
}

/** Headings of numbers. */
export const amounts = new Set(["Rows", "Debit", "Credit", "Net", "Amount", "Difference", "Bytes"])
