/**
 * `daybook status`: how things stand, on one screen.
 */
import { Duration, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { answer } from "../answer.ts"
import { ExitWith } from "../ExitWith.ts"
import { json, Verbose } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"
import { publishedNames } from "../names.ts"
import { statusBlocks } from "../statusBlocks.ts"

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
    "End with 12 where an account is held or a check keeps the export back, 11 where a consent needs a person or a bank that " +
      "was read has none, 10 where the newest night is older than --max-age or a question has waited for a day (default false)"
  ),
  Flag.withDefault(false)
)

/** How things stand. */
export const status = Command.make(
  "status",
  { check, maxAge, json },
  Effect.fn("cli.status")(function*({ check, json, maxAge }) {
    const { statusOf } = yield* load(() => import("../../inspect/status.ts"))
    const found = yield* statusOf(maxAge)
    const names = yield* publishedNames
    const isVerbose = yield* Verbose
    yield* answer(json, found, () => statusBlocks(found, names, isVerbose))
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
