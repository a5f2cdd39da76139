/**
 * The capability rules by which rows are understood and told apart. They are written into the journal beside the reads that are
 * loaded by them: a person edits them, and a book made again is to be the same all the same.
 */
import { Effect } from "effect"
import type { Institution } from "../domain/identifiers.ts"
import { Capabilities } from "../institution/Capabilities.ts"
import { Capability } from "../institution/Capability.ts"
import type { JournalEvent, RulesInForce } from "../journal/events.ts"
import { Run } from "../journal/Run.ts"

/** What of a bank's rules decides what becomes of its rows. */
export type LoadRules = (typeof RulesInForce.Type)["rules"]

/** The rules of banks, by name. */
export type RulesOfBanks = ReadonlyMap<Institution, LoadRules>

/** The rules that are in force now. */
export const rulesNow = (institution: Institution) =>
  Effect.map(Capability, ({ rules, timezone }): LoadRules => ({
    timezone,
    transaction_ids: rules.transactionIds,
    pending: rules.pending,
    lookback_days: rules.lookbackDays,
    history_days: rules.historyDaysAfterFirstSession
  })).pipe(Effect.provide(Capabilities.get(institution)))

/** Writes down by which rules reads of these banks are loaded from here on. */
export const stateRules = Effect.fn("normalise.stateRules")(function*(institutions: ReadonlySet<Institution>) {
  const run = yield* Run
  const stated = new Map<Institution, LoadRules>()
  for (const institution of institutions) {
    const rules = yield* rulesNow(institution)
    yield* run.append({ event: "rules-in-force", at: yield* run.at, institution, rules })
    stated.set(institution, rules)
  }
  return stated
})

/** The rules that a log says are in force, after one more of its events. */
export const withStated = (known: RulesOfBanks, event: JournalEvent): RulesOfBanks =>
  event.event === "rules-in-force" ? new Map([...known, [event.institution, event.rules]]) : known
