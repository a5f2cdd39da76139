/**
 * Decides about a consent for the person: approves it as the bank's first customer, refuses, revokes, stands at the
 * bank's door again, or deletes it for the gateway.
 */
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { approved, consentRecord, reauthenticated, refused, removed, revoked } from "../consent/consentLife.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { json } from "../server/answers.ts"
import { refusal } from "../server/Refusal.ts"
import { readOrder } from "./readOrder.ts"

const Decision = Schema.Struct({
  action: Schema.Literals(["approve", "refuse", "revoke", "reauthenticate", "delete"])
})

/** Answers `POST /_control/consents/<id>`. */
export const decideConsent = Effect.fn("control.decideConsent")(function*(
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest,
  id: string
) {
  const { action } = yield* readOrder(context, Decision, request)
  const consent = context.state.consent(id.toLowerCase())
  if (consent === undefined) return yield* refusal(404, "U011", "there is no such consent")
  const now = yield* context.state.now
  const accounts = context.modelBanks.customers(consent.institution)[0]?.accounts.map((account) => account.id) ?? []
  const decided = yield* context.state.changeConsent(consent.id, (before) => {
    switch (action) {
      case "approve":
        return approved(before, accounts, now)
      case "refuse":
        return refused(before, now)
      case "revoke":
        return revoked(before, now)
      case "reauthenticate":
        return reauthenticated(before, now)
      case "delete":
        return removed(before, now)
    }
  })
  if (decided === undefined) {
    const { deleted, status } = consentRecord(consent, now)
    const state = deleted ? "deleted" : status
    return yield* refusal(400, "U009", `the consent is ${state}; it cannot be brought to ${action} from there`)
  }
  const client = context.state.client(decided.clientId)
  if (action === "approve" && client !== undefined) {
    yield* context.webhooks.send(client, "consent.approved", decided, now)
  }
  return json(consentRecord(decided, now))
})
