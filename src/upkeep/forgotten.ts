/**
 * What went with a consent that was given up, and what stays of it: in the store, in what was shipped, and at the bank.
 */
import { Array, Effect, Option, Schema } from "effect"
import { consentOf } from "../consent/consentRecord.ts"
import { dueConsents } from "../consent/dueConsents.ts"
import { recordState } from "../domain/consentState.ts"
import type { RunId } from "../domain/identifiers.ts"
import { snapshot } from "../inspect/snapshot.ts"
import type { ConsentPurged } from "../journal/events.ts"
import { type KnownConsent, knownConsents } from "../journal/knownConsents.ts"
import { StoreClock } from "../store/StoreClock.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/**
 * What a snapshot holds: accounts by their keys, rows by their number, other consents that open the same accounts, and the keys of those
 * that no other opens, or none that lives.
 */
const Holdings = Schema.Struct({
  account_keys: Schema.Array(Schema.String),
  balances: Schema.Int,
  transactions: Schema.Int,
  exports: Schema.Int,
  shared_with: Schema.Array(Schema.String),
  own_keys: Schema.Array(Schema.String),
  unread_keys: Schema.Array(Schema.String)
})
type Holdings = typeof Holdings.Type

const nothing: Holdings = {
  account_keys: [],
  balances: 0,
  transactions: 0,
  exports: 0,
  shared_with: [],
  own_keys: [],
  unread_keys: []
}

/** The consents that live beside one that is given up. */
export const othersAlive = Effect.fn("upkeep.othersAlive")(function*({ consentId }: KnownConsent) {
  const { living } = dueConsents(yield* knownConsents, yield* (yield* StoreClock).now)
  return living.filter((other) => other.consentId !== consentId)
})

/** What the published snapshot holds; nothing where none is published. `others` are the consents that live beside this one. */
export const holdingsOf = Effect.fn("upkeep.holdings")(
  function*({ consentId: consent }: KnownConsent, others: ReadonlyArray<KnownConsent>) {
    const warehouse = yield* Warehouse
    const values = { consent, living: others.map(({ consentId }) => consentId) }
    const [found] = yield* warehouse.rows(Holdings, new URL("./holdings.sql", import.meta.url), values)
    return found ?? nothing
  },
  Effect.provide(snapshot),
  Effect.catchTag("NothingPublished", () => Effect.succeed(nothing))
)

/** What stays. `before` is what the snapshot held, `others` are the consents that live beside this one. */
export const whatStays = Effect.fn("upkeep.whatStays")(function*(
  { institution, latest }: KnownConsent,
  before: Holdings,
  others: ReadonlyArray<KnownConsent>
) {
  const now = yield* (yield* StoreClock).now
  const alive = Option.filter(latest, (read) => recordState(consentOf(institution, read), now)._tag === "live")
  return {
    institution,
    /** Whether another consent of the bank lives, by which it is read. */
    isRead: others.some((other) => other.institution === institution),
    /** The accounts that it opened and no consent opens that lives. */
    unread: before.unread_keys,
    /** The consents that open the same accounts. */
    sharedWith: before.shared_with,
    exports: before.exports,
    /** Whether the consent lives on at the bank, and until when where it has an end. */
    aliveAtBank: Option.isSome(alive),
    aliveUntil: Option.getOrNull(Option.flatMapNullishOr(alive, ({ expires_at }) => expires_at))
  }
})

/** What went, by the record of it and by what the snapshot held before and after. */
export const whatWent = (runId: RunId, record: typeof ConsentPurged.Type, before: Holdings, after: Holdings) => ({
  /** The run whose log keeps the record. */
  runId,
  /** The accounts that no other consent opens, as they stand in what was shipped. */
  accountKeys: before.own_keys,
  accounts: Array.difference(before.account_keys, after.account_keys).length,
  folders: record.folders.length,
  answers: record.answers,
  bytes: record.bytes,
  balances: before.balances - after.balances,
  transactions: before.transactions - after.transactions,
  /** How many accounts that stay have another key now, because theirs was made from what went. */
  newKeys: Array.difference(after.account_keys, before.account_keys).length
})
