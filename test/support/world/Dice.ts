/**
 * Chance that is the same for the same seed, on every machine. Each topic has dice of its own, so that switching one
 * behaviour on does not change what the others throw.
 */
export class Dice {
  #state: number

  constructor(seed: number, topic: string) {
    let state = seed >>> 0
    for (const char of topic) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
    this.#state = state
  }

  /** A number from 0 up to, and without, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer from 0 up to, and without, `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** One of a list that is not empty. */
  pick<Item>(items: readonly [Item, ...ReadonlyArray<Item>]): Item {
    return items[this.below(items.length)] ?? items[0]
  }
}
