/**
 * One night at a bank with all of its behaviours: what they make of the gateway, what they saw happen, and what they allow
 * Daybook to end with.
 */
import { Effect } from "effect"
import type { Behaviour, NightAtBank, Run } from "../behaviours/Behaviour.ts"
import type { Tally } from "../behaviours/Tally.ts"
import type { Daybook } from "../daybook/Daybook.ts"
import { type Ended, lastSentence } from "../daybook/Ended.ts"
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
  readonly does: ReadonlyArray<Behaviour>
  readonly tally: Tally
  /** Looks at every page that is served. */
  readonly watch: (page: ServedPage) => void
  /** Takes note of what should not be. */
  readonly fault: (text: string) => void
}

/** A night that has begun. */
export interface BankNight {
  readonly number: number
  readonly night: Night
  /** Runs a command, which may end in no other way than the night allows. */
  readonly run: (...args: ReadonlyArray<string>) => Run
  /** Whether what was told is what was true. */
  readonly compared: () => boolean
  readonly became: () => StatedNight
  /** The night as a behaviour sees it. */
  readonly seenBy: (behaviour: Behaviour) => NightAtBank
}

/** The newest consent of a person; a person without one is nobody. */
export const newestConsent = ({ consents }: TestGateway, person: string): string =>
  [...consents.all.values()].findLast((consent) => consent.person === person)?.id ?? "nobody"

/** States a night at the gateway, and lets every behaviour begin. */
export const beginNight = (bank: PlayedBank, number: number): BankNight => {
  const { daybook, does, gateway, seed, tally, watch, world } = bank
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

  const check = (ended: Ended) => {
    if (allowed.has(ended.exitCode)) return
    bank.fault(`night ${number}: ${ended.command} ended with ${ended.exitCode}: ${lastSentence(ended)}`)
  }
  const run = (...args: ReadonlyArray<string>) =>
    Effect.tap(daybook.here(...args, "--json"), (ended) => Effect.sync(() => check(ended)))

  const begun: BankNight = {
    number,
    night,
    run,
    compared: () => compared,
    became: () => became,
    seenBy: ({ name }) => ({
      number,
      dice: new Dice(seed, `${name} ${number}`),
      gateway,
      daybook,
      day: world.day(number),
      consentOf: (person) => newestConsent(gateway, person),
      run,
      check,
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
