/**
 * The payments of a generated world: what happens between one night and the next, by the throw of dice.
 */
import { Dice } from "./Dice.ts"
import type { GeneratedAccount } from "./generatedAccounts.ts"
import type { Movements } from "./Movements.ts"
import { amountText, bookingText, dayText, type Face, faceAt, informationText, type Payment } from "./Payment.ts"

/** Makes payments night after night; `day` counts the day of a night from 1970-01-01. */
export class PaymentMaker {
  readonly payments: Array<Payment> = []
  readonly #seed: number
  readonly behaviours: Movements
  readonly accounts: ReadonlyArray<GeneratedAccount>
  readonly day: (night: number) => number

  constructor(
    seed: number,
    behaviours: Movements,
    accounts: ReadonlyArray<GeneratedAccount>,
    day: (night: number) => number
  ) {
    this.#seed = seed
    this.behaviours = behaviours
    this.accounts = accounts
    this.day = day
  }

  /** What happens between the night before and this one. */
  play(night: number): void {
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

  #pay(night: number, onDay: number, dice: Dice, account = dice.pick(nonEmpty(this.accounts))): void {
    const { behaviours } = this
    const waits = night > 0 && dice.chance(behaviours.pending)
    const late = night > 0 && dice.chance(behaviours.late) && !waits
    const day = late ? onDay - dice.between(1, behaviours.lateDays) : onDay
    const voided = waits && dice.chance(behaviours.voided)
    const nights = dice.between(1, 3)
    const face: Face = {
      from: 0,
      amount: amountText(dice),
      day,
      bookedAt: bookingText(dice, behaviours, day),
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
      bookedAt: day === face.day ? face.bookedAt : bookingText(dice, this.behaviours, day),
      information: changes("information") ? informationText(dice) : face.information
    }
  }

  /** Payments that book while the list is read: the newest of their account, so that every row behind them moves. */
  #arrive(night: number): void {
    const dice = new Dice(this.#seed, `arrivals ${night}`)
    if (!dice.chance(this.behaviours.shifted)) return
    const before = this.payments.length
    const day = this.day(night) - 1
    const account = dice.pick(nonEmpty(this.accounts))
    const rows = dice.pick(this.behaviours.shiftedRows)
    while (this.payments.length < before + rows) this.#pay(night, day, dice, account)
    if (rows > 1) this.payments.length = before + rows
    for (const [at, payment] of this.payments.entries()) {
      if (at < before) continue
      const face: Face = { ...faceAt(payment, night), day, bookedAt: `${dayText(day)}T20:30:00Z` }
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
      bookedAt: day === before.day ? before.bookedAt : bookingText(dice, this.behaviours, day),
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

/** A list of which a world needs at least one. */
export const nonEmpty = <Item>(items: ReadonlyArray<Item>): readonly [Item, ...ReadonlyArray<Item>] => {
  const [first, ...rest] = items
  if (first === undefined) throw new Error("a world needs at least one of these")
  return [first, ...rest]
}
