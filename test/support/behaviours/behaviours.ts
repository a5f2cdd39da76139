/**
 * The record of what banks have been seen to do. A bank has at most one behaviour of each group.
 */
import { answers, histories } from "./answers.ts"
import type { Behaviour } from "./Behaviour.ts"
import { bounds, edgeRows, windows } from "./bounds.ts"
import { links, lists, volatileFields } from "./lists.ts"

/** The clocks of the banks. */
const zones = ["Europe/Athens", "Europe/London"] as const

/** No behaviour of a group. */
const none: Behaviour = { name: "" }

interface Group {
  readonly of: (zone: string) => ReadonlyArray<Behaviour>
  /** Whether some banks do nothing of it. */
  readonly optional: boolean
}

/** Groups of at most five, so that any five seeds in a row show all there is. */
const groups: ReadonlyArray<Group> = [
  { of: bounds, optional: false },
  { of: () => windows, optional: true },
  { of: () => lists, optional: true },
  { of: () => volatileFields, optional: true },
  { of: () => links, optional: true },
  { of: () => answers, optional: true },
  { of: () => histories, optional: true }
]

/** The clock of a seed's bank. */
const zoneOf = (seed: number): string => zones[Math.floor(seed / 5) % zones.length] ?? zones[0]

/** What the bank of a seed does. Each five seeds pair the groups otherwise. */
export const behavioursOf = (seed: number): ReadonlyArray<Behaviour> => {
  const zone = zoneOf(seed)
  const round = Math.floor(seed / 5)
  const chosen = groups.map(({ of, optional }, place) => {
    const all = optional ? [...of(zone), none] : of(zone)
    return all[(seed + place + round * (place + 1)) % all.length] ?? none
  })
  return [...edgeRows(zone), ...chosen.filter(({ name }) => name !== "")]
}

/** Every behaviour by name, in the order of the record. */
export const everyBehaviour: ReadonlyArray<string> = [
  ...edgeRows("UTC"),
  ...groups.flatMap(({ of }) => of("UTC"))
].map(({ name }) => name)
