/**
 * What the gateway calls a client with when a consent was made or approved (docs/interface.md, Events), and how Standard
 * Webhooks signs it. The address and the keys are between gateway and client; who checks and who signs reckon alike.
 */
import { Schema } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/** Why the gateway calls. There is nothing else that it calls for. */
export const WebhookEvent = Schema.Literals(["consent.created", "consent.approved"])
export type WebhookEvent = typeof WebhookEvent.Type

/** What a client relies on in the body: which consent to look at. What else it says is a hint at most. */
export const WebhookBody = Schema.Struct({
  type: Schema.String,
  data: Schema.Struct({ consent_id: Schema.String })
})

/** What is signed: the bytes of the body, under an id and an instant in seconds, both as they stand in the headers. */
export interface Signed {
  readonly id: string
  readonly timestamp: string
  readonly body: string | Uint8Array
}

/** The key that a secret stands for: base64 after `whsec_`. Undefined where it is none. */
export const signingKey = (secret: string): Buffer | undefined => {
  const text = secret.replace(/^whsec_/, "")
  return /^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined
}

const mac = (key: Buffer, { body, id, timestamp }: Signed): Buffer =>
  createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest()

/** The `webhook-signature` of what is sent. */
export const signatureOf = (key: Buffer, signed: Signed): string => `v1,${mac(key, signed).toString("base64")}`

/** Whether one of the signatures of a header is right; there are several while a secret is being replaced. */
export const isSigned = (key: Buffer, signed: Signed, header: string): boolean => {
  const wanted = mac(key, signed)
  return header.split(" ").some((each) => {
    const given = Buffer.from(each.startsWith("v1,") ? each.slice("v1,".length) : "", "base64")
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}
