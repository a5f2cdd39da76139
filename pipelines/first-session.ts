/**
 * Right after a person has approved: the accounts, and the longest history that the bank gives while the session is open.
 * Several consents may be in their first session at once, so the lock is that of the consent.
 */
import { Effect } from "effect"
import { gateway } from "./gateway.ts"
import { everything, type Order } from "./order.ts"
import { framed } from "./run.ts"
import { sync } from "./sync.ts"

export const firstSession = (order: Order = everything) =>
  framed(
    {
      pipeline: "first-session",
      lock: `first-session-${order.consent ?? "all"}`,
      normalising: true,
      exporting: null,
      publishing: true
    },
    sync("first-session", order).pipe(Effect.provide(gateway))
  )
