/**
 * `daybook status`: how things stand, on one screen.
 */
import { Duration, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { describeStatus } from "../../domain/consentState.ts"
import type { Status } from "../../inspect/status.ts"
import { answer, plain, table } from "../answer.ts"
import { ExitWith } from "../ExitWith.ts"
import { json } from "../flags.ts"
import { bytesOf, lengthOf, minute } from "../inWords.ts"
import { load, storeLayers } from "../layers.ts"

const ageOf = (text: string): Option.Option<Duration.Duration> => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (count === undefined) return Option.none()
  return Option.some(Duration.minutes(Number(count) * (unit === "m" ? 1 : unit === "h" ? 60 : 1440)))
}

const maxAge = Flag.String("max-age").pipe(
  Flag.withMetavar("AGE"),
  Flag.withDescription("How old the newest complete night may be: a number and m, h or d (default 26h)"),
  Flag.filterMap(ageOf, () => "a number and m, h or d, such as 26h"),
  Flag.withDefault(Duration.hours(26))
)

const check = Flag.Boolean("check").pipe(
  Flag.withDescription(
    "End with 12 where an account is held, 11 where a bank that was read has no live consent, 10 where the newest night " +
      "is older than --max-age or a question has waited for a day (default false)"
  ),
  Flag.withDefault(false)
)

/** So many accounts fit on a screen; those that are not proven come first. */
const verdictLines = 20

const strength: ReadonlyArray<string> = ["broken", "unprovable", "timing", "proven-with-pending", "proven"]

/** "18 proven, 1 broken". */
const countedVerdicts = (verdicts: Status["verdicts"]): string =>
  strength.toReversed().flatMap((word) => {
    const count = verdicts.filter(({ verdict }) => verdict === word).length
    return count === 0 ? [] : [`${count} ${word}`]
  }).join(", ") || "none yet"

const verdictTable = (verdicts: Status["verdicts"]): ReadonlyArray<string> => {
  if (verdicts.length === 0) return []
  const shown = verdicts.toSorted((a, b) => strength.indexOf(a.verdict) - strength.indexOf(b.verdict))
  const rest = shown.length - verdictLines
  return [
    "",
    table(
      ["account", "currency", "verdict", "reason", "difference", "proven to", "age"],
      shown.slice(0, verdictLines).map((each) => [
        each.account_key,
        each.currency,
        each.verdict,
        each.reason,
        each.difference,
        each.proven_to === null ? null : minute(each.proven_to),
        each.proven_age_days === null ? null : `${each.proven_age_days} d`
      ])
    ),
    ...rest > 0 ? [`and ${rest} more, ${countedVerdicts(shown.slice(verdictLines))}: daybook status --json`] : []
  ]
}

const screen = (
  { consents, findings, night_age_hours, now, published, size, store, verdicts, world }: Status
): string => {
  const night = published?.night_run ?? null
  const facts = [
    [
      "store",
      `${store}, ${world === null ? "of no gateway yet" : world === "sandbox" ? "of a sandbox" : `of ${world}`}`
    ],
    ["size", `${bytesOf(size.total_bytes)}, ${bytesOf(size.grown_bytes)} of answers and exports in the last 30 days`],
    ["now", `${minute(now)} UTC`],
    ["night", night === null ? "none complete yet" : `${night}, ${lengthOf(night_age_hours ?? 0)} ago`],
    ...published === null ? [["published", "nothing yet"]] : [
      [
        "last run",
        `${published.last_run ?? "-"} of ${published.last_pipeline ?? "-"}: ${published.last_outcome ?? "-"}`
      ],
      [
        "book",
        `${published.accounts} accounts, ${published.transactions} transactions to ${
          published.newest_booking_day ?? "-"
        }`
      ],
      ["export", published.last_export ?? "none yet"],
      ["coverage", published.gaps.length === 0 ? "no gaps" : `${published.gaps.length} gaps`],
      ["verdicts", countedVerdicts(verdicts)],
      ["findings", published.open_findings === 0 ? "none open" : `${published.open_findings ?? "unknown"}`],
      ["quarantine", published.in_quarantine === 0 ? "empty" : String(published.in_quarantine)]
    ]
  ].map(([name, value]) => `${(name ?? "").padEnd(12)}${value}`)
  const alive = consents.length === 0 ? [] : [
    "",
    table(
      ["consent", "institution", "status", "days left", "accounts", "read to"],
      consents.filter(({ retired }) => !retired).map((consent) => [
        consent.consent_id,
        consent.institution,
        describeStatus(consent),
        consent.days_left,
        consent.accounts,
        consent.covered_to
      ])
    )
  ]
  const toLookAt = findings.length === 0
    ? []
    : ["", ...findings.map(({ message, where }) => plain(`! ${message} (${where})`))]
  return [...facts, ...alive, ...verdictTable(verdicts), ...toLookAt].join("\n")
}

/** How things stand. */
export const status = Command.make(
  "status",
  { check, maxAge, json },
  Effect.fn("cli.status")(function*({ check, json, maxAge }) {
    const { statusOf } = yield* load(() => import("../../inspect/status.ts"))
    const found = yield* statusOf(maxAge)
    yield* answer(json, found, () => screen(found))
    const [strongest] = found.failed
    if (check && strongest !== undefined) {
      return yield* new ExitWith({ outcome: strongest.outcome, sentence: strongest.message })
    }
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription("Show how things stand: consents, freshness, coverage, verdicts, quarantine"),
  Command.withExamples([
    { command: "daybook status", description: "Everything on one screen" },
    {
      command: "daybook status --check --max-age 26h",
      description: "For a monitor: ends with other than 0 where somebody is needed, and says what to do"
    }
  ])
)
