import { describe, it } from "@effect/vitest"
import { expect } from "vitest"
import { InstitutionFile } from "../../src/institution/InstitutionFile.ts"
import { AccountsFile } from "../../src/settings/AccountEntries.ts"
import { SettingsFile } from "../../src/settings/Settings.ts"
import { editorSchema } from "../support/docs/editorSchema.ts"

// After a change of the shapes, `npx vitest run test/institution/editorSchema.test.ts -u` writes the files again.
describe("the JSON Schemas beside the configuration", () => {
  it("describe daybook.toml as it is read", () =>
    expect(editorSchema("config/daybook.toml", SettingsFile)).toMatchFileSnapshot("../../config/daybook.schema.json"))

  it("describe accounts.toml as it is read", () =>
    expect(editorSchema("config/accounts.toml", AccountsFile)).toMatchFileSnapshot("../../config/accounts.schema.json"))

  it("describe an institution's file as it is read", () =>
    expect(editorSchema("config/institutions/<institution>.toml", InstitutionFile))
      .toMatchFileSnapshot("../../config/institution.schema.json"))
})
