/**
 * The time at banks in SQL. The database brings the clocks of the world as they were known when it was made, and Node as they are
 * known today; where a law has changed since, a row booked around midnight would stand on another day than the run that read it.
 */
import { fragment, literal } from "../warehouse/Values.ts"

/** Clocks that stand still from a day of 2026 on, and in the database's table do not, by a zone that never changes. */
const still: Readonly<Record<string, { readonly from: string; readonly as: string }>> = {
  "Africa/Casablanca": { from: "2026-09-20 01:00:00", as: "UTC" },
  "Africa/El_Aaiun": { from: "2026-09-20 01:00:00", as: "UTC" },
  "America/Edmonton": { from: "2026-11-01", as: "Etc/GMT+6" },
  "America/Vancouver": { from: "2026-11-01", as: "Etc/GMT+7" },
  "America/Yellowknife": { from: "2026-11-01", as: "Etc/GMT+6" },
  "Canada/Mountain": { from: "2026-11-01", as: "Etc/GMT+6" },
  "Canada/Pacific": { from: "2026-11-01", as: "Etc/GMT+7" }
}

const timezone = (zone: string): string => `timezone(${literal(zone)}, moment)`

const inZone = (zone: string): string => {
  const law = still[zone]
  if (law === undefined) return timezone(zone)
  return `case when moment >= ${literal(law.from)} then ${timezone(law.as)} else ${timezone(zone)} end`
}

/**
 * The time at a bank in one of these zones, as the body of the macro `zoned`: a zone that stands as a text is looked up once, one in a
 * column for every row.
 */
export const zonedIn = (zones: ReadonlyArray<string>) =>
  fragment(
    zones.length === 1
      ? zones.map(inZone).join("")
      : `case zone ${zones.map((zone) => `when ${literal(zone)} then ${inZone(zone)}`).join(" ")} end`
  )
