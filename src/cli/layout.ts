/**
 * Lays blocks out on a screen. A table takes as much room as it needs; where a screen has less, its texts are broken between
 * words, the widest first; where even that is too wide, each of its rows becomes facts.
 */
import { asTyped } from "./asTyped.ts"
import type { Block, Cell, Facts, Heading, Table, Toned } from "./blocks.ts"
import { spelt } from "./plainConsole.ts"
import type { Screen } from "./screen.ts"
import { inTone, type Tone } from "./screen.ts"
import { columnWidths, longestWord, widest, widthOf, wrapped } from "./wrapping.ts"

const gap = "  "

/** What a bank sends stays on its line. */
// oxlint-disable-next-line no-control-regex
export const plain = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ")

const isToned = (cell: Cell | Block): cell is Toned => typeof cell === "object" && cell !== null && "tone" in cell

const textOf = (cell: Cell): string => cell === null ? "-" : spelt(plain(isToned(cell) ? cell.text : String(cell)))

const toneOf = (cell: Cell): Tone | null => isToned(cell) ? cell.tone : null

const isNumber = (cell: Cell) =>
  cell === null || typeof cell === "number" || (typeof cell === "string" && /^-?\d+\.\d+( [A-Z]{3})?$/.test(cell))

const padded = (text: string, width: number, right: boolean): string => {
  const blanks = " ".repeat(Math.max(0, width - widthOf(text)))
  return right ? blanks + text : text + blanks
}

const nameOf = (heading: Heading): string =>
  typeof heading === "string" ? heading : "group" in heading ? heading.group : heading.verbose

const isGroup = (heading: Heading): boolean => typeof heading === "object" && "group" in heading

/** The columns that this screen shows, and the one by which rows stand together, of a terminal alone. */
const shownOf = ({ heading, rows }: Table, { verbose, width }: Screen) => {
  const grouping = width === null ? -1 : heading.findIndex(isGroup)
  const shown = heading.flatMap((each, index) =>
    index !== grouping && (verbose || typeof each === "string" || isGroup(each)) ? [index] : []
  )
  const of = <A>(line: ReadonlyArray<A>) => shown.flatMap((index) => line.slice(index, index + 1))
  return { names: of(heading).map(nameOf), rows: rows.map(of), groups: rows.map((row) => row[grouping] ?? null) }
}

const tableLines = (table: Table, screen: Screen): ReadonlyArray<string> => {
  const { groups, names, rows } = shownOf(table, screen)
  const right = names.map((_, column) =>
    rows.length > 0 && rows.every((row) => isNumber(row[column] ?? null)) &&
    rows.some((row) => (row[column] ?? null) !== null)
  )
  const texts = [names, ...rows.map((row) => row.map(textOf))]
  const measured = (column: number, measure: (text: string) => number) =>
    widest(texts.map((line) => line[column] ?? ""), measure)
  const natural = names.map((_, column) => measured(column, widthOf))
  const least = names.map((_, column) =>
    right[column] === true || screen.width === null ? natural[column] ?? 0 : measured(column, longestWord)
  )
  const isGrouped = groups.some((group) => group !== null)
  const margin = isGrouped ? gap : ""
  const widths = columnWidths(natural, least, screen.width === null ? null : screen.width - margin.length, gap.length)
  const above = (index: number): ReadonlyArray<string> =>
    isGrouped && textOf(groups[index] ?? null) !== textOf(groups[index - 1] ?? null)
      ? [inTone("bold", textOf(groups[index] ?? null), screen.styled)]
      : []
  if (widths === null) {
    return rows.flatMap((row, index) => [
      ...index === 0 ? [] : [""],
      ...above(index),
      ...factLines({ _tag: "Facts", named: names.map((name, column) => [name, row[column] ?? null]) }, screen)
    ])
  }
  const drawn = (cells: ReadonlyArray<Cell>, tone: Tone | null) => {
    const parts = cells.map((cell, column) => wrapped(textOf(cell), widths[column] ?? 0))
    const height = Math.max(1, ...parts.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) => {
      const texts = parts.map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0, right[column] === true))
      const last = texts.findLastIndex((text) => text.trim() !== "")
      return margin + texts.slice(0, last + 1).map((text, column) => {
        const shown = column === last ? text.trimEnd() : text
        return inTone(tone ?? toneOf(cells[column] ?? null), shown, screen.styled)
      }).join(gap)
    })
  }
  return [
    ...drawn(names, isGrouped ? "quiet" : "bold"),
    ...rows.flatMap((row, index) => [...above(index), ...drawn(row, null)])
  ]
}

/** A command that is broken cannot be typed. */
const isTyped = (text: string): boolean => /\bdaybook [a-z]/.test(text)

const factLines = ({ named }: Facts, screen: Screen): ReadonlyArray<string> => {
  const shown = named.filter(([name, value]) => value !== null && (typeof name === "string" || screen.verbose))
  const room = Math.max(14, widest(shown.map(([name]) => nameOf(name)), widthOf)) + gap.length
  return shown.flatMap(([name, value]) => {
    const text = textOf(value)
    const width = screen.width === null || isTyped(text) ? null : screen.width - room
    return wrapped(text, width).map((line, index) =>
      (index === 0 ? inTone("bold", padded(nameOf(name), room, false), screen.styled) : " ".repeat(room)) +
      inTone(toneOf(value), asTyped(line), screen.styled)
    )
  })
}

const textLines = (text: string, tone: Tone | null, { styled, width }: Screen): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => /^\s/.test(line) || isTyped(line) ? [line] : wrapped(line, width)).map((line) =>
    inTone(tone, spelt(asTyped(line)), styled)
  )

const linesOf = (screen: Screen) => (block: Block): ReadonlyArray<string> => {
  if (typeof block === "string") return textLines(block, null, screen)
  if (isToned(block)) return textLines(block.text, block.tone, screen)
  return block._tag === "Table" ? tableLines(block, screen) : factLines(block, screen)
}

/** The blocks as lines of text, one under the other. */
export const laidOut = (blocks: ReadonlyArray<Block>, screen: Screen): ReadonlyArray<string> =>
  blocks.flatMap(linesOf(screen))
