/**
 * How a command of Daybook ended, in whatever way it was run.
 */

/** A line of stdout that is a JSON object. */
export type Line = Readonly<Record<string, unknown>>

/** `lines` are those of stdout that are JSON; 137 stands for `kill -9`. */
export interface Ended {
  readonly command: string
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly lines: ReadonlyArray<Line>
}

const isLine = (value: unknown): value is Line => typeof value === "object" && value !== null && !Array.isArray(value)

const lineOf = (text: string): ReadonlyArray<Line> => {
  try {
    const value: unknown = JSON.parse(text)
    return isLine(value) ? [value] : []
  } catch {
    return []
  }
}

/** What a command that wrote these texts told. */
export const endedWith = (args: ReadonlyArray<string>, exitCode: number, stdout: string, stderr: string): Ended => ({
  command: `daybook ${args.join(" ")}`,
  exitCode,
  stdout,
  stderr,
  lines: stdout.split("\n").filter((line) => line.startsWith("{")).flatMap(lineOf)
})

/** The line that a run ends with. */
export const runLineOf = ({ lines }: Ended): Line => lines.findLast((line) => line["event"] === "ended") ?? {}

/** The last sentence on stderr. */
export const lastSentence = ({ stderr }: Ended): string => stderr.trim().split("\n").at(-1) ?? ""
