/**
 * The past: what lies within the consents' spans, is still given, and was never read.
 */
import { Effect } from "effect"
import { gateway } from "./gateway.ts"
import { everything, type Order } from "./order.ts"
import { framed } from "./run.ts"
import { sync } from "./sync.ts"

export const backfill = (order: Order = everything) =>
  framed(
    { pipeline: "backfill", lock: "backfill", normalising: true, exporting: null, publishing: true },
    sync("backfill", order).pipe(Effect.provide(gateway))
  )
