/**
 * What every part of one running sandbox shares.
 */
import type { AccessTokens } from "./AccessTokens.ts"
import type { FaultBook } from "./FaultBook.ts"
import type { Memory } from "./Memory.ts"
import type { Webhooks } from "./Webhooks.ts"
import type { World } from "./world/World.ts"

export interface House {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly origin: string
  readonly world: World
  readonly memory: Memory
  readonly tokens: AccessTokens
  readonly faults: FaultBook
  readonly webhooks: Webhooks
}
