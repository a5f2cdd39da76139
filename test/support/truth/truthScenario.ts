/**
 * Which banks the truth of rows is proven at: every movement of the world at once, and for each seed another mixture of
 * ids, beliefs, pages, routes, renewals and behaviours.
 */
import { behavioursOf } from "../behaviours/behaviours.ts"
import { everyMovement, type Movements } from "../world/Movements.ts"
import type { TruthScenario } from "./playTruth.ts"

/** Ids as sent, and what Daybook believes of them: rightly or wrongly. */
const identities = [
  { ids: "stable", believed: "stable", positional: false },
  { ids: "absent", believed: "absent", positional: false },
  { ids: "reissued", believed: "unstable", positional: false },
  { ids: "reused", believed: "stable", positional: false },
  { ids: "stable", believed: "stable", positional: true },
  { ids: "reissued", believed: "stable", positional: false },
  { ids: "stable", believed: "unstable", positional: false },
  { ids: "absent", believed: "stable", positional: false }
] as const satisfies ReadonlyArray<{
  ids: Movements["ids"]
  believed: string
  positional: boolean
}>

const pick = <Item>(items: ReadonlyArray<Item>, at: number): Item => {
  const item = items[at % items.length]
  if (item === undefined) throw new Error("nothing to pick from")
  return item
}

/** Sixty nights from here pass the day on which clocks are changed. */
const starts = ["2026-03-20T03:00:00.000Z", "2025-09-20T03:00:00.000Z"] as const

/** The scenario of a seed, over so many nights. */
export const truthScenario = (seed: number, nights: number): TruthScenario => {
  const { believed, ids, positional } = pick(identities, seed)
  const turn = Math.floor(seed / identities.length) + seed
  const pageSize = pick([7, 20, 13, 40], turn)
  const pending = pick(["complete", "complete", "listed"], turn)
  const bulk = turn % 4 !== 1
  const identified = turn % 2 === 0
  const reissue = turn % 3 !== 0
  const renewals = nights >= 6 ? [Math.floor(nights / 3), Math.floor((2 * nights) / 3)] : turn % 2 === 0 ? [] : [3]
  return {
    name: [
      `seed ${seed}`,
      positional ? "ids positional" : `ids ${ids}`,
      `believed ${believed}`,
      `pending ${pending}`,
      `pages of ${pageSize}`,
      bulk ? "bulk" : "by account",
      identified ? "identified" : "not identified",
      ...reissue ? ["AccountIds reissued"] : []
    ].join(", "),
    seed,
    nights,
    start: pick(starts, seed),
    movements: { ...everyMovement, ids, identified, renewals, historyDays: 40, perNight: 6 },
    does: behavioursOf(seed),
    settings: {
      pageSize,
      reissueAccounts: reissue,
      bulkStatus: bulk ? 200 : 404,
      order: pick(["newest-first", "newest-first", "oldest-first"], seed),
      ids: positional ? "positional" : "stated"
    },
    rules: {
      lookback_days: everyMovement.lookbackDays,
      pending,
      transaction_ids: believed,
      bulk: bulk ? "both" : "none"
    },
    idsTell: positional
      ? "until-moved"
      : believed === "stable" && (ids === "stable" || ids === "reissued" || "where-unique")
  }
}
