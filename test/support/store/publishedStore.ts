/**
 * A store in which one night has been run and published, at a sandbox's time, without a gateway: what banks answered is
 * written into the journal by hand.
 */
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { ConsentId, Institution } from "../../../src/domain/identifiers.ts"
import { Run } from "../../../src/journal/Run.ts"
import { normalising, publishing, pulling } from "../../../src/run/Pipeline.ts"
import { runPipeline } from "../../../src/run/runPipeline.ts"
import { Settings, SettingsFile } from "../../../src/settings/Settings.ts"
import { StoreOrigin } from "../../../src/store/StoreOrigin.ts"
import { accountRow, balanceRow, pageOf, transactionRow } from "../gateway/bankRows.ts"
import { journalRead, storeLayer } from "./journalRead.ts"

/** The time of the store's sandbox. */
export const night = DateTime.makeUnsafe("2026-11-21T06:00:00Z")

export const alder = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001")
export const birch = ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")

/** Settings of which nobody has set any. */
export const defaultSettings = Layer.effect(Settings, Schema.decodeEffect(SettingsFile)({}))

/** An empty store with its settings. */
export const emptyStore = defaultSettings.pipe(
  Layer.provideMerge(storeLayer())
)

/** What a consent asks for where the settings say nothing else. */
export const permissions = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadTransactionsDetail"
] as const

/** Writes into the journal how a consent was made, and how its record stands where it has been read. */
export const journalConsent = Effect.fn("test.journalConsent")(function*(options: {
  readonly consentId: ConsentId
  readonly institution: string
  readonly status: string | null
  readonly expiresAt: string
  readonly deleted?: boolean
}) {
  const run = yield* Run
  const folder = yield* run.folder(options.consentId)
  const at = yield* run.at
  const consent_id = options.consentId
  yield* folder.append({
    event: "consent-created",
    at,
    consent_id,
    institution: Institution.make(options.institution),
    authorization_uri: `http://127.0.0.1:8787/authorize/${consent_id}`,
    callback_uri: "http://127.0.0.1:8765/callback",
    permissions
  })
  if (options.status === null) return
  yield* folder.append({
    event: "consent-read",
    at,
    consent_id,
    status: options.status,
    status_sent: options.status,
    deleted: options.deleted ?? false,
    permissions,
    expires_at: options.expiresAt,
    transaction_from: "2024-11-21T00:00:00.000Z",
    transaction_to: null,
    created_at: null,
    modified_at: null
  })
})

const flow = Effect.fnUntraced(function*(amount: string) {
  yield* journalConsent({
    consentId: alder,
    institution: "gb_alder_personal",
    status: "AUTH",
    expiresAt: "2027-02-19T06:00:00.000Z"
  })
  yield* journalConsent({
    consentId: birch,
    institution: "gb_birch_business",
    status: null,
    expiresAt: "2027-02-19T06:00:00.000Z"
  })
  yield* journalRead({ resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
  yield* journalRead({ resource: "balances", account: "a-1", pages: [pageOf("Balance", [balanceRow()])] })
  const rows = [
    transactionRow(),
    transactionRow({ TransactionId: "t-2", Amount: { Amount: amount, Currency: "GBP" } })
  ]
  yield* journalRead({
    resource: "transactions",
    account: "a-1",
    from: "2026-11-01",
    to: "2026-11-21",
    pages: [pageOf("Transaction", rows)]
  })
  return { problems: [], pages: 3 }
})

/**
 * Runs and publishes a night: one account with a balance and two transactions, a live consent, and one that nobody has
 * approved. `amount` is that of the second transaction.
 */
export const publishNight = Effect.fn("test.publishNight")(function*(amount = "3.50") {
  const world = yield* StoreOrigin
  yield* world.observe("http://127.0.0.1:8787", Option.some(night))
  const stages = [pulling(flow(amount)), normalising, publishing]
  return yield* runPipeline({ name: "nightly", lock: "nightly", stages })
})
