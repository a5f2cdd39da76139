/**
 * Which rows a bank lists to a question: its bounds by the bank's own reading, its history, what the consent opens.
 */
import { boundOf, instantOf } from "./bankClock.ts"
import { type GatewayConsent, type GatewayConsents, instantText, refusal } from "./GatewayConsents.ts"
import type { GatewaySettings } from "./GatewaySettings.ts"
import type { Reply } from "./serveHttp.ts"
import type { StatedTransaction } from "./statedRows.ts"

const day = 86_400_000

/** The bounds of a question as they were sent. */
export interface Bounds {
  readonly from: string | null
  readonly to: string | null
}

/** The list of a question, or why there is none. `firstAvailable` is said where the bank says such things. */
export type Listing =
  | { readonly rows: ReadonlyArray<StatedTransaction>; readonly firstAvailable: string | undefined }
  | { readonly refused: Reply }

/** Whether a bank that reads bounds so finds an instant within them. */
export const isWithin = (
  at: number,
  { from, to }: Bounds,
  { boundsZone, fromExclusive, toExclusive }: Pick<GatewaySettings, "boundsZone" | "fromExclusive" | "toExclusive">
): boolean => {
  const begin = from === null ? -Infinity : boundOf(from, boundsZone)
  const end = to === null ? Infinity : boundOf(to, boundsZone)
  return (fromExclusive ? at > begin : at >= begin) && (toExclusive ? at < end : at <= end)
}

/** Why a window is not served. */
const refusedWindow = (
  { from, to }: Bounds,
  now: number,
  first: boolean,
  begin: number,
  settings: GatewaySettings
): Reply | undefined => {
  if (from === null && settings.unboundedHistory === "first-session" && !first) {
    return refusal(400, "send fromBookingDateTime")
  }
  const bound = from === null ? begin : boundOf(from, settings.boundsZone)
  if (Number.isNaN(bound)) return refusal(400, "fromBookingDateTime is not a date-time")
  if (settings.strictSpan && bound < begin) return refusal(400, "the window begins before the consent")
  const end = Math.min(to === null ? Infinity : boundOf(to, settings.boundsZone), now)
  return settings.maxWindowDays > 0 && end - bound > settings.maxWindowDays * day
    ? refusal(400, "the window is too long")
    : undefined
}

/** The rows of these accounts that a question finds, in the bank's order. */
export const listTransactions = (
  consent: GatewayConsent,
  consents: GatewayConsents,
  bounds: Bounds,
  refs: ReadonlySet<string>,
  stated: ReadonlyArray<StatedTransaction>,
  now: number,
  settings: GatewaySettings
): Listing => {
  const first = consents.inFirstSession(consent)
  const begin = consents.spanStart(consent)
  const refused = refusedWindow(bounds, now, first, begin, settings)
  if (refused !== undefined) return { refused }
  const history = first || settings.historyDays === 0 ? 0 : now - settings.historyDays * day
  const kept = settings.keptDays === 0 ? 0 : now - settings.keptDays * day
  const floor = Math.max(history, kept, begin)
  const rows = stated
    .map((row) => ({ row, at: instantOf(row.bookedAt) }))
    .filter(({ row, at }) =>
      refs.has(row.ref) && at >= floor && isWithin(at, bounds, settings) && isPermitted(consent, row.credit)
    )
    .toSorted((a, b) => settings.order === "newest-first" ? b.at - a.at : a.at - b.at)
    .map(({ row }) => row)
  const tells = settings.tellsFirstAvailable && settings.keptDays > 0
  return { rows, firstAvailable: tells ? instantText(Math.max(kept, begin)) : undefined }
}

const isPermitted = ({ permissions }: GatewayConsent, credit: boolean): boolean =>
  permissions.includes(credit ? "ReadTransactionsCredits" : "ReadTransactionsDebits")
