/**
 * What a gateway with a script answers: tokens, refusals in the standard's shape, one reply after the other.
 */
import type { Reply } from "./serveHttp.ts"

/** A token response. */
export const tokenBody = (token: string, seconds = 3600) => ({
  access_token: token,
  token_type: "Bearer",
  expires_in: seconds,
  scope: "ais-authorization-server/read ais-authorization-server/write"
})

/** Answers in turn, and the last one for ever. */
export const inTurn = (...replies: ReadonlyArray<Reply>) => {
  let next = 0
  return (): Reply => replies[Math.min(next++, replies.length - 1)] ?? {}
}

/** A refusal in the standard's shape. */
export const standardError = (code: string, path = "") => ({
  Code: "400 BadRequest",
  Id: "b7d8",
  Message: "no",
  Errors: [{ ErrorCode: code, Message: "not this way", Path: path }]
})
