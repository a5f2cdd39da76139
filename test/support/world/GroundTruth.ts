/**
 * A bank's world with known truth, the same for the same seed: which payments really happened, and what the bank states
 * about them night by night. Each awkward behaviour of real banks is a switch (`Movements`).
 *
 * Night 0 is the night of the consent; its statement is the history. Only what lies within the reach of a night's read
 * ever changes, so a reader that makes no mistake can know everything that `truth` holds.
 */
import { DateTime } from "effect"
import type { StatedAccount, StatedBalance, StatedTransaction, Units } from "../gateway/statedRows.ts"
import { Dice } from "./Dice.ts"
import { type GeneratedAccount, makeAccounts } from "./generatedAccounts.ts"
import type { Movements } from "./Movements.ts"
import { amountText, dayText, type Face, faceAt } from "./Payment.ts"
import { isBooked, isPending, type Payment, stated, unitsAt } from "./Payment.ts"
import { nonEmpty, PaymentMaker } from "./PaymentMaker.ts"

/** One real payment as the bank states it in a night. */
export interface TruthRow {
  readonly payment: string
  readonly ref: string
  readonly id: string | undefined
  readonly currency: string
  readonly units: Units
  readonly day: string
  readonly information: string
}

/** What is true in a night. A reader of that night may or may not see `optional`. */
export interface Truth {
  readonly booked: ReadonlyArray<TruthRow>
  readonly pending: ReadonlyArray<TruthRow>
  readonly optional: ReadonlyArray<TruthRow>
}

/** Everything a bank states in a night, and what happens while it is read. */
export interface Night {
  readonly number: number
  readonly at: string
  readonly accounts: ReadonlyArray<StatedAccount>
  readonly balances: ReadonlyArray<StatedBalance>
  readonly transactions: ReadonlyArray<StatedTransaction>
  /** Payments that book after the first page of their account's list was read. */
  readonly arrivals: ReadonlyArray<StatedTransaction>
  /** Pending rows of one account that are gone when the first page of its list was read, and what they are in the truth. */
  readonly fleeting: ReadonlyArray<{ readonly row: StatedTransaction; readonly truth: TruthRow }>
  readonly renewal: boolean
  readonly truth: Truth
}

/** The month of a night in which all ids are new; the second one begins soon. */
export const monthOf = (night: number): number => Math.floor((night + 26) / 30)

export class GroundTruth {
  readonly behaviours: Movements
  readonly accounts: ReadonlyArray<GeneratedAccount>
  readonly payments: ReadonlyArray<Payment>
  readonly #seed: number
  readonly #start: number

  /** `start` is the instant of night 0. The world is generated for nights 0 to `nights`. */
  constructor(seed: number, nights: number, behaviours: Movements, start: string) {
    this.#seed = seed
    this.#start = DateTime.toEpochMillis(DateTime.makeUnsafe(start))
    this.behaviours = behaviours
    this.accounts = makeAccounts(seed, behaviours)
    const maker = new PaymentMaker(seed, behaviours, this.accounts, (night) => this.day(night))
    for (let night = 0; night <= nights; night += 1) maker.play(night)
    this.payments = maker.payments
  }

  /** The instant of a night. */
  at(night: number): string {
    return DateTime.formatIso(DateTime.makeUnsafe(this.#millis(night)))
  }

  /** What the bank states in a night. */
  night(number: number): Night {
    const booked = this.payments.filter((payment) => isBooked(payment, number))
    const pending = this.payments.filter((payment) => isPending(payment, number))
    const arriving = this.payments.filter((payment) => payment.arrivesIn === number)
    const bookedRow = (payment: Payment) =>
      stated(payment, faceAt(payment, number), "booked", this.#idAt(payment, number))
    return {
      number,
      at: this.at(number),
      accounts: this.accounts.map((account) => account.stated),
      balances: this.accounts.flatMap((account) => this.#balances(account, number, booked, pending)),
      transactions: [
        ...booked.map(bookedRow),
        ...pending.map((payment) => {
          const { pending: mark } = payment
          const id = mark === undefined || this.behaviours.ids !== "stable" ? this.#idAt(payment, number) : mark.id
          return stated(payment, mark?.face ?? faceAt(payment, number), "pending", id)
        })
      ],
      arrivals: arriving.map(bookedRow),
      fleeting: this.#fleeting(number),
      renewal: this.behaviours.renewals.includes(number),
      truth: {
        booked: booked.map((payment) => this.#truth(payment, faceAt(payment, number))),
        pending: pending.map((payment) => this.#truth(payment, payment.pending?.face ?? faceAt(payment, number))),
        optional: arriving.map((payment) => this.#truth(payment, faceAt(payment, number)))
      }
    }
  }

  #millis(night: number): number {
    return this.#start + night * this.behaviours.stepHours * 3_600_000
  }

  /** The day of a night, counted from 1970-01-01. */
  day(night: number): number {
    return Math.floor(this.#millis(night) / 86_400_000)
  }

  #idAt(payment: Payment, night: number): string | undefined {
    switch (this.behaviours.ids) {
      case "stable":
        return payment.id
      case "reissued":
        return `n${night}-${payment.id}`
      case "renumbered":
        return `${monthOf(night)}-${payment.id}`
      case "reused":
        return String(9_998 + payment.id.length % 3)
      case "absent":
        return undefined
    }
  }

  #truth(payment: Payment, face: Face): TruthRow {
    return {
      payment: payment.name,
      ref: payment.ref,
      id: this.behaviours.ids === "stable" ? payment.id : undefined,
      currency: payment.currency,
      units: unitsAt(payment, face),
      day: dayText(face.day),
      information: face.information
    }
  }

  #balances(
    account: GeneratedAccount,
    night: number,
    booked: ReadonlyArray<Payment>,
    pending: ReadonlyArray<Payment>
  ): ReadonlyArray<StatedBalance> {
    const { creditLine } = account
    const { ref } = account.stated
    const at = this.at(night)
    return account.currencies.flatMap((currency) => {
      const mine = (payment: Payment) => payment.ref === ref && payment.currency === currency
      const opening = account.opening.get(currency) ?? 0n
      const ledger = booked.filter(mine).reduce((sum, each) => sum + unitsAt(each, faceAt(each, night)), opening)
      const spendable = pending.filter(mine)
        .reduce((sum, each) => sum + unitsAt(each, each.pending?.face ?? faceAt(each, night)), ledger)
      return [
        { ref, type: "booked", currency, units: ledger, at },
        { ref, type: "available", currency, units: spendable, at },
        ...creditLine === undefined ? [] : [{
          ref,
          type: "closing-available" as const,
          currency,
          units: spendable + creditLine,
          at,
          creditLine: { units: creditLine, included: true, type: "Pre-Agreed" }
        }]
      ]
    })
  }

  #fleeting(night: number): Night["fleeting"] {
    const dice = new Dice(this.#seed, `fleeting ${night}`)
    if (!dice.chance(this.behaviours.fleeting)) return []
    const account = dice.pick(nonEmpty(this.accounts))
    const day = this.day(night) - 1
    return Array.from({ length: dice.pick(this.behaviours.fleetingRows) }, (_, at) => {
      const face = {
        from: 0,
        amount: amountText(dice),
        day,
        bookedAt: `${dayText(day)}T20:45:00Z`,
        information: "HOLD"
      }
      const payment: Payment = {
        name: `fleeting ${night} ${at}`,
        ref: account.stated.ref,
        currency: account.currencies[0],
        credit: false,
        proprietary: "POS",
        pending: undefined,
        bookedFrom: Infinity,
        arrivesIn: undefined,
        voidedFrom: undefined,
        late: false,
        id: `${this.#seed}-fleeting-${night}-${at}`,
        faces: [face],
        gone: []
      }
      return { row: stated(payment, face, "pending", this.#idAt(payment, night)), truth: this.#truth(payment, face) }
    })
  }
}
