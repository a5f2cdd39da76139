/**
 * Which booking instants a transactions request may see: what was asked, cut to what the consent and the bank leave.
 */
import { Effect } from "effect"
import { inFirstSession } from "../consent/consentLife.ts"
import { localMidnight, localMillis, readInstant } from "../server/readInstant.ts"
import { refusal } from "../server/Refusal.ts"
import type { Consent } from "../state/SandboxState.ts"
import type { BankRules, BookingWindow } from "../world/ModelBanks.ts"
import { permittedDirection } from "./permissionFilter.ts"

interface Asked {
  readonly fromBookingDateTime?: string
  readonly toBookingDateTime?: string
}

const instantOf = Effect.fn("transactionWindow.instantOf")(function*(
  asked: Asked,
  name: "fromBookingDateTime" | "toBookingDateTime",
  zone: string
) {
  const text = asked[name]
  if (text === undefined) return undefined
  const instant = readInstant(text, zone, name === "toBookingDateTime")
  return instant ?? (yield* refusal(400, "U003", `${name} is not an ISO 8601 date-time: ${text}`, name))
})

/** The window of a request at the instant of its snapshot, by the rules of the bank. */
export const transactionWindow = Effect.fn("sandbox.transactionWindow")(function*(
  bank: BankRules,
  consent: Consent,
  asked: Asked,
  at: number
) {
  const from = yield* instantOf(asked, "fromBookingDateTime", bank.timezone)
  const to = yield* instantOf(asked, "toBookingDateTime", bank.timezone)
  const first = inFirstSession(consent, bank, at)
  if (from === undefined && bank.unboundedHistory === "first-session" && !first) {
    const reason = "after the first session a window is needed: send fromBookingDateTime"
    return yield* refusal(400, "U004", reason, "fromBookingDateTime")
  }
  const end = bank.toFilter ? to ?? null : null
  if (from !== undefined && end !== null && from > end) {
    return yield* refusal(400, "U002", "fromBookingDateTime lies after toBookingDateTime", "fromBookingDateTime")
  }
  if (bank.maxWindowDays !== null) {
    // Local wall-clock time, so that a month with a change of clocks is as long as its days.
    const start = localMillis(from ?? consent.transactionFrom, bank.timezone)
    if (localMillis(end ?? at, bank.timezone) - start > bank.maxWindowDays * 86_400_000) {
      const reason = `a window of more than ${bank.maxWindowDays} days is not served: narrow it`
      return yield* refusal(400, "U002", reason, "fromBookingDateTime")
    }
  }
  const days = first ? null : bank.historyDaysAfterFirstSession
  const oldest = days === null ? consent.transactionFrom : localMidnight(at, bank.timezone, days)
  const window: BookingWindow = {
    from: Math.max(from ?? Number.NEGATIVE_INFINITY, consent.transactionFrom, oldest),
    to: end,
    direction: permittedDirection(consent.permissions)
  }
  return window
})
