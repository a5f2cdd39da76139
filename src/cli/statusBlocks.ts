/**
 * How a store stands, on one screen: what is well in few words, and by name what is not.
 */
import { describeStatus } from "../domain/consentState.ts"
import { bytesOf, counted, lengthOf, minute } from "../domain/inWords.ts"
import type { Status } from "../inspect/status.ts"
import { type Block, type Cell, facts, group, table, toned, verbose } from "./blocks.ts"
import { outcomeWord, words } from "./codeWords.ts"
import type { Names } from "./names.ts"
import { moneyCell } from "./rowCells.ts"
import type { Tone } from "./screen.ts"

/** So many accounts fit on a screen; the others are in JSON. */
const verdictLines = 20

const strength: ReadonlyArray<string> = ["broken", "unprovable", "timing", "proven-with-pending", "proven"]

const tones: Readonly<Record<string, Tone>> = { broken: "bad", unprovable: "warning", proven: "good" }

const verdictCell = (verdict: string): Cell => {
  const word = words(verdict) ?? verdict
  const tone = tones[verdict]
  return tone === undefined ? word : toned(tone, word)
}

/** `18 proven, 1 broken`. */
const countedVerdicts = (verdicts: Status["verdicts"]): string =>
  strength.toReversed().flatMap((verdict) => {
    const count = verdicts.filter((each) => each.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${words(verdict)}`]
  }).join(", ") || "none yet"

const worldOf = (world: string | null): string =>
  world === null ? "of no gateway yet" : world === "sandbox" ? "of a sandbox" : `of ${world}`

const storeFacts = ({ night_age_hours, now, published, size, store, verdicts, world }: Status): Block => {
  const night = published?.night_run ?? null
  return facts([
    ["store", `${store}, ${worldOf(world)}`],
    ["size", `${bytesOf(size.total_bytes)}, ${bytesOf(size.grown_bytes)} of answers and exports in the last 30 days`],
    ["now", `${minute(now)} UTC`],
    ["night", night === null ? "none complete yet" : `complete ${lengthOf(night_age_hours ?? 0)} ago`],
    [verbose("night's run"), night],
    ...published === null ? [["published", "nothing yet"] as const] : [
      ["last run", `${published.last_pipeline ?? "none"}: ${outcomeWord(published.last_outcome)}`],
      [verbose("run"), published.last_run],
      [
        "book",
        `${counted(published.accounts, "account")}, ${counted(published.transactions, "transaction")} to ${
          published.newest_booking_day ?? "no day yet"
        }`
      ],
      ["export", published.last_export ?? "none yet"],
      ["coverage", published.gaps.length === 0 ? "no gaps" : counted(published.gaps.length, "gap")],
      ["verdicts", countedVerdicts(verdicts)],
      ["findings", published.open_findings === 0 ? "none open" : `${published.open_findings ?? "unknown"} open`],
      [
        "quarantine",
        published.in_quarantine === 0 ? "empty" : `${counted(published.in_quarantine, "row or page", "rows or pages")}`
      ]
    ] as const
  ])
}

const consentTable = (consents: Status["consents"], names: Names): ReadonlyArray<Block> => {
  const used = consents.filter(({ retired }) => !retired)
  return used.length === 0 ? [] : [
    "",
    table(
      ["bank", "consent", "days left", "accounts", "read to", verbose("id")],
      used.map((consent) => [
        names.bank(consent.institution),
        consent.state === "live" ? describeStatus(consent) : toned("warning", describeStatus(consent)),
        consent.days_left,
        consent.accounts,
        consent.covered_to,
        consent.consent_id
      ])
    )
  ]
}

/** What is proven is told by its number; somebody who wants to see it all asks for that. */
const verdictTable = (verdicts: Status["verdicts"], names: Names, all: boolean): ReadonlyArray<Block> => {
  const told = verdicts.filter(({ verdict }) => all || verdict !== "proven")
    .toSorted((a, b) => strength.indexOf(a.verdict) - strength.indexOf(b.verdict))
  if (told.length === 0) return []
  const rest = told.slice(verdictLines)
  return [
    "",
    table(
      [group("bank"), "account", "verdict", "reason", "difference", "proven to", verbose("account_key")],
      told.slice(0, verdictLines).map((each) => [
        names.bankOf(each.account_key),
        names.account(each.account_key),
        verdictCell(each.verdict),
        words(each.reason),
        moneyCell(each.difference, each.currency),
        each.proven_to === null ? null : minute(each.proven_to),
        each.account_key
      ])
    ),
    ...rest.length > 0 ? [`and ${rest.length} more, ${countedVerdicts(rest)}: daybook status --json`] : []
  ]
}

/** The screen; `all` shows what is well too. */
export const statusBlocks = (status: Status, names: Names, all: boolean): ReadonlyArray<Block> => [
  storeFacts(status),
  ...consentTable(status.consents, names),
  ...verdictTable(status.verdicts, names, all),
  ...status.findings.length === 0 ? [] : [""],
  ...status.findings.map(({ message }) => toned("warning", `! ${names.said(message)}`))
]
