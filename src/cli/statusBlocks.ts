/**
 * How a store stands, on one screen: what is well in few words, and by name what is not.
 */
import { describeStatus } from "../domain/consentState.ts"
import { bytesOf, counted, lengthOf, minute } from "../domain/inWords.ts"
import { outcomeWord } from "../domain/Outcome.ts"
import type { Status } from "../inspect/status.ts"
import { type Block, facts, table, toned, verbose } from "./blocks.ts"
import type { Names } from "./names.ts"
import { countedVerdicts, verdictTable } from "./verdictBlocks.ts"

const worldOf = (world: string | null): string =>
  world === null ? "of no gateway yet" : world === "sandbox" ? "of a sandbox" : `of ${world}`

const storeFacts = ({ night_age_hours, now, published, size, store, verdicts, world }: Status): Block => {
  const night = published?.night_run ?? null
  return facts([
    ["store", `${store}, ${worldOf(world)}`],
    ["size", `${bytesOf(size.total_bytes)}, ${bytesOf(size.grown_bytes)} of answers and exports in the last 30 days`],
    ["now", `${minute(now)} UTC`],
    ...published === null ? [["published", "nothing"] as const] : [
      ["night", night === null ? "none complete yet" : `complete ${lengthOf(night_age_hours ?? 0)} ago`],
      [verbose("night's run"), night],
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

/** The screen; `all` shows what is well too. */
export const statusBlocks = (status: Status, names: Names, all: boolean): ReadonlyArray<Block> => [
  storeFacts(status),
  ...consentTable(status.consents, names),
  ...status.given_up.map((bank) =>
    toned("warning", `${names.bank(bank)} is read no more: none of its consents is used`)
  ),
  ...verdictTable(status.verdicts, names, all),
  ...status.findings.length === 0 ? [] : [""],
  ...status.findings.map(({ message }) => toned("warning", `! ${names.said(message)}`))
]
