/**
 * One night at a bank with all of its behaviours: what they make of the gateway, what they saw happen, and what they allow
 * Daybook to end with.
 */
import type { Behaviour, NightAtBank } from "../behaviours/Behaviour.ts"
import type { Tally } from "../behaviours/Tally.ts"
import type { Daybook } from "../daybook/Daybook.ts"
import type { ServedPage } from "../gateway/readResource.ts"
import type { Script, TestGateway } from "../gateway/TestGateway.ts"
import { Dice } from "../world/Dice.ts"
import type { GroundTruth, Night } from "../world/GroundTruth.ts"
import { type StatedNight, stateNight } from "../world/stateNight.ts"

/** A bank that is played. */
export interface PlayedBank {
  readonly seed: number
  readonly world: GroundTruth
  readonly gateway: TestGateway
  readonly daybook: Daybook
  readonly institution: string
  readonly does: ReadonlyArray<Behaviour>
  readonly tally: Tally
  /** Looks at every page that is served. */
  readonly watch: (page: ServedPage) => void
}

/** A night that has begun. */
export interface BankNight {
  readonly number: number
  readonly night: Night
  readonly allows: (exitCode: number) => boolean
  /** Whether what was told is what was true. */
  readonly compared: () => boolean
  readonly became: () => StatedNight
  /** The night as a behaviour sees it. */
  readonly seenBy: (behaviour: Behaviour) => NightAtBank
}

/** States a night at the gateway, and lets every behaviour begin. */
export const beginNight = (bank: PlayedBank, number: number): BankNight => {
  const { daybook, does, gateway, institution, seed, tally, watch, world } = bank
  const night = world.night(number)
  const before = number === 0 ? undefined : world.night(number - 1)
  const scripts: Array<Script> = []
  const acts: Array<(page: ServedPage) => void> = []
  const allowed = new Set([0])
  let compared = true
  let became: StatedNight

  const state = (stated: Night): StatedNight => {
    became = stateNight(gateway, { ...stated, at: night.at })
    const { afterPage } = gateway
    gateway.afterPage = (page) => {
      if (page.resource === "transactions") {
        for (const { name, shows } of does) tally.saw(name, number, shows?.(page, gateway) ?? 0)
      }
      watch(page)
      afterPage(page)
      for (const act of acts) act(page)
    }
    return became
  }

  gateway.startFor = (start) => start
  gateway.script = (asked) => {
    for (const script of scripts) {
      const reply = script(asked)
      if (reply !== undefined) return reply
    }
    return undefined
  }
  became = state(night)

  const begun: BankNight = {
    number,
    night,
    allows: (exitCode) => allowed.has(exitCode),
    compared: () => compared,
    became: () => became,
    seenBy: ({ name }) => ({
      number,
      dice: new Dice(seed, `${name} ${number}`),
      gateway,
      daybook,
      institution,
      night,
      before,
      state,
      became: () => became,
      saw: (rows) => tally.saw(name, number, rows),
      onAsked: (script) => void scripts.push(script),
      onPage: (act) => void acts.push(act),
      mayEndWith: (exitCode) => void allowed.add(exitCode),
      notToBeCompared: () => {
        compared = false
      }
    })
  }
  for (const behaviour of does) behaviour.begins?.(begun.seenBy(behaviour))
  return begun
}

/** Lets every behaviour look at what became of a night. */
export const endNight = (bank: PlayedBank, night: BankNight): void => {
  for (const behaviour of bank.does) behaviour.ends?.(night.seenBy(behaviour))
}
