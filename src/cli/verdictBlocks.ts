/**
 * Verdicts for people: how many of each there are, and by name those that are not proven or whose proof has grown old.
 */
import { counted, minute } from "../domain/inWords.ts"
import type { AgedVerdict } from "../inspect/agedVerdicts.ts"
import { type Block, type Cell, group, table, toned, verbose } from "./blocks.ts"
import { words } from "./codeWords.ts"
import type { Names } from "./names.ts"
import { moneyCell } from "./rowCells.ts"
import type { Tone } from "./screen.ts"

/** So many accounts fit on a screen; the others are in JSON. */
const mostLines = 20

const strength: ReadonlyArray<string> = ["broken", "unprovable", "timing", "proven-with-pending", "proven"]

const tones: Readonly<Record<string, Tone>> = { broken: "bad", unprovable: "warning", proven: "good" }

const verdictCell = (verdict: string): Cell => {
  const word = words(verdict) ?? verdict
  const tone = tones[verdict]
  return tone === undefined ? word : toned(tone, word)
}

const ageCell = ({ proof_is_old, proven_age_days }: AgedVerdict): Cell => {
  if (proven_age_days === null) return null
  const age = proven_age_days < 1 ? "today" : counted(proven_age_days, "day")
  return proof_is_old ? toned("warning", age) : age
}

const counts = (verdicts: ReadonlyArray<AgedVerdict>): string =>
  strength.toReversed().flatMap((verdict) => {
    const count = verdicts.filter((each) => each.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${words(verdict)}`]
  }).join(", ") || "none yet"

/** `18 proven, 1 broken; the proof of 2 has grown old`. */
export const countedVerdicts = (verdicts: ReadonlyArray<AgedVerdict>): string => {
  const old = verdicts.filter(({ proof_is_old }) => proof_is_old).length
  return `${counts(verdicts)}${old === 0 ? "" : `; the proof of ${old} has grown old`}`
}

/** What is newly proven is told by its number; somebody who wants to see it all asks for that. */
export const verdictTable = (
  verdicts: ReadonlyArray<AgedVerdict>,
  names: Names,
  all: boolean
): ReadonlyArray<Block> => {
  const told = verdicts.filter(({ proof_is_old, verdict }) => all || proof_is_old || verdict !== "proven")
    .toSorted((a, b) => strength.indexOf(a.verdict) - strength.indexOf(b.verdict))
  if (told.length === 0) return []
  const rest = told.slice(mostLines)
  return [
    "",
    table(
      [
        group("bank"),
        "account",
        "currency",
        "verdict",
        "reason",
        "difference",
        "proven to",
        "age",
        verbose("account_key")
      ],
      told.slice(0, mostLines).map((each) => [
        names.bankOf(each.account_key),
        names.account(each.account_key),
        each.currency,
        verdictCell(each.verdict),
        words(each.reason),
        moneyCell(each.difference, each.currency),
        each.proven_to === null ? null : minute(each.proven_to),
        ageCell(each),
        each.account_key
      ])
    ),
    ...rest.length > 0 ? [`and ${rest.length} more, ${counts(rest)}: daybook status --json`] : []
  ]
}
