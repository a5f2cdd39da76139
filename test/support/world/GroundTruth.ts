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
import { amountText, bookingText, dayText, type Face, faceAt, informationText } from "./Payment.ts"
import { isBooked, isPending, type Payment, stated, unitsAt } from "./Payment.ts"

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
  readonly renewal: boolean
  readonly truth: Truth
}

export class GroundTruth {
  readonly behaviours: Movements
  readonly accounts: ReadonlyArray<GeneratedAccount>
  readonly payments: Array<Payment> = []
  readonly #seed: number
  readonly #start: number

  /** `start` is the instant of night 0. The world is generated for nights 0 to `nights`. */
  constructor(seed: number, nights: number, behaviours: Movements, start: string) {
    this.#seed = seed
    this.#start = DateTime.toEpochMillis(DateTime.makeUnsafe(start))
    this.behaviours = behaviours
    this.accounts = makeAccounts(seed, behaviours)
    for (let night = 0; night <= nights; night += 1) this.#play(night)
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

  /** What happens between the night before and this one. */
  #play(night: number): void {
    const dice = new Dice(this.#seed, `payments ${night}`)
    const { behaviours } = this
    const count = night === 0 ? behaviours.historyDays * behaviours.perNight : behaviours.perNight
    for (let each = 0; each < count; each += 1) {
      const yesterday = this.day(night) - 1
      const day = night === 0 ? yesterday - dice.below(behaviours.historyDays) : yesterday
      this.#pay(night, day, dice)
    }
    if (night === 0) return
    this.#arrive(night)
    this.#restate(night)
    this.#vanish(night)
  }

  #pay(night: number, onDay: number, dice: Dice): void {
    const { behaviours } = this
    const account = dice.pick(nonEmpty(this.accounts))
    const waits = night > 0 && dice.chance(behaviours.pending)
    const late = night > 0 && dice.chance(behaviours.late) && !waits
    const day = late ? onDay - dice.between(1, behaviours.lateDays) : onDay
    const voided = waits && dice.chance(behaviours.voided)
    const nights = dice.between(1, 3)
    const face: Face = {
      from: 0,
      amount: amountText(dice),
      day,
      bookedAt: bookingText(dice, behaviours.instants, day),
      information: informationText(dice)
    }
    const name = `p${this.payments.length}`
    const id = `${this.#seed}-${dice.below(1_000_000_000).toString(36)}-${name}`
    const payment: Payment = {
      name,
      ref: account.stated.ref,
      currency: dice.pick(account.currencies),
      credit: dice.chance(0.45),
      proprietary: dice.pick(["FPI", "DEB", "POS"]),
      pending: waits ? { from: night, id: this.#pendingId(id, dice), face } : undefined,
      bookedFrom: voided ? Infinity : waits ? night + nights : night,
      arrivesIn: undefined,
      voidedFrom: voided ? night + nights : undefined,
      late,
      id,
      faces: [waits ? this.#bookedFace(face, night + nights, dice) : face],
      gone: []
    }
    this.payments.push(payment)
    if (dice.chance(behaviours.twins)) {
      const { pending } = payment
      this.payments.push({
        ...payment,
        name: `${name}twin`,
        id: `${id}.2`,
        pending: pending === undefined ? undefined : { ...pending, id: `${pending.id}.2` },
        faces: [...payment.faces],
        gone: []
      })
    }
  }

  #pendingId(id: string, dice: Dice): string {
    return this.behaviours.pendingChanges.includes("id") && dice.chance(0.5) ? `pending-${id}` : id
  }

  /** What a pending payment says when it books. */
  #bookedFace(face: Face, night: number, dice: Dice): Face {
    const changes = (what: Movements["pendingChanges"][number]) =>
      this.behaviours.pendingChanges.includes(what) && dice.chance(0.4)
    const day = changes("day") ? Math.min(face.day + dice.between(1, 2), this.day(night) - 1) : face.day
    return {
      from: 0,
      amount: changes("amount") ? amountText(dice) : face.amount,
      day,
      bookedAt: day === face.day ? face.bookedAt : bookingText(dice, this.behaviours.instants, day),
      information: changes("information") ? informationText(dice) : face.information
    }
  }

  /** A payment that books while the list is read: the newest of its account, so that every row behind it moves. */
  #arrive(night: number): void {
    const dice = new Dice(this.#seed, `arrivals ${night}`)
    if (!dice.chance(this.behaviours.shifted)) return
    const before = this.payments.length
    const day = this.day(night) - 1
    this.#pay(night, day, dice)
    for (const [at, payment] of this.payments.entries()) {
      if (at < before) continue
      const face: Face = { ...faceAt(payment, night), day, bookedAt: `${dayText(day)}T21:30:00Z` }
      const plain = { pending: undefined, voidedFrom: undefined, bookedFrom: night + 1, arrivesIn: night }
      this.payments[at] = { ...payment, ...plain, faces: [face] }
    }
  }

  /** Booked payments that a night's read still reaches, on this night and the next four. */
  #within(night: number): ReadonlyArray<Payment> {
    const oldest = this.day(night) - this.behaviours.lookbackDays + 6
    return this.payments.filter((payment) =>
      payment.bookedFrom < night && payment.gone.length === 0 && faceAt(payment, night).day > oldest
    )
  }

  #restate(night: number): void {
    const dice = new Dice(this.#seed, `restatements ${night}`)
    const candidates = this.#within(night)
    if (!dice.chance(this.behaviours.restated) || candidates.length === 0) return
    const payment = dice.pick(nonEmpty(candidates))
    const before = faceAt(payment, night)
    const what = dice.pick(nonEmpty(this.behaviours.restatements))
    const day = what === "day" ? Math.min(before.day + 1, this.day(night) - 1) : before.day
    payment.faces.push({
      from: night,
      amount: what === "amount" ? amountText(dice) : before.amount,
      day,
      bookedAt: day === before.day ? before.bookedAt : bookingText(dice, this.behaviours.instants, day),
      information: what === "information" ? informationText(dice) : before.information
    })
  }

  #vanish(night: number): void {
    const dice = new Dice(this.#seed, `vanishings ${night}`)
    const candidates = this.#within(night)
    if (!dice.chance(this.behaviours.vanished) || candidates.length === 0) return
    const until = dice.chance(this.behaviours.returned) ? night + dice.between(1, 4) : Infinity
    dice.pick(nonEmpty(candidates)).gone.push({ from: night, until })
  }
}

const nonEmpty = <Item>(items: ReadonlyArray<Item>): readonly [Item, ...ReadonlyArray<Item>] => {
  const [first, ...rest] = items
  if (first === undefined) throw new Error("a world needs at least one of these")
  return [first, ...rest]
}
