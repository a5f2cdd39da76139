/**
 * How often each behaviour of a generated world happened, for the figures of a test.
 */
import type { Payment } from "./Payment.ts"

const bookedOtherwise = (payment: Payment): boolean => {
  const [booked] = payment.faces
  const { id, pending } = payment
  if (pending === undefined || booked === undefined || payment.voidedFrom !== undefined) return false
  const { amount, day, information } = pending.face
  return pending.id !== id || amount !== booked.amount || day !== booked.day || information !== booked.information
}

export const movementCounts = (payments: ReadonlyArray<Payment>): Readonly<Record<string, number>> => {
  const count = (holds: (payment: Payment) => boolean) => payments.filter(holds).length
  return {
    payments: count((payment) => payment.bookedFrom > 0),
    twins: count((payment) => payment.name.endsWith("twin")),
    pending: count((payment) => payment.pending !== undefined),
    "booked otherwise": count(bookedOtherwise),
    voided: count((payment) => payment.voidedFrom !== undefined),
    late: count((payment) => payment.late),
    restated: count((payment) => payment.faces.length > 1),
    vanished: count((payment) => payment.gone.length > 0),
    returned: count((payment) => payment.gone.some((span) => span.until < Infinity)),
    shifted: count((payment) => payment.arrivesIn !== undefined)
  }
}
