import { describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { seededUuid } from "../../../src/sandbox/state/seeded.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("seeded names", () => {
  it.prop(
    "are version 4 UUIDs, the same for the same seed and number only",
    [between(0, 1000), between(1, 1000)],
    ([seed, number]) => {
      const id = seededUuid(seed, "consent", number)
      return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id) &&
        id === seededUuid(seed, "consent", number) && id !== seededUuid(seed + 1, "consent", number) &&
        id !== seededUuid(seed, "consent", number + 1)
    }
  )
})
