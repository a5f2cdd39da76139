/**
 * The name that somebody meant who wrote another one.
 */

/** How many letters have to be added, taken away or changed to make one word of another. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...b].entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** So many letters of a word may be wrong. */
const tolerance = (word: string): number => Math.max(1, Math.floor(word.length / 4))

/** The name that is nearest to a word, where one is near. */
export const nearest = (word: string, names: ReadonlyArray<string>): string | undefined =>
  names
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ far, name }) => far <= tolerance(name))
    .toSorted((one, other) => one.far - other.far)[0]?.name
