/**
 * What a failing command says, held against what it should: one sentence, the documented exit code, on stdout with
 * `--json` a line that says the same, and nothing that nobody should see.
 */
import { assert } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import type { Ended } from "./Ended.ts"

/** A failure as people and scripts are told of it. `%` in `sentence` stands for any text without a blank. */
export interface Exhibit {
  readonly exitCode: number
  readonly error: string
  readonly sentence: string
}

const patternOf = (sentence: string): RegExp =>
  new RegExp(`^${sentence.split("%").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\S+")}$`)

/** The sentences on stderr; the story beside them is lines of JSON. */
const sentencesOf = ({ stderr }: Ended): ReadonlyArray<string> =>
  stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"))

/** Holds an ended command against what it should have said. */
export const assertExhibit = (ended: Ended, exhibit: Exhibit): void => {
  assert.strictEqual(ended.exitCode, exhibit.exitCode, ended.stderr)
  const sentences = sentencesOf(ended)
  assert.lengthOf(sentences, 1, ended.stderr)
  assert.match(sentences[0] ?? "", patternOf(`daybook: ${exhibit.sentence}`))
  assert.include(exhibit.sentence, ";", "says what happened; then what to do")
  const failed = ended.lines.filter((line) => line["event"] === "failed")
  assert.lengthOf(failed, 1, ended.stdout)
  assert.deepStrictEqual(failed[0], {
    event: "failed",
    error: exhibit.error,
    message: sentences[0]?.slice("daybook: ".length),
    exit_code: exhibit.exitCode
  })
  assert.strictEqual(ended.lines.at(-1)?.["exit_code"], exhibit.exitCode)
  assert.notMatch(ended.stdout + ended.stderr, /\n\s+at |node:internal|\.ts:\d+/)
}

/** The files below a folder in which one of these texts stands. */
export const leaks = Effect.fn("Exhibit.leaks")(function*(folder: string, secrets: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  const names = yield* files.readDirectory(folder, { recursive: true })
  const found: Array<string> = []
  for (const name of names) {
    const { type } = yield* files.stat(`${folder}/${name}`)
    if (type !== "File") continue
    const bytes = yield* files.readFile(`${folder}/${name}`)
    const text = new TextDecoder("latin1").decode(bytes)
    if (secrets.some((secret) => text.includes(secret))) found.push(name)
  }
  return found
})
