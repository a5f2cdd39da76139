/**
 * `daybook sandbox`: serves the gateway alone.
 */
import { Console, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { beginsWithDay } from "../../domain/bookingDay.ts"

const port = Flag.Int("port").pipe(
  Flag.withDescription("Port on 127.0.0.1; 0 takes any free one (default 8787)"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))),
  Flag.withDefault(8787)
)

const seed = Flag.Int("seed").pipe(
  Flag.withDescription("Decides the whole model world: the same seed and clock give the same bytes (default 1)"),
  Flag.withDefault(1)
)

const clock = Flag.String("clock").pipe(
  Flag.withDescription("Instant at which its time stands still, moved by control only (default: wall time)"),
  Flag.withSchema(Schema.String.check(beginsWithDay).pipe(Schema.decodeTo(Schema.DateTimeUtcFromString))),
  Flag.optional
)

const state = Flag.Path("state").pipe(
  Flag.withDescription(
    "File that keeps clients, consents, decisions, clock and seed; where it exists it beats --clock and --seed (default: none)"
  ),
  Flag.optional
)

const heavy = Flag.Int("heavy").pipe(
  Flag.withDescription("Booked rows of an extra customer `heavy` at gb_alder_personal (default 0: no such customer)"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 }))),
  Flag.withDefault(0)
)

const webhookUrl = Flag.String("webhook-url").pipe(
  Flag.withDescription("Where the printed client hears of its consents (default: nowhere)"),
  Flag.optional
)

const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print one JSON line when it is ready, instead of lines for a shell (default false)"),
  Flag.withDefault(false)
)

const listFaults = Flag.Boolean("list-faults").pipe(
  Flag.withDescription(
    "Print the faults that can be asked for, one `name<TAB>sentence` a line, and end (default false)"
  ),
  Flag.withDefault(false)
)

/** Loaded only by this command, so that help costs neither an HTTP server nor a model world. */
const load = Effect.promise(() =>
  Promise.all([
    import("../../sandbox/Sandbox.ts"),
    import("../../sandbox/SandboxReady.ts"),
    import("../../sandbox/faults/faults.ts")
  ])
)

/** Serves the sandbox until it is interrupted. */
export const sandbox = Command.make(
  "sandbox",
  { port, seed, clock, state, heavy, webhookUrl, json, listFaults },
  Effect.fn("cli.sandbox")(function*({ json, listFaults, ...options }) {
    const [{ Sandbox }, { SandboxReady, readyLines }, { faultNames, faultSentences }] = yield* load
    if (listFaults) {
      yield* Console.log(faultNames.map((name) => `${name}\t${faultSentences[name]}`).join("\n"))
      return
    }
    const ready = yield* Sandbox.start(options)
    yield* Console.log(
      json
        ? yield* Schema.encodeEffect(Schema.fromJsonString(SandboxReady))(ready)
        : readyLines(ready).join("\n")
    )
    return yield* Effect.never
  }, Effect.scoped)
).pipe(
  Command.withDescription("Serve the account-information gateway over six model banks, on this machine only"),
  Command.withExamples([
    {
      command: "daybook sandbox",
      description: "Serve on 127.0.0.1:8787 and print lines that another shell can source"
    },
    {
      command: "daybook sandbox --port 0 --clock 2026-11-21T09:00:00Z --json",
      description: "Any free port, time standing still, one JSON line when ready"
    }
  ])
)
