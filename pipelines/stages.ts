/**
 * Single stages as runs of their own. All but `pull` need neither gateway nor credentials.
 */
import { Effect } from "effect"
import { gateway } from "./gateway.ts"
import { everything, type Order } from "./order.ts"
import { framed, nothing } from "./run.ts"
import { sync } from "./sync.ts"

const alone = { lock: null, normalising: false, exporting: null, publishing: false } as const

/** Reads what a nightly run would, into the journal only. */
export const pull = (order: Order = everything) =>
  framed({ ...alone, pipeline: "pull", lock: "nightly" }, sync("nightly", order).pipe(Effect.provide(gateway)))

/** Makes the book from the journal. */
export const normalise = framed({ ...alone, pipeline: "normalise", normalising: true }, nothing)

/** Exports the book as it is. */
export const exporting = (when: Order["export"]) => framed({ ...alone, pipeline: "export", exporting: when }, nothing)

/** Publishes the book as it is. */
export const publishing = framed({ ...alone, pipeline: "publish", publishing: true }, nothing)
