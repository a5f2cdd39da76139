/**
 * How a bank takes up what was done: at once or after some days as pending, faithfully or not, and whether it changes
 * its mind afterwards.
 */
import type { Draws } from "./draws.ts"
import { draws } from "./draws.ts"
import type { Holding } from "./Holding.ts"
import { byCard } from "./kinds.ts"
import type { Day } from "./londonDay.ts"
import type { Announced, Draft, Movement, Restated } from "./Movement.ts"

type Settled = Pick<Movement, "settledOn" | "books" | "announced" | "minor">

/** The bank lists a row for the first time on the day after it posts it, so 18 days more make 19, or 20 with that one. */
const lastingDays = 18

const isPending = ({ bank, pattern }: Holding, draft: Draft) =>
  byCard.has(draft.kind) &&
  (bank.pending === "all-cards" || (bank.pending === "card-accounts" && pattern.typeCode === "CARD"))

const faithful = (draft: Draft, madeOn: Day, draw: Draws): Settled => {
  const settledOn = madeOn + draw.between(1, 3)
  return {
    settledOn,
    books: true,
    minor: draft.minor,
    announced: { minor: draft.minor, narrative: draft.narrative, day: settledOn }
  }
}

/** Announced as one thing, booked as another: a fifth by amount, a third by date, some by narrative, a few never. */
const shifting = (draft: Draft, madeOn: Day, draw: Draws): Settled => {
  const settledOn = madeOn + draw.between(1, 4)
  const outcome = draw.between(1, 100)
  const same: Announced = { minor: draft.minor, narrative: draft.narrative, day: settledOn }
  const shown = outcome <= 10
    // A petrol pump or a hotel holds a round sum first.
    ? { ...same, minor: -draw.pick([100, 5_000, 10_000]) }
    : outcome <= 22
    // A tip comes on top of what was authorised.
    ? { ...same, minor: Math.round(draft.minor * 100 / draw.between(105, 115)) }
    : outcome <= 40
    ? { ...same, day: madeOn }
    : outcome <= 55
    // Some banks write the latest day on which it can still book.
    ? { ...same, day: madeOn + 6 }
    : outcome <= 66
    ? { ...same, narrative: draft.narrative.slice(0, 22).trimEnd() }
    : same
  const books = outcome <= 94
  return { settledOn, books, minor: draft.minor, announced: books ? shown : { ...same, day: madeOn } }
}

const settled = (holding: Holding, draft: Draft, madeOn: Day, draw: Draws): Settled =>
  !isPending(holding, draft)
    ? { settledOn: madeOn, books: true, minor: draft.minor }
    : holding.bank.settlement === "faithful"
    ? faithful(draft, madeOn, draw)
    : shifting(draft, madeOn, draw)

/** How a row is changed for the nth time on an account: twice by amount, then once by narrative. */
const corrected = (draft: Draft, since: Day, nth: number, draw: Draws): Restated =>
  nth % 3 !== 2
    ? {
      since,
      minor: Math.sign(draft.minor) * (Math.abs(draft.minor) + draw.pick([-9, 9, 90, 900])),
      narrative: draft.narrative
    }
    : { since, minor: draft.minor, narrative: `${draft.narrative} CORRECTED REF ${draw.between(100, 999)}` }

/**
 * What comes of the first payment that people make on a day. It goes by turns and not by chance, so that whoever watches
 * for two weeks sees everything; steps prime to the spans lead through all of their days, short and long mixed.
 */
const disordered = (
  { bank: { disorder }, root }: Holding,
  draft: Draft,
  madeOn: Day,
  bookedOn: Day,
  draw: Draws
): Pick<Movement, "listedOn" | "restated" | "vanished"> => {
  const turn = madeOn + draws(`${root}|turn`).between(0, 99)
  const nth = (every: number, shift: number) =>
    every > 0 && (turn + shift) % every === 0 ? (turn + shift) / every : undefined
  const late = nth(disorder.late, 0)
  if (late !== undefined) return { listedOn: bookedOn + 1 + late * 7 % (lastingDays + 1) }
  const restated = nth(disorder.restated, 1)
  if (restated !== undefined) {
    return {
      listedOn: bookedOn,
      restated: corrected(draft, bookedOn + 1 + restated * 3 % (lastingDays - 1), restated, draw)
    }
  }
  const vanished = nth(disorder.vanished, 2)
  if (vanished !== undefined) {
    const from = bookedOn + 1 + vanished * 4 % 9
    return { listedOn: bookedOn, vanished: { from, to: vanished % 3 === 2 ? null : from + 1 + vanished * 5 % 8 } }
  }
  return { listedOn: bookedOn }
}

const isFirstOfDay = (key: string) => key.endsWith("c0")

/** A draft as the account's bank books and lists it; `key` ends in `c0` for the first payment that people make on a day. */
export const settle = (holding: Holding, draft: Draft, key: string, madeOn: Day): Movement => {
  const draw = draws(`${holding.root}|${key}`)
  const outcome = settled(holding, draft, madeOn, draw)
  const after = isFirstOfDay(key)
    ? disordered(holding, draft, madeOn, outcome.settledOn, draw)
    : { listedOn: outcome.settledOn }
  return { ...draft, ...outcome, key, madeOn, ...after }
}
