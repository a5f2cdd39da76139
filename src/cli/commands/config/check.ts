/**
 * `daybook config check`: every fault of the configuration.
 */
import { Array, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { type Finding, printedFinding } from "../../../domain/Finding.ts"
import { answer } from "../../answer.ts"
import { ExitWith } from "../../ExitWith.ts"
import { ConfigDir, json, Out } from "../../flags.ts"
import { load } from "../../layers.ts"

export const configCheck = Command.make(
  "check",
  { json },
  Effect.fn("cli.config.check")(function*({ json }) {
    const [inspect, { ConfigurationInvalid, describeFault, faultFinding }] = yield* load(
      () =>
        Promise.all([
          import("../../../inspect/checkConfiguration.ts"),
          import("../../../settings/ConfigurationInvalid.ts")
        ])
    )
    const config = yield* ConfigDir
    const out = yield* Out
    const missing = yield* inspect.missingSecrets(config, out)
    const faults = [...yield* inspect.checkConfiguration(config, out), ...missing.faults]
    const noted = missing.noted.map(({ key, message }): Finding => ({
      code: "credentials-missing",
      subject: { kind: "configuration", name: key ?? "environment" },
      message: `${key} ${message}`,
      evidence: {}
    }))
    yield* answer(
      json,
      { ok: faults.length === 0, findings: [...faults.map(faultFinding), ...noted].map(printedFinding) },
      () => [
        ...faults.length === 0 ? [`${config} is in order`] : faults.map(describeFault),
        ...noted.map(({ message }) => message)
      ]
    )
    if (!Array.isReadonlyArrayNonEmpty(faults)) return
    // Where there is none, nothing is to be corrected.
    const { message } = Option.getOrElse(
      yield* inspect.missingConfiguration(config, out),
      () => new ConfigurationInvalid({ faults })
    )
    return yield* new ExitWith({ outcome: "usage", sentence: message })
  })
).pipe(
  Command.withDescription(
    "Check daybook.toml, the environment laid over it, accounts.toml and every institution's file"
  ),
  Command.withExamples([
    {
      command: "daybook config check",
      description: "Name every fault with file, key and line; exit code 2 where there is one"
    },
    { command: "daybook config check --config /etc/daybook", description: "The same for another folder" }
  ])
)
