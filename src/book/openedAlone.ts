/**
 * Whose end leaves accounts that nothing reads any more. Two persons may have accounts of their own at one bank: that the consent
 * of one lives does not help those of the other.
 */
import { Effect, Schema } from "effect"
import { ConsentId } from "../domain/identifiers.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Alone = Schema.Struct({ consent_id: ConsentId })

interface Known {
  readonly consentId: ConsentId
}

const idsOf = (consents: ReadonlyArray<Known>) => consents.map(({ consentId }) => consentId)

/**
 * Of consents that are over those that opened an account which its bank still listed then, and which none of those that live opens.
 * By the open book or snapshot.
 */
export const openedAlone = Effect.fn("book.openedAlone")(
  function*(over: ReadonlyArray<Known>, living: ReadonlyArray<Known>) {
    if (over.length === 0) return new Set<ConsentId>()
    const warehouse = yield* Warehouse
    const alone = yield* warehouse.rows(Alone, new URL("./openedAlone.sql", import.meta.url), {
      over: idsOf(over),
      living: idsOf(living)
    })
    return new Set(alone.map(({ consent_id }) => consent_id))
  }
)
