/**
 * A bank that is asked for its history in windows, and refuses those of days that it no longer gives: what it does give is read within
 * as many nights as its quota takes for all windows.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { dayAfter, daysFrom, edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

const tooOld = {
  status: 400,
  body: {
    Code: "400 BadRequest",
    Id: "1",
    Message: "too old",
    Errors: [{ ErrorCode: "U003", Message: "fromBookingDateTime too old" }]
  }
}

/** What a bank gives of its history, and how much of it at once. */
const windowed = { toFilter: true, maxWindowDays: 7, spanDays: 365, bulkStatus: 404, historyDays: 0 } as const

const rules = {
  bulk: "none",
  to_filter: true,
  max_window_days: 7,
  requests_per_day: 4,
  transaction_ids: "absent",
  pending: "absent",
  lookback_days: 10
}

it.live("reads the days that a bank gives, however many windows before them it refuses", () =>
  Effect.gen(function*() {
    const begin = "2026-02-20"
    let today = begin
    const bank = yield* edgeBank(`${begin}T03:00:00Z`, windowed, rules)
    const { daybook, gateway } = bank
    const listed = (newest: string) => daysFrom(dayAfter(begin, -365), newest).map((day) => payment(`${day}T00:00:00Z`))
    gateway.transactions = listed(dayAfter(begin, -1))
    // The bank is down while its session is open, in which it would give all.
    gateway.script = ({ path }) => path.endsWith("/transactions") ? { status: 503, body: {} } : undefined
    assert.strictEqual((yield* bank.consent("new")).exitCode, 10)
    gateway.script = ({ path, url: { searchParams } }) =>
      path.endsWith("/transactions") &&
        (searchParams.get("fromBookingDateTime") ?? "").slice(0, 10) < dayAfter(today, -30)
        ? tooOld
        : undefined
    const newest = daybook.query("select max(booking_date) as newest from transactions")
    const nights: Array<readonly [number, boolean]> = []
    for (let night = 1; night <= 7; night += 1) {
      today = dayAfter(begin, night)
      gateway.transactions = listed(dayAfter(today, -1))
      const { exitCode } = yield* bank.night(today)
      nights.push([exitCode, (yield* newest)[0]?.["newest"] === dayAfter(today, -1)])
    }
    // Eighteen windows at four a day, of which one is of the newest days; then what one window that was given in part left untold.
    const quota = Array.from({ length: 5 }, () => [14, true] as const)
    assert.deepStrictEqual(nights, [...quota, [10, true], [0, true]])
    const [held] = yield* daybook.query(
      "select max(booking_date) as newest, count(*)::integer >= 30 as month from transactions"
    )
    assert.deepStrictEqual(held, { newest: "2026-02-26", month: "true" })
  }).pipe(Effect.scoped, Effect.provide(quiet)))

/** How much of its history a bank gives at once: a month, or all until now. */
const byMonth = { settings: { ...windowed, maxWindowDays: 31 }, own: { ...rules, max_window_days: 31 } }
const untilNow = {
  settings: { spanDays: 365, bulkStatus: 404 },
  own: { bulk: "none", transaction_ids: "absent", pending: "absent", lookback_days: 10 }
} as const

/** The bank has a year with a payment a day, and forbids windows by the day that they begin on. */
const forbidding = Effect.fnUntraced(function*(
  begin: string,
  forbids: (from: string) => boolean,
  { own, settings }: typeof byMonth | typeof untilNow = byMonth
) {
  const bank = yield* edgeBank(`${begin}T03:00:00Z`, settings, { ...own, requests_per_day: 0 })
  const { consent, daybook, gateway } = bank
  gateway.transactions = daysFrom(dayAfter(begin, -360), dayAfter(begin, -1)).map((day) => payment(`${day}T12:00:00Z`))
  gateway.script = ({ path, url: { searchParams } }) =>
    path.endsWith("/transactions") && forbids((searchParams.get("fromBookingDateTime") ?? "").slice(0, 10))
      ? { status: 403, body: {} }
      : undefined
  assert.strictEqual((yield* consent("new")).exitCode, 10)
  gateway.script = () => undefined
  const isSame = Effect.gen(function*() {
    const { exitCode, lines } = yield* daybook.here("rebuild", "--json")
    assert.deepStrictEqual([exitCode, lines.at(-1)?.["findings"]], [0, []])
  })
  return { ...bank, isSame }
})

it.live("misses the oldest windows of a first session that the bank did not give, though it gave the newest", () =>
  Effect.gen(function*() {
    const begin = "2026-02-20"
    const { daybook, isSame, night } = yield* forbidding(begin, (from) => from < dayAfter(begin, -40))
    const gaps = daybook.query("select to_date, lost from gaps order by all")
    const [hole] = yield* gaps
    assert.strictEqual(hole?.["lost"], "false")
    const heard = yield* night("2026-02-21")
    assert.strictEqual(heard.exitCode, 10)
    assert.match(heard.stderr, /booking days 2025-02-2\d to 2025-11-24 of account A-1 lie before what .* still gives/)
    assert.deepStrictEqual(yield* gaps, [{ to_date: "2025-11-24", lost: "true" }])
    const days = "select count(distinct booking_date) as days, min(booking_date) as first from transactions"
    assert.deepStrictEqual(yield* daybook.query(days), [{ days: "88", first: "2025-11-24" }])
    assert.strictEqual((yield* night("2026-02-22")).exitCode, 0)
    yield* isSame
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("reads the newest days of a history that a bank without windows forbids, and finds from which day on it gives it", () =>
  Effect.gen(function*() {
    const begin = "2026-02-20"
    const first = "2026-01-15"
    const { daybook, gateway, isSame, night } = yield* forbidding(begin, () => true, untilNow)
    gateway.script = ({ path, url: { searchParams } }) =>
      path.endsWith("/transactions") && (searchParams.get("fromBookingDateTime") ?? "").slice(0, 10) < first
        ? { status: 403, body: {} }
        : undefined
    const held = daybook.query("select min(booking_date) as first from transactions")
    const nights = yield* Effect.forEach(
      daysFrom(dayAfter(begin, 1), dayAfter(begin, 9)),
      (day) => Effect.map(Effect.all([night(day), held]), ([{ exitCode }, [row]]) => [exitCode, row?.["first"]])
    )
    assert.deepStrictEqual(nights, [
      [10, "2026-02-10"],
      [10, "2026-02-10"],
      [10, "2026-01-21"],
      [10, "2026-01-16"],
      [10, "2026-01-16"],
      [10, "2026-01-15"],
      [10, "2026-01-15"],
      [10, "2026-01-15"],
      [0, "2026-01-15"]
    ])
    // The first day of a window only bounds it.
    assert.deepStrictEqual(yield* daybook.query("select to_date, lost from gaps order by all"), [
      { to_date: "2026-01-15", lost: "true" }
    ])
    yield* isSame
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("has a gap where a bank was down when it was asked from when on it gives its history, until a new session fills it", () =>
  Effect.gen(function*() {
    const begin = "2026-02-20"
    const first = dayAfter(begin, -200)
    const bank = yield* edgeBank(`${begin}T03:00:00Z`, untilNow.settings, { ...untilNow.own, requests_per_day: 0 })
    const { consent, daybook, gateway, night } = bank
    const rows = daysFrom(dayAfter(begin, -300), dayAfter(begin, -1))
    gateway.transactions = rows.map((day) => payment(`${day}T12:00:00Z`))
    const refusing = (down: boolean): typeof gateway.script => ({ path, url: { searchParams } }) => {
      if (!path.endsWith("/transactions")) return undefined
      const from = (searchParams.get("fromBookingDateTime") ?? "").slice(0, 10)
      if (from < first) return tooOld
      return down && from < dayAfter(begin, -100) ? { status: 503, body: {} } : undefined
    }
    gateway.script = refusing(true)
    const heard = yield* consent("new")
    assert.strictEqual(heard.exitCode, 10)
    assert.match(heard.stderr, /booking days 2025-\d\d-\d\d to 2025-11-\d\d were not given, others were: .*503/)
    const gaps = daybook.query("select to_date, lost from gaps order by all")
    const to_date = dayAfter(begin, -90)
    assert.deepStrictEqual(yield* gaps, [{ to_date, lost: "false" }])
    gateway.script = refusing(false)
    assert.strictEqual((yield* night("2026-02-21")).exitCode, 10)
    assert.deepStrictEqual(yield* gaps, [{ to_date, lost: "true" }])
    const open = daybook.query("select code from findings where closed_run is null order by all")
    assert.deepStrictEqual(yield* open, [{ code: "days-lost" }])
    assert.strictEqual((yield* consent("renew")).exitCode, 10)
    const days = "select count(distinct booking_date)::integer as days, min(booking_date) as first from transactions"
    assert.deepStrictEqual(yield* daybook.query(days), [{ days: "200", first }])
    // What the bank has no more stays told.
    assert.deepStrictEqual(yield* gaps, [{ to_date: first, lost: "true" }])
    const { exitCode, lines } = yield* daybook.here("rebuild", "--json")
    assert.deepStrictEqual([exitCode, lines.at(-1)?.["findings"]], [0, []])
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("finds in the night after a session that was dead from when on a bank gives its history that must be told where to begin", () =>
  Effect.gen(function*() {
    const begin = "2026-02-20"
    const first = dayAfter(begin, -200)
    const own = { ...untilNow.own, requests_per_day: 0, unbounded_history: "always" }
    const { consent, daybook, gateway, night } = yield* edgeBank(`${begin}T03:00:00Z`, {
      ...untilNow.settings,
      historyDays: 0
    }, own)
    gateway.transactions = daysFrom(dayAfter(begin, -300), dayAfter(begin, -1)).map((day) =>
      payment(`${day}T12:00:00Z`)
    )
    gateway.script = ({ path }) => path.endsWith("/transactions") ? { status: 503, body: {} } : undefined
    assert.strictEqual((yield* consent("new")).exitCode, 10)
    gateway.script = ({ path, url: { searchParams } }) =>
      path.endsWith("/transactions") && (searchParams.get("fromBookingDateTime") ?? "").slice(0, 10) < first
        ? tooOld
        : undefined
    const heard = yield* night("2026-02-21")
    assert.strictEqual(heard.exitCode, 10)
    assert.include(heard.stderr, `refused transactions from before ${first}`)
    const days = "select count(distinct booking_date)::integer as days, min(booking_date) as first from transactions"
    assert.deepStrictEqual(yield* daybook.query(days), [{ days: "200", first }])
    assert.strictEqual((yield* night("2026-02-22")).exitCode, 0)
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live.each([
  { bank: "gives its history until now", days: 60, form: untilNow },
  { bank: "gives its history until now", days: 200, form: untilNow },
  { bank: "gives it by the month", days: 60, form: byMonth },
  { bank: "gives it by the month", days: 200, form: byMonth }
])(
  "reads in a first session each of the $days days that a bank gives which calls older ones a bad request and $bank",
  ({ days, form }) =>
    Effect.gen(function*() {
      const begin = "2026-02-20"
      const first = dayAfter(begin, -days)
      const bank = yield* edgeBank(`${begin}T03:00:00Z`, { ...form.settings, historyDays: 90 }, {
        ...form.own,
        requests_per_day: 0
      })
      const { consent, daybook, gateway, night } = bank
      gateway.transactions = daysFrom(dayAfter(begin, -360), dayAfter(begin, -1)).map((day) =>
        payment(`${day}T12:00:00Z`)
      )
      gateway.script = ({ path, url: { searchParams } }) =>
        path.endsWith("/transactions") && (searchParams.get("fromBookingDateTime") ?? "").slice(0, 10) < first
          ? tooOld
          : undefined
      assert.strictEqual((yield* consent("new")).exitCode, 10)
      const held = "select min(booking_date) as first, count(*) as rows from transactions"
      assert.deepStrictEqual(yield* daybook.query(held), [{ first, rows: String(days) }])
      assert.strictEqual((yield* night("2026-02-21")).exitCode, 0)
      assert.deepStrictEqual(yield* daybook.query(held), [{ first, rows: String(days) }])
      const rebuilt = yield* daybook.here("rebuild", "--json")
      assert.deepStrictEqual([rebuilt.exitCode, rebuilt.lines.at(-1)?.["findings"]], [0, []])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("finds a loss of several windows no more once a new first session has given all of them", () =>
  Effect.gen(function*() {
    const begin = "2026-02-20"
    const isMiddle = (from: string) => from > dayAfter(begin, -250) && from < dayAfter(begin, -120)
    const { consent, daybook, isSame, night } = yield* forbidding(begin, isMiddle)
    assert.strictEqual((yield* night("2026-02-21")).exitCode, 10)
    const lost = daybook.query("select closed_by from findings where code = 'days-lost'")
    assert.deepStrictEqual(yield* lost, [{ closed_by: "" }])
    assert.strictEqual((yield* consent("renew")).exitCode, 0)
    assert.deepStrictEqual(yield* lost, [{ closed_by: "gone" }])
    assert.strictEqual((yield* night("2026-02-22")).exitCode, 0)
    yield* isSame
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live(
  "comes to the end of a second look at windows some of which a bank never gives, and says which",
  () =>
    Effect.gen(function*() {
      const begin = "2026-02-20"
      const bank = yield* edgeBank(`${begin}T03:00:00Z`, windowed, { ...rules, requests_per_day: 2 })
      const { daybook, gateway } = bank
      gateway.transactions = daysFrom(dayAfter(begin, -40), dayAfter(begin, -1)).map((day) =>
        payment(`${day}T00:00:00Z`)
      )
      assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
      gateway.script = ({ path, url: { searchParams } }) =>
        path.endsWith("/transactions") &&
          (searchParams.get("fromBookingDateTime") ?? "").slice(0, 10) < dayAfter(begin, -18)
          ? { status: 500, body: {} }
          : undefined
      const told = new Set<string>()
      let day = 0
      for (let end = 14; end === 14 && day < 20;) {
        day += 1
        gateway.setTime(`${dayAfter(begin, day)}T03:00:00Z`)
        const ended = yield* daybook.here("run", "backfill", "--again", "--from", dayAfter(begin, -40), "-q")
        end = ended.exitCode
        for (const [sentence] of ended.stderr.matchAll(/booking days .* and not given/g)) told.add(sentence)
      }
      const never =
        "2026-01-11 to 2026-01-15, 2026-01-21 to 2026-01-25, 2026-01-26 to 2026-01-30, 2026-01-31 to 2026-02-04"
      const sentence = `booking days ${never} of account A-1 were asked for once more in the last days and not given`
      assert.deepStrictEqual([day, ...told], [11, sentence])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live("says of days that a person names and no bank gives any more that they are not to be had, however often", () =>
  Effect.gen(function*() {
    const bank = yield* edgeBank("2026-02-20T03:00:00Z", { spanDays: 30, toFilter: true }, {
      to_filter: true,
      transaction_ids: "absent"
    })
    bank.gateway.transactions = [payment("2026-02-18T12:00:00Z")]
    assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
    yield* bank.night("2026-03-21")
    const ends: Array<number> = []
    for (const _ of ["once", "again"]) {
      const { exitCode, stderr } = yield* bank.run("run", "backfill", "--from", "2025-01-01")
      ends.push(exitCode)
      assert.match(
        stderr,
        /booking days 2025-01-01 to 2026-01-20 of account A-1 do not lie wholly within the span of consent/
      )
    }
    assert.deepStrictEqual(ends, [10, 0])
  }).pipe(Effect.scoped, Effect.provide(quiet)))
