/**
 * Money that moves between the accounts of one customer: savings and joint accounts are fed from the main account, card
 * bills are paid from it, foreign earnings are changed into it, wallets are topped up from it. Both ends are made from
 * the same draws, so that what leaves one account arrives in the other on the same day.
 */
import { dueDay } from "./drafts.ts"
import { draws } from "./draws.ts"
import type { Holding, Link } from "./Holding.ts"
import type { Day } from "./londonDay.ts"
import { civil, weekday } from "./londonDay.ts"
import { converted, type Currency, rateOn } from "./minorUnits.ts"
import type { Draft, Exchange } from "./Movement.ts"

/** One end of a transfer. */
interface Leg {
  readonly account: string
  readonly draft: Draft
}

/** What was spent on a card account in the calendar month before this one: minor units, positive. */
type SpentBefore = (account: string, year: number, month: number) => number

const standing = {
  savings: { date: 27, least: 16_000, most: 26_000, words: "SAVINGS" },
  joint: { date: 2, least: 24_000, most: 28_000, words: "HOUSE" },
  reserve: { date: 27, least: 90_000, most: 150_000, words: "RESERVE" }
} as const

const isDue = (date: number, day: Day) => {
  const today = civil(day)
  return [civil(day - today.date), today].find(({ month, year }) => dueDay(date, year, month) === day)
}

const between = (
  [from, to]: readonly [string, string],
  minor: number,
  second: number,
  words: string
): ReadonlyArray<Leg> => {
  const common = { currency: "GBP", second, reference: words } as const
  return [
    {
      account: from,
      draft: { ...common, kind: "transferOut", minor: -minor, narrative: `TRANSFER TO OWN A/C ${words}` }
    },
    { account: to, draft: { ...common, kind: "transferIn", minor, narrative: `TRANSFER FROM OWN A/C ${words}` } }
  ]
}

/** Sells `minor` of one currency for another; both ends carry the rate. */
const exchange = (
  root: string,
  [from, to]: readonly [string, string],
  [source, target]: readonly [Currency, Currency],
  minor: number,
  second: number,
  day: Day
): ReadonlyArray<Leg> => {
  const rate = rateOn(root, source, target, day)
  const bought = converted(minor, source, target, rate)
  const terms: Exchange = { source, target, rate: rate / 10_000 }
  const common = { second, reference: `FX ${source}${target}`, exchange: terms }
  const narrative = `CURRENCY EXCHANGE ${source} TO ${target} AT ${terms.rate.toFixed(4)}`
  return [
    { account: from, draft: { ...common, kind: "exchangeOut", minor: -minor, currency: source, narrative } },
    { account: to, draft: { ...common, kind: "exchangeIn", minor: bought, currency: target, narrative } }
  ]
}

const fed = (root: string, link: Link, profile: keyof typeof standing, day: Day): ReadonlyArray<Leg> => {
  const { date, least, most, words } = standing[profile]
  const today = draws(`${root}|${day}`)
  const due = isDue(date, day) === undefined
    ? []
    : between(
      [link.main, link.other],
      Math.round(draws(root).between(least, most) / 500) * 500,
      today.between(9, 1790),
      words
    )
  const isTakenBack = profile !== "joint" && today.chance(17)
  const back = isTakenBack
    ? between([link.other, link.main], today.between(4, 30) * 1000, today.between(26_000, 86_000), words)
    : []
  return [...due, ...back]
}

const repaid = (root: string, link: Link, day: Day, spentBefore: SpentBefore): ReadonlyArray<Leg> => {
  const due = isDue(14, day)
  const spent = due === undefined ? 0 : spentBefore(link.other, due.year, due.month)
  if (spent <= 0) return []
  const common = { currency: "GBP", second: draws(`${root}|${day}`).between(9, 1790) } as const
  return [
    {
      account: link.main,
      draft: {
        ...common,
        kind: "directDebit",
        minor: -spent,
        narrative: "DIRECT DEBIT CARD BILL",
        reference: "CARD BILL"
      }
    },
    {
      account: link.other,
      draft: { ...common, kind: "repayment", minor: spent, narrative: "PAYMENT RECEIVED - THANK YOU", reference: "DD" }
    }
  ]
}

const toppedUp = (root: string, link: Link, day: Day, firstDay: Day): ReadonlyArray<Leg> => {
  const today = draws(`${root}|${day}`)
  const own = [link.other, link.other] as const
  const buys = ([["EUR", 9, 3000], ["USD", 12, 2800], ["JPY", 21, 2200]] as const).filter(([, every]) =>
    day === firstDay || day % every === 4
  )
  return [
    ...(weekday(day) === 1 ? between([link.main, link.other], today.between(90, 140) * 50, 7_300, "WALLET") : []),
    ...buys.flatMap(([currency, , minor]) =>
      exchange(root, own, ["GBP", currency], minor, today.between(30_000, 80_000), day)
    )
  ]
}

/** What moves over a link on a day, both ends. */
const legsOf = (root: string, link: Link, day: Day, firstDay: Day, spentBefore: SpentBefore): ReadonlyArray<Leg> => {
  switch (link.profile) {
    case "savings":
    case "joint":
    case "reserve":
      return fed(root, link, link.profile, day)
    case "card":
    case "company-card":
      return repaid(root, link, day, spentBefore)
    case "wallet":
      return toppedUp(root, link, day, firstDay)
    case "exporter":
      return isDue(20, day) === undefined
        ? []
        : exchange(
          root,
          [link.other, link.main],
          ["EUR", "GBP"],
          draws(`${root}|${day}`).between(6000, 7400) * 100,
          41_000,
          day
        )
    default:
      return []
  }
}

/** What an account sends to, or gets from, the other accounts of its holders on a day. */
export const transfersOn = (
  holding: Holding,
  day: Day,
  firstDay: Day,
  spentBefore: SpentBefore
): ReadonlyArray<Draft> =>
  holding.links.flatMap((link) => {
    const root = `${holding.root.slice(0, holding.root.lastIndexOf("|"))}|${link.main}>${link.other}`
    return legsOf(root, link, day, firstDay, spentBefore)
      .filter(({ account }) => account === holding.account.id)
      .map(({ draft }) => draft)
  })
