import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, Struct } from "effect"
import { existsSync } from "node:fs"
import { Institution } from "../../src/domain/identifiers.ts"
import { allInstitutions, readProfile } from "../../src/institution/Capabilities.ts"
import { InstitutionJson, institutionJson } from "../../src/institution/institutionJson.ts"
import { ruleKeys } from "../../src/institution/rules.ts"

/** The rules that the contract of the configuration names, in its order. */
const keys = [
  "bulk",
  "account_filter",
  "account_discovery",
  "first_session_minutes",
  "unbounded_history",
  "history_days_after_first_session",
  "to_filter",
  "max_window_days",
  "lookback_days",
  "page_cap",
  "transaction_ids",
  "pending",
  "request_signing",
  "requests_per_day",
  "requests_per_second",
  "concurrency"
]

/** Those that the sandbox plays; a clone may describe others, as far as they are known. */
const modelBanks = Effect.map(
  allInstitutions,
  (profiles) => profiles.filter(({ institution }) => existsSync(`config/sandbox/${institution}.toml`))
)

describe("the institutions of a clone", () => {
  it.effect("describe the sandbox's six banks, each fact but the length of windows with a source and a date", () =>
    Effect.gen(function*() {
      const profiles = yield* modelBanks
      assert.deepStrictEqual(profiles.map(({ institution }) => String(institution)), [
        "gb_alder_personal",
        "gb_birch_business",
        "gb_cedar_personal",
        "gb_damson_business",
        "gb_elm_personal",
        "gb_fir_personal"
      ])
      for (const { facts, rules } of profiles) {
        const told = new Map(Object.entries(Struct.renameKeys(facts, ruleKeys)))
        for (const key of keys) {
          if (key !== "max_window_days" || rules.toFilter) assert.strictEqual(told.get(key)?.checked, "2026-11-21")
        }
      }
    }).pipe(Effect.provide(NodeServices.layer)))

  it.effect("differ where the sandbox's banks do", () =>
    Effect.gen(function*() {
      const profiles = yield* modelBanks
      const told = profiles.map(({ institution, rules }) => [
        String(institution).split("_")[1],
        rules.bulk,
        rules.accountFilter,
        rules.accountDiscovery,
        rules.unboundedHistory,
        rules.maxWindowDays,
        rules.transactionIds
      ])
      assert.deepStrictEqual(told, [
        ["alder", "both", true, "always", "always", null, "stable"],
        ["birch", "none", true, "always", "first-session", null, "stable"],
        ["cedar", "both", false, "first-session", "first-session", null, "stable"],
        ["damson", "both", true, "always", "first-session", null, "stable"],
        ["elm", "both", true, "always", "first-session", null, "unstable"],
        ["fir", "both", true, "always", "first-session", 31, "stable"]
      ])
    }).pipe(Effect.provide(NodeServices.layer)))
})

describe("institutionJson", () => {
  it.effect("has every rule in the words of the file", () =>
    Effect.gen(function*() {
      const json = institutionJson(yield* readProfile(Institution.make("gb_cedar_personal")))
      assert.deepStrictEqual(Object.keys(json), ["institution", "name", "country", "timezone", "rules", "file"])
      assert.deepStrictEqual(Object.keys(json.rules).filter((key) => keys.includes(key)), keys)
      assert.deepStrictEqual(json.rules["account_filter"], {
        value: false,
        source: "interface, institution-specific behaviour",
        checked: "2026-11-21"
      })
      assert.strictEqual(json.file, "config/institutions/gb_cedar_personal.toml")
      assert.isTrue(Schema.is(InstitutionJson)(json))
    }).pipe(Effect.provide(NodeServices.layer)))

  it.effect("says null for the file, the country and the dates of a bank that nobody described", () =>
    Effect.gen(function*() {
      const json = institutionJson(yield* readProfile(Institution.make("xx_unheard_of")))
      assert.isNull(json.file)
      assert.isNull(json.country)
      assert.deepStrictEqual(json.rules["max_window_days"], { value: null, source: "cautious default", checked: null })
      assert.isTrue(Schema.is(InstitutionJson)(json))
    }).pipe(Effect.provide(NodeServices.layer)))
})
