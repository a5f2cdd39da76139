import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { localMidnight, localMillis, readInstant } from "../../../src/sandbox/server/readInstant.ts"

const london = "Europe/London"
const iso = (instant: number | undefined) =>
  instant === undefined ? undefined : DateTime.formatIso(DateTime.makeUnsafe(instant))

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("booking filters", () => {
  const forms = [
    ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20T10:00:00z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20t10:00:00Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20T10:00:00", "2026-11-20T10:00:00.000Z"],
    ["2026-07-20T10:00:00", "2026-07-20T09:00:00.000Z"],
    ["2026-07-20T10:00", "2026-07-20T09:00:00.000Z"],
    ["2026-07-20", "2026-07-19T23:00:00.000Z"],
    ["2026-11-20T10:00:00+01:00", "2026-11-20T09:00:00.000Z"],
    ["2026-11-20T10:00:00 01:00", "2026-11-20T09:00:00.000Z"],
    ["2026-11-20T10:00:00-0530", "2026-11-20T15:30:00.000Z"],
    ["2026-11-20T10:00:00+01", "2026-11-20T09:00:00.000Z"],
    ["2026-11-20T10:00:00.5", "2026-11-20T10:00:00.500Z"],
    ["2026-11-20T10:00:00.123456Z", "2026-11-20T10:00:00.123Z"],
    ["2026-11-20T10:00:00,25Z", "2026-11-20T10:00:00.250Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"]
  ] as const
  for (const [text, instant] of forms) {
    it(`${text} is ${instant}`, () => {
      assert.strictEqual(iso(readInstant(text, london, false)), instant)
    })
  }

  it("a date alone ends with its last instant, also on days of 23 and 25 hours", () => {
    assert.strictEqual(iso(readInstant("2026-11-20", london, true)), "2026-11-20T23:59:59.999Z")
    assert.strictEqual(iso(readInstant("2026-03-29", london, true)), "2026-03-29T22:59:59.999Z")
    assert.strictEqual(iso(readInstant("2026-10-25", london, true)), "2026-10-25T23:59:59.999Z")
  })

  it.prop(
    "what is written with an offset is the same instant in every zone",
    [between(0, 4_000_000_000)],
    ([seconds]) => {
      const instant = iso(seconds * 1000) ?? ""
      return readInstant(instant, london, false) === seconds * 1000 &&
        readInstant(instant, "Asia/Tokyo", true) === seconds * 1000
    }
  )

  it.prop(
    "local midnight is midnight on the clocks of the zone",
    [between(0, 4_000_000_000), between(0, 400)],
    ([seconds, days]) => {
      const midnight = localMidnight(seconds * 1000, london, days)
      const wall = localMillis(midnight, london)
      return wall % 86_400_000 === 0 && midnight <= seconds * 1000
    }
  )
})
