/**
 * The first stage of what reads from banks: every consent that is meant, by its night.
 */
import { Effect } from "effect"
import type { PlanRequest } from "../src/plan/PlanContext.ts"
import { pulling } from "../src/run/Pipeline.ts"
import type { RunScope } from "../src/run/RunScope.ts"
import { syncConsents } from "../src/run/syncConsents.ts"
import { type HandOver, takingInBeside } from "../src/run/takeInBeside.ts"
import { consentNight, gateway } from "./consent-night.ts"

const nights = (pipeline: PlanRequest["pipeline"], scope: RunScope, handOver: HandOver) =>
  syncConsents(consentNight, pipeline, scope, handOver).pipe(Effect.provide(gateway))

/** Pulls what a scope concerns, every consent by its night, into the journal only. */
export const pullingIntoJournal = (pipeline: PlanRequest["pipeline"], scope: RunScope) =>
  pulling(nights(pipeline, scope, () => Effect.void))

/** The same, and beside that takes in what consents have brought. */
export const pullingConsents = (pipeline: PlanRequest["pipeline"], scope: RunScope) =>
  pulling(takingInBeside((handOver) => nights(pipeline, scope, handOver)))
