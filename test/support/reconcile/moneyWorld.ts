/**
 * Accounts of known truth: honest ones, and ones in which something was put that cannot add up.
 */
import { Dice } from "../world/Dice.ts"
import { listMovements, plainMovements, stateBalances } from "./honestBank.ts"
import {
  amountOf,
  type Break,
  type Injected,
  type Ledger,
  type ListedVersion,
  lookback,
  type MoneyAccount,
  type Movement,
  type Shape,
  shapes
} from "./MoneyAccount.ts"
import { seenVersions } from "./seenVersions.ts"

/** Shapes whose balances prove something on every night. */
const judged: ReadonlyArray<Shape> = shapes.filter((shape) =>
  !["available-only", "silent", "hidden-nights"].includes(shape)
)

/** An honest account, or one in which something was broken on a day that is old enough to be judged. */
export const moneyAccount = (seed: number, index: number, nights: number, kind: Break | null): MoneyAccount => {
  const account = `account-${seed}-${index}`
  const dice = new Dice(seed, account)
  const shape = kind === null
    ? shapes[index % shapes.length] ?? "instants"
    : judged[dice.below(judged.length)] ?? "days"
  const ledger: Ledger = { dice, account, shape, nights, movements: [], versions: [] }
  plainMovements(ledger)
  listMovements(ledger)
  const balances = stateBalances(ledger)
  const whole: MoneyAccount = {
    account,
    shape,
    versions: ledger.versions,
    balances,
    read: Array.from({ length: nights }, (_, night) => night).filter((night) => night === 0 || !dice.chance(0.03)),
    injected: null
  }
  const { versions, ...listed } = kind === null
    ? whole
    : kind === "misstated"
    ? misstate(whole, dice, nights)
    : breakRow(ledger, whole, kind)
  return { ...listed, versions: seenVersions(versions, whole.read) }
}

/** The last day that is judged on the last night: no late row of it can be listed any more. */
const lastJudged = (nights: number) => nights - lookback - 4

const misstate = (whole: MoneyAccount, dice: Dice, nights: number): MoneyAccount => {
  const { account, balances, read } = whole
  // What rows said in a night in which nobody read them is not known, and so not what its balance should be.
  const known = (night: number) => read.includes(night) && read.includes(night - 1)
  const stated = balances.filter(({ night, type }) =>
    type !== "ITAV" && night > 3 && night < lastJudged(nights) && known(night)
  )
  const wrong = stated[dice.below(stated.length)]
  if (wrong === undefined) return whole
  const { currency, day } = wrong
  const off = amountOf(dice)
  return {
    ...whole,
    balances: balances.map((each) => each === wrong ? { ...each, amount: each.amount + off } : each),
    injected: { kind: "misstated", account, currency, spans: [{ from: day, until: day }], key: null }
  }
}

/**
 * From the day for which a row is booked to the one on which its money moved, or the other way. One that is listed before its day
 * may be in a balance since then, for all that the book knows.
 */
const spanOf = ({ day, listed, moved }: Movement) => ({
  from: Math.min(day, Math.floor(moved / 24), listed),
  until: Math.max(day, Math.floor(moved / 24))
})

const breakRow = (
  { dice, movements, nights }: Ledger,
  whole: MoneyAccount,
  kind: Exclude<Break, "misstated">
): MoneyAccount => {
  const { account, versions } = whole
  const spans = new Map(movements.map((each) => [each.key, spanOf(each)]))
  const spanned = ({ key }: ListedVersion) => {
    const span = spans.get(key)
    return span === undefined ? [] : [span]
  }
  const plain = versions.filter((each) =>
    each.status === "BOOK" && each.change === "new" && each.until === null &&
    spanned(each).some(({ from, until }) => from > 3 && until < lastJudged(nights)) &&
    !versions.some((other) => other.key === `${each.key}-p`)
  )
  const row = plain[dice.below(plain.length)]
  if (row === undefined) return whole
  const others = versions.filter((each) => each !== row)
  const injected: Injected = { kind, account, currency: row.currency, spans: spanned(row), key: row.key }
  switch (kind) {
    case "missing":
      return { ...whole, versions: others, injected: { ...injected, key: null } }
    case "missing-day": {
      const ofDay = (each: ListedVersion) =>
        each.day === row.day && each.status === "BOOK" && each.currency === row.currency
      return {
        ...whole,
        versions: versions.filter((each) => !ofDay(each)),
        injected: { ...injected, key: null, spans: versions.filter(ofDay).flatMap(spanned) }
      }
    }
    case "doubled":
      return { ...whole, versions: [...versions, { ...row, key: `${row.key}-again` }], injected }
    case "sign":
      return { ...whole, versions: [...others, { ...row, amount: -row.amount }], injected }
    case "amount":
      return { ...whole, versions: [...others, { ...row, amount: row.amount + dice.between(1, 9999) }], injected }
    case "currency":
      return { ...whole, versions: [...others, { ...row, currency: row.currency === "GBP" ? "EUR" : "GBP" }], injected }
  }
}
