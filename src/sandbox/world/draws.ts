/**
 * Chance without a source of chance: every draw is a function of a text, so that the same seed, bank, account and day
 * bring the same movements whenever and in whatever order they are asked for. Not for secrets.
 */

type Words = readonly [number, number, number, number]

/** 128 bits of a text: four murmur-style accumulators that are mixed into each other at the end. */
const mix = (text: string): Words => {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  const all = a ^ b ^ c ^ d
  return [all >>> 0, (b ^ all) >>> 0, (c ^ all) >>> 0, (d ^ all) >>> 0]
}

/** 32 hexadecimal digits that stand for a text. */
export const fingerprint = (text: string): string =>
  mix(text).map((word) => word.toString(16).padStart(8, "0")).join("")

/** A run of draws, each the next of the same text. */
export interface Draws {
  /** A fraction from 0 to just below 1. */
  readonly fraction: () => number
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number
  /** True in so many of a thousand cases. */
  readonly chance: (perMille: number) => boolean
  /** One of a list that is not empty. */
  readonly pick: <const A>(list: readonly [A, ...ReadonlyArray<A>]) => A
}

/** The draws that belong to a text (small fast counter generator, 32 bits). */
export const draws = (text: string): Draws => {
  let [a, b, c, counter] = mix(text)
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum | 0
    return sum >>> 0
  }
  const fraction = () => next() / 4_294_967_296
  return {
    fraction,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    chance: (perMille) => fraction() * 1000 < perMille,
    pick: (list) => list[Math.floor(fraction() * list.length)] ?? list[0]
  }
}
