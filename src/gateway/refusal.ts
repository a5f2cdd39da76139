/**
 * What a refusal says, read leniently: banks and the edges before them write error bodies of any shape, so the codes of
 * the standard are looked for wherever they stand (docs/bank-facts.md, 5.1), and nothing else of a body is repeated.
 */
import { Array, Result } from "effect"
import type { Answer } from "../exchange/Exchange.ts"
import {
  AnsweredElsewhere,
  BadRequest,
  ClientRefused,
  ConsentClosed,
  Forbidden,
  type GatewayError,
  NotOffered,
  Redirected,
  SessionOver,
  TokenRefused
} from "./GatewayError.ts"

/** The most of a body that is looked at. */
const looked = 16_384

const textOf = ({ body }: Answer): string =>
  Result.isSuccess(body) ? new TextDecoder().decode(body.success.subarray(0, looked)) : ""

/**
 * Up to five error codes of a body: version 4 (`U003`), version 3.1 (`UK.OBIE.Field.InvalidDate`), or one with a bank's own prefix. What is
 * written otherwise may be a number or a name.
 */
const errorCodes = (text: string): ReadonlyArray<string> =>
  Array.dedupe(
    Array.fromIterable(text.matchAll(/"ErrorCode"\s*:\s*"([\w.]+)"/gi)).flatMap(([, code = ""]) =>
      /^(?:[A-Z][A-Z0-9]{3}|[A-Z]{2}(?:\.[A-Za-z]{1,30}){1,5})$/.test(code) ? [code] : []
    )
  ).slice(0, 5)

/** What was asked, as errors name it, of which address; null where it is about no consent, or no institution is known. */
export interface Asked {
  readonly address: string
  readonly what: string
  readonly consentId: string | null
  readonly institution: string | null
}

/** The error of an answer that no repeat cures. */
export const refusalOf = (answer: Answer, { address, consentId, institution, what }: Asked): GatewayError => {
  const { status } = answer
  const text = textOf(answer)
  const codes = errorCodes(text)
  if (status >= 300 && status < 400) {
    return institution === null || consentId === null
      ? new Redirected({ address, what, status })
      : new AnsweredElsewhere({ what, institution, status })
  }
  if (status === 401) return new TokenRefused({ address, what, consentId })
  if (status === 403) {
    if (consentId === null) return new ClientRefused({ address, what, codes })
    return /\bU028\b|Reauthenticate/i.test(text)
      ? new SessionOver({ what, consentId })
      : new Forbidden({ what, codes, consentId })
  }
  if (status === 404 || status === 405 || status === 501) return new NotOffered({ what, status, codes, institution })
  if (consentId !== null && status === 400 && /\bU009\b|InvalidConsentStatus/i.test(text)) {
    return new ConsentClosed({ what, consentId })
  }
  return new BadRequest({ what, status, codes, institution, about: aboutOf(text) })
}

/** What a refusal is about. An account that is not known (U011) is no refusal of the parameter. */
const aboutOf = (text: string): BadRequest["about"] => {
  if (/account_?id\b/i.test(text) && !/\bU011\b|Resource\.NotFound/i.test(text)) return "accountId"
  if (/callback|redirect/i.test(text)) return "callback"
  return /permission|\bscope\b/i.test(text) ? "permission" : null
}
