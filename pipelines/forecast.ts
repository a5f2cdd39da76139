/**
 * What a run would read, by what the store remembers. No bank is asked anything.
 */
import { Effect, Option } from "effect"
import { rememberedGrant } from "../src/consent/remembered.ts"
import { Capabilities } from "../src/institution/Capabilities.ts"
import { Capability } from "../src/institution/Capability.ts"
import type { KnownConsent } from "../src/journal/consents.ts"
import { World } from "../src/journal/World.ts"
import { standingOf } from "../src/normalise/standing.ts"
import { plan, type Request } from "../src/plan/plan.ts"
import { concerned, type Order } from "./order.ts"

const nothing = { reads: [], withheld: [] }

const forecastOf = Effect.fnUntraced(function*(known: KnownConsent, pipeline: Request["pipeline"], order: Order) {
  const bank = yield* Capability
  const grant = yield* rememberedGrant(known)
  if (Option.isNone(grant)) return nothing
  const now = yield* (yield* World).now
  const standing = yield* standingOf(known.consentId, bank, now)
  const accounts = order.account === null
    ? null
    : new Set(
      standing.accounts.filter((account) => account.accountId === order.account || account.accountKey === order.account)
        .map(({ accountId }) => accountId)
    )
  const { again, from, to } = order
  return plan(grant.value, bank, standing, { pipeline, now, from, to, again, accounts })
})

/** The reads of a run, in order, and what it would leave out. Needs a book or a snapshot that is open. */
export const forecast = Effect.fn("forecast")(function*(pipeline: Request["pipeline"], order: Order) {
  const consents = yield* concerned(order)
  const plans = yield* Effect.forEach(
    consents,
    (known) => forecastOf(known, pipeline, order).pipe(Effect.provide(Capabilities.get(known.institution)))
  )
  return { reads: plans.flatMap(({ reads }) => reads), withheld: plans.flatMap(({ withheld }) => withheld) }
})
