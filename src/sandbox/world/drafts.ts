/**
 * What is done on an account on one day by its own pattern: salaries, rents, bills, shopping. Transfers between a
 * customer's own accounts are in `transfers.ts`.
 */
import { merchants, parties } from "./catalogue.ts"
import type { Draws } from "./draws.ts"
import { draws, fingerprint } from "./draws.ts"
import type { Holding } from "./Holding.ts"
import { iban } from "./identifiers.ts"
import type { Day } from "./londonDay.ts"
import { civil, dayOfCivil, isWorkingDay, lastWorkingDay, nextWorkingDay } from "./londonDay.ts"
import type { Counterparty, Draft } from "./Movement.ts"
import type { Casual, Recurring } from "./Pattern.ts"
import { profiles } from "./profiles.ts"

/** Payments by order book just after midnight, salaries before people get up, people's own payments until late. */
const second = (draw: Draws, by: "order" | "salary" | "person"): number =>
  by === "order" ? draw.between(9, 1_790) : by === "salary" ? draw.between(7_800, 21_000) : draw.between(25_200, 86_340)

const counterpartyOf = (name: string, european: boolean): Counterparty => {
  const digits = BigInt(`0x${fingerprint(name)}`).toString().padStart(24, "7")
  return european
    ? { name, scheme: "UK.OBIE.IBAN", identification: iban("DE", digits.slice(0, 18)) }
    : { name, scheme: "UK.OBIE.SortCodeAccountNumber", identification: digits.slice(0, 14) }
}

const isEuropean = (kind: Draft["kind"]) => kind === "sepaIn" || kind === "sepaOut"

const opening = (holding: Holding): ReadonlyArray<Draft> =>
  holding.pattern.opening === 0 ? [] : [{
    kind: "opening",
    minor: holding.pattern.opening,
    currency: holding.pattern.currencies[0],
    second: 32_400,
    narrative: "OPENING TRANSFER",
    reference: "OPENING"
  }]

const inWords: Readonly<Partial<Record<Draft["kind"], string>>> = {
  standingOrder: "STANDING ORDER",
  directDebit: "DIRECT DEBIT",
  salary: "BANK GIRO CREDIT",
  payroll: "BILL PAYMENT",
  received: "FASTER PAYMENT FROM",
  sent: "FASTER PAYMENT TO",
  sepaIn: "SEPA CREDIT",
  sepaOut: "SEPA PAYMENT"
}

const narrative = (kind: Draft["kind"], name: string, reference: string) =>
  [inWords[kind], name.toUpperCase(), reference].filter((part) => part !== undefined && part !== "").join(" ")

/** The day on which a monthly payment of that month falls. */
export const dueDay = (date: number, year: number, month: number): Day =>
  date === 31 ? lastWorkingDay(dayOfCivil(year, month + 1, 1) - 1) : nextWorkingDay(dayOfCivil(year, month, date))

/** Who has more to feed from the account earns more. */
const raiseFor = (holding: Holding) => holding.links.reduce((sum, { profile }) => sum + profiles[profile].raise, 0)

const recurring = (holding: Holding, rule: Recurring, nth: number, day: Day): ReadonlyArray<Draft> => {
  const today = civil(day)
  // A payment due on the last days of a month may fall on the first working day of the next.
  const due = [civil(day - today.date), today].find(({ month, year }) =>
    dueDay(rule.date, year, month) === day && (rule.months?.includes(month) ?? true)
  )
  if (due === undefined) return []
  const root = `${holding.root}|monthly|${nth}`
  const once = draws(root)
  const amount = rule.varies === true ? draws(`${root}|${due.year}-${due.month}`) : once
  const name = typeof rule.party === "string" ? once.pick(parties[rule.party]) : rule.party.name
  const minor = amount.between(...rule.amount) + (rule.kind === "salary" ? raiseFor(holding) : 0)
  const isOrder = rule.kind !== "fee" && rule.kind !== "interest"
  const draft: Draft = {
    kind: rule.kind,
    minor: rule.sign * minor,
    currency: holding.pattern.currencies[0],
    second: second(draws(`${root}|${day}`), rule.sign === 1 ? "salary" : "order"),
    narrative: isOrder ? narrative(rule.kind, name, rule.reference) : rule.reference,
    ...(isOrder ? { reference: rule.reference, counterparty: counterpartyOf(name, isEuropean(rule.kind)) } : {})
  }
  return Array.from({ length: rule.equal ?? 1 }, () => draft)
}

const casualAmount = (draw: Draws, rule: Casual): number => {
  if (rule.kind === "cash") return draw.between(...rule.amount) * 1000
  const [least, most] = rule.amount
  const fraction = draw.fraction()
  return least + Math.floor((most - least + 1) * (rule.skewed === true ? fraction * fraction : fraction))
}

const casualDraft = (holding: Holding, rule: Casual, draw: Draws): Draft => {
  const currency = rule.currency ?? holding.pattern.currencies[0]
  const common = {
    kind: rule.kind,
    minor: rule.sign * casualAmount(draw, rule),
    currency,
    second: second(draw, rule.kind === "takings" ? "salary" : "person")
  }
  if (rule.kind === "cash") {
    return { ...common, narrative: `CASH WITHDRAWAL  ${draw.pick(["HIGH ST", "STATION RD", "QUAY"])}` }
  }
  if ("shops" in rule.from) {
    const [first = "groceries", ...rest] = rule.from.shops
    const merchant = draw.pick(merchants[draw.pick([first, ...rest])])
    const words = rule.kind === "refund" ? "REFUND FROM" : "CARD PAYMENT TO"
    return { ...common, narrative: `${words} ${merchant.name.toUpperCase()}  ${currency}`, merchant }
  }
  const name = draw.pick(parties[rule.from.party])
  const isNumbered = rule.from.reference.length <= 3
  const reference = isNumbered ? `${rule.from.reference}-${draw.between(1000, 9999)}` : rule.from.reference
  return rule.kind === "takings"
    ? { ...common, narrative: `${rule.from.reference} TERMINAL ${draw.between(1, 3)}`, reference }
    : {
      ...common,
      narrative: narrative(rule.kind, name, reference),
      reference,
      counterparty: counterpartyOf(name, isEuropean(rule.kind))
    }
}

/** What people do on any day, each payment with how often it is made in a row. */
export const casualOn = (holding: Holding, day: Day): ReadonlyArray<Draft> => {
  const draw = draws(`${holding.root}|casual|${day}`)
  return holding.pattern.casual.flatMap((rule) =>
    Array.from({ length: rule.tries }).flatMap((): ReadonlyArray<Draft> => {
      if (!draw.chance(rule.perMille) || (rule.workingDays === true && !isWorkingDay(day))) return []
      const draft = casualDraft(holding, rule, draw)
      return draw.chance(rule.twins ?? 0) ? [draft, draft] : [draft]
    })
  )
}

/** What comes by itself on a day: the opening on the account's first, then what is monthly. */
export const orderedOn = (holding: Holding, day: Day, firstDay: Day): ReadonlyArray<Draft> => [
  ...(day === firstDay ? opening(holding) : []),
  ...holding.pattern.recurring.flatMap((rule, nth) => recurring(holding, rule, nth, day))
]
