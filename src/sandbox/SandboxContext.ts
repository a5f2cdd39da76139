/**
 * What every part of one running sandbox shares: its address, its model banks, what it remembers, and what it keeps in
 * memory only (access tokens, faults that are switched on, deliveries of webhooks).
 */
import { Effect } from "effect"
import { makeWebhooks, type Webhooks } from "./consent/Webhooks.ts"
import { type FaultSwitches, makeFaultSwitches } from "./faults/FaultSwitches.ts"
import { randomText } from "./state/seeded.ts"
import type { StateStore } from "./state/StateStore.ts"
import { type AccessTokens, makeAccessTokens } from "./token/AccessTokens.ts"
import type { ModelBanks } from "./world/ModelBanks.ts"

export interface SandboxContext {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly origin: string
  readonly modelBanks: ModelBanks
  readonly state: StateStore
  readonly tokens: AccessTokens
  readonly faults: FaultSwitches
  readonly webhooks: Webhooks
  /** Stands in the console's forms, and proves that a form is the console's. */
  readonly consoleToken: string
}

/** The context of a sandbox that begins: no token is given out, and no fault is switched on. */
export const makeSandboxContext = Effect.fn("SandboxContext.make")(function*(
  origin: string,
  modelBanks: ModelBanks,
  state: StateStore
) {
  const context: SandboxContext = {
    origin,
    modelBanks,
    state,
    tokens: makeAccessTokens(),
    faults: makeFaultSwitches(),
    webhooks: yield* makeWebhooks(state.seed, yield* Effect.scope),
    consoleToken: randomText()
  }
  return context
})
