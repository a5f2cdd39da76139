/**
 * The heartbeat of nights: an address that is called when one begins and when it ends, so that somebody else notices the
 * night that never was.
 */
import { Effect } from "effect"
import { HttpClient } from "effect/http"
import { transport } from "../exchange/transport.ts"
import { Settings } from "../settings/Settings.ts"

/** A night does not wait for it. */
const within = "10 seconds"

/** The address with a word at the end of its path; what is asked of it stays behind that. */
const withWord = (address: string, word: string): string => {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${word}`
  return url.href
}

/** Calls `<heartbeat_url>/<word>`, where there is such an address. Nothing hangs on the answer. */
export const ping = Effect.fn("notify.ping")(function*(word: string) {
  const { heartbeatUrl } = (yield* Settings).notify
  if (heartbeatUrl === "") return
  const http = yield* HttpClient.HttpClient
  yield* http.get(withWord(heartbeatUrl, word)).pipe(
    Effect.scoped,
    Effect.timeout(within),
    // Nobody is followed to where a redirect leads.
    Effect.flatMap(({ status }) => status >= 200 && status < 300 ? Effect.void : Effect.fail(status)),
    Effect.retry({ times: 2 }),
    Effect.catch((failure) =>
      Effect.logWarning(
        `[notify] heartbeat_url did not take the word ${word} (${
          typeof failure === "number" ? `it answered ${failure}` : "it gave no answer"
        })`
      )
    )
  )
}, Effect.provide(transport))
