/**
 * What a person asks of a run.
 */
import type { BookingDay } from "../domain/bookingDay.ts"
import type { ConsentId, Institution } from "../domain/identifiers.ts"

/** What a person asks of a run. Null asks for nothing in particular; days are booking days, both inclusive. */
export interface RunScope {
  readonly consent: ConsentId | null
  readonly institution: Institution | null
  /** An account_key, or an AccountId where only one account has it. */
  readonly account: string | null
  readonly from: BookingDay | null
  readonly to: BookingDay | null
  /** Read days that are covered too. */
  readonly again: boolean
  readonly export: "always" | "changed"
}

/** A scope that asks for nothing in particular. */
export const everything: RunScope = {
  consent: null,
  institution: null,
  account: null,
  from: null,
  to: null,
  again: false,
  export: "changed"
}
