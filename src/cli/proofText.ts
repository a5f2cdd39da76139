/**
 * What balances prove of an account, for people: a line for each verdict, and for each bridge that is not plainly proven its
 * figures and what may have made the difference.
 */
import { Option } from "effect"
import { counted, minute } from "../domain/inWords.ts"
import type { ExplainedBridge, ExplainedProof } from "../inspect/explainProof.ts"
import { reasonInWords } from "./reasonWords.ts"

const kinds: Readonly<Record<string, string>> = {
  "running-balance": "here the balances stated after the rows part",
  repeated: "is there twice",
  amount: "has just that amount",
  sign: "makes it up with the other sign",
  absent: "was listed and is not any more",
  "other-currency": "stands in another currency",
  "two-rows": "make it up together"
}

const spoken = (verdict: string, reason: string | null): string => reason === null ? verdict : `${verdict} (${reason})`

const bridgeLines = (bridge: ExplainedBridge): ReadonlyArray<string> => {
  const { closing, closing_at, currency, difference, evidence, movements, opening, opening_at } = bridge
  const {
    bridges,
    candidates = [],
    days,
    days_not_covered,
    last_read_at,
    quarantined = [],
    read_again,
    transaction_keys = []
  } = evidence ?? {}
  // The whole is told by its parts.
  if (bridges !== undefined) return []
  return [
    `${minute(opening_at)} to ${minute(closing_at)}, ${bridge.balance_type}: ${spoken(bridge.verdict, bridge.reason)}`,
    `  ${opening} + ${movements} is ${difference.replace("-", "")} ${
      difference.startsWith("-") ? "more" : "less"
    } than ${closing} ${currency}`,
    ...days === undefined ? [] : [`  days ${days[0] ?? ""} to ${days.at(-1) ?? ""}`],
    ...days_not_covered === undefined ? [] : [`  not read: ${days_not_covered.join(", ")}`],
    ...last_read_at === undefined || read_again === undefined ? [] : [
      `  known as they were read last, ${
        minute(last_read_at)
      }; what the bank has booked there since may make it up: ${read_again}`
    ],
    ...candidates.flatMap(({ kind, transaction_keys }) =>
      transaction_keys.map((key) => `  ${kinds[kind] ?? kind}: daybook explain ${key}`)
    ),
    ...transaction_keys.slice(0, 10).map((key) => `  makes up for it: daybook explain ${key}`),
    ...quarantined.map(({ code, raw_page_id }) => `  ${code}: daybook quarantine show ${raw_page_id}`)
  ]
}

const statedLines = ({ begun_anew, currency, doubtful, rows, stated }: ExplainedProof["running_balances"][number]) => [
  `after ${stated} of ${rows} rows in ${currency} the bank states a balance: ` + [
    begun_anew.length === 0
      ? "they follow from each other"
      : `${counted(begun_anew.length, "does", "do")} not follow from the row before`,
    ...doubtful === 0 ? [] : [`${counted(doubtful, "is", "are")} doubtful`]
  ].join(", "),
  ...begun_anew.map((key) => `  begins anew: daybook explain ${key}`)
]

export const proofText = ({ account_key, bridges, running_balances, verdicts }: ExplainedProof): string =>
  [
    ...verdicts.length === 0 ? [`nothing has been judged of account ${account_key} yet`] : [],
    ...verdicts.flatMap(({ currency, difference, proven_from, proven_to, reason, verdict }) => [
      `account ${account_key}, ${currency ?? "no currency"}: ${spoken(verdict, reason)}` +
      (proven_to === null ? "" : `, proven from ${minute(proven_from)} to ${minute(proven_to)}`) +
      (difference === null || /^-?0\.0+$/.test(difference) ? "" : `, difference ${difference}`),
      ...Option.toArray(reasonInWords(reason)).map((words) => `  ${reason}: ${words}`)
    ]),
    ...running_balances.flatMap(statedLines),
    ...bridges.flatMap(bridgeLines)
  ].join("\n")
