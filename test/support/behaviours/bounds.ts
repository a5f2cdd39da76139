/**
 * How banks read the bounds of a window, and rows that stand where it matters.
 */
import { asUtc, instantOf, withOffset } from "../gateway/bankClock.ts"
import type { GatewaySettings } from "../gateway/GatewaySettings.ts"
import { isWithin } from "../gateway/listedTransactions.ts"
import type { ServedPage } from "../gateway/readResource.ts"
import type { TestGateway } from "../gateway/TestGateway.ts"
import { type Behaviour, statedFor } from "./Behaviour.ts"

/** Rows that another reading of the bounds would have listed, or would not. */
const decided = (other: Partial<GatewaySettings>) => (page: ServedPage, gateway: TestGateway): number =>
  page.start > 0 ? 0 : statedFor(page, gateway).filter((row) => {
    const at = instantOf(row.bookedAt)
    const { settings } = gateway
    return isWithin(at, page.bounds, settings) !== isWithin(at, page.bounds, { ...settings, ...other })
  }).length

/** The ways in which a bank whose clock stands in `zone` may read bounds. */
export const bounds = (zone: string): ReadonlyArray<Behaviour> => [
  {
    name: "bounds are read as UTC",
    settings: { boundsZone: "UTC" },
    shows: decided({ boundsZone: zone })
  },
  {
    name: "bounds are read as local time",
    settings: { boundsZone: zone },
    shows: decided({ boundsZone: "UTC" })
  },
  {
    name: "the instant of a bound is left out",
    settings: { boundsZone: zone, fromExclusive: true, toExclusive: true },
    shows: decided({ fromExclusive: false, toExclusive: false })
  }
]

/** Rows on the first or the last day of a window, as it was asked for, that are written in one of these ways. */
const atAnEdge = (ways: (day: string) => ReadonlyArray<string>) => (page: ServedPage, gateway: TestGateway): number => {
  if (page.start > 0) return 0
  const days = [page.bounds.from, page.bounds.to].flatMap((bound) => bound?.slice(0, 10) ?? [])
  const written = new Set(days.flatMap(ways))
  return statedFor(page, gateway).filter(({ bookedAt }) => written.has(bookedAt)).length
}

/** Rows at the edges of their day by a clock in `zone`; a bank of edges has all of them. */
export const edgeRows = (zone: string): ReadonlyArray<Behaviour> => [
  {
    name: "rows stand at local midnight, written with its offset",
    movements: { instants: "edges", clock: zone },
    rules: { timezone: zone },
    shows: atAnEdge((day) => [withOffset(`${day}T00:00:00`, zone)])
  },
  {
    name: "rows stand at local midnight, written with a Z",
    shows: atAnEdge((day) => [asUtc(`${day}T00:00:00`, zone)])
  },
  {
    name: "rows stand in the last millisecond of a day",
    shows: atAnEdge((day) => [asUtc(`${day}T23:59:59.999`, zone)])
  },
  {
    name: "rows stand at 00:20 and 00:40",
    shows: atAnEdge((day) => [asUtc(`${day}T00:20:00`, zone), asUtc(`${day}T00:40:00`, zone)])
  }
]

const inWindows = {
  settings: { toFilter: true, maxWindowDays: 31, strictSpan: true, spanDays: 93 },
  rules: { to_filter: true, max_window_days: 31 }
} as const

/** How many rows stand on the last day of a window. */
const onTheLastDay = (page: ServedPage, gateway: TestGateway): number => {
  const last = page.start > 0 ? undefined : page.bounds.to?.slice(0, 10)
  return statedFor(page, gateway).filter(({ day }) => day !== undefined && day === last).length
}

/** What a bank wants of windows. */
export const windows: ReadonlyArray<Behaviour> = [
  { name: "windows have at most 31 days", ...inWindows, shows: onTheLastDay },
  {
    name: "windows have at most 31 days, and their end lies outside",
    ...inWindows,
    settings: { ...inWindows.settings, toExclusive: true },
    shows: onTheLastDay
  }
]
