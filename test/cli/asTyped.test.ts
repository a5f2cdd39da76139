import { assert, it } from "@effect/vitest"
import { asTyped, asWord } from "../../src/cli/asTyped.ts"

const sentence = "daybook: nothing has been published in out yet; fill it with daybook run nightly, or: daybook --help"

it("says a command as it can be typed: in a clone as a script of npm's, elsewhere by its name", () => {
  assert.strictEqual(asTyped(sentence, {}), sentence)
  // As a script of somebody else's package it is the program that is installed.
  assert.strictEqual(asTyped(sentence, { npm_lifecycle_event: "nightly", npm_package_name: "books" }), sentence)
  assert.strictEqual(
    asTyped(sentence, { npm_lifecycle_event: "daybook", npm_package_name: "daybook" }),
    "daybook: nothing has been published in out yet; fill it with npm run -s daybook -- run nightly, or: " +
      "npm run -s daybook -- --help"
  )
})

it("writes a path as a shell takes it for one word", () => {
  assert.strictEqual(asWord("/var/lib/daybook-2"), "/var/lib/daybook-2")
  assert.strictEqual(asWord("my books"), "'my books'")
  assert.strictEqual(asWord("Ann's"), `'Ann'\\''s'`)
})
