/**
 * What the book knows of a day of an account, and what follows for who looks for a payment of that day. Pure.
 */
import type { ConsentState } from "../domain/consentState.ts"

/** What the book knows of a day of an account. Days are `YYYY-MM-DD`. */
export interface DayKnown {
  /** Today, as the bank counts its days. */
  readonly today: string
  readonly read_id: string | null
  readonly read_at: string | null
  /** The day, as the bank counts, on which it was read last. */
  readonly read_day: string | null
  /** When it was last asked for and answered with nothing, in a list that holds nothing older either; null where it was not. */
  readonly silent_at: string | null
  readonly covered_from: string | null
  readonly covered_to: string | null
  /** The last day on which the bank still gives it; null where nothing bounds that but the consent, or it is not known. */
  readonly last_chance: string | null
  readonly institution: string | null
  readonly consents: ReadonlyArray<{
    readonly consent_id: string
    readonly state: ConsentState["_tag"]
    readonly from: string | null
    readonly to: string | null
  }>
  readonly quarantine: ReadonlyArray<{
    readonly code: string
    readonly path: string
    readonly message: string
    readonly raw_page_id: string
    readonly row_index: number | null
    readonly booking_date: string | null
  }>
}

/** Whether a consent is alive. */
export const isLive = ({ state }: DayKnown["consents"][number]): boolean => state === "live"

/** The command that asks for a new first session. */
export const newSession = ({ consents, institution }: DayKnown): string => {
  const live = consents.findLast(isLive)
  return live === undefined
    ? `daybook consent new ${institution ?? "<institution>"}`
    : `daybook consent renew ${live.consent_id}`
}

/** Whether a consent that lives opens the day. */
export const isOpened = (date: string, { consents }: DayKnown): boolean =>
  consents.some((consent) =>
    isLive(consent) && (consent.from === null || consent.from <= date) && (consent.to === null || date <= consent.to)
  )

/** Whether the day was read while it was going on, and not since. */
export const isBegun = (date: string, { read_day, read_id }: DayKnown): boolean =>
  read_id !== null && read_day !== null && read_day <= date

/** Whether the day can still be had, and how. */
export const chanceOf = (date: string, day: DayKnown): string => {
  const { last_chance, today } = day
  if (last_chance !== null && last_chance < today) {
    return `the bank gave it until ${last_chance}; a new first session may list it: ${newSession(day)}`
  }
  const until = last_chance === null ? "it can still be asked for" : `the bank gives it until ${last_chance}`
  return `${until}: daybook run backfill --from ${date} --to ${date}`
}
