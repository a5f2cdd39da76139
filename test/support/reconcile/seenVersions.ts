/**
 * What a book holds of rows that a bank lists: a night that reads nothing sees nothing of what is listed only until the next.
 */
import type { ListedVersion } from "./MoneyAccount.ts"

/** The versions of rows as the nights that read them have seen them, from night to night of these. */
export const seenVersions = (
  versions: ReadonlyArray<ListedVersion>,
  read: ReadonlyArray<number>
): Array<ListedVersion> => {
  const knownOn = (night: number): number => read.find((each) => each >= night) ?? Infinity
  const seen = new Map<string, Array<ListedVersion>>()
  for (const each of versions) {
    const from = knownOn(each.from)
    const until = each.until === null ? Infinity : knownOn(each.until)
    const before = seen.get(each.key) ?? []
    seen.set(each.key, before)
    const last = before.at(-1)
    const ends = each.change === "absent" || each.change === "booked"
    if (from >= until || last === undefined && ends) continue
    const known = { ...each, from, until: until === Infinity ? null : until }
    if (last === undefined) before.push({ ...known, version: 1, change: "new" })
    else if (!ends && last.change !== "absent" && last.amount === each.amount) {
      before.splice(-1, 1, { ...last, until: known.until })
    } else before.push({ ...known, version: last.version + 1 })
  }
  return [...seen.values()].flat()
}
