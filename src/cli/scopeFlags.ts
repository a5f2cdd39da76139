/**
 * What a run is asked for on the command line, and which pipeline it is: the same for `run`, `pull` and `plan`.
 */
import { Effect, Option, Schema } from "effect"
import { Argument, type Command, Flag } from "effect/cli"
import { BookingDay } from "../domain/bookingDay.ts"
import { ConsentId, Institution } from "../domain/identifiers.ts"
import type { RunScope } from "../run/RunScope.ts"

/** The pipelines that can be run. */
export const pipelineArgument = Argument.Literals("pipeline", ["nightly", "first-session", "backfill"]).pipe(
  Argument.withDescription("nightly, first-session or backfill")
)

const day = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withSchema(BookingDay), Flag.optional)

/** What a run reads. */
export const readFlags = {
  consent: Flag.String("consent").pipe(
    Flag.withDescription("Only this consent (default: every live one)"),
    Flag.withSchema(ConsentId),
    Flag.optional
  ),
  institution: Flag.String("institution").pipe(
    Flag.withDescription("Only this institution's consents (default: every institution's)"),
    Flag.withSchema(Institution),
    Flag.optional
  ),
  account: Flag.String("account").pipe(
    Flag.withDescription(
      "Only this account: an account_key, or an AccountId that only one has (default: every account)"
    ),
    Flag.optional
  ),
  from: day("from", "First booking day to read, YYYY-MM-DD (default: what coverage and the bank's rules say)"),
  to: day("to", "Last booking day to read, YYYY-MM-DD (default: today)"),
  again: Flag.Boolean("again").pipe(
    Flag.withDescription("Read days that are covered too (default false)"),
    Flag.withDefault(false)
  )
}

/** What a run reads, and when it exports. */
export const scopeFlags = {
  ...readFlags,
  exporting: Flag.Literals("export", ["always", "changed"]).pipe(
    Flag.withDescription("When a nightly run exports (default changed: not where nothing changed)"),
    Flag.withDefault("changed")
  )
}

type ReadInput = Command.Command.Config.Infer<typeof readFlags>

interface ScopeInput extends ReadInput {
  readonly exporting?: RunScope["export"]
}

/** The first day that was asked for lies after the last. */
export class DaysReversed extends Schema.TaggedError<DaysReversed>()("DaysReversed", {
  from: Schema.String,
  to: Schema.String
}) {
  override get message() {
    return `--from ${this.from} lies after --to ${this.to}; name the earlier day first`
  }
}

/** The scope that the flags name; who never exports is not asked when. */
export const scopeOf = Effect.fn("cli.scopeOf")(
  function*({ account, again, consent, exporting = "changed", institution, ...days }: ScopeInput) {
    const [from, to] = [Option.getOrNull(days.from), Option.getOrNull(days.to)]
    if (from !== null && to !== null && from > to) return yield* new DaysReversed({ from, to })
    return {
      consent: Option.getOrNull(consent),
      institution: Option.getOrNull(institution),
      account: Option.getOrNull(account),
      from,
      to,
      again,
      export: exporting
    } satisfies RunScope
  }
)
