/**
 * The answer of a command, on stdout: a value in JSON, or text and small aligned tables for people.
 */
import { Console, type Effect } from "effect"
import { CliOutput } from "effect/cli"

/** Prints one value: as one line of JSON, or as text for people. */
export const answer = (json: boolean, value: unknown, text: () => string): Effect.Effect<void> =>
  Console.log(json ? JSON.stringify(value) : text())

/** A cell; null stands for nothing known. */
export type Cell = string | number | boolean | null

/** What a bank sends stays on its line. */
// oxlint-disable-next-line no-control-regex
export const plain = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ")

const textOf = (cell: Cell): string => cell === null ? "-" : plain(String(cell))

/** What is known of one thing, a line each with its name in front; what is null is left out. */
export const facts = (named: ReadonlyArray<readonly [name: string, value: Cell]>): string =>
  named.flatMap(([name, value]) => value === null ? [] : [`${name.padEnd(16)}${textOf(value)}`]).join("\n")

/** Rows under a heading, two blanks between columns; a column of numbers alone stands to the right. */
export const table = (heading: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string => {
  const lines = [heading, ...rows.map((row) => row.map(textOf))]
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => CliOutput.displayWidth(line[column] ?? "")))
  )
  const right = heading.map((_, column) =>
    rows.length > 0 && rows.every((row) => isNumber(row[column] ?? null)) && rows.some((row) => row[column] !== null)
  )
  return lines.map((line) =>
    line.map((text, column) => {
      const blanks = " ".repeat((widths[column] ?? 0) - CliOutput.displayWidth(text))
      return right[column] === true ? blanks + text : text + blanks
    }).join("  ").trimEnd()
  ).join("\n")
}

const isNumber = (cell: Cell) =>
  cell === null || typeof cell === "number" || (typeof cell === "string" && /^-?\d+\.\d+$/.test(cell))
