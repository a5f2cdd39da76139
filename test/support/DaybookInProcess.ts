/**
 * Daybook without a process of its own: the flows of its commands, each on layers made anew as a command makes them, over
 * a store in a temporary folder. What a process costs to start is saved; everything else is what a person runs.
 */
import { Duration, Effect, FileSystem, Layer, Redacted, Schedule, Schema } from "effect"
import { pullingConsents } from "../../pipelines/consent-night.ts"
import { firstSession } from "../../pipelines/first-session.ts"
import { newConsent, type NewConsentOptions } from "../../pipelines/new-consent.ts"
import { renew } from "../../pipelines/renew.ts"
import { type ConsentId, Institution } from "../../src/domain/identifiers.ts"
import { RetryPolicy } from "../../src/gateway/RetryPolicy.ts"
import { Capabilities } from "../../src/institution/Capabilities.ts"
import { knownConsents } from "../../src/journal/knownConsents.ts"
import { exporting as exportStage, normalising, publishing } from "../../src/run/Pipeline.ts"
import { runPipeline } from "../../src/run/runPipeline.ts"
import { everything } from "../../src/run/RunScope.ts"
import { ConfigFolder } from "../../src/settings/ConfigFolder.ts"
import { Credentials } from "../../src/settings/Credentials.ts"
import { Settings, SettingsFile } from "../../src/settings/Settings.ts"
import { StoreClock } from "../../src/store/StoreClock.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { rebuild } from "../../src/upkeep/rebuild.ts"
import { queryFile } from "./daybook.ts"
import type { ForeignGateway } from "./ForeignGateway.ts"
import { oneThread } from "./oneThread.ts"

const quick = {
  pauses: Schedule.max([Schedule.spaced("1 millis"), Schedule.recurs(4)]),
  patience: Duration.seconds(60),
  within: Duration.seconds(30),
  longestWait: Duration.seconds(60)
}

/** One store that reads from one gateway. */
export class DaybookInProcess {
  readonly out: string
  readonly institution: Institution
  readonly #ground: () => ReturnType<typeof groundOf>
  readonly #config: string

  private constructor(out: string, config: string, institution: Institution, gateway: ForeignGateway) {
    this.out = out
    this.institution = institution
    this.#config = config
    this.#ground = () => groundOf(out, config, gateway)
  }

  /** A new store that lasts as long as the scope; `rules` is the institution's capability file. */
  static readonly make = Effect.fn("DaybookInProcess.make")(
    function*(gateway: ForeignGateway, name: string, rules: string) {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-truth-" })
      yield* fs.makeDirectory(`${folder}/config/institutions`, { recursive: true })
      const daybook = new DaybookInProcess(`${folder}/out`, `${folder}/config`, Institution.make(name), gateway)
      yield* daybook.setRules(rules)
      return daybook
    }
  )

  /** Writes the institution's capability file anew. */
  readonly setRules = Effect.fn("DaybookInProcess.setRules")({ self: this }, function*(rules: string) {
    const fs = yield* FileSystem.FileSystem
    yield* fs.writeFileString(`${this.#config}/institutions/${this.institution}.toml`, rules)
  })

  get #options(): NewConsentOptions {
    return {
      institution: this.institution,
      listening: false,
      poll: 1,
      minutes: 1,
      announce: () => Effect.void,
      authorised: () => Effect.void
    }
  }

  /** `consent new`, and the first session. */
  readonly consent = Effect.fn("DaybookInProcess.consent")({ self: this }, function*() {
    return yield* newConsent(this.#options).pipe(Effect.provide(this.#ground()))
  })

  /** `consent renew` of a consent, or of the newest; `minutes` is how long the person is waited for. */
  readonly renew = Effect.fn("DaybookInProcess.renew")({ self: this }, function*(minutes = 1, consentId?: ConsentId) {
    return yield* Effect.gen({ self: this }, function*() {
      const old = (yield* knownConsents).findLast((consent) =>
        consentId === undefined ? consent.retired._tag === "None" : consent.consentId === consentId
      )
      if (old === undefined) return yield* Effect.die(new Error("no consent to renew"))
      return yield* renew(old, { ...this.#options, minutes })
    }).pipe(Effect.provide(this.#ground()))
  })

  /** The consents of the store, by the order in which they were made. */
  readonly consents = Effect.fn("DaybookInProcess.consents")({ self: this }, function*() {
    const known = yield* knownConsents.pipe(Effect.provide(this.#ground()))
    return known.toSorted((a, b) => a.createdIn < b.createdIn ? -1 : 1)
  })

  /** Another first session of every consent. */
  readonly session = Effect.fn("DaybookInProcess.session")({ self: this }, function*() {
    return yield* firstSession().pipe(Effect.provide(this.#ground()))
  })

  /** `run nightly`, with an export only where one is asked for. */
  readonly nightly = Effect.fn("DaybookInProcess.nightly")({ self: this }, function*(exporting: boolean) {
    const exports = exporting ? [exportStage("changed")] : []
    const stages = [pullingConsents("nightly", everything), normalising, ...exports, publishing]
    return yield* runPipeline({ name: "nightly", lock: "nightly", stages }).pipe(Effect.provide(this.#ground()))
  })

  /** `rebuild`. */
  readonly rebuild = Effect.fn("DaybookInProcess.rebuild")({ self: this }, function*(replace = false) {
    return yield* rebuild({ replace }).pipe(Effect.provide(this.#ground()))
  })

  /** Asks the published file; every value comes as text. */
  readonly query = Effect.fn("DaybookInProcess.query")({ self: this }, function*(sql: string) {
    return yield* queryFile(`${this.out}/daybook.duckdb`, sql)
  })
}

const groundOf = (out: string, config: string, gateway: ForeignGateway) => {
  const { clientId, clientSecret } = gateway.settings
  const settings = Schema.decodeSync(SettingsFile)({
    gateway: { auth_url: gateway.origin, base_url: gateway.origin },
    // Balances say nothing of rows, and reading them takes its time.
    consent: {
      permissions: [
        "ReadAccountsDetail",
        "ReadTransactionsCredits",
        "ReadTransactionsDebits",
        "ReadTransactionsDetail"
      ]
    },
    store: { path: out }
  })
  return Layer.mergeAll(StoreClock.layer, Capabilities.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(
      Layer.succeed(StoreLayout, StoreLayout.at(out)),
      oneThread,
      Layer.succeed(Settings, settings),
      Layer.succeed(ConfigFolder, config),
      Layer.succeed(RetryPolicy, quick),
      Credentials.given(clientId, Redacted.make(clientSecret))
    ))
  )
}
