/**
 * How a consent stands: whether it is alive, waits or has ended, and since when. Whoever wants to know asks here; a status
 * alone does not tell (docs/bank-facts.md, 1.5).
 */
import { DateTime } from "effect"
import type { Consent } from "./consent.ts"

/**
 * How a consent stands by its record: `live` may be read, `waiting` has not been decided, `rejected` was refused, `revoked`
 * was withdrawn and may be given again, `unknown` has a status that is no word of ours. `since` is null where nothing tells
 * it: a record says its status, and only of its expiry from when on.
 */
export interface RecordState {
  readonly _tag: "live" | "waiting" | "rejected" | "revoked" | "expired" | "deleted" | "unknown"
  readonly since: DateTime.Utc | null
}

/** The same of a consent that the store knows; `retired` is one that the store has given up, whatever its record says. */
export type ConsentState = RecordState | { readonly _tag: "retired"; readonly since: DateTime.Utc | null }

/** What a state is made of, in the record. */
export type RecordFacts = Pick<Consent, "status" | "deleted" | "expiresAt">

const named = new Map<string, RecordState["_tag"]>([
  ["AUTH", "live"],
  ["AWAU", "waiting"],
  ["RJCT", "rejected"],
  ["CANC", "revoked"],
  ["EXPD", "expired"]
])

/** What a status says by itself. */
export const stateSaid = (status: string): RecordState["_tag"] => named.get(status) ?? "unknown"

/** How a consent stands at `now` by its record. */
export const recordState = ({ deleted, expiresAt, status }: RecordFacts, now: DateTime.Utc): RecordState => {
  if (deleted) return { _tag: "deleted", since: null }
  // A bank may be late to say EXPD, or say CANC for it: the expiry decides, whatever the status.
  if (expiresAt !== null && DateTime.isLessThanOrEqualTo(expiresAt, now)) return { _tag: "expired", since: expiresAt }
  return { _tag: stateSaid(status), since: null }
}

/** How a consent stands at `now` by all that is known of it; `retired` is when the store gave it up, where it has. */
export const consentState = (
  facts: RecordFacts & { readonly retired: { readonly since: DateTime.Utc | null } | null },
  now: DateTime.Utc
): ConsentState => facts.retired === null ? recordState(facts, now) : { _tag: "retired", since: facts.retired.since }

/** Whether a person may still approve it. An unknown status may be a bank's own word for waiting. */
export const mayBeApproved = ({ _tag }: ConsentState): boolean => _tag === "waiting" || _tag === "unknown"

/** Whether it will never be alive again. A revoked one may be, until it expires. */
export const isFinal = ({ _tag }: ConsentState): boolean => ["rejected", "expired", "deleted", "retired"].includes(_tag)

const inWords: Readonly<Record<ConsentState["_tag"], string>> = {
  live: "approved",
  waiting: "waiting",
  rejected: "refused",
  revoked: "withdrawn",
  expired: "ended",
  deleted: "deleted",
  retired: "given up",
  unknown: "unknown"
}

/** How a consent stands, for people; a status that is no word of ours is told as it came. */
export const describeStatus = (consent: { readonly status: string; readonly state: ConsentState["_tag"] }): string =>
  consent.state === "unknown" ? `${inWords.unknown} (${consent.status})` : inWords[consent.state]
