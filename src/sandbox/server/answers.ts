/**
 * Answers as bytes: JSON, the error body of the standard (docs/bank-facts.md, 5.1) and that of the token endpoint (RFC 6749,
 * 5.2), and the interaction id that each answer carries.
 */
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import type { Refusal } from "./Refusal.ts"

const neverStored = { "cache-control": "no-store", pragma: "no-cache" }

/** A JSON answer. */
export const json = (
  body: unknown,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(body), {
    status: options.status ?? 200,
    contentType: "application/json",
    headers: { ...neverStored, ...options.headers }
  })

const phrases: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "RequestTimeout",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  417: "ExpectationFailed",
  421: "MisdirectedRequest",
  429: "TooManyRequests",
  431: "RequestHeaderFieldsTooLarge",
  500: "InternalServerError",
  503: "ServiceUnavailable"
}

const short = (text: string) => text.length > 500 ? `${text.slice(0, 499)}…` : text

/** The standard's error body (OBErrorResponse1). `id` is the interaction id of the answer. */
export const errorBody = (refused: Refusal, id: string) => ({
  Id: id,
  Code: `${refused.status} ${phrases[refused.status] ?? "Error"}`,
  Message: short(refused.reason),
  Errors: [{
    ErrorCode: refused.code,
    Message: short(refused.reason),
    ...(refused.path === undefined ? {} : { Path: short(refused.path) })
  }]
})

/** A refusal in the standard's shape. */
export const errorAnswer = (refused: Refusal, id: string): HttpServerResponse.HttpServerResponse =>
  json(errorBody(refused, id), { status: refused.status, headers: refused.headers ?? {} })

/** A refusal in the shape of the token endpoint. */
export const tokenErrorAnswer = (refused: Refusal): HttpServerResponse.HttpServerResponse =>
  json({ error: refused.code, error_description: ascii(refused.reason) }, {
    status: refused.status,
    headers: refused.headers ?? {}
  })

/** RFC 6749 allows printable ASCII without quote and backslash in a description. */
const ascii = (text: string) => short(text).replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?")

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const madeUp = new WeakMap<object, string>()

/** The interaction id of the answer to this request: the caller's if it sent a UUID, else one made up, always the same. */
export const interactionId = (request: HttpServerRequest.HttpServerRequest): string => {
  const sent = request.headers["x-fapi-interaction-id"]
  if (sent !== undefined && uuid.test(sent)) return sent
  const known = madeUp.get(request.source)
  if (known !== undefined) return known
  const id = randomUUID()
  madeUp.set(request.source, id)
  return id
}
