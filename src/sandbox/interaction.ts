/**
 * The interaction id of an exchange: the caller's if it sent a UUID, else one made up, the same for the whole answer.
 */
import type { HttpServerRequest } from "effect/http"
import { randomUUID } from "node:crypto"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const madeUp = new WeakMap<object, string>()

/** The interaction id of the answer to this request. */
export const interactionId = (request: HttpServerRequest.HttpServerRequest): string => {
  const sent = request.headers["x-fapi-interaction-id"]
  if (sent !== undefined && uuid.test(sent)) return sent
  const known = madeUp.get(request.source)
  if (known !== undefined) return known
  const id = randomUUID()
  madeUp.set(request.source, id)
  return id
}
