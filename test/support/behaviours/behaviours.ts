/**
 * The record of what banks have been seen to do. A bank has at most one behaviour of each group.
 */
import { accountNames, unlisted } from "./accounts.ts"
import { answers, histories, ids } from "./answers.ts"
import type { Behaviour } from "./Behaviour.ts"
import { bounds, edgeRows, windows } from "./bounds.ts"
import { links, lists, omissions, volatileFields } from "./lists.ts"
import { runs } from "./runs.ts"

/** The clocks of the banks. */
const zones = ["Europe/Athens", "Europe/London"] as const

/** No behaviour of a group. */
const none: Behaviour = { name: "" }

interface Group {
  readonly of: (zone: string) => ReadonlyArray<Behaviour>
  /** How many banks do nothing of it, beside one for each behaviour. */
  readonly idle: number
}

/** Groups of at most six, so that the first six seeds show all there is. */
const groups: ReadonlyArray<Group> = [
  { of: bounds, idle: 0 },
  { of: () => windows, idle: 1 },
  { of: () => lists, idle: 1 },
  { of: () => volatileFields, idle: 1 },
  { of: () => links, idle: 1 },
  { of: () => answers, idle: 1 },
  { of: () => histories, idle: 1 },
  { of: () => ids, idle: 3 },
  { of: () => runs, idle: 1 },
  { of: () => unlisted, idle: 2 },
  { of: () => accountNames, idle: 0 },
  { of: () => omissions, idle: 3 }
]

/** The clock of a seed's bank. */
const zoneOf = (seed: number): string => zones[Math.floor(seed / 5) % zones.length] ?? zones[0]

/** What the bank of a seed does. Each five seeds pair the groups otherwise. */
export const behavioursOf = (seed: number): ReadonlyArray<Behaviour> => {
  const zone = zoneOf(seed)
  const round = Math.floor(seed / 5)
  const chosen = groups.map(({ idle, of }, place) => {
    const all = [...of(zone), ...Array.from({ length: idle }, () => none)]
    return all[(seed + place + round * (place + 1)) % all.length] ?? none
  })
  return [...edgeRows(zone), ...chosen.filter(({ name }) => name !== "")]
}

const record = (zone: string): ReadonlyArray<Behaviour> => [...edgeRows(zone), ...groups.flatMap(({ of }) => of(zone))]

/** Every behaviour by name, in the order of the record. */
export const everyBehaviour: ReadonlyArray<string> = record("UTC").map(({ name }) => name)

/** Behaviours of a bank whose clock stands in `zone`. */
export const behavioursNamed = (names: ReadonlyArray<string>, zone: string): ReadonlyArray<Behaviour> =>
  record(zone).filter(({ name }) => names.includes(name))
