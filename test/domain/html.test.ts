import { describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { html } from "../../src/domain/html.ts"

describe("html", () => {
  it.prop("no text becomes markup", [Schema.String], ([text]) => !/[<>"']/.test(html`${text}`.text))
})
