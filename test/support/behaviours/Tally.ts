/**
 * How often each behaviour of a bank has happened.
 */
export interface Happened {
  /** Nights in which it happened. */
  readonly nights: number
  /** Rows that it happened to. */
  readonly rows: number
}

export class Tally {
  readonly #nights = new Map<string, Set<number>>()
  readonly #rows = new Map<string, number>()

  /** Every behaviour that is to happen. */
  constructor(names: ReadonlyArray<string>) {
    for (const name of names) this.#nights.set(name, new Set())
  }

  /** A behaviour has happened to so many rows in a night; to none is not at all. */
  saw(name: string, night: number, rows: number): void {
    if (rows === 0) return
    this.#nights.set(name, (this.#nights.get(name) ?? new Set<number>()).add(night))
    this.#rows.set(name, (this.#rows.get(name) ?? 0) + rows)
  }

  get all(): Readonly<Record<string, Happened>> {
    return Object.fromEntries(
      [...this.#nights].map(([name, nights]) => [name, { nights: nights.size, rows: this.#rows.get(name) ?? 0 }])
    )
  }

  /** Behaviours that never happened: what was to be shown was not. */
  get never(): ReadonlyArray<string> {
    return [...this.#nights].filter(([, nights]) => nights.size === 0).map(([name]) => name)
  }
}
