/**
 * The rows of a walk by their names, each with the instant at which it was booked. A list may have millions of rows: a `Map` of numbers
 * takes five times the memory of two arrays, and holds no more than 16,777,216.
 */

export interface NamedRows {
  readonly size: number
  /** The instant of the row of that name; undefined where there is none. */
  readonly instantOf: (name: number) => number | undefined
  /** Names are whole numbers from 0 to 2 ** 53 - 1, instants from 0 to 2 ** 32 - 1. A row of that name is replaced. */
  readonly set: (name: number, instant: number) => void
  readonly names: () => Iterable<number>
}

const fewest = 1024

/** Rows to come. */
export const namedRows = (): NamedRows => {
  // Open addressing. A place is empty where the name in it is 0, so each stands there as one more than it is.
  let names = new Float64Array(fewest)
  let instants = new Uint32Array(fewest)
  let size = 0

  /** Where a row stands, or would. All bits of a name have a part in it, whichever of them differ. */
  const placeOf = (name: number): number => {
    const last = names.length - 1
    let place = Math.imul((name >>> 0) ^ Math.floor(name / 2 ** 32), 0x9e3779b1) >>> Math.clz32(last)
    while (names[place] !== 0 && names[place] !== name + 1) place = (place + 1) & last
    return place
  }

  const put = (name: number, instant: number) => {
    const place = placeOf(name)
    if (names[place] === 0) size++
    names[place] = name + 1
    instants[place] = instant
  }

  const grow = () => {
    const [formerNames, formerInstants] = [names, instants]
    names = new Float64Array(formerNames.length * 2)
    instants = new Uint32Array(formerNames.length * 2)
    size = 0
    for (const [place, name] of formerNames.entries()) if (name !== 0) put(name - 1, formerInstants[place] ?? 0)
  }

  return {
    get size() {
      return size
    },
    instantOf: (name) => {
      const place = placeOf(name)
      return names[place] === 0 ? undefined : instants[place]
    },
    set: (name, instant) => {
      if (size * 4 >= names.length * 3) grow()
      put(name, instant)
    },
    *names() {
      for (const name of names) if (name !== 0) yield name - 1
    }
  }
}
