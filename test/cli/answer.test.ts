/** An answer may be longer than one text can be: then it is printed in pieces, and says the same. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestConsole } from "effect/testing"
import { printJson, printLines } from "../../src/cli/answer.ts"

const rows = Array.from({ length: 25_000 }, (_, nth) => ({ nth, name: `row ${nth}` }))

const printed = Effect.map(TestConsole.logLines, (lines) => lines.map(String))

it.effect("prints very many rows of JSON as several lines that are one value, and few as one line", () =>
  Effect.gen(function*() {
    yield* printJson(rows)
    const pieces = yield* printed
    assert.lengthOf(pieces, 3)
    assert.deepStrictEqual(JSON.parse(pieces.join("\n")), rows)
    yield* printJson(rows.slice(0, 10_000))
    assert.lengthOf(yield* printed, 4)
  }))

it.effect("prints all lines of a long text, in order", () =>
  Effect.gen(function*() {
    const lines = rows.map(({ name }) => name)
    yield* printLines(lines)
    assert.deepStrictEqual((yield* printed).join("\n"), lines.join("\n"))
  }))
