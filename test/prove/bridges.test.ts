/**
 * Bridges against known truth: worlds in which banks are honest in every way that banks have been seen to be, and nothing is
 * ever called broken; and worlds in which something was broken, and is found on its account and its day.
 */
import { assert, it } from "@effect/vitest"
import { Console, Effect, Schema } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { type Break, breaks } from "../support/reconcile/MoneyAccount.ts"
import { moneyAccount } from "../support/reconcile/moneyWorld.ts"
import { brokenBridges, dayOf, playNights } from "../support/reconcile/playMoney.ts"
import { seedBooks } from "../support/reconcile/seedBooks.ts"
import { withStatedBook } from "../support/reconcile/statedBook.ts"

const { books, nights, seeds } = seedBooks

const named = (book: ReadonlyArray<number>) => `seeds ${book[0]} to ${book.at(-1)}`

const honestAccounts = 36
const brokenAccountsOfAKind = 10

const Verdicts = Schema.Struct({ verdict: Schema.String, count: Schema.Int })

it.live(
  `calls nothing broken where banks are honest: ${seeds.length} seeds of ${nights} nights`,
  () =>
    Effect.gen(function*() {
      const wrong = new Map<string, unknown>()
      for (const book of books) {
        const accounts = book.flatMap((seed) =>
          Array.from({ length: honestAccounts }, (_, index) => moneyAccount(seed, index, nights, null))
        )
        const counts = yield* withStatedBook(() =>
          Effect.gen(function*() {
            const found = yield* playNights(accounts, nights, () => true, () => brokenBridges())
            for (const [night, each] of found.entries()) {
              for (const bridge of each) {
                const shape = accounts.find(({ account }) => account === bridge.account)?.shape
                const place = [bridge.account, bridge.currency, bridge.type, bridge.closing].join(" ")
                if (!wrong.has(place)) wrong.set(place, { night: dayOf(night), shape, ...bridge })
              }
            }
            return yield* (yield* Warehouse).rows(
              Verdicts,
              "select verdict, count(*)::integer as count from verdicts group by all order by all"
            )
          })
        )
        yield* Console.log(`${named(book)}: ${counts.map(({ count, verdict }) => `${count} ${verdict}`).join(", ")}`)
      }
      for (const each of wrong.values()) yield* Console.log(JSON.stringify(each))
      yield* Console.log(`${wrong.size} called broken`)
      assert.strictEqual(wrong.size, 0)
    })
)

it.live(`finds what is broken, on its account and its day: ${seeds.length} seeds`, () =>
  Effect.gen(function*() {
    const tally = new Map<Break, { broken: number; found: number; named: number }>()
    const missed: Array<unknown> = []
    for (const book of books) {
      const accounts = book.flatMap((seed) =>
        breaks.flatMap((kind, place) =>
          Array.from({ length: brokenAccountsOfAKind }, (_, index) =>
            moneyAccount(seed, place * brokenAccountsOfAKind + index, nights, kind))
        )
      )
      const [bridges = []] = yield* withStatedBook(() =>
        playNights(accounts, nights, (night) =>
          night === nights - 1, () => brokenBridges())
      )
      for (const { account, injected, shape } of accounts) {
        if (injected === null) continue
        const { currency, key, kind, spans } = injected
        const line = tally.get(kind) ?? { broken: 0, found: 0, named: 0 }
        tally.set(kind, line)
        line.broken++
        const days = spans.map(({ from, until }) => ({ from: dayOf(from), until: dayOf(until) }))
        const own = bridges.filter((each) => each.account === account && each.currency === currency)
        const right = own.filter(({ closing, opening }) =>
          days.some(({ from, until }) => (opening ?? "") <= until && from <= (closing ?? ""))
        )
        if (right.length > 0) line.found++
        else missed.push({ shape, ...injected, days, own })
        const names = (evidence: string | null) =>
          evidence !== null &&
          (days.some(({ from, until }) => evidence.includes(`"${from}"`) || evidence.includes(`"${until}"`)) ||
            key !== null && evidence.includes(`"${key}"`))
        if (right.some(({ evidence }) => names(evidence))) line.named++
      }
      yield* Console.log(named(book))
    }
    for (const each of missed) yield* Console.log(JSON.stringify(each))
    for (const [kind, { broken, found, named }] of tally) {
      yield* Console.log(`${kind}: ${broken} broken, ${found} found on their day, ${named} named by the evidence`)
    }
    assert.strictEqual(missed.length, 0)
    for (const { broken, named } of tally.values()) assert.isAtLeast(named, broken * 0.9)
  }))
