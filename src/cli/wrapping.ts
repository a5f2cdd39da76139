/**
 * Breaks text between words, and shares the width of a screen among the columns of a table.
 */
import { CliOutput } from "effect/cli"

const ordinary = /^[\x20-\x7e]*$/

/** How many columns of a screen a text takes. Nearly all is ASCII, of which each character takes one. */
export const widthOf = (text: string): number => ordinary.test(text) ? text.length : CliOutput.displayWidth(text)

/** The most that any of these measures; there may be more of them than a call takes arguments. */
export const widest = (texts: ReadonlyArray<string>, measure: (text: string) => number): number =>
  texts.reduce((most, text) => Math.max(most, measure(text)), 0)

/** The words of a text, each with the blank or nothing that leads on to it: an instant is one, `left-over` are two. */
const wordsOf = (text: string): ReadonlyArray<readonly [word: string, lead: string]> =>
  text.split(/ (?!\d\d:\d\d\b)/).flatMap((word, index) =>
    (/\d/.test(word) ? [word] : word.split(/(?<=[a-z]{3}-)(?=[a-z]{3})/)).map((part, place) =>
      [part, index > 0 && place === 0 ? " " : ""] as const
    )
  )

/** How wide the longest word is: a word is never broken. */
export const longestWord = (text: string): number => widest(wordsOf(text).map(([word]) => word), widthOf)

/** The lines of a text that is broken where it is wider; null breaks nothing. */
export const wrapped = (text: string, room: number | null): ReadonlyArray<string> => {
  if (room === null || widthOf(text) <= room) return [text]
  const lines: Array<string> = []
  for (const [word, lead] of wordsOf(text)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + lead.length + widthOf(word) <= room) {
      lines[lines.length - 1] = last + lead + word
    } else lines.push(word)
  }
  return lines
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, each) => all + each, 0)

/**
 * The widths of columns that are `natural` wide and can be narrowed to `least`: as they are where there is room, else the
 * widest are narrowed to one measure. Null where they cannot be narrowed enough.
 */
export const columnWidths = (
  natural: ReadonlyArray<number>,
  least: ReadonlyArray<number>,
  screen: number | null,
  gap: number
): ReadonlyArray<number> | null => {
  const room = screen === null ? Infinity : screen - gap * (natural.length - 1)
  if (sum(natural) <= room) return natural
  if (sum(least) > room) return null
  const within = (measure: number) =>
    natural.map((each, column) => Math.min(each, Math.max(least[column] ?? 0, measure)))
  let measure = 1
  while (sum(within(measure + 1)) <= room) measure += 1
  return within(measure)
}
