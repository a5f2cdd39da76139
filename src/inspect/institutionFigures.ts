/**
 * What a monitor wants to know of each bank, in figures alone: nothing here names a person or an account.
 */
import { DateTime, Effect, Schema } from "effect"
import { StoreClock } from "../store/StoreClock.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { snapshot } from "./snapshot.ts"
import { heldAccounts } from "./statusCheck.ts"

/** The figures of one bank; an empty institution is what belongs to the store as a whole. */
export const InstitutionFigures = Schema.Struct({
  institution: Schema.String,
  /** When the newest run ended in which all that was asked of the bank was read. */
  last_success_at: Schema.NullOr(Schema.String),
  accounts: Schema.Int,
  transactions: Schema.Int,
  open_findings: Schema.Int,
  questions: Schema.Int,
  quarantined: Schema.Int,
  held: Schema.Int
})
export type InstitutionFigures = typeof InstitutionFigures.Type

/** What is published of each bank; nothing where nothing is. */
export const institutionFigures = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const today = DateTime.formatIsoDateUtc(yield* (yield* StoreClock).now)
  const held = (yield* heldAccounts(today)).map(({ account_key }) => account_key)
  return yield* warehouse.rows(InstitutionFigures, new URL("./institutionFigures.sql", import.meta.url), { held })
}).pipe(
  Effect.provide(snapshot),
  Effect.catchTag("NothingPublished", () => Effect.succeed<ReadonlyArray<InstitutionFigures>>([]))
)
