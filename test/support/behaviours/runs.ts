/**
 * What becomes of runs: first sessions that fail or are killed, and answers that are overtaken by later ones.
 */
import { DateTime, Effect } from "effect"
import type { Asked } from "../gateway/serveHttp.ts"
import { dayText } from "../world/Payment.ts"
import type { Behaviour, NightAtBank, Run } from "./Behaviour.ts"

/** Some minutes pass at the bank; the rules of its first session may bound what comes then. */
const pass = ({ gateway }: NightAtBank, minutes: number): void =>
  gateway.setTime(DateTime.formatIso(DateTime.makeUnsafe(gateway.now() + minutes * 60_000)))

/** Whether transactions are asked for under the newest consent of a person. */
const asksFor = ({ consentOf }: NightAtBank, person: string, { path }: Asked): boolean =>
  path.endsWith(`${consentOf(person)}/transactions`)

const failing: NonNullable<Behaviour["renewal"]> = Effect.fn("runs.failing")(function*(night, renew) {
  let fails = true
  night.mayEndWith(10)
  night.mayEndWith(13)
  night.onAsked((asked) => {
    if (!fails || !asksFor(night, "one", asked)) return undefined
    night.saw(1)
    return { status: 503, body: {} }
  })
  const ended = yield* renew
  fails = false
  pass(night, 10)
  return ended
})

const killing: NonNullable<Behaviour["renewal"]> = Effect.fn("runs.killing")(function*(night) {
  const old = night.consentOf("one")
  const args = ["consent", "renew", old, "--callback", "none", "--poll", "0.01", "--wait", "1", "--json"]
  const going = yield* night.daybook.start(args)
  let pages = night.dice.between(1, 3)
  night.onAsked((asked) => {
    if (night.consentOf("one") === old || !asksFor(night, "one", asked) || pages === 0) return undefined
    pages -= 1
    if (pages > 0) return undefined
    process.kill(going.pid, "SIGKILL")
    night.saw(1)
    return { hang: true }
  })
  const ended = yield* going.ended
  pages = 0
  pass(night, 10)
  return ended
}, Effect.scoped)

/** Waits until a question is held back and nothing more is asked for. */
const stillness = Effect.fn("runs.stillness")(function*({ gateway }: NightAtBank, isHeld: () => boolean) {
  let asked = -1
  while (!isHeld() || gateway.asked.length !== asked) {
    asked = gateway.asked.length
    yield* Effect.sleep("800 millis")
  }
})

/**
 * A nightly run reads one person's accounts as they were the night before and waits for another person's. Meanwhile they are
 * read as they are, and taken in; the nightly's answers come after that.
 */
const overtaken = Effect.fn("runs.overtaken")(function*(night: NightAtBank, meantime: Run) {
  const { before, gateway } = night
  const held: Array<() => void> = []
  if (before !== undefined) night.state({ ...before, arrivals: [], fleeting: [] })
  gateway.hold = (asked, answer) => asksFor(night, "two", asked) ? void held.push(answer) : answer()
  const going = yield* night.daybook.start(["run", "nightly", "--json"])
  // A run that asks for nothing of that person ends, and overtakes nothing.
  yield* Effect.race(stillness(night, () => held.length > 0), going.ended)
  night.state(night.night)
  pass(night, 5)
  yield* meantime
  gateway.hold = (_, answer) => answer()
  for (const answer of held) answer()
  const ended = yield* going.ended
  night.check(ended)
  night.saw(held.length)
  return ended
}, Effect.scoped)

/** A second person, for whom a run has to wait. */
const twoPersons = {
  personOf: (ordinal: number, accounts: number) => ordinal === accounts - 1 ? "two" : "one"
} as const

export const runs: ReadonlyArray<Behaviour> = [
  { name: "a renewal's first session gets no transactions", renewal: failing },
  { name: "a renewal's first session is killed", renewal: killing },
  {
    name: "a backfill overtakes a nightly run",
    movements: twoPersons,
    nightly: (night, nightly) => {
      const { consentOf, day, dice, number, run } = night
      if (number === 0 || !dice.chance(0.2)) return nightly
      const from = dayText(day - 26)
      return overtaken(night, run("run", "backfill", "--again", "--from", from, "--consent", consentOf("one")))
    }
  },
  {
    name: "a renewal's first session overtakes a nightly run",
    movements: twoPersons,
    renewal: () => Effect.void,
    nightly: (night, nightly, renew) => night.night.renewal ? overtaken(night, renew) : nightly
  }
]
