import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Path, Struct } from "effect"
import { Institution } from "../../src/domain/identifiers.ts"
import { allInstitutions, Capabilities, readInstitutions } from "../../src/institution/Capabilities.ts"
import { Capability } from "../../src/institution/Capability.ts"
import { ConfigFolder } from "../../src/settings/ConfigFolder.ts"

const bank = Institution.make("gb_birch_business")

/** Runs with a configuration folder that holds these files under `institutions`. */
const withFiles = <A, E>(
  files: Readonly<Record<string, string>>,
  use: Effect.Effect<A, E, Capabilities | FileSystem.FileSystem | Path.Path>
) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const folder = yield* fs.makeTempDirectoryScoped()
    yield* fs.makeDirectory(path.join(folder, "institutions"))
    for (const [name, text] of Object.entries(files)) {
      yield* fs.writeFileString(path.join(folder, "institutions", name), text)
    }
    return yield* use.pipe(
      Effect.provide(Capabilities.layer.pipe(Layer.provideMerge(Layer.succeed(ConfigFolder, folder)))),
      Effect.mapError((error) => ({ error, folder: path.join(folder, "institutions") }))
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** The defaults that the configuration's contract names. */
const contract = {
  bulk: "none",
  accountFilter: true,
  accountDiscovery: "first-session",
  firstSessionMinutes: 5,
  unboundedHistory: "first-session",
  historyDaysAfterFirstSession: 89,
  toFilter: false,
  maxWindowDays: null,
  lookbackDays: 10,
  pageCap: 10_000,
  transactionIds: "unstable",
  pending: "listed",
  requestSigning: "gateway",
  requestsPerDay: 4,
  requestsPerSecond: 5,
  concurrency: 2
} as const

const rulesOf = (institution: Institution) => Effect.provide(Capability, Capabilities.get(institution))

const fact = (key: string, value: string) =>
  `${key} = { value = ${value}, source = "interface", checked = 2026-11-21 }\n`

/** The faults of a file, as the sentence without its folder. */
const faults = (text: string, name = "gb_birch_business.toml") =>
  withFiles({ [name]: text }, Effect.asVoid(rulesOf(bank))).pipe(
    Effect.flip,
    Effect.map((failure) =>
      "folder" in failure ? failure.error.message.replaceAll(`${failure.folder}/`, "") : failure.message
    )
  )

describe("Capabilities", () => {
  it.effect("gives an institution without a file the cautious defaults, and says that they are", () =>
    withFiles(
      {},
      Effect.gen(function*() {
        const profile = yield* rulesOf(bank)
        assert.deepStrictEqual(Struct.pick(profile.rules, Struct.keys(contract)), contract)
        assert.isNull(profile.file)
        assert.strictEqual(profile.name, "gb_birch_business")
        for (const { checked, source } of Object.values(profile.facts)) {
          assert.deepStrictEqual([source, checked], ["cautious default", null])
        }
      })
    ))

  it.effect("reads each fact with its source and date, and the defaults where a file is silent", () =>
    withFiles(
      { "gb_birch_business.toml": `name = "Birch"\ntimezone = "Europe/Dublin"\n${fact("bulk", "\"both\"")}` },
      Effect.gen(function*() {
        const { facts, file, name, rules, timezone } = yield* rulesOf(bank)
        assert.deepStrictEqual([name, timezone, rules.bulk, rules.pageCap], ["Birch", "Europe/Dublin", "both", 10_000])
        assert.deepStrictEqual(
          { ...facts.bulk },
          { value: "both", source: "interface", checked: "2026-11-21" } as never
        )
        assert.match(file ?? "", /institutions\/gb_birch_business\.toml$/)
      })
    ))

  it.effect("gives each institution its own rules", () =>
    withFiles(
      { "a.toml": fact("lookback_days", "1"), "b.toml": fact("lookback_days", "2") },
      Effect.gen(function*() {
        const profiles = yield* Effect.forEach(["a", "b"], (name) => rulesOf(Institution.make(name)))
        assert.deepStrictEqual(profiles.map(({ rules }) => rules.lookbackDays), [1, 2])
      })
    ))

  it.effect.each(
    [
      [
        fact("page_cap", "0"),
        "gb_birch_business.toml: page_cap.value: expected a value between 1 and 100000, given 0 (line 1); " +
        "correct it, then: daybook config check"
      ],
      [
        `name = "Birch"\n${fact("pagecap", "7")}`,
        "gb_birch_business.toml: pagecap: unknown key; did you mean page_cap? (line 2); correct it, then: daybook config check"
      ],
      [
        "bulk = \"both\"",
        "gb_birch_business.toml: bulk: expected a table (line 1); correct it, then: daybook config check"
      ],
      [
        "\n[bulk]\nvalue = \"all\"\nsource = \"x\"\nchecked = 2026-11-21",
        "gb_birch_business.toml: bulk.value: expected \"both\" or \"balances\" or \"transactions\" or \"none\", given \"all\" (line 3); " +
        "correct it, then: daybook config check"
      ],
      [
        "bulk = { value = \"both\" }",
        "gb_birch_business.toml: bulk.source: is missing (line 1) (and 1 more fault); correct it, then: daybook config check"
      ],
      [
        "bulk = { value = \"both\", source = \"x\", checked = \"yesterday\" }",
        "gb_birch_business.toml: bulk.checked: expected a day written YYYY-MM-DD (line 1); " +
        "correct it, then: daybook config check"
      ],
      [
        "timezone = \"Europe/Londn\"",
        "gb_birch_business.toml: timezone: expected the name of a time zone, such as \"Europe/London\", given \"Europe/Londn\" (line 1); " +
        "correct it, then: daybook config check"
      ],
      [
        fact("max_window_days", "31"),
        "gb_birch_business.toml: max_window_days: expected to_filter = true beside it: " +
        "only then can a window be cut (line 1); correct it, then: daybook config check"
      ],
      [
        fact("account_filter", "false"),
        "gb_birch_business.toml: account_filter: expected bulk to be served where accountId is not understood (line 1); " +
        "correct it, then: daybook config check"
      ],
      [
        "name = \"Birch\"\n\nbulk = { value = ",
        "gb_birch_business.toml: not TOML: expected a value (line 3); correct it, then: daybook config check"
      ],
      [
        "name = \"a\"\nname = \"b\"",
        "gb_birch_business.toml: not TOML: cannot redefine existing key 'name' (line 2); " +
        "correct it, then: daybook config check"
      ]
    ] as const
  )(
    "never takes a faulty file for no file: %s",
    ([text, message]) => Effect.map(faults(text), (told) => assert.strictEqual(told, message))
  )

  it.effect("lists the institutions that have a file, by name", () =>
    withFiles(
      { "b.toml": "", "a.toml": "name = \"A\"", "notes.txt": "x", ".b.toml.swp": "x" },
      Effect.map(allInstitutions, (profiles) => assert.deepStrictEqual(profiles.map(({ name }) => name), ["A", "b"]))
    ))

  it.effect("tells every fault of every file at once", () =>
    withFiles(
      { "b.toml": "x = 1\ny = 2", "a.toml": "nam = \"A\"", "c.toml": "name = \"C\"", "no:such\\bank.toml": "" },
      Effect.gen(function*() {
        const { faults, profiles } = yield* readInstitutions
        assert.deepStrictEqual(profiles.map(({ name }) => name), ["C"])
        assert.deepStrictEqual(
          faults.map(({ file, key, line, message }) => `${file.split("/").at(-1)} ${key} ${line} ${message}`),
          [
            "a.toml nam 1 unknown key; did you mean name?",
            "b.toml x 1 unknown key",
            "b.toml y 2 unknown key",
            "no:such\\bank.toml null null the file's name is no institution's name"
          ]
        )
      })
    ))

  it.effect("lists none where there is no folder of institutions", () =>
    allInstitutions.pipe(
      Effect.provideService(ConfigFolder, "no/such/folder"),
      Effect.provide(NodeServices.layer),
      Effect.map((profiles) => assert.deepStrictEqual(profiles, []))
    ))
})
