import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { daysOfSession, type Look, sessionStart, tellSession } from "../../src/consent/sessionStart.ts"
import { lessonDays } from "../../src/plan/lessons.ts"

const created = "2026-01-05T10:00:00.000Z"

const look = (at: string, status: string, modified: string | null = null): Look => ({
  at: `2026-01-${at}:00.000Z`,
  status,
  modified_at: modified === null ? null : `2026-01-${modified}:00.000Z`
})

const start = (...looks: ReadonlyArray<Look>) => {
  const found = sessionStart(created, looks)
  return found === null ? null : DateTime.formatIso(found).slice(8, 16)
}

describe("a person's session began", () => {
  it("never, while the consent is not authorised", () => {
    assert.isNull(start())
    assert.isNull(start(look("05T10:01", "AWAU")))
    assert.isNull(start(look("05T10:01", "AUTH"), look("06T10:00", "CANC")))
  })

  it("when the record was changed, where that lies between the last look before and the first after", () => {
    assert.strictEqual(start(look("06T02:00", "AUTH", "05T10:07")), "05T10:07")
    assert.strictEqual(start(look("05T10:01", "AWAU", "05T10:00"), look("05T10:05", "AUTH", "05T10:03")), "05T10:03")
  })

  it("when it was first seen authorised, where the record does not say or cannot be right", () => {
    assert.strictEqual(start(look("05T10:05", "AUTH")), "05T10:05")
    // An hour ahead, as where summer time is written without a zone; and long before the consent was made.
    assert.strictEqual(start(look("05T10:05", "AUTH", "05T11:03")), "05T10:05")
    assert.strictEqual(start(look("05T10:05", "AUTH", "04T10:03")), "05T10:05")
  })

  it("then, however often the record is looked at afterwards", () => {
    assert.strictEqual(
      start(
        look("05T10:05", "AUTH", "05T10:03"),
        look("06T02:00", "AUTH", "05T10:03"),
        look("07T02:00", "AUTH", "05T10:03")
      ),
      "05T10:03"
    )
  })

  it("anew, where a revoked consent came back", () => {
    assert.strictEqual(
      start(
        look("05T10:05", "AUTH", "05T10:03"),
        look("06T02:00", "CANC", "05T20:00"),
        look("07T02:00", "AUTH", "06T09:00")
      ),
      "06T09:00"
    )
  })

  it("anew, where an authorised consent was changed", () => {
    assert.strictEqual(
      start(
        look("05T10:05", "AUTH", "05T10:03"),
        look("06T02:00", "AUTH", "05T10:03"),
        look("07T02:00", "AUTH", "07T01:58")
      ),
      "07T01:58"
    )
  })

  it("not anew, where reading itself changes the record", () => {
    assert.strictEqual(
      start(
        look("05T10:05", "AUTH", "05T10:04"),
        look("06T02:00", "AUTH", "06T02:00"),
        look("07T02:00", "AUTH", "07T02:00")
      ),
      "05T10:04"
    )
  })

  // Each look: days since the one before, whether it is authorised, and whether the date stayed, moved or is older.
  const step = Schema.Struct({
    days: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 })),
    // Nearly always.
    notSo: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 })),
    modified: Schema.Literals(["stays", "moves", "lies before"])
  })

  it.prop("by its newest looks as by all of them, for as long as it matters", [
    Schema.Array(step).check(Schema.isMinLength(1), Schema.isMaxLength(12))
  ], ([steps]) => {
    const looks: Array<Look> = []
    let at = DateTime.makeUnsafe(created)
    for (const { days, modified, notSo } of steps) {
      const before = at
      at = DateTime.add(at, { days })
      const moved = modified === "moves" ? DateTime.subtract(at, { hours: 1 }) : DateTime.subtract(before, { hours: 1 })
      looks.push({
        at: DateTime.formatIso(at),
        status: notSo > 0 ? "AUTH" : "CANC",
        modified_at: modified === "stays" ? looks.at(-1)?.modified_at ?? null : DateTime.formatIso(moved)
      })
    }
    const recent = (found: DateTime.Utc | null) =>
      found !== null && DateTime.isGreaterThanOrEqualTo(found, DateTime.subtract(at, { days: daysOfSession }))
        ? DateTime.formatIso(found)
        : found === null
        ? "never"
        : "before"
    const wanted = recent(sessionStart(created, looks))
    for (let from = looks.length - 1; from >= 0; from -= 1) {
      const newest = looks.slice(from)
      if (from > 0 && !tellSession(newest, at)) continue
      assert.strictEqual(recent(sessionStart(created, newest)), wanted)
    }
  })

  it("for longer than anything is believed that a session may have made otherwise", () => {
    assert.isAbove(daysOfSession, lessonDays)
  })
})
