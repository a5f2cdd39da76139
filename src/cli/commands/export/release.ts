/**
 * `daybook export release`: a person lets an account be exported as it is.
 */
import { DateTime, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BookingDay } from "../../../domain/bookingDay.ts"
import { StoreClock } from "../../../store/StoreClock.ts"
import { answer } from "../../answer.ts"
import { json, personsWord } from "../../flags.ts"
import { load, storeLayers } from "../../layers.ts"

/** The last day of a release is over already, so that nothing would be exported by it. */
export class ReleaseOver extends Schema.TaggedError<ReleaseOver>()("ReleaseOver", { until: BookingDay }) {
  override get message() {
    return `--until ${this.until} is over, so nothing would be exported by it; name a day to come, or none`
  }
}

export const exportRelease = Command.make(
  "release",
  {
    account: Argument.String("account").pipe(
      Argument.withDescription("The account: its account_key, or an AccountId, number or name that only one has")
    ),
    until: Flag.String("until").pipe(
      Flag.withMetavar("DAY"),
      Flag.withDescription("The last day on which it holds, YYYY-MM-DD (default: until the difference is another)"),
      Flag.withSchema(BookingDay),
      Flag.optional
    ),
    ...personsWord("Why it may be shipped as it is"),
    json
  },
  Effect.fn("cli.export.release")(function*({ account, by, json, reason, until }) {
    const [{ accountCalled }, { heldFor }, { snapshot }, { releaseAccount }] = yield* load(() =>
      Promise.all([
        import("../../../inspect/published.ts"),
        import("../../../book/exportPolicy.ts"),
        import("../../../inspect/snapshot.ts"),
        import("../../../../pipelines/release-account.ts")
      ])
    )
    const today = DateTime.formatIsoDateUtc(yield* (yield* StoreClock).now)
    if (Option.isSome(until) && until.value < today) return yield* new ReleaseOver({ until: until.value })
    const key = yield* Effect.tap(accountCalled(account), heldFor).pipe(Effect.provide(snapshot))
    const { summary } = yield* releaseAccount(key, Option.getOrNull(until), { by, reason })
    yield* answer(
      json,
      { event: "ended", ...summary },
      () => `account ${key} is released; the next export has it: daybook export`
    )
  }, Effect.provide(storeLayers))
).pipe(
  Command.withDescription(
    "Ship a held account as it is. It is kept for ever with who and why, shown in the manifest, and ends when the difference " +
      "is another or its day is over"
  ),
  Command.withExamples([
    {
      command: "daybook export release 0a1b2c --as \"A. Reader\" --reason \"the bank corrects it on Monday\"",
      description: "Release one account, by the key that status prints"
    },
    {
      command: "daybook export release 0a1b2c --as \"A. Reader\" --reason \"month end\" --until 2026-11-30",
      description: "The same for some days only"
    }
  ])
)
