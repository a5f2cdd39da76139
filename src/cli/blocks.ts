/**
 * What an answer to people is made of: lines, facts about one thing, tables. How it is laid out on a screen stands in
 * `layout.ts`.
 */
import type { Tone } from "./screen.ts"

/** A word with a tone of its own. */
export interface Toned {
  readonly text: string
  readonly tone: Tone
}

/** A cell; null stands for nothing known. */
export type Cell = string | number | boolean | null | Toned

/** A column that is there only where somebody wants to see ids. */
export interface VerboseColumn {
  readonly verbose: string
}

/** A column by which rows stand together: on a terminal each of its values is a line above its rows. */
export interface GroupColumn {
  readonly group: string
}

export type Heading = string | VerboseColumn | GroupColumn

/** Rows under a heading. */
export interface Table {
  readonly _tag: "Table"
  readonly heading: ReadonlyArray<Heading>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

/** What is known of one thing, a line each with its name in front; what is null is left out. */
export interface Facts {
  readonly _tag: "Facts"
  readonly named: ReadonlyArray<readonly [name: Heading, value: Cell]>
}

/** Text is lines; what is indented, and what can be typed, is never broken. */
export type Block = string | Toned | Table | Facts

export const table = (heading: ReadonlyArray<Heading>, rows: ReadonlyArray<ReadonlyArray<Cell>>): Table => ({
  _tag: "Table",
  heading,
  rows
})

export const facts = (named: Facts["named"]): Facts => ({ _tag: "Facts", named })

/** A column, or a fact, for those who want to see ids. */
export const verbose = (name: string): VerboseColumn => ({ verbose: name })

/** A column whose equal values are told once on a terminal. */
export const group = (name: string): GroupColumn => ({ group: name })

export const toned = (tone: Tone, text: string): Toned => ({ text, tone })
