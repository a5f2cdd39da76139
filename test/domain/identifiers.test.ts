import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { AccountId, ConsentId, Institution } from "../../src/domain/identifiers.ts"

describe("identifiers that become names of files", () => {
  it.each(["../x", "a/b", ".hidden", "", " ", "a\0b", "a".repeat(129)])("are never %j", (text) => {
    assert.isFalse(Schema.is(ConsentId)(text))
    assert.isFalse(Schema.is(Institution)(text))
  })

  it.each(["runs", "Runs", "world.json", "World.JSON", "world.json.0a1b2c.partial"])(
    "are no consent's where the journal has them for something else: %j",
    (text) => assert.isFalse(Schema.is(ConsentId)(text))
  )

  it.each([
    "7d6f5c1e-0000-4000-8000-000000000001",
    "BARCLAYS-A-12345678901234",
    "gb_alder_personal",
    "runs-1",
    "world"
  ])(
    "may be %j",
    (text) => assert.isTrue(Schema.is(ConsentId)(text))
  )
})

describe("an institution", () => {
  it("may be called as a bank likes, for it names a file at most", () => {
    assert.isTrue(Schema.is(Institution)("xq quince ä"))
    assert.isFalse(Schema.is(ConsentId)("a b"))
  })
})

describe("an AccountId", () => {
  it("is opaque: whatever a bank sends, but never nothing", () => {
    assert.isTrue(Schema.is(AccountId)("../ä 1"))
    assert.isFalse(Schema.is(AccountId)(""))
  })
})
