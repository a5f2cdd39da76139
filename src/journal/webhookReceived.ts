/**
 * What the journal keeps of a webhook that was followed.
 */
import { Schema } from "effect"
import { ConsentId } from "../domain/identifiers.ts"

/** The gateway called, rightly signed: something may have happened to a consent. What did, says its record alone. */
export const WebhookReceived = Schema.Struct({
  event: Schema.Literal("webhook-received"),
  at: Schema.String,
  webhook_id: Schema.String,
  type: Schema.String,
  consent_id: ConsentId
})
