/**
 * A console on which nothing that a bank or a gateway sends can steer a terminal. All that the program prints goes through
 * it, answers and log alike, so no command has to think of it.
 */
import type { Console } from "effect"

/** Empties the line of a terminal on which progress may be drawn; the one thing of this kind that we print ourselves. */
export const emptyLine = "\r\u001b[2K"

/**
 * A text with its control characters spelt out, all but line feeds and tabs, and those that have what follows read the other way
 * round, whatever it is. They are spelt as JSON spells them, where none but these can stand outside of a string: so a line of JSON
 * still says the same.
 */
export const spelt = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202d\u202e]/g, (character) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Text of which every part was spelt out before it was styled. */
export class Styled {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

const speltOut = (value: unknown): unknown =>
  value instanceof Styled ? value.text : typeof value === "string" ? spelt(value) : value

const logged = (value: unknown): unknown =>
  typeof value === "string" && value.startsWith(emptyLine)
    ? emptyLine + spelt(value.slice(emptyLine.length))
    : speltOut(value)

/** The same console, with every text spelt out but what was before it was styled. */
export const plainConsole = (console: Console.Console): Console.Console => ({
  ...console,
  log: (...values) => console.log(...values.map(speltOut)),
  error: (...values) => console.error(...values.map(logged))
})
