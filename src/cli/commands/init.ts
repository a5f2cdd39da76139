/**
 * `daybook init`: a configuration where there is none.
 */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { answer } from "../answer.ts"
import { asWord } from "../asTyped.ts"
import { ConfigDir, json } from "../flags.ts"
import { load } from "../layers.ts"

const next = (config: string) => {
  const named = config === "config" ? "" : ` --config ${asWord(config)}`
  return `Next, to see all of it on model banks, with no account anywhere:

  daybook demo${named}

Or with your own gateway: name it in ${config}/daybook.toml, [gateway], and the credentials in the environment:

  export DAYBOOK_GATEWAY_CLIENT_ID_FILE=... DAYBOOK_GATEWAY_CLIENT_SECRET_FILE=...
  daybook config check${named}
  daybook consent new <institution>${named}`
}

export const init = Command.make(
  "init",
  { json },
  Effect.fn("cli.init")(function*({ json }) {
    const config = yield* ConfigDir
    const { newConfig } = yield* load(() => import("../../settings/newConfig.ts"))
    const files = yield* newConfig(config)
    yield* answer(
      json,
      { ok: true, findings: [], config, files },
      () => [...files.map((file) => `wrote ${config}/${file}`), "", next(config)].join("\n")
    )
  })
).pipe(
  Command.withDescription("Make a commented configuration where there is none, and say what to do next"),
  Command.withExamples([
    { command: "daybook init", description: "Write config/ into this folder" },
    { command: "daybook init --config /etc/daybook", description: "The same elsewhere" }
  ])
)
