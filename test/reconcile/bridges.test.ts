/**
 * What balances and movements prove of each other: which row counts between which balances, what makes up for a difference,
 * and what is broken.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { addDays, BookingDay } from "../../src/domain/bookingDay.ts"
import { reconcile } from "../../src/reconcile/reconcile.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import {
  type StatedBalance,
  type StatedBook,
  type StatedRow,
  statementsOf,
  withStatedBook
} from "../support/reconcile/statedBook.ts"

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`

/** A balance of each night from the first to the last: a hundred, and what was booked before it by the bank's own count. */
const nightly = (first: number, last: number, booked: ReadonlyArray<readonly [number, number]> = []) =>
  Array.from({ length: last - first + 1 }, (_, index): StatedBalance => {
    const night = first + index
    const sum = booked.filter(([since]) => since < night).reduce((total, [, amount]) => total + amount, 100)
    return { night: day(night), at: `${day(night)}T03:00:00Z`, amount: sum.toFixed(2) }
  })

/** A row of a day, listed from the night after it unless said otherwise. */
const row = (of: number, amount: number, fields: Partial<StatedRow> = {}): StatedRow => ({
  night: day(of + 1),
  at: `${day(of)}T10:00:00Z`,
  amount: amount.toFixed(2),
  ...fields
})

/** The verdicts, and the bridges that are not proven, as `opening day > closing day difference verdict reason`. */
const judge = (stated: StatedBook) =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state(stated)
      const [verdict] = yield* query(
        `select concat_ws(' ', verdict, reason, difference::decimal(18,2), strftime(proven_from, '%d'),
           strftime(proven_to, '%d')) as text from verdicts`
      )
      const bridges = yield* query(
        `select concat_ws(' ', strftime(opening_at, '%d'), '>', strftime(closing_at, '%d'), difference::decimal(18,2),
           verdict, reason) as text
         from bridges where verdict <> 'proven' order by closing_at, opening_at desc`
      )
      return { verdict: verdict?.["text"], bridges: bridges.map(({ text }) => String(text)) }
    })
  )

const judged = (
  title: string,
  stated: StatedBook,
  expected: { readonly verdict: string; readonly bridges?: Array<string> }
) =>
  it.live(title, () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* judge(stated), { bridges: [], ...expected })
    }))

judged("proves what adds up", {
  balances: nightly(1, 20, [[3, -10], [5, 20]]),
  rows: [row(3, -10), row(5, 20)]
}, { verdict: "proven 0.00 01 20" })

judged("counts a row of the very instant of a balance for the one in whose night it is listed", {
  balances: nightly(1, 20, [[3, -10], [5, 20]]),
  rows: [row(3, -10, { at: `${day(3)}T03:00:00Z` }), row(5, 20, { at: `${day(6)}T03:00:00Z` })]
}, { verdict: "proven 0.00 01 20" })

judged("breaks where a row is missing, once no late row can be listed any more", {
  balances: nightly(1, 20, [[3, -10], [5, 20]]),
  rows: [row(3, -10)]
}, { verdict: "broken 20.00 01 05", bridges: ["05 > 06 20.00 broken", "01 > 20 20.00 broken"] })

judged("counts a row that is listed no more among what is missing, however little is missing after it", {
  balances: nightly(1, 20, [[3, -500], [6, -0.01]]),
  rows: [row(3, -500, { until: day(7) })]
}, {
  verdict: "broken -500.01 01 03",
  bridges: ["03 > 04 -500.00 timing restated", "06 > 07 -0.01 broken", "01 > 20 -500.01 broken"]
})

judged("waits for a row that may still be listed", {
  balances: nightly(1, 20, [[3, -10], [15, 20]]),
  rows: [row(3, -10)]
}, { verdict: "timing recent 20.00 01 15", bridges: ["15 > 16 20.00 timing recent", "01 > 20 20.00 timing recent"] })

judged("calls it timing where a row was listed late and the balance moved with it", {
  balances: nightly(1, 20, [[7, -10]]),
  rows: [row(4, -10, { night: day(8) })]
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["04 > 05 10.00 timing late", "07 > 08 -10.00 timing late"]
})

judged("calls it timing where rows are listed after their balance in one night and it has them a night later", {
  balances: nightly(1, 20, [[7, -10], [7, 31], [7, 5.5]].map(([of = 0, amount = 0]) => [of + 1, amount] as const)),
  rows: [row(7, -10), row(7, 31), row(7, 5.5)]
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["07 > 08 -26.50 timing late", "08 > 09 26.50 timing late"]
})

judged("breaks where a row is missing that was listed beside others in one night", {
  balances: nightly(1, 20, [[7, -10], [7, 31], [7, 5.5]]),
  rows: [row(7, -10), row(7, 31)]
}, { verdict: "broken 5.50 01 07", bridges: ["07 > 08 5.50 broken", "01 > 20 5.50 broken"] })

const ofTheDayBefore = row(0, -77.77, { night: day(1), at: "2026-10-31T10:00:00Z" })

judged(
  "calls it timing where the first balance may lack a row that the first list names, and proven is what is newer",
  {
    balances: nightly(1, 20, [[1, -77.77]]),
    rows: [ofTheDayBefore]
  },
  {
    verdict: "proven 0.00 02 20",
    bridges: ["01 > 02 -77.77 timing late", "01 > 20 -77.77 timing late"]
  }
)

/** Rows of the day before that the first list names, so that any of them may have been posted after the first balance. */
const daysBefore = [-11.11, -22.33, -44.55, -80.77].map((amount, index) =>
  row(0, amount, { night: day(1), at: `2026-10-31T1${index}:00:00Z` })
)

judged("calls it timing where the first balance may lack two rows of the first list", {
  balances: nightly(1, 20, [[1, -33.44]]),
  rows: daysBefore
}, { verdict: "proven 0.00 02 20", bridges: ["01 > 02 -33.44 timing late", "01 > 20 -33.44 timing late"] })

// Of four rows there are fifteen sums, of ten a thousand: a payment that no list names would be one of them.
judged("breaks where only many rows of the first list add up to what is missing", {
  balances: nightly(1, 20, [[1, -77.99]]),
  rows: daysBefore
}, { verdict: "broken -77.99", bridges: ["01 > 02 -77.99 broken", "01 > 20 -77.99 broken"] })

judged("proves nothing by two balances alone of which the first may lack a row that the first list names", {
  balances: nightly(1, 2, [[1, -77.77]]),
  rows: [ofTheDayBefore]
}, {
  verdict: "timing late -77.77",
  bridges: ["01 > 02 -77.77 timing late"]
})

judged("breaks where a row is missing of whose amount other rows are, each near another end of balances that agree", {
  balances: nightly(1, 20, [[7, -10], [8, -10]]).map((each) => ({
    ...each,
    at: `${each.night.slice(0, 8)}${String(Number(each.night.slice(8)) - 1).padStart(2, "0")}`,
    type: "CLBD"
  })).slice(1),
  rows: [row(1, -10, { night: day(2) }), row(7, -10, { night: day(8) })]
}, { verdict: "broken -10.00 01 07", bridges: ["07 > 08 -10.00 broken", "01 > 19 -10.00 broken"] })

judged("calls it timing where one late row comes as another one of its amount begins to be late", {
  balances: nightly(1, 25, [[5, -10], [5, -7.5], [7, -10], [7, -10], [8, -10], [9, -10]]),
  rows: [
    row(5, -10, { night: day(8), at: `${day(5)}T03:41:00Z` }),
    row(5, -7.5, { night: day(8) }),
    row(5, -10, { night: day(8) }),
    row(7, -10, { night: day(8), at: `${day(7)}T06:15:00Z` }),
    row(8, -10),
    row(7, -10, { night: day(10), at: `${day(7)}T23:21:00Z` })
  ],
  read: Array.from({ length: 25 }, (_, index) => day(index + 1)).filter((night) => night !== day(6) && night !== day(7))
}, {
  verdict: "proven 0.00 01 25",
  bridges: ["05 > 06 10.00 timing dated-ahead", "09 > 10 -10.00 timing late"]
})

judged("calls it timing where a balance counts a row two nights after it was listed", {
  balances: nightly(1, 20, [[9, -77.77]]),
  rows: [row(7, -77.77)]
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["07 > 08 77.77 timing late", "09 > 10 -77.77 timing late"]
})

/** So many rows of each of six days are listed two to four nights late, and move the balance then; no few of them add up to another. */
const lateRows = (perDay: number) =>
  Array.from({ length: 6 * perDay }, (_, at) => {
    const of = 4 + Math.floor(at / perDay)
    return { of, listed: of + 3 + at % 3, amount: ((at + perDay - 3) ** 5 * 7919 % 99991 - 50000) / 100 }
  })

/** A book of these rows, of which one may be missing. */
const lately = (missing?: number, account = "a", perDay = 4): StatedBook => ({
  balances: nightly(1, 28, lateRows(perDay).map(({ amount, listed }) => [listed - 1, amount]))
    .map((each) => ({ ...each, account })),
  rows: lateRows(perDay).filter((_, at) => at !== missing)
    .map(({ amount, listed, of }) => row(of, amount, { night: day(listed), account }))
})

it.live("proves a chain of which a dozen rows at once are listed late", () =>
  Effect.gen(function*() {
    const { verdict } = yield* judge(lately())
    assert.strictEqual(verdict, "proven 0.00 01 28")
  }))

it.live("breaks where one of them is missing", () =>
  Effect.gen(function*() {
    const { bridges, verdict } = yield* judge(lately(10))
    assert.match(String(verdict), /^broken .* 01 09$/)
    assert.deepStrictEqual(bridges.filter((bridge) => bridge.endsWith("broken")).map((bridge) => bridge.slice(0, 7)), [
      "09 > 10",
      "01 > 28"
    ])
  }))

it.live("says the same of an account whatever others are judged with it", () =>
  Effect.gen(function*() {
    const books = [1, 2, 3, 4, 5, 6].map((perDay) => lately(7, `a-${perDay}`, perDay))
    const said = (stated: StatedBook) =>
      withStatedBook(({ query, state }) =>
        Effect.andThen(
          state(stated),
          query("select account_key, closing_at, difference, verdict, reason from bridges order by all")
        )
      )
    const together = yield* said({
      balances: books.flatMap(({ balances }) => balances),
      rows: books.flatMap(({ rows }) => rows)
    })
    const alone = yield* Effect.forEach(books, said)
    assert.deepStrictEqual(together, alone.flat())
  }))

judged("sets aside a balance that its neighbours contradict", {
  balances: nightly(1, 20).map((each) => each.night === day(6) ? { ...each, amount: "77.00" } : each),
  rows: []
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["05 > 06 -23.00 broken balance-misstated", "06 > 07 23.00 broken balance-misstated"]
})

it.live("tells a balance that was set aside", () =>
  withStatedBook(({ query, state }) =>
    Effect.gen(function*() {
      yield* state({
        balances: nightly(1, 20).map((each) => each.night === day(6) ? { ...each, amount: "77.00" } : each),
        rows: []
      })
      assert.deepStrictEqual(yield* query("select code, account_key, message from findings where closed_run is null"), [
        {
          code: "balance-misstated",
          account_key: "a",
          message:
            "the balance ITBD of 2026-11-06 03:00 UTC says 77.00 GBP, 23.00 less than the balances around it and " +
            "the rows agree on; it is set aside, ask the bank"
        }
      ])
    })
  ))

it.live("waits for a late row a month at most, however far back the bank is asked each night", () =>
  Effect.gen(function*() {
    const verdictAfter = (nights: number) =>
      judge({
        lookback: 365,
        balances: Array.from({ length: nights }, (_, index): StatedBalance => {
          const night = addDays(BookingDay.make("2026-09-01"), index)
          return { night, at: `${night}T03:00:00Z`, amount: index < 4 ? "100.00" : "90.00" }
        }),
        rows: []
      })
    assert.strictEqual((yield* verdictAfter(35)).verdict, "timing recent -10.00 01 04")
    assert.strictEqual((yield* verdictAfter(36)).verdict, "broken -10.00 01 04")
  }))

/** Rows of as much on each of these days. */
const daily = (first: number, last: number, amount: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => [first + index, amount] as const)

judged("breaks where one of the rows is missing that come each day with one amount", {
  balances: nightly(2, 28, daily(1, 27, 0.35)),
  rows: daily(1, 27, 0.35).filter(([of]) => of !== 12).map(([of, amount]) => row(of, amount))
}, { verdict: "broken 0.35 02 12", bridges: ["12 > 13 0.35 broken", "02 > 28 0.35 broken"] })

judged("breaks where a row is missing of days that come to one sum each", {
  balances: nightly(2, 28, daily(1, 27, -1)),
  rows: daily(1, 27, -1).flatMap(([of, sum]) => of === 12 ? [row(of, sum + 13)] : [row(of, sum - of), row(of, of)])
}, { verdict: "broken -13.00 02 12", bridges: ["12 > 13 -13.00 broken", "02 > 28 -13.00 broken"] })

judged("sets nothing aside where a row is missing and another makes up for it later", {
  balances: nightly(1, 20, [[3, -60], [6, 60]]),
  rows: []
}, {
  verdict: "broken evened-out 0.00 01 03",
  bridges: ["03 > 04 -60.00 broken", "06 > 07 60.00 broken"]
})

judged("calls no balance broken that may be the same money in another currency", {
  balances: nightly(1, 3).map((each, index) => ({
    ...each,
    currency: "USD",
    subType: "LCUR",
    amount: (125 + index).toFixed(2)
  })),
  rows: []
}, {
  verdict: "unprovable local-currency 2.00",
  bridges: [
    "01 > 02 1.00 unprovable local-currency",
    "02 > 03 1.00 unprovable local-currency",
    "01 > 03 2.00 unprovable local-currency"
  ]
})

judged("finds the day of a row that was listed and is not any more, while the balance keeps it", {
  balances: nightly(1, 20, [[4, -10]]),
  rows: [row(4, -10, { until: day(8) })]
}, { verdict: "broken -10.00 01 04", bridges: ["04 > 05 -10.00 broken", "01 > 20 -10.00 broken"] })

judged("calls it timing where a row came after the day's closing balance was struck, and was listed with that", {
  balances: Array.from({ length: 19 }, (_, index) => ({
    night: day(index + 2),
    at: day(index + 1),
    type: "CLBD",
    amount: index + 1 < 5 ? "100.00" : "90.00"
  })),
  rows: [row(4, -10)]
}, {
  verdict: "proven 0.00 01 19",
  bridges: ["03 > 04 10.00 timing late", "04 > 05 -10.00 timing late"]
})

judged("waits for a row that is listed no more and may come back", {
  balances: nightly(1, 20, [[4, -10]]),
  rows: [row(4, -10, { until: day(18) })]
}, {
  verdict: "timing restated -10.00 01 04",
  bridges: ["04 > 05 -10.00 timing restated", "01 > 20 -10.00 timing restated"]
})

judged("calls it timing where a row says something else for some nights, and then what it said before", {
  balances: nightly(1, 20, [[4, -10], [7, -7], [9, 7]]),
  rows: [row(4, -10, { restated: [[day(8), "-17.00"], [day(10), "-10.00"]] })]
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["07 > 08 -7.00 timing restated", "09 > 10 7.00 timing restated"]
})

judged("sets no balance aside that has what a row said in its night alone", {
  balances: nightly(1, 20, [[4, -10], [7, -7], [8, 7]]),
  rows: [row(4, -10, { restated: [[day(8), "-17.00"], [day(9), "-10.00"]] })]
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["07 > 08 -7.00 timing restated", "08 > 09 7.00 timing restated"]
})

judged(
  "calls it timing where two rows of one amount are listed no more one after the other, the older of before all balances",
  {
    balances: nightly(2, 20, [[2, 10], [2, -10], [4, 10]]),
    rows: [row(1, -10, { until: day(3) }), row(2, -10, { until: day(5) })]
  },
  {
    verdict: "proven 0.00 02 20",
    bridges: ["04 > 05 10.00 timing restated", "02 > 20 10.00 timing restated"]
  }
)

judged(
  "calls it timing where two rows are corrected by as much one after the other, the older of before all balances",
  {
    balances: nightly(2, 20, [[2, -2.5], [2, -10], [4, -2.5]]),
    rows: [
      row(1, -7, { restated: [[day(3), "-9.50"]] }),
      row(2, -10, { restated: [[day(5), "-12.50"]] })
    ]
  },
  {
    verdict: "proven 0.00 02 20",
    bridges: ["04 > 05 -2.50 timing restated", "02 > 20 -2.50 timing restated"]
  }
)

judged("breaks where two rows of one amount are listed no more and neither was in the balances between them", {
  balances: nightly(2, 24, [[8, -1], [11, 10]]),
  rows: [row(1, -10, { until: day(3) }), row(8, -1), row(8, -10, { until: day(12) })]
}, {
  verdict: "broken 10.00 02 11",
  bridges: ["11 > 12 10.00 broken", "02 > 24 10.00 broken"]
})

judged("says of the whole what does not make up for itself", {
  balances: nightly(1, 20, [[4, -10], [12, -7]]),
  rows: [row(4, -10, { until: day(18) }), row(9, -7, { night: day(13) })]
}, {
  verdict: "timing restated -10.00 01 04",
  bridges: [
    "04 > 05 -10.00 timing restated",
    "09 > 10 7.00 timing late",
    "12 > 13 -7.00 timing late",
    "01 > 20 -10.00 timing restated"
  ]
})

judged("holds no balance against a night in which the rows were not read", {
  balances: nightly(1, 20).map((each) => each.night === day(6) ? { ...each, amount: "77.00" } : each),
  rows: [],
  read: Array.from({ length: 20 }, (_, index) => day(index + 1)).filter((night) => night !== day(6))
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["05 > 06 -23.00 timing rows-not-listed", "06 > 07 23.00 timing rows-not-listed"]
})

judged("proves nothing past the newest balance of whose days no more than the last was not read", {
  balances: nightly(1, 20),
  rows: [],
  read: Array.from({ length: 10 }, (_, index) => day(index + 1))
}, { verdict: "proven 0.00 01 11" })

judged("proves nothing by balances between which no day was read", {
  balances: [nightly(1, 1), nightly(4, 20)].flat(),
  rows: [],
  read: [day(1)]
}, { verdict: "unprovable days-not-covered 0.00" })

judged("lets one snapshot prove nothing", { balances: nightly(20, 20), rows: [row(4, -10)] }, {
  verdict: "unprovable one-snapshot"
})

judged("lets an account without a booked balance prove nothing", { balances: [], rows: [row(4, -10)] }, {
  verdict: "unprovable no-booked-balance"
})

const sumOf = (amounts: ReadonlyArray<number>) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Of thirteen digits, as the largest amounts are: what two of them add up to has more. */
const large = 9_000_000_000_000

judged("proves what swings by more than an amount has digits for", {
  balances: nightly(1, 20, [[0, large], [3, -large], [3, -large], [5, large]]),
  rows: [row(3, -large), row(3, -large), row(5, large, { running: "100.00" })]
}, { verdict: "proven 0.00 01 20" })

judged("breaks where a row of thirteen digits is missing", {
  balances: nightly(1, 20, [[0, large], [3, -large], [3, -large], [5, large]]),
  rows: [row(3, -large, { running: (-large).toFixed(2) }), row(5, large)]
}, {
  verdict: "broken -9000000000000.00 01 03",
  bridges: ["03 > 04 -9000000000000.00 broken", "01 > 20 -9000000000000.00 broken"]
})

const ofOneDay = Array.from(
  { length: 14 },
  (_, nth) => (nth % 2 === 0 ? 1 : -1) * (5_000_000_000_000 + nth * 1_000_003)
)

judged("finds which of many such rows of a day a balance in it has", {
  balances: [
    ...nightly(1, 3),
    { night: day(4), at: `${day(3)}T12:00:00Z`, amount: (100 + sumOf(ofOneDay.slice(2, 5))).toFixed(2) },
    ...nightly(4, 20, ofOneDay.map((amount) => [3, amount] as const))
  ],
  rows: ofOneDay.map((amount) => row(3, amount, { at: day(3) }))
}, {
  verdict: "proven 0.00 01 20",
  bridges: ["03 > 03 5000010000030.00 timing same-day", "03 > 04 -5000010000030.00 timing same-day"]
})

/** Nights of which one broke off after its balance, and the next listed the rows half an hour later. */
const carriedOn = (balances: StatedBook["balances"]) =>
  withStatedBook(({ query }) =>
    Effect.gen(function*() {
      const warehouse = yield* Warehouse
      const rows = [row(4, -10, { at: day(5), night: day(6) }), row(6, 20, { at: day(7), night: day(7) })]
      const read = [1, 2, 3, 4, 6, 7, 8].map(day)
      yield* warehouse.run(statementsOf({ balances, rows, read }))
      const later = `'${day(5)}T03:30:00Z'`
      yield* warehouse.run(`
        update reads set started_at = ${later} where run_id = '${day(6)}';
        update balances set known_from = ${later}, as_of = ${later}, as_of_sent = ${later} where run_id = '${day(6)}'`)
      yield* reconcile()
      return (yield* query(
        `select concat_ws(' ', strftime(opening_at, '%d %H:%M'), '>', strftime(closing_at, '%d %H:%M'),
           difference::decimal(18,2), verdict) as text
         from bridges where closing_at between '${day(5)}' and '${day(8)}' order by closing_at, opening_at desc`
      )).map(({ text }) => String(text))
    })
  )

it.live("compares a balance with the rows of the run that went on within the hour after one that broke off", () =>
  Effect.gen(function*() {
    const balances = nightly(1, 8, [[4, -10], [6, 20]])
    assert.deepStrictEqual(yield* carriedOn(balances.filter(({ night }) => night !== day(6))), [
      "04 03:00 > 05 03:00 0.00 proven",
      "05 03:00 > 07 03:00 0.00 proven"
    ])
    // The one that went on states a balance too: a payment came between the two.
    const since = balances.map((each) => each.night === day(5) ? { ...each, amount: "95.00" } : each)
    assert.deepStrictEqual(yield* carriedOn(since), [
      "04 03:00 > 05 03:30 0.00 proven",
      "05 03:30 > 07 03:00 0.00 proven"
    ])
  }))
