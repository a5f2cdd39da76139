/**
 * How a bank moves money, lists it and states balances: honestly, in every way that honest banks have been seen to.
 */
import { amountOf, currenciesOf, type Ledger, type ListedVersion, lookback, type StatedAmount } from "./MoneyAccount.ts"

/** The night that reads at three in the morning of its day first lists what stands at an hour. */
const nightAfter = (hour: number): number => Math.max(0, Math.ceil((hour - 3) / 24))

export const plainMovements = ({ account, dice, movements, nights, shape }: Ledger): void => {
  if (shape === "silent") return
  for (let day = -30; day < nights; day++) {
    for (let n = dice.below(4); n > 0; n--) {
      const hour = dice.between(0, 23)
      const moved = day * 24 + hour
      const behaviour = dice.next()
      const key = `${account}-${movements.length}`
      const currency = dice.pick(currenciesOf(shape))
      const plain = { key, currency, amount: amountOf(dice), moved, day, hour, listed: nightAfter(moved + 1) }
      if (day < 0) movements.push({ ...plain, listed: 0 })
      // Listed late: the balance moved when it was booked, or when it is listed.
      else if (behaviour < 0.06) {
        const listed = nightAfter(moved + 1) + dice.between(1, lookback - 1)
        movements.push({ ...plain, listed, moved: dice.chance(0.5) ? moved : listed * 24 })
      } // Booked for a day to come: the balance moves now, or then.
      else if (behaviour < 0.1) {
        const ahead = day + dice.between(1, 3)
        movements.push({ ...plain, day: ahead, moved: dice.chance(0.5) ? moved : ahead * 24 + hour })
      } // Booked for a day that is over, and listed at once.
      else if (behaviour < 0.13 && hour >= 3) movements.push({ ...plain, day: day - dice.between(1, lookback - 2) })
      else movements.push(plain)
    }
  }
}

/** How the bank lists its movements: as they are, or restated, away for some nights, pending before. */
export const listMovements = (ledger: Ledger): void => {
  const { account, dice, movements, nights, shape, versions } = ledger
  for (const [index, each] of [...movements].entries()) {
    const { amount, currency, day, key, listed } = each
    const hour = shape === "days" || shape === "closing" || shape === "day-balance" ? null : each.hour
    const row = { key, account, status: "BOOK", day, hour, amount, currency } as const
    const behaviour = day < 0 || listed + 3 >= nights ? 1 : dice.next()
    if (behaviour < 0.03) {
      // Another amount at first, in the balance too.
      const night = listed + dice.between(1, 3)
      const before = amount + dice.between(1, 99)
      versions.push({ ...row, amount: before, version: 1, from: listed, until: night, change: "new" })
      versions.push({ ...row, version: 2, from: night, until: null, change: "changed" })
      movements[index] = { ...each, moved: Math.max(each.moved, night * 24) }
      movements.push({ ...each, key: `${key}-before`, amount: before, listed: nights + 99 })
      movements.push({
        ...each,
        key: `${key}-undone`,
        amount: -before,
        listed: nights + 99,
        moved: Math.max(each.moved, night * 24)
      })
    } else if (behaviour < 0.05) {
      const gone = listed + 1
      const back = gone + dice.between(1, 2)
      // Listed for good while late rows may still come.
      const away = back < day + lookback
      versions.push({ ...row, version: 1, from: listed, until: away ? gone : null, change: "new" })
      if (away) {
        versions.push({ ...row, version: 2, from: gone, until: back, change: "absent" })
        versions.push({ ...row, version: 3, from: back, until: null, change: "returned" })
      }
    } else versions.push({ ...row, version: 1, from: listed, until: null, change: "new" })
    if (listed > 2 && dice.chance(0.2)) {
      const from = listed - dice.between(1, 2)
      const pending = { ...row, key: `${key}-p`, status: "PDNG" } as const
      versions.push({ ...pending, version: 1, from, until: listed, change: "new" })
      versions.push({ ...pending, version: 2, from: listed, until: null, change: "booked" })
    }
  }
}

const pendingOn = (versions: ReadonlyArray<ListedVersion>, currency: string, night: number): number =>
  versions
    .filter((each) =>
      each.status === "PDNG" && each.change === "new" && each.currency === currency && each.from <= night &&
      (each.until === null || each.until > night)
    )
    .reduce((sum, { amount }) => sum + amount, 0)

/** What the bank states on each night. */
export const stateBalances = ({ account, dice, movements, nights, shape, versions }: Ledger): Array<StatedAmount> => {
  const balances: Array<StatedAmount> = []
  const base = dice.between(0, 1_000_000)
  let limit = 50_000
  for (let night = 0; night < nights; night++) {
    if (shape === "hidden-nights" && dice.chance(0.2)) continue
    if (dice.chance(0.03)) limit += 10_000
    for (const currency of currenciesOf(shape)) {
      const at = (hour: number) =>
        movements.filter((each) => each.currency === currency && each.moved <= hour)
          .reduce((sum, { amount }) => sum + amount, base)
      const now = at(night * 24 + 2)
      const waiting = pendingOn(versions, currency, night)
      // At a wallet it speaks of the very minute for which rows are booked that it has not yet.
      const minute = shape === "wallet" ? 180 : 179
      const stated = { account, night, currency, included: null, day: night, minute }
      if (shape !== "closing" && shape !== "available-only") {
        balances.push({
          ...stated,
          type: "ITBD",
          minute: shape === "day-balance" ? null : minute,
          amount: now + (shape === "with-pending" ? waiting : 0) + (shape === "line-inside" ? limit : 0),
          included: shape === "line-inside" || shape === "line-not-inside" ? limit : null
        })
      }
      if (shape === "closing" || shape === "closing-and-interim") {
        balances.push({ ...stated, type: "CLBD", day: night - 1, minute: null, amount: at(night * 24 - 1) })
      }
      if (shape === "available-only" || shape === "line-not-inside") {
        balances.push({ ...stated, type: "ITAV", amount: now + waiting + limit, included: limit })
      }
    }
  }
  return balances
}
