/** What is wrong with a row: a code, a pointer within the row, and what is shown of the value. */
export type Fault = readonly [code: string, field: string, evidence?: string]

/** A kind of row that cannot be understood, with all its faults. */
export interface Kind {
  readonly kind: string
  readonly row: unknown
  readonly faults: ReadonlyArray<Fault>
}

export const row = (kind: string, row: unknown, ...faults: ReadonlyArray<Fault>): Kind => ({ kind, row, faults })
