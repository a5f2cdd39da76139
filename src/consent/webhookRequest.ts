/**
 * Whether a request is a webhook of the gateway's: signed with our secret, and signed now. What it says is believed no
 * further than that a consent may be worth a look.
 */
import { Option, Result, Schema } from "effect"
import { ConsentId } from "../domain/identifiers.ts"
import { isSigned, WebhookBody } from "../interface/webhooks.ts"

/** A webhook of the gateway's. `consentId` is none where it names no consent in a way that we know. */
export interface Webhook {
  readonly id: string
  readonly type: string
  readonly consentId: Option.Option<ConsentId>
}

/** A request that is none; `reason` goes on after "a webhook was refused". */
export interface RefusedWebhook {
  readonly status: 400 | 401 | 408 | 413
  readonly reason: string
}

/** What came, and when, in milliseconds of real time. */
interface Received {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly at: number
}

/** A clock that is off by more than this is not ours, and what is older may be sent by whoever overheard it. */
const toleranceSeconds = 300

const decodeBody = Schema.decodeUnknownOption(Schema.fromJsonString(WebhookBody))
const decodeConsentId = Schema.decodeUnknownOption(ConsentId)

/** Words of the gateway's for the log and the journal: signed, but not ours. */
const short = (text: string): string => text.slice(0, 200)

/** The webhook that a request is. The signature is looked at first: nothing else of an unsigned request is to be believed. */
export const readWebhook = (key: Buffer, { at, body, headers }: Received): Result.Result<Webhook, RefusedWebhook> => {
  const id = headers["webhook-id"] ?? ""
  const timestamp = headers["webhook-timestamp"] ?? ""
  const signature = headers["webhook-signature"] ?? ""
  const refused = (status: 400 | 401, reason: string) => Result.fail<RefusedWebhook>({ status, reason })
  if (signature === "") return refused(401, "it is not signed")
  if (!isSigned(key, { id, timestamp, body }, signature)) return refused(401, "it is not signed with our secret")
  if (id === "") return refused(400, "it has no id")
  if (!/^\d{1,12}$/.test(timestamp)) return refused(400, "it does not say when it was signed")
  if (Math.abs(at / 1000 - Number(timestamp)) > toleranceSeconds) {
    return refused(400, "it was signed more than five minutes ago, or ahead")
  }
  const said = decodeBody(new TextDecoder().decode(body))
  return Result.succeed({
    id: short(id),
    type: short(Option.match(said, { onNone: () => "unknown", onSome: ({ type }) => type })),
    consentId: Option.flatMap(said, ({ data }) => decodeConsentId(data.consent_id))
  })
}
