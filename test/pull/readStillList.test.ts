/**
 * Lists of several pages that move while they are read.
 */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { pullAll } from "../../src/pull/pullAll.ts"
import type { ReadResult } from "../../src/pull/ReadResult.ts"
import { client, temporaryStore } from "../support/client/client.ts"
import { bankWith, consentId, grantOf, planned } from "../support/client/plannedReads.ts"
import { pageOf } from "../support/gateway/bankRows.ts"
import type { Asked, Reply } from "../support/gateway/serveHttp.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"
import { eventsOf, pagesOf } from "../support/store/journalTexts.ts"

const size = 10

interface Row {
  readonly AccountId: string
  readonly Status: string
  readonly BookingDateTime: string
  readonly Amount: { readonly Amount: string; readonly Currency: string }
}

/** The n-th payment of a list, the oldest first: one a day, each of another amount. */
const payment = (number: number): Row => ({
  AccountId: "A-1",
  Status: "BOOK",
  BookingDateTime: DateTime.formatIso(DateTime.add(DateTime.makeUnsafe("2026-01-01T00:00:00Z"), { days: number })),
  Amount: { Amount: `${number}.00`, Currency: "GBP" }
})

const payments = (count: number) => Array.from({ length: count }, (_, number) => payment(number))

/**
 * A bank whose list may be another at each request; `listAt` gives it, `asked` counts from 0. The page `early` begins a row too early.
 */
const bankOf = (listAt: (asked: number) => ReadonlyArray<object>, early = 0) => {
  let asked = 0
  return ({ query }: Asked): Reply => {
    const list = listAt(asked++)
    const page = Number(query["page"] ?? 1)
    const start = (page - 1) * size - (page === early ? 1 : 0)
    const next = page * size < list.length ? { Next: `?page=${page + 1}` } : {}
    return { body: pageOf("Transaction", list.slice(start, start + size), { Links: next }) }
  }
}

/** Reads the list of such a bank on 21 November 2026, and gives the amounts of the pages that count. */
const reading = Effect.fnUntraced(function*(
  answer: (asked: Asked) => Reply | undefined,
  rules: Parameters<typeof bankWith>[0] = {}
) {
  const timed = (asked: Asked) => {
    const reply = answer(asked)
    return reply === undefined ? undefined : { ...reply, headers: { "x-sandbox-time": "2026-11-21T10:00:00Z" } }
  }
  const server = yield* TestGateway.scripted((asked) => asked.path === "/oauth/token" ? undefined : timed(asked))
  const out = yield* temporaryStore
  // A balance first: the first answer tells the time.
  const reads = [planned("balances", { account: "A-1" }), planned("transactions", { account: "A-1" })]
  const results = yield* pullAll(reads, grantOf(), bankWith(rules), yield* DateTime.now).pipe(
    Effect.provide(client({ origin: server.origin, out }))
  )
  const result = results.at(-1)
  const bodies = yield* pagesOf(out, consentId)
  const events = yield* eventsOf(out)
  const ended = events.findLast(({ event }) => event === "read-ended")
  const { earlier = [], edges_tell: edgesTell, equal_rows: equalRows, superseded = [] } = ended?.event === "read-ended"
    ? ended
    : {}
  return {
    result,
    superseded,
    edgesTell,
    equalRows,
    earlier: amountsOf(bodies, { frames: earlier }),
    amounts: amountsOf(bodies, result),
    asked: server.to("/transactions").length
  }
})

const amountsOf = (
  bodies: ReadonlyArray<string>,
  result: Pick<ReadResult, "frames"> | undefined
): ReadonlyArray<string> =>
  (result?.frames ?? []).flatMap((frame) =>
    [...(bodies[frame] ?? "").matchAll(/"Amount":"([^"]+)"/g)].flatMap(([, amount]) => amount ?? [])
  )

const amounts = (rows: ReadonlyArray<Row>) => rows.map(({ Amount }) => Amount.Amount)

const balances = (answer: (asked: Asked) => Reply) => (asked: Asked): Reply =>
  asked.path.endsWith("balances") ? { body: pageOf("Balance", []) } : answer(asked)

const newestFirst = (count: number) => payments(count).toReversed()

describe("a list of several pages", () => {
  it.live.each([1, 5, 10, 15, 20, 25, 35])(
    "that gains %i rows at its head between the first page and the second is read again",
    (gained) =>
      Effect.gen(function*() {
        const { amounts: read, result, superseded } = yield* reading(
          balances(bankOf((asked) => newestFirst(asked === 0 ? 50 : 50 + gained)))
        )
        assert.strictEqual(result?.outcome, "complete")
        assert.deepStrictEqual(read, amounts(newestFirst(50 + gained)))
        // The pages of the first walk do not count.
        assert.isNotEmpty(superseded)
        assert.isTrue(superseded.every((frame) => !result?.frames.includes(frame)))
      })
  )

  it.live("that loses a pending row between two pages misses no booked one", () =>
    Effect.gen(function*() {
      const pending = { ...payment(999), Status: "PDNG", BookingDateTime: "2026-11-21T09:00:00Z" }
      const { amounts: read, result } = yield* reading(
        balances(bankOf((asked) => asked === 0 ? [pending, ...newestFirst(30)] : newestFirst(30)))
      )
      assert.strictEqual(result?.outcome, "complete")
      assert.deepStrictEqual(read, amounts(newestFirst(30)))
    }))

  it.live("whose rows carry a field that is another in each answer stands still all the same", () =>
    Effect.gen(function*() {
      let number = 0
      const { asked, result } = yield* reading(
        balances(bankOf(() => newestFirst(30).map((row) => ({ ...row, TransactionReference: `r-${number++}` }))))
      )
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 3 })
      assert.strictEqual(asked, 4)
    }))

  it.live("that moves each time is kept and proves nothing", () =>
    Effect.gen(function*() {
      const { result } = yield* reading(balances(bankOf((asked) => newestFirst(30 + asked))))
      assert.deepInclude({ ...result }, { outcome: "partial", errorTag: "ListMoving" })
      assert.strictEqual(
        result?.error?.message,
        "the list of transactions of gb_test changed each of the 3 times that it was read; " +
          "what it showed last is kept and proves nothing, run again when the bank is quiet"
      )
    }))

  it.live("that only grows at its end stood still as far as it was read", () =>
    Effect.gen(function*() {
      const recent = (number: number) => ({ ...payment(number), BookingDateTime: "2026-11-21T09:00:00Z" })
      const list = (count: number) => [...payments(25), ...Array.from({ length: count }, (_, at) => recent(500 + at))]
      const { amounts: read, result } = yield* reading(balances(bankOf((asked) => list(asked < 3 ? 2 : 4))))
      assert.strictEqual(result?.outcome, "complete")
      assert.strictEqual(read.length, 27)
    }))

  it.live("costs one request more where it does not move, and none where it is one page", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* reading(balances(bankOf(() => newestFirst(50))))).asked, 6)
      assert.strictEqual((yield* reading(balances(bankOf(() => newestFirst(10))))).asked, 1)
    }))

  it.live("whose links work only once is walked twice instead", () =>
    Effect.gen(function*() {
      const used = new Set<string>()
      let token = 0
      const recent = newestFirst(30).map((row) => ({ ...row, BookingDateTime: "2026-11-20T09:00:00Z" }))
      const { asked, result } = yield* reading(balances(({ query }) => {
        const cursor = query["cursor"] ?? "0-start"
        if (cursor !== "0-start" && used.has(cursor)) return { status: 400, body: {} }
        used.add(cursor)
        const start = Number(cursor.split("-")[0])
        const next = start + size < recent.length ? { Next: `?cursor=${start + size}-${token++}` } : {}
        return { body: pageOf("Transaction", recent.slice(start, start + size), { Links: next }) }
      }))
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 3 })
      assert.strictEqual(asked, 8)
    }))

  it.live("in which a page comes again as the next is kept as far as it was understood", () =>
    Effect.gen(function*() {
      const list = newestFirst(30)
      const { amounts: read, result } = yield* reading(balances(({ query }) => {
        const page = Number(query["page"] ?? 1)
        const shown = page === 2 ? 1 : page
        return {
          body: pageOf("Transaction", list.slice((shown - 1) * size, shown * size), {
            Links: page < 3 ? { Next: `?page=${page + 1}` } : {}
          })
        }
      }))
      assert.deepInclude({ ...result }, { outcome: "partial", errorTag: "RepeatedPage", pages: 1 })
      assert.deepStrictEqual(read, amounts(list.slice(0, 10)))
    }))

  it.live("reads on where a page came again as the next for a moment only, however often", () =>
    Effect.gen(function*() {
      const list = newestFirst(50)
      const lapses = new Set([2, 3, 4])
      let asked = 0
      const { amounts: read, result } = yield* reading(balances(({ query }) => {
        asked += 1
        const page = Number(query["page"] ?? 1)
        const shown = lapses.delete(page) ? 1 : page
        return {
          body: pageOf("Transaction", list.slice((shown - 1) * size, shown * size), {
            Links: page < 5 ? { Next: `?page=${page + 1}` } : {}
          })
        }
      }))
      assert.deepInclude({ ...result }, { outcome: "complete", errorTag: null, pages: 5 })
      assert.deepStrictEqual(read, amounts(list))
      assert.strictEqual(asked, 5 + 3 + 1)
    }))

  it.live("of equal rows is no repeated page", () =>
    Effect.gen(function*() {
      const { result } = yield* reading(balances(bankOf(() => Array.from({ length: 30 }, () => payment(3)))))
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 3 })
    }))
})

const onOneDay = (amount: string, fields: object = {}): Row => ({
  ...payment(400),
  Amount: { Amount: amount, Currency: "GBP" },
  ...fields
})

/** Fees, each with its tax, all of one day. */
const feesAndTaxes = (pairs: number): ReadonlyArray<Row> =>
  Array.from({ length: pairs }, () => [onOneDay("0.50"), onOneDay("0.10")]).flat()

/** A batch of one day, of which no two payments are equal. */
const batch = (ids?: string): ReadonlyArray<Row> =>
  Array.from(
    { length: size },
    (_, number) => onOneDay(`1.${10 + number}`, ids === undefined ? {} : { TransactionId: `${ids}-${number}` })
  )

/** A bank that gives the rows of one page again under a new link each time. */
const stuckOn = (rows: ReadonlyArray<Row>) => {
  let token = 0
  return (): Reply => ({ body: pageOf("Transaction", rows, { Links: { Next: `?token=${token++}` } }) })
}

describe("a page that says what an earlier one said", () => {
  it.live("is another one where each of its rows has its like on it, as a fee and its tax have", () =>
    Effect.gen(function*() {
      const list = [...payments(15), ...feesAndTaxes(20), payment(500)]
      const { amounts: read, result } = yield* reading(balances(bankOf(() => list)))
      assert.deepInclude({ ...result }, { outcome: "complete", errorTag: null, pages: 6 })
      assert.deepStrictEqual(read, amounts(list))
    }))

  it.live("is another one where ids that are believed say so", () =>
    Effect.gen(function*() {
      const list = [...batch("first"), ...batch("second"), { ...payment(500), TransactionId: "last" }]
      const { amounts: read, result } = yield* reading(balances(bankOf(() => list)), { transactionIds: "stable" })
      assert.deepInclude({ ...result }, { outcome: "complete", errorTag: null, pages: 3 })
      assert.deepStrictEqual(read, amounts(list))
    }))

  it.live("is that one again where ids that are believed say so, also where its rows are equal", () =>
    Effect.gen(function*() {
      const fees = feesAndTaxes(5).map((row, number) => ({ ...row, TransactionId: `t-${number}` }))
      const { amounts: read, result } = yield* reading(balances(stuckOn(fees)), { transactionIds: "stable" })
      assert.deepInclude({ ...result }, { outcome: "partial", errorTag: "RepeatedPage", pages: 1 })
      assert.deepStrictEqual(read, amounts(fees))
    }))

  it.live("is read on from where nothing tells, and leaves its day in doubt but none behind it", () =>
    Effect.gen(function*() {
      const later = { ...payment(500), BookingDateTime: "2026-11-20T09:00:00Z" }
      const list = [
        ...payments(size),
        ...[...batch(), ...batch()].map((row) => ({ ...row, BookingDateTime: "2026-11-10T00:00:00Z" })),
        later
      ]
      const { amounts: read, result } = yield* reading(balances(bankOf(() => list)))
      assert.deepInclude({ ...result }, { outcome: "partial", errorTag: "RowsRepeated", pages: 4 })
      assert.deepStrictEqual(read, amounts(list))
      assert.deepStrictEqual({ ...result?.proves }, { from: "2026-11-12", to: "2026-11-21" })
    }))

  it.live("and comes without end is counted once", () =>
    Effect.gen(function*() {
      const { amounts: read, result, superseded } = yield* reading(balances(stuckOn(batch())))
      assert.deepInclude({ ...result }, { outcome: "partial", errorTag: "RepeatedPage", pages: 1 })
      assert.deepStrictEqual(read, amounts(batch()))
      assert.isTrue(superseded.every((frame) => !result?.frames.includes(frame)))
    }))
})

/** The same list with two equal rows around the edge between two of its pages. */
const edged = (rows: ReadonlyArray<Row>, page: number) => {
  const last = rows[page * size - 1]
  return last === undefined ? rows : rows.with(page * size, last)
}

describe("a list without ids that has equal rows on both sides of a page's edge", () => {
  it.live("shows all its rows where the page before is what it was", () =>
    Effect.gen(function*() {
      const list = edged(newestFirst(50), 3)
      const { amounts: read, asked, edgesTell, result } = yield* reading(balances(bankOf(() => list)))
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 5 })
      assert.deepStrictEqual(read, amounts(list))
      assert.isTrue(edgesTell)
      // The first page, and the one before the edge.
      assert.strictEqual(asked, 7)
    }))

  it.live("because an old row came in between two pages is read again", () =>
    Effect.gen(function*() {
      const late = newestFirst(50).toSpliced(12, 0, { ...payment(37), Amount: { Amount: "0.37", Currency: "GBP" } })
      const { amounts: read, edgesTell, result } = yield* reading(
        balances(bankOf((asked) => asked < 2 ? newestFirst(50) : late))
      )
      assert.strictEqual(result?.outcome, "complete")
      assert.deepStrictEqual(read, amounts(late))
      assert.isUndefined(edgesTell)
    }))

  it.live("at each of its edges may let its pages overlap, and says nothing of them", () =>
    Effect.gen(function*() {
      const list = newestFirst(28)
      const { asked, edgesTell, result } = yield* reading(balances(({ query }) => {
        const start = Number(query["start"] ?? 0)
        const next = start + size < list.length ? { Next: `?start=${start + size - 1}` } : {}
        return { body: pageOf("Transaction", list.slice(start, start + size), { Links: next }) }
      }))
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 3 })
      assert.isUndefined(edgesTell)
      assert.strictEqual(asked, 5)
    }))
})

/** Payments of old days, `perDay` on each, told apart by ids or by their amounts alone. */
const manyADay = (count: number, perDay: number, ids = true) =>
  payments(count).map((row, number) => ({
    ...payment(Math.floor(number / perDay)),
    Amount: row.Amount,
    ...ids ? { TransactionId: `t-${number}` } : {}
  })).toReversed()

/** Turns the order of the rows of a day around. */
const turned = <A extends Row>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
  rows.toReversed().toSorted((a, b) =>
    a.BookingDateTime < b.BookingDateTime ? 1 : -1 * Number(a.BookingDateTime > b.BookingDateTime)
  )

const stable = { transactionIds: "stable" } as const

const rowsOf = (rows: ReadonlyArray<Row>) => new Set(amounts(rows))

describe("a list that shows rows on two of its pages", () => {
  it.live("because each page orders the rows of a day otherwise proves no day on which some may be missing", () =>
    Effect.gen(function*() {
      const list = manyADay(40, 4)
      const answer = (asked: Asked) =>
        bankOf(() => Number(asked.query["page"] ?? 1) % 2 === 0 ? turned(list) : list)(asked)
      const { asked, result } = yield* reading(balances(answer), stable)
      assert.deepInclude({ ...result }, { outcome: "partial", errorTag: "RowsRepeated" })
      assert.strictEqual(
        result?.error?.message,
        "the list of transactions of gb_test shows 4 rows on two of its pages, so as many may be missing; " +
          "what came is kept and proves no day before 2026-01-10, run again later and report it to the gateway if it stays"
      )
      assert.deepStrictEqual({ ...result?.proves }, { from: "2026-01-10", to: "2026-11-21" })
      // The second walk shows the same, so that a third would tell nothing.
      assert.strictEqual(asked, 8)
    }))

  it.live("because one begins too early proves no day up to that page's end, where its last row may stand on none", () =>
    Effect.gen(function*() {
      const named = payments(50).map((row, number) => ({ ...row, TransactionId: `t-${number}` }))
      const proves = (list: ReadonlyArray<object>, early: number) =>
        Effect.map(
          reading(balances(bankOf(() => list, early)), stable),
          ({ result }) => [result?.errorTag, result?.proves?.from]
        )
      // The third page lacks the payment of 30 January where it begins with the oldest, of 21 January where with the newest.
      assert.deepStrictEqual(yield* proves(named, 3), ["RowsRepeated", "2026-02-02"])
      assert.deepStrictEqual(yield* proves(named.toReversed(), 3), ["RowsRepeated", "2026-02-02"])
      // Of the last page nobody knows how much is missing behind it.
      assert.deepStrictEqual(yield* proves(named, 5), ["RowsRepeated", undefined])
    }))

  it.live("is whole once several walks together show as many rows as it has places", () =>
    Effect.gen(function*() {
      const list = manyADay(20, 4)
      // The second page of the first walk, and the second walk, are ordered otherwise.
      const { earlier, result, amounts: last } = yield* reading(
        balances(bankOf((asked) => asked === 1 || asked === 2 ? turned(list) : list)),
        stable
      )
      assert.deepInclude({ ...result }, { outcome: "complete", errorTag: null })
      assert.deepStrictEqual(new Set([...earlier, ...last]), rowsOf(list))
      assert.isBelow(new Set(last).size, 20)
    }))

  it.live("because its pages overlap, each edge by as many, is whole", () =>
    Effect.gen(function*() {
      const list = manyADay(30, 1)
      const { asked, result } = yield* reading(
        balances(({ query }) => {
          const start = Number(query["start"] ?? 0)
          const next = start + size < list.length ? { Next: `?start=${start + size - 1}` } : {}
          return { body: pageOf("Transaction", list.slice(start, start + size), { Links: next }) }
        }),
        stable
      )
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 4 })
      // Each page but the last once more: it ends with what the next begins with.
      assert.strictEqual(asked, 7)
    }))

  it.live("is nothing of the kind where the bank gives one id to several payments", () =>
    Effect.gen(function*() {
      const list = manyADay(30, 1).map((row, number) => ({ ...row, TransactionId: `t-${number % 20}` }))
      const { asked, result } = yield* reading(balances(bankOf(() => list)), stable)
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 3 })
      assert.strictEqual(asked, 4)
    }))

  it.live("is nothing of the kind either where a bank whose ids are believed sends none, and two payments are equal", () =>
    Effect.gen(function*() {
      const rows = manyADay(30, 1, false)
      const list = rows.map((row, number) => number === 10 ? rows[9] ?? row : row)
      const { asked, result } = yield* reading(balances(bankOf(() => list)), stable)
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 3 })
      assert.strictEqual(asked, 4)
    }))

  it.live("is nothing of the kind where ids that are not believed are made of what rows say, and two payments are equal", () =>
    Effect.gen(function*() {
      const rows = manyADay(30, 1)
      const list = rows.map((row, number) => number === 10 ? rows[9] ?? row : row)
      const { asked, result } = yield* reading(balances(bankOf(() => list)))
      assert.deepInclude({ ...result }, { outcome: "complete", pages: 3 })
      assert.strictEqual(asked, 4)
    }))

  it.live("is nothing of the kind where equal payments without ids have others between them, however the pages fall", () =>
    Effect.gen(function*() {
      const rows = manyADay(30, 3, false)
      // The first and the last of the three rows of a day are equal.
      const list = rows.map((row, number) => number % 3 === 2 ? rows[number - 2] ?? row : row)
      const { asked, result } = yield* reading(balances(bankOf(() => list)))
      assert.deepInclude({ ...result }, { outcome: "complete", errorTag: null })
      assert.isAtMost(asked, 2 * (result?.pages ?? 0))
    }))

  it.live("is nothing of the kind either where few rows of long days are equal, on however many days", () =>
    Effect.gen(function*() {
      const rows = manyADay(75, 25, false)
      // On each of three days the first and the sixteenth row are equal.
      const list = rows.map((row, number) => number % 25 === 15 ? rows[number - 15] ?? row : row)
      const { equalRows, result } = yield* reading(balances(bankOf(() => list)))
      assert.deepInclude({ ...result }, { outcome: "complete", errorTag: null })
      assert.isTrue(equalRows)
    }))

  it.live("without ids, in another order than before, proves nothing of those days either", () =>
    Effect.gen(function*() {
      const list = manyADay(40, 4, false)
      const answer = (asked: Asked) =>
        bankOf(() => Number(asked.query["page"] ?? 1) % 2 === 0 ? turned(list) : list)(asked)
      const { earlier, result } = yield* reading(balances(answer))
      assert.deepInclude({ ...result }, { outcome: "partial", errorTag: "RowsRepeated" })
      assert.deepStrictEqual(earlier, [])
    }))
})
