/**
 * One real payment and every face that its bank gives it over the nights. The payment's name is its identity in the
 * truth; no bank ever sends it.
 */
import { DateTime } from "effect"
import { asUtc, withOffset } from "../gateway/bankClock.ts"
import type { StatedTransaction, Units } from "../gateway/statedRows.ts"
import { unitsOf } from "../gateway/statedRows.ts"
import type { Dice } from "./Dice.ts"
import type { Movements } from "./Movements.ts"

/** How a payment is stated from the night `from` on. `day` counts from 1970-01-01. */
export interface Face {
  readonly from: number
  readonly amount: string
  readonly day: number
  readonly bookedAt: string
  readonly information: string
}

/** A payment. Nights are numbers; a span is closed at its start and open at its end. */
export interface Payment {
  readonly name: string
  readonly ref: string
  readonly currency: string
  readonly credit: boolean
  readonly proprietary: string
  readonly pending: { readonly from: number; readonly id: string; readonly face: Face } | undefined
  /** The night from which it is stated as booked; infinite where it never books. */
  readonly bookedFrom: number
  /** It books while this night's list is being read: a reader of that night may see it or not. */
  readonly arrivesIn: number | undefined
  /** The night in which a pending payment leaves without having booked. */
  readonly voidedFrom: number | undefined
  /** First stated nights after its booking day. */
  readonly late: boolean
  readonly id: string
  readonly faces: Array<Face>
  readonly gone: Array<{ readonly from: number; readonly until: number }>
}

/** A calendar day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(day * 86_400_000))

/** Whether a payment is stated as booked in a night. */
export const isBooked = (payment: Payment, night: number): boolean =>
  night >= payment.bookedFrom && !payment.gone.some((span) => night >= span.from && night < span.until)

/** Whether a payment is stated as pending in a night. */
export const isPending = (payment: Payment, night: number): boolean =>
  payment.pending !== undefined && night >= payment.pending.from && night < payment.bookedFrom &&
  night < (payment.voidedFrom ?? Infinity)

/** The booked face of a night: the last that has begun. */
export const faceAt = (payment: Payment, night: number): Face => {
  const face = payment.faces.findLast((each) => each.from <= night) ?? payment.faces[0]
  if (face === undefined) throw new Error(`payment ${payment.name} has no face`)
  return face
}

/** The signed amount of a face. */
export const unitsAt = (payment: Payment, face: Face): Units =>
  payment.credit ? unitsOf(face.amount) : -unitsOf(face.amount)

/** An amount as a bank may write it: up to five decimals, with or without trailing zeros, at times very large or nil. */
export const amountText = (dice: Dice): string => {
  const size = dice.pick([10, 100, 1_000, 10_000, 100_000] as const)
  const whole = dice.chance(0.01) ? 4_000_000_000 + dice.below(1_000_000_000) : dice.below(size)
  const decimals = dice.pick([2, 2, 2, 2, 0, 1, 3, 4, 5] as const)
  return decimals === 0 ? String(whole) : `${whole}.${String(dice.below(10 ** decimals)).padStart(decimals, "0")}`
}

const narratives = [
  "INVOICE 4711",
  "CARD 1234 COFFEE",
  "RENT",
  "SALARY",
  "Café Zoë, 10% off; \"extra\"",
  "=SUM(A1:A9)",
  "-12.00 REFUND",
  "two  spaces   inside",
  "first line\nsecond line",
  "O'Brien & Söhne <GmbH>",
  "数据 платёж 🧾",
  "FEE\tQ3"
] as const

export const informationText = (dice: Dice): string =>
  dice.chance(0.5) ? dice.pick(narratives) : `REF ${dice.between(1, 9_999)} ${dice.pick(narratives)}`

const two = (number: number): string => String(number).padStart(2, "0")

/** A third of the rows of such a bank stand at an edge of their day by the bank's own clock. */
const edgeForms = [
  "utc",
  "millis",
  "offset",
  "summer",
  "midnight",
  "utc",
  "midnight-with-offset",
  "midnight-with-z",
  "last-millisecond",
  "early"
] as const

/** A booking instant in the form of the bank; but at an edge always between eight and twenty o'clock of its day in Europe. */
export const bookingText = (
  dice: Dice,
  { clock, instants: form }: Pick<Movements, "clock" | "instants">,
  day: number
): string => {
  const date = dayText(day)
  const time = `${two(dice.between(8, 19))}:${two(dice.below(60))}:${two(dice.below(60))}`
  const chosen = form === "varied"
    ? dice.pick(["utc", "millis", "offset", "summer", "midnight"] as const)
    : form === "edges"
    ? dice.pick(edgeForms)
    : form
  switch (chosen) {
    case "utc":
      return `${date}T${time}Z`
    case "millis":
      return `${date}T${time}.${String(dice.below(1000)).padStart(3, "0")}Z`
    case "offset":
      return `${date}T${time}+00:00`
    case "summer":
      return `${date}T${time}+01:00`
    case "midnight":
      return `${date}T00:00:00+00:00`
    case "date":
      return date
    case "midnight-with-offset":
      return withOffset(`${date}T00:00:00`, clock)
    case "midnight-with-z":
      return asUtc(`${date}T00:00:00`, clock)
    case "last-millisecond":
      return asUtc(`${date}T23:59:59.999`, clock)
    case "early":
      return asUtc(`${date}T00:${dice.pick([20, 40] as const)}:00`, clock)
  }
}

/** A payment as the bank states it in a night, under an id. */
export const stated = (
  payment: Payment,
  face: Face,
  status: StatedTransaction["status"],
  id: string | undefined
): StatedTransaction => ({
  ref: payment.ref,
  ...id === undefined ? {} : { id },
  status,
  credit: payment.credit,
  amount: face.amount,
  currency: payment.currency,
  bookedAt: face.bookedAt,
  day: dayText(face.day),
  information: face.information,
  proprietary: payment.proprietary
})
