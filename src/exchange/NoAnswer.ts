/**
 * What a try came to that got no answer: an error, in words that hold no secret.
 */
import { Schema } from "effect"
import type { HttpClientError } from "effect/http"

/**
 * One try got no answer, or not all of it. `arrived` says whether the request may have reached the gateway; `reason`
 * fits after "could not be reached". It holds no foreign cause: that would carry the request, and so its secrets.
 */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", {
  address: Schema.String,
  arrived: Schema.Literals(["no", "maybe"]),
  reason: Schema.String
}) {
  override get message() {
    return `${this.address} gave no answer (${this.reason}); check the network and [gateway], then run again`
  }
}

/** What the codes of the system and of the HTTP client mean, for requests that never left. */
const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "unknown host",
  EHOSTUNREACH: "no way to the host",
  ENETUNREACH: "no way to the host",
  EADDRNOTAVAIL: "no way to the host",
  ETIMEDOUT: "no connection in time",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time"
}

const certificate = /CERT|TLS|SSL|ISSUER|SIGNATURE/

/** What the failure of one try means. */
export const noAnswerOf = (address: string, error: HttpClientError.HttpClientError): NoAnswer => {
  const code = codeOf(error.reason.cause)
  const reason = unreached[code]
  if (reason !== undefined) return new NoAnswer({ address, arrived: "no", reason })
  if (certificate.test(code)) {
    return new NoAnswer({ address, arrived: "no", reason: `its certificate is not trusted: ${code}` })
  }
  return new NoAnswer({ address, arrived: "maybe", reason: "the connection broke off" })
}

/** Several addresses of one host are tried at once; the last failure speaks for all. */
const codeOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return codeOf(cause.errors.at(-1))
  if (!(cause instanceof Error)) return ""
  if ("code" in cause && typeof cause.code === "string") return cause.code
  return codeOf(cause.cause)
}
