import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { oldestNode, tooOld } from "../../src/cli/oldestNode.ts"

it("says in one sentence what is missing on an older Node", () => {
  const sentence = (version: string) =>
    `daybook: this is Node ${version}, and Daybook needs 22.19 or later; install one: https://nodejs.org/en/download`
  for (const version of ["18.20.4", "20.20.2", "22.9.0", "22.18.1"]) {
    assert.strictEqual(tooOld(version), sentence(version))
  }
  for (const version of ["22.19.0", "22.21.1", "23.0.0", "24.21.0", "26.0.0-nightly"]) {
    assert.isUndefined(tooOld(version))
  }
})

it("the package asks for the Node that the program asks for, and the platform for none that is newer", () => {
  const engines = (file: string) =>
    Schema.decodeSync(
      Schema.fromJsonString(Schema.Struct({ engines: Schema.Struct({ node: Schema.String }) }))
    )(readFileSync(file, "utf8")).engines.node
  assert.strictEqual(engines("package.json"), `>=${oldestNode}`)
  assert.strictEqual(engines("node_modules/@effect/platform-node/package.json"), `>=${oldestNode}`)
})
