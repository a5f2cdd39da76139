/**
 * `daybook demo`: the whole flow on model banks. What it plays stands in `playDemo.ts`; the sandbox is
 * handed to it from here.
 */
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { json } from "../flags.ts"
import { load, storeLayers } from "../layers.ts"

export const demo = Command.make(
  "demo",
  {
    nights: Flag.Int("nights").pipe(
      Flag.withDescription("How many nights to play (default 3)"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 366 }))),
      Flag.withDefault(3)
    ),
    keep: Flag.Boolean("keep").pipe(
      Flag.withDescription("Go on with what an earlier demo left in the store (default false: begin anew)"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fn("cli.demo")(
    function*({ json, keep, nights }) {
      const [{ playDemo }, { Sandbox }, { walkConsent }] = yield* load(() =>
        Promise.all([
          import("../playDemo.ts"),
          import("../../sandbox/Sandbox.ts"),
          import("../../sandbox/person/walkConsent.ts")
        ])
      )
      yield* playDemo({ nights, keep, json }, {
        start: (clock, state) =>
          Sandbox.start({
            port: 0,
            seed: 1,
            clock: Option.some(clock),
            state: Option.some(state),
            heavy: 0,
            webhookUrl: Option.none()
          }),
        walk: walkConsent
      })
    },
    Effect.scoped,
    Effect.provide(storeLayers)
  )
).pipe(
  Command.withDescription("See all of it on model banks: consents, several nights, exports; needs no account anywhere"),
  Command.withExamples([
    { command: "daybook demo", description: "Three nights at six model banks, into the configured store" },
    { command: "daybook demo --nights 30 --out /tmp/month", description: "A month, into a store of its own" }
  ])
)
