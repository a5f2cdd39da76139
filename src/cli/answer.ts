/**
 * The answer of a command, on stdout.
 */
import { Console, type Effect } from "effect"

/** Prints one value: as one line of JSON, or as text for people. */
export const answer = (json: boolean, value: unknown, text: () => string): Effect.Effect<void> =>
  Console.log(json ? JSON.stringify(value) : text())

/** An ISO 8601 instant as people read it, to the minute in UTC; a dash where there is none. */
export const minute = (instant: string | null): string =>
  instant === null ? "-" : `${instant.slice(0, 10)} ${instant.slice(11, 16)}`
