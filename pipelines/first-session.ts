/**
 * Right after a person has approved: the accounts, and the longest history that the bank gives while the session is open.
 * Several consents may be in their first session at once, so the lock is that of the consent.
 */
import type { ConsentId } from "../src/domain/identifiers.ts"
import { normalising, publishing, reconciling } from "../src/run/Pipeline.ts"
import { runPipeline } from "../src/run/runPipeline.ts"
import { everything, type RunScope } from "../src/run/RunScope.ts"
import { pullingConsents } from "./pulling.ts"

export const firstSession = (scope: RunScope = everything) =>
  runPipeline({
    name: "first-session",
    lock: `first-session-${scope.consent ?? "all"}`,
    stages: [pullingConsents("first-session", scope), normalising, reconciling, publishing]
  })

/** That of one consent. */
export const firstSessionOf = (consent: ConsentId) => firstSession({ ...everything, consent })
