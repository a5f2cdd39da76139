/**
 * The pure rules underneath, by property and by example.
 */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { localMidnight, localMillis, readInstant } from "../../src/sandbox/bookingFilter.ts"
import { callbackWith, isRegistered } from "../../src/sandbox/callbackAddress.ts"
import { html } from "../../src/sandbox/html.ts"
import { pagesOf, readPage, readSnapshot, rowsOf, writeSnapshot } from "../../src/sandbox/paging.ts"
import { seededUuid } from "../../src/sandbox/seeded.ts"

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

describe("pages", () => {
  it.prop(
    "hold every row once, in order, whatever the size and the first page",
    [between(0, 2000), between(1, 500), between(0, 3)],
    ([count, size, short]) => {
      const cut = { count, size, first: short === 0 || count === 0 ? undefined : short }
      const rows = Array.from({ length: count }, (_, index) => index)
      const read = Array.from({ length: pagesOf(cut) }, (_, index) => rowsOf(cut, index + 1))
        .flatMap(({ limit, offset }) => rows.slice(offset, offset + limit))
      return JSON.stringify(read) === JSON.stringify(rows)
    }
  )

  it.prop("a snapshot reads back for the same read and for no other", [
    between(-1_000_000, 2_000_000_000),
    between(0, 5)
  ], ([at, first]) => {
    const short = first === 0 ? undefined : first
    const text = writeSnapshot(1, "a read", at, short)
    const back = readSnapshot(1, "a read", text)
    return back?.at === at && back.first === short && readSnapshot(1, "another", text) === undefined &&
      readSnapshot(2, "a read", text) === undefined
  })

  it("a page is a whole number from 1, written plainly", () => {
    assert.deepStrictEqual(["1", "42", "0", "-1", "01", "1.0", "1e3", ""].map(readPage), [
      1,
      42,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })
})

describe("callback addresses", () => {
  const registered = ["http://127.0.0.1:8765/callback", "https://app.example/back?tenant=7", "com.example.app:/done"]
  const allowed = [
    "http://127.0.0.1:8765/callback",
    "http://127.0.0.1:1/callback",
    "http://127.0.0.1/callback?x=1",
    "https://app.example/back?tenant=7",
    "com.example.app:/done"
  ]
  const refused = [
    "http://127.0.0.1:8765/callback/",
    "http://127.0.0.1:8765/Callback",
    "http://localhost:8765/callback",
    "https://127.0.0.1:8765/callback",
    "https://app.example:444/back?tenant=7",
    "https://app.example/back?tenant=8",
    "https://app.example/back",
    "https://app.example.attacker.example/back?tenant=7",
    "https://app.example@attacker.example/back?tenant=7",
    "com.example.app:/other",
    "http://127.0.0.1:8765/callbäck",
    "http://127.0.0.1;script-src:8765/callback"
  ]
  for (const address of allowed) {
    it(`${address} is as registered`, () => assert.isTrue(isRegistered(registered, address)))
  }
  for (const address of refused) {
    it(`${address} is not`, () => assert.isFalse(isRegistered(registered, address)))
  }

  it("what is heard is added to the query that was there", () => {
    const heard = { consent_id: "1", status: "AUTH" }
    assert.strictEqual(callbackWith("http://a/b", heard), "http://a/b?consent_id=1&status=AUTH")
    assert.strictEqual(callbackWith("http://a/b?c=%26", heard), "http://a/b?c=%26&consent_id=1&status=AUTH")
  })
})

describe("html", () => {
  it.prop("no text becomes markup", [Schema.String], ([text]) => !/[<>"']/.test(html`${text}`.text))
})

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
