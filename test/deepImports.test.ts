/**
 * The package imports of Effect what it uses.
 */
import { assert, it } from "@effect/vitest"
import { deepImports } from "./support/tools/deepImports.ts"

it("imports each module of Effect by itself, on the line where it stood", () => {
  const sent = "import { Effect, RegExp as Pattern } from \"effect\";\nimport {\n  Schema\n} from \"effect\";\nrun();\n"
  const made = "import * as Effect from \"effect/Effect\"; import * as Pattern from \"effect/RegExp\";\n" +
    "import * as Schema from \"effect/Schema\";\n\n\nrun();\n"
  assert.strictEqual(deepImports(sent), made)
})

it("leaves alone what is no module, and imports of anything else", () => {
  const sent = "import { Effect, pipe } from \"effect\";\nimport { Command } from \"effect/cli\";\n"
  assert.strictEqual(deepImports(sent), sent)
})
