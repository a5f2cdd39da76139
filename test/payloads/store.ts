/**
 * A store filled from the published payloads: a gateway over real HTTP on loopback serves them, every bank gives one
 * consent, one first session reads them all, and the published file is asked what it holds. The only file here that knows
 * the program and what other tests share.
 */
import { Effect, FileSystem, Layer, Redacted, Schema } from "effect"
import { gateway as atGateway } from "../../pipelines/consent-night.ts"
import { firstSession } from "../../pipelines/first-session.ts"
import { ConsentGate } from "../../src/consent/ConsentGate.ts"
import { Institution } from "../../src/domain/identifiers.ts"
import { RetryPolicy } from "../../src/gateway/RetryPolicy.ts"
import { Capabilities } from "../../src/institution/Capabilities.ts"
import { finishRun, withRun } from "../../src/run/withRun.ts"
import { ConfigFolder } from "../../src/settings/ConfigFolder.ts"
import { Credentials } from "../../src/settings/Credentials.ts"
import { Settings, SettingsFile } from "../../src/settings/Settings.ts"
import { StoreClock } from "../../src/store/StoreClock.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { quickPolicy } from "../support/client/client.ts"
import { queryFile } from "../support/daybook/queryFile.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"
import { permissions } from "../support/store/publishedStore.ts"
import { quickBooks } from "../support/store/quickBooks.ts"
import { banks, type PayloadBank, payloadScript, rulesOf } from "./payloadBanks.ts"
import type { BookRow } from "./Reading.ts"

/** The night in which all payloads are read. */
const night = "2026-06-15T03:00:00.000Z"

const gatewayOf = Effect.fn("payloads.gateway")(function*() {
  const gateway = yield* TestGateway.start({ anyClient: true, clock: night, approveAfterReads: 0 })
  gateway.script = payloadScript(gateway.consents)
  return gateway
})

/** A consent at every bank, as `consent new` makes one. */
const consentsAt = (banks: ReadonlyArray<PayloadBank>) =>
  withRun(
    "consent-new",
    null,
    Effect.gen(function*() {
      const gate = yield* ConsentGate
      const callbackUri = new URL("http://127.0.0.1:8765/callback")
      for (const bank of banks) {
        const institution = Institution.make(bank.institution)
        const { consent_id } = yield* gate.create({ institution, permissions: bank.permissions, callbackUri })
        yield* gate.read(consent_id)
      }
      yield* finishRun([])
      return { outcome: "complete" as const }
    }).pipe(Effect.provide(atGateway))
  )

/** What the book holds after the night. */
export interface PayloadBook {
  readonly accounts: ReadonlyArray<BookRow>
  readonly identifiers: ReadonlyArray<BookRow>
  readonly balances: ReadonlyArray<BookRow>
  readonly creditLines: ReadonlyArray<BookRow>
  readonly transactions: ReadonlyArray<BookRow>
  readonly quarantine: ReadonlyArray<BookRow>
  readonly findings: ReadonlyArray<BookRow>
  /** What answers say beside their rows. */
  readonly pages: ReadonlyArray<BookRow>
  /** Reads whose rows do not add up. */
  readonly unequal: ReadonlyArray<BookRow>
}

const ofAccount = (relation: string) =>
  `select a.institution, a.account_id, r.* from ${relation} r join accounts a using (account_key)`

/** Fills a store from the payloads of some banks and reads its book. */
const fillStore = Effect.fn("payloads.fillStore")(function*(banks: ReadonlyArray<PayloadBank>) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-payloads-" })
  const config = `${folder}/config`
  const out = `${folder}/out`
  yield* fs.makeDirectory(`${config}/institutions`, { recursive: true })
  for (const bank of banks) yield* fs.writeFileString(`${config}/institutions/${bank.institution}.toml`, rulesOf(bank))
  const { origin } = yield* gatewayOf()
  const settings = yield* Schema.decodeEffect(SettingsFile)({
    gateway: { auth_url: origin, base_url: origin },
    consent: { permissions },
    store: { path: out }
  })
  const ground = Layer.mergeAll(StoreClock.layer, Capabilities.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(
      Layer.succeed(StoreLayout, StoreLayout.at(out)),
      quickBooks,
      Layer.succeed(Settings, settings),
      Layer.succeed(ConfigFolder, config),
      Layer.succeed(RetryPolicy, quickPolicy),
      Credentials.given("payloads", Redacted.make("secret-of-the-payloads"))
    ))
  )
  yield* Effect.andThen(consentsAt(banks), firstSession()).pipe(Effect.provide(ground))
  const ask = (sql: string) => queryFile(`${out}/daybook.duckdb`, sql)
  const book: PayloadBook = {
    accounts: yield* ask("select * from accounts"),
    identifiers: yield* ask(ofAccount("account_identifiers")),
    balances: yield* ask(ofAccount("balances")),
    creditLines: yield* ask("select * from credit_lines"),
    transactions: yield* ask(`${ofAccount("transaction_versions")} where r.known_to is null`),
    quarantine: yield* ask(
      `select q.*, r.resource, r.account_id as asked from quarantine q join reads r on r.read_id = q.read_id`
    ),
    findings: yield* ask(
      `select f.code, a.institution, a.account_id from findings f join accounts a using (account_key)`
    ),
    pages: yield* ask(
      `select r.institution, r.resource, r.account_id, p.extra from raw_pages p join reads r using (read_id)
       where p.extra is not null`
    ),
    unequal: yield* ask(
      `select read_id from reads
       where rows_read <> rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined`
    )
  }
  return book
})

/** Fills a store for each resource, side by side, and reads their books as one. */
export const readPayloads = Effect.fn("payloads.read")(function*() {
  const books = yield* Effect.forEach(
    Map.groupBy(banks, ({ resource }) => resource).values(),
    fillStore,
    { concurrency: "unbounded" }
  )
  const all = (name: keyof PayloadBook) => books.flatMap((book) => book[name])
  return {
    accounts: all("accounts"),
    identifiers: all("identifiers"),
    balances: all("balances"),
    creditLines: all("creditLines"),
    transactions: all("transactions"),
    quarantine: all("quarantine"),
    findings: all("findings"),
    pages: all("pages"),
    unequal: all("unequal")
  } satisfies PayloadBook
})
