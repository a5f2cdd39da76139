import { DateTime, Option } from "effect"

const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i

/**
 * An instant of a consent's record. The gateway writes some without a zone, which are taken as UTC, and banks write zero
 * dates where they have none, which are taken as none.
 */
export const instantOf = (text: string | null | undefined): Option.Option<DateTime.Utc> => {
  const trimmed = text?.trim() ?? ""
  if (trimmed === "") return Option.none()
  const complete = !trimmed.includes("T") || zoned.test(trimmed) ? trimmed : `${trimmed}Z`
  return DateTime.make(complete.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")).pipe(
    Option.map(DateTime.toUtc),
    Option.filter((instant) => DateTime.getPartUtc(instant, "year") >= 1900)
  )
}
