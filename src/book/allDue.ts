/**
 * Whose end leaves accounts that nothing reads any more. Two persons may have accounts of their own at one bank: that the consent
 * of one lives does not help those of the other.
 */
import { Effect, Schema } from "effect"
import { type DueConsents, isUnapproved } from "../consent/dueConsents.ts"
import { ConsentId } from "../domain/identifiers.ts"
import type { KnownConsent } from "../journal/knownConsents.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Alone = Schema.Struct({ consent_id: ConsentId })

const idsOf = (consents: ReadonlyArray<KnownConsent>) => consents.map(({ consentId }) => consentId)

/**
 * All consents to be asked about, by the open book or snapshot: also those that are over and opened an account which its bank still
 * listed then, and which none of those that live opens, and those that are approved no more and were never read.
 */
export const allDue = Effect.fn("book.allDue")(function*({ due, living, over }: DueConsents) {
  if (over.length === 0) return due
  const warehouse = yield* Warehouse
  const rows = yield* warehouse.rows(Alone, new URL("./allDue.sql", import.meta.url), {
    over: idsOf(over),
    unapproved: idsOf(over.filter(isUnapproved)),
    living: idsOf(living)
  })
  const alone = new Set(rows.map(({ consent_id }) => consent_id))
  return [...due, ...over.filter(({ consentId }) => alone.has(consentId))]
})
