/**
 * Every night: what is new under every live consent, the days that banks still change, and an export.
 */
import { Effect } from "effect"
import { gateway } from "./gateway.ts"
import { everything, type Order } from "./order.ts"
import { framed } from "./run.ts"
import { sync } from "./sync.ts"

export const nightly = (order: Order = everything) =>
  framed(
    { pipeline: "nightly", lock: "nightly", normalising: true, exporting: order.export, publishing: true },
    sync("nightly", order).pipe(Effect.provide(gateway))
  )
