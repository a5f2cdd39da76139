import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, FileSystem, Option, Path, Result } from "effect"
import { checkConfiguration, missingSecrets } from "../../src/inspect/checkConfiguration.ts"
import { ConfigFolder } from "../../src/settings/ConfigFolder.ts"
import { readSettings, settingsLayer } from "../../src/settings/readSettings.ts"
import { Settings, type SettingsValue } from "../../src/settings/Settings.ts"

interface Surroundings {
  /** Files of the configuration folder. */
  readonly files: Readonly<Record<string, string>>
  readonly env?: Record<string, string>
  readonly out?: string
}

/** A configuration folder with these files, and nothing but these variables. */
const surrounded = <A, E, R>({ env = {}, files }: Surroundings, use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const folder = yield* fs.makeTempDirectoryScoped()
    for (const [name, text] of Object.entries(files)) {
      yield* fs.makeDirectory(path.dirname(path.join(folder, name)), { recursive: true })
      yield* fs.writeFileString(path.join(folder, name), text)
    }
    const answer = yield* Effect.result(use(folder))
    return Result.mapError(
      answer,
      (error) => error instanceof Error ? error.message.replaceAll(`${folder}`, "config") : error
    )
  }).pipe(
    Effect.scoped,
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env)),
    Effect.provide(NodeServices.layer)
  )

const reading = (where: Surroundings) =>
  surrounded(where, (configDir) => readSettings({ configDir, out: Option.fromUndefinedOr(where.out) }))

const settings = (where: Surroundings) => Effect.flatMap(reading(where), Effect.fromResult)

const sentence = (where: Surroundings) => Effect.map(reading(where), Result.merge)

const inWords = ({ consent, gateway, store, webhook, ...rest }: SettingsValue) => ({
  ...rest,
  gateway: { authUrl: gateway.authUrl.href, baseUrl: gateway.baseUrl.href },
  consent: { ...consent, callbackUri: consent.callbackUri.href },
  store,
  webhook
})

const defaults: ReturnType<typeof inWords> = {
  gateway: { authUrl: "http://127.0.0.1:8787/", baseUrl: "http://127.0.0.1:8787/" },
  consent: {
    callbackUri: "http://127.0.0.1:8765/callback",
    permissions: [
      "ReadAccountsDetail",
      "ReadBalances",
      "ReadTransactionsCredits",
      "ReadTransactionsDebits",
      "ReadTransactionsDetail"
    ],
    warnDays: [30, 14, 7, 3, 1]
  },
  webhook: { host: "127.0.0.1", port: 8766, path: "/webhook" },
  store: { path: "out", memoryLimit: "auto", threads: 0 },
  export: { formats: ["parquet", "csv"], onBroken: "hold", onUnprovable: "flag", keep: 0 },
  publish: { mode: 0o640 },
  notify: { command: [], webhookUrl: "", heartbeatUrl: "" },
  metrics: { textfile: "" },
  network: { proxy: "", caFile: "", clientCertificateFile: "", clientKeyFile: "" }
}

describe("settings", () => {
  it.effect("of a clone say what the defaults say", () =>
    Effect.gen(function*() {
      const cloned = yield* readSettings({ configDir: "config", out: Option.none() })
      assert.deepEqual(inWords(cloned), defaults)
    }).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({})),
      Effect.provide(NodeServices.layer)
    ))

  it.effect("take the defaults where the file is silent", () =>
    Effect.map(settings({ files: { "daybook.toml": "" } }), (read) => assert.deepEqual(inWords(read), defaults)))

  it.effect("are the file's, then the environment's, then the flag's", () =>
    Effect.gen(function*() {
      const files = {
        "daybook.toml": `[gateway]\nbase_url = "https://ais.example"\n[store]\npath = "file"\n[webhook]\nport = 1`
      }
      const env = { DAYBOOK_STORE_PATH: "environment", DAYBOOK_WEBHOOK_PORT: "2" }
      const byFile = yield* settings({ files })
      assert.deepStrictEqual([byFile.gateway.baseUrl.href, byFile.store.path, byFile.webhook.port], [
        "https://ais.example/",
        "file",
        1
      ])
      const byEnvironment = yield* settings({ files, env })
      assert.deepStrictEqual([byEnvironment.store.path, byEnvironment.webhook.port], ["environment", 2])
      const byFlag = yield* settings({ files, env, out: "flag" })
      assert.deepStrictEqual([byFlag.store.path, byFlag.webhook.port], ["flag", 2])
      const ofLines = yield* settings({
        files,
        env: { DAYBOOK_STORE_PATH: "environment\n", DAYBOOK_WEBHOOK_PORT: "2\r\n" }
      })
      assert.deepStrictEqual([ofLines.store.path, ofLines.webhook.port], ["environment", 2])
    }))

  it.effect("come from the environment under the key's path in constant case, lists by commas or blanks", () =>
    Effect.gen(function*() {
      const read = yield* settings({
        files: { "daybook.toml": "" },
        env: {
          DAYBOOK_GATEWAY_AUTH_URL: "http://127.0.0.1:1/auth",
          DAYBOOK_GATEWAY_BASE_URL: "http://127.0.0.1:2",
          DAYBOOK_CONSENT_CALLBACK_URI: "http://127.0.0.1:3/back",
          DAYBOOK_CONSENT_PERMISSIONS: "ReadAccountsBasic ReadBalances",
          DAYBOOK_CONSENT_WARN_DAYS: "5, 2,1",
          DAYBOOK_WEBHOOK_HOST: "0.0.0.0",
          DAYBOOK_WEBHOOK_PATH: "/hook",
          DAYBOOK_EXPORT_FORMATS: "csv",
          DAYBOOK_EXPORT_ON_BROKEN: "release",
          DAYBOOK_EXPORT_ON_UNPROVABLE: "hold",
          DAYBOOK_PUBLISH_MODE: "0600",
          DAYBOOK_STORE_PATH: "",
          DAYBOOK_NOTIFY_COMMAND: `["mail", "-s", "a night"]`,
          DAYBOOK_NOTIFY_WEBHOOK_URL: "https://hooks.example/a",
          DAYBOOK_NOTIFY_HEARTBEAT_URL: "https://beat.example",
          DAYBOOK_METRICS_TEXTFILE: "daybook.prom",
          DAYBOOK_EXPORT_KEEP: "30",
          DAYBOOK_STORE_MEMORY_LIMIT: "1.5GB",
          DAYBOOK_STORE_THREADS: "2",
          DAYBOOK_NETWORK_PROXY: "http://proxy.example:3128",
          DAYBOOK_NETWORK_CA_FILE: "ca.pem"
        }
      })
      assert.deepEqual(inWords(read), {
        gateway: { authUrl: "http://127.0.0.1:1/auth", baseUrl: "http://127.0.0.1:2/" },
        consent: {
          callbackUri: "http://127.0.0.1:3/back",
          permissions: ["ReadAccountsBasic", "ReadBalances"],
          warnDays: [5, 2, 1]
        },
        webhook: { host: "0.0.0.0", port: 8766, path: "/hook" },
        store: { path: "out", memoryLimit: "1.5GB", threads: 2 },
        export: { formats: ["csv"], onBroken: "release", onUnprovable: "hold", keep: 30 },
        publish: { mode: 0o600 },
        notify: {
          command: ["mail", "-s", "a night"],
          webhookUrl: "https://hooks.example/a",
          heartbeatUrl: "https://beat.example"
        },
        metrics: { textfile: "daybook.prom" },
        network: { proxy: "http://proxy.example:3128", caFile: "ca.pem", clientCertificateFile: "", clientKeyFile: "" }
      })
    }))

  it.effect("and the folder of the rules are one layer", () =>
    surrounded({ files: { "daybook.toml": "" } }, (configDir) =>
      Effect.gen(function*() {
        assert.strictEqual((yield* Settings).store.path, "elsewhere")
        assert.strictEqual(yield* ConfigFolder, configDir)
      }).pipe(Effect.provide(settingsLayer({ configDir, out: Option.some("elsewhere") })))).pipe(
        Effect.flatMap(Effect.fromResult)
      ))

  it.effect.each(
    [
      [
        "[store]\npath = \"a?b\"",
        "config/daybook.toml: store.path: expected a folder without ? * [ ] in its whole path (line 2)"
      ],
      ["[store]\npath = \"\"", "config/daybook.toml: store.path: expected a folder (line 2)"],
      [
        "[gateway]\n\nbase_url = 5",
        "config/daybook.toml: gateway.base_url: expected a text in quotes, such as \"http://127.0.0.1:8787\" (line 3)"
      ],
      [
        "[store]\nmemory_limit = \"some\"",
        "config/daybook.toml: store.memory_limit: expected auto, or a size such as \"512MB\", given \"some\" (line 2)"
      ],
      [
        "[store]\nmemory_limit = \"90 MiB\"",
        "config/daybook.toml: store.memory_limit: expected at least \"128MB\", given \"90 MiB\" (line 2)"
      ],
      [
        "[gateway]\nbase_url = \"ftp://x\"",
        "config/daybook.toml: gateway.base_url: expected an address that starts with http:// or https:// (line 2)"
      ],
      [
        "[gateway]\nbase_url = \"https://me:s3cret@x\"",
        "config/daybook.toml: gateway.base_url: expected an address without user name and password (line 2)"
      ],
      [
        "[gateway]\nbase_url = \"https://x/ais?tenant=1\"",
        "config/daybook.toml: gateway.base_url: expected an address without ? and # (line 2)"
      ],
      [
        "[gateway]\nbase_url = \"https://x/y/ais/v1/\"",
        "config/daybook.toml: gateway.base_url: expected the address without /ais/v1, which is added to it (line 2)"
      ],
      [
        "[gateway]\nauth_url = \"https://x/oauth/token\"",
        "config/daybook.toml: gateway.auth_url: expected the address without /oauth/token, which is added to it (line 2)"
      ],
      ["[gatway]\nbase_url = \"x\"", "config/daybook.toml: gatway: unknown key; did you mean gateway? (line 1)"],
      [
        "[webhook]\nport = 70000",
        "config/daybook.toml: webhook.port: expected a value between 0 and 65535, given 70000 (line 2)"
      ],
      [
        "[consent]\npermissions = [\n  \"ReadAccountsDetail\",\n  \"ReadBalance\"\n]",
        "config/daybook.toml: consent.permissions.1: expected a permission of the standard, such as \"ReadBalances\", given \"ReadBalance\" (line 2)"
      ],
      [
        "[consent]\npermissions = [\"ReadBalances\"]",
        "config/daybook.toml: consent.permissions: ReadAccountsBasic or ReadAccountsDetail is missing (line 2)"
      ],
      [
        "[publish]\nmode = 640",
        "config/daybook.toml: publish.mode: expected a text in quotes, such as \"0640\", given 640 (line 2)"
      ],
      [
        "[publish]\nmode = \"rw\"",
        "config/daybook.toml: publish.mode: expected three octal digits as text, such as \"0640\", given \"rw\" (line 2)"
      ],
      [
        "[export]\nformats = [\"csv\", \"csv\"]",
        "config/daybook.toml: export.formats: expected each format once, given [\"csv\", \"csv\"] (line 2)"
      ],
      ["store = 5", "config/daybook.toml: store: expected a table (line 1)"],
      ["[store\npath = \"x\"", "config/daybook.toml: not TOML: expected ']' (line 1)"]
    ] as const
  )("with a fault name file, key and line: %s", ([text, fault]) =>
    Effect.map(
      sentence({ files: { "daybook.toml": text } }),
      (told) => assert.strictEqual(told, `${fault}; correct it, then: daybook config check`)
    ))

  it.effect("never take a secret from the file, and never print one", () =>
    Effect.map(
      sentence({ files: { "daybook.toml": "[gateway]\nclient_secret = \"s3cret\"" } }),
      (told) =>
        assert.strictEqual(
          told,
          "config/daybook.toml: gateway.client_secret: never stands in a file; set DAYBOOK_GATEWAY_CLIENT_SECRET, or " +
            "DAYBOOK_GATEWAY_CLIENT_SECRET_FILE to the name of its file (line 2); correct it, then: daybook config check"
        )
    ))

  it.effect.each(
    [
      ["network", "proxy", "http://u:s3cret@10.0.0.5:3128", "expected an address without user name and password"],
      ["network", "proxy", "books:s3cret@proxy:3128", "expected an address that starts with http:// or https://"],
      ["notify", "heartbeat_url", "s3cret", "expected an address that starts with http:// or https://"],
      ["webhook", "path", "s3cret", "expected a path that starts with /"],
      ["store", "path", "s3://me:s3cret@b?c", "expected a folder without ? * [ ] in its whole path"]
    ] as const
  )("do not repeat what may be a secret: %s.%s", ([section, key, given, expected]) =>
    Effect.gen(function*() {
      const remedy = "correct it, then: daybook config check"
      const file = { "daybook.toml": `[${section}]\n${key} = "${given}"` }
      assert.strictEqual(
        yield* sentence({ files: file }),
        `config/daybook.toml: ${section}.${key}: ${expected} (line 2); ${remedy}`
      )
      const name = `DAYBOOK_${section}_${key}`.toUpperCase()
      assert.strictEqual(
        yield* sentence({ files: { "daybook.toml": "" }, env: { [name]: given } }),
        `environment: ${name}: ${expected}; ${remedy}`
      )
    }))

  it.effect("repeat nothing that stands where a list of texts or a table should", () =>
    Effect.gen(function*() {
      const files = {
        "daybook.toml": "[notify]\ncommand = \"curl -H s3cret\"\n[metrics]\ntextfile = 20041500000001\n",
        "accounts.toml":
          "[[account]]\nmatch = { identification = 20041500000001 }\n[[account]]\nmatch = 20041500000001\n",
        "institutions/a.toml": "name = 20041500000001\nbulk = \"s3cret\"\n"
      }
      const faults = yield* Effect.flatMap(
        surrounded({ files, env: { DAYBOOK_NOTIFY_COMMAND: "[s3cret" } }, (folder) => checkConfiguration(folder)),
        Effect.fromResult
      )
      assert.deepStrictEqual(faults.map(({ key, message }) => `${key}: ${message}`), [
        "DAYBOOK_NOTIFY_COMMAND: expected a list in [ ], such as []",
        "metrics.textfile: expected a text in quotes, such as \"\"",
        "notify.command: expected a list in [ ], such as []",
        "name: expected a text in quotes",
        "bulk: expected a table",
        "account.0.match.identification: expected a text in quotes",
        "account.1.match: expected a table"
      ])
    }))

  it.effect("do not repeat a secret that lacks its quotes", () =>
    Effect.map(
      sentence({ files: { "daybook.toml": "[gateway]\nclient_secret = s3cret" } }),
      (told) =>
        assert.strictEqual(
          told,
          "config/daybook.toml: not TOML: invalid value (line 2); correct it, then: daybook config check"
        )
    ))

  it.effect("name the variable or the flag that is at fault", () =>
    Effect.gen(function*() {
      const files = { "daybook.toml": "[webhook]\nport = 1" }
      assert.strictEqual(
        yield* sentence({ files, env: { DAYBOOK_WEBHOOK_PORT: "web" } }),
        "environment: DAYBOOK_WEBHOOK_PORT: expected a whole number, such as 8766, given \"web\"; correct it, then: daybook config check"
      )
      assert.strictEqual(
        yield* sentence({ files, out: "" }),
        "flags: --out: expected a folder; correct it, then: daybook config check"
      )
    }))

  it.effect("name what is wrong in the file also where a variable or a flag is laid over it", () =>
    Effect.gen(function*() {
      const files = { "daybook.toml": "[store]\npath = 5\nthreads = \"x\"" }
      const told = yield* sentence({ files, env: { DAYBOOK_STORE_THREADS: "1" }, out: "out" })
      assert.strictEqual(
        told,
        "config/daybook.toml: store.path: expected a text in quotes, such as \"out\" (line 2) (and 1 more fault); " +
          "correct it, then: daybook config check"
      )
    }))

  it.effect("name a variable that is none of ours, with the nearest that is", () =>
    Effect.gen(function*() {
      const files = { "daybook.toml": "" }
      const env = {
        DAYBOOK_GATEWAY_BASEURL: "http://x",
        DAYBOOK_COLOUR: "1",
        DAYBOOK_NOTIFY_SECRET_FILE: "x",
        PATH: "/bin"
      }
      const told = yield* reading({ files, env })
      assert.strictEqual(
        Result.merge(told),
        "environment: DAYBOOK_COLOUR: unknown variable (and 1 more fault); correct it, then: daybook config check"
      )
      assert.strictEqual(
        yield* sentence({ files, env: { DAYBOOK_GATEWAY_BASEURL: "http://x" } }),
        "environment: DAYBOOK_GATEWAY_BASEURL: unknown variable; did you mean DAYBOOK_GATEWAY_BASE_URL?; correct it, " +
          "then: daybook config check"
      )
    }))

  it.effect("say that the folder or the file is not there", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* sentence({ files: {} }),
        "there is no config/daybook.toml; make one with daybook init, or name the folder that holds daybook.toml: --config DIR"
      )
      const nowhere = readSettings({ configDir: "no/such/folder", out: Option.none() }).pipe(
        Effect.flip,
        Effect.provide(NodeServices.layer)
      )
      assert.strictEqual(
        (yield* nowhere).message,
        "there is no no/such/folder; make one with daybook init, or name the folder that holds daybook.toml: --config DIR"
      )
    }))
})

describe("checkConfiguration", () => {
  it.effect("finds nothing wrong in a clone", () =>
    checkConfiguration("config").pipe(
      Effect.map((faults) => assert.deepStrictEqual(faults, [])),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord({})),
      Effect.provide(NodeServices.layer)
    ))

  it.effect("tells all faults of all files", () =>
    surrounded({
      files: {
        "daybook.toml": "[store]\npth = \"x\"\n[webhook]\nport = -1",
        "institutions/a.toml": "bulk = 1\nnam = \"x\"",
        "institutions/b.toml": "name = \"B"
      },
      env: { DAYBOOK_EXPORT_FORMATS: "xml" }
    }, (folder) =>
      Effect.map(checkConfiguration(folder), (faults) =>
        assert.deepStrictEqual(
          faults.map(({ file, key, line, message }) => `${file.split("/").at(-1)} ${key} ${line}: ${message}`),
          [
            "environment DAYBOOK_EXPORT_FORMATS null: expected \"parquet\" or \"csv\", given \"xml\"",
            "daybook.toml store.pth 2: unknown key; did you mean path?",
            "daybook.toml webhook.port 4: expected a value between 0 and 65535, given -1",
            "a.toml bulk 1: expected a table",
            "a.toml nam 2: unknown key; did you mean name?",
            "b.toml null 1: not TOML: unterminated basic string"
          ]
        ))).pipe(Effect.flatMap(Effect.fromResult)))

  it.effect("takes no letter of another encoding for a name", () =>
    surrounded(
      { files: { "daybook.toml": "", "accounts.toml": "", "checks/own.sql": "" } },
      (folder) =>
        Effect.gen(function*() {
          const fs = yield* FileSystem.FileSystem
          // ISO 8859-1, where UTF-8 has two bytes for such a letter.
          const latin = (text: string) => Buffer.from(text, "latin1")
          yield* fs.writeFile(
            `${folder}/accounts.toml`,
            latin("[[account]]\nmatch = { account_key = \"k\" }\nname = \"Müller\"\n")
          )
          yield* fs.writeFile(`${folder}/checks/own.sql`, latin("from accounts where name = 'Müller'"))
          const faults = yield* checkConfiguration(folder)
          assert.deepStrictEqual(
            faults.map(({ file, line, message }) => `${file.split("/").at(-1)} ${line}: ${message}`),
            [
              "accounts.toml 3: not UTF-8: save the file in that encoding",
              "own.sql 1: not UTF-8: save the file in that encoding"
            ]
          )
        })
    ).pipe(Effect.flatMap(Effect.fromResult)))

  it.effect("tells a fault once, also where there are accounts and checks that the settings are read for", () =>
    surrounded(
      {
        files: {
          "daybook.toml": "[export]\nkep = 30\n",
          "accounts.toml": "[[account]]\nmatch = { account_key = \"k\" }\n",
          "checks/none.sql": "from transactions where false\n"
        }
      },
      (folder) =>
        Effect.map(checkConfiguration(folder), (faults) =>
          assert.deepStrictEqual(
            faults.map(({ key, line, message }) => `${key} ${line}: ${message}`),
            [
              "export.kep 2: unknown key; did you mean keep?"
            ]
          ))
    ).pipe(Effect.flatMap(Effect.fromResult)))

  it.effect("tells of a file of [network] that a run could not use", () =>
    surrounded(
      { files: { "daybook.toml": "[network]\nca_file = \"/nowhere/ca.pem\"\n" } },
      (folder) =>
        Effect.map(checkConfiguration(folder), (faults) =>
          assert.deepStrictEqual(faults, [
            { file: "[network]", key: "ca_file", line: null, message: "names a file that cannot be read" }
          ]))
    ).pipe(Effect.flatMap(Effect.fromResult)))

  it.effect("tells of an HTTPS_PROXY that is no address, without what it says, and not where a proxy is set", () =>
    Effect.gen(function*() {
      const faults = (toml: string) =>
        surrounded(
          { files: { "daybook.toml": toml }, env: { HTTPS_PROXY: "books:s3cret@proxy.example:3128" } },
          (folder) => checkConfiguration(folder)
        ).pipe(Effect.flatMap(Effect.fromResult))
      const message = "expected an address that starts with http://, https:// or socks5://"
      assert.deepStrictEqual(yield* faults(""), [{ file: "environment", key: "HTTPS_PROXY", line: null, message }])
      assert.deepStrictEqual(yield* faults("[network]\nproxy = \"http://proxy.example:3128\"\n"), [])
    }))

  it.effect("tells of a variable that names no file with a secret in it", () =>
    surrounded(
      {
        files: { "daybook.toml": "" },
        env: { DAYBOOK_GATEWAY_CLIENT_SECRET_FILE: "/nowhere/secret", DAYBOOK_NOTIFY_SECRET_FILE: import.meta.filename }
      },
      (folder) =>
        Effect.gen(function*() {
          const faults = yield* checkConfiguration(folder)
          for (const key of ["DAYBOOK_GATEWAY_CLIENT_SECRET_FILE", "DAYBOOK_NOTIFY_SECRET_FILE"]) {
            const message = "names a file that cannot be read, or that is no line of text"
            assert.deepInclude(faults, { file: "environment", key, line: null, message })
          }
        })
    ))

  it.effect("tells of a secret of which the variable and its file say two things", () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const file = yield* fs.makeTempFileScoped()
      yield* fs.writeFileString(file, "new\n")
      const env = { DAYBOOK_NOTIFY_SECRET: "old", DAYBOOK_NOTIFY_SECRET_FILE: file }
      const faults = yield* surrounded({ files: { "daybook.toml": "" }, env }, checkConfiguration)
      const message = "says another value than the file that DAYBOOK_NOTIFY_SECRET_FILE names; unset one of the two"
      assert.deepInclude(yield* Effect.fromResult(faults), {
        file: "environment",
        key: "DAYBOOK_NOTIFY_SECRET",
        line: null,
        message
      })
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

  it.effect("names an institution's file that says nothing, and one that wants what Daybook cannot do", () =>
    surrounded({
      files: {
        "daybook.toml": "",
        "institutions/a.toml": "# nothing yet\n",
        "institutions/b.toml": `request_signing = { value = "client", source = "x", checked = 2026-11-21 }`
      }
    }, (folder) =>
      Effect.map(checkConfiguration(folder), (faults) =>
        assert.deepStrictEqual(
          faults.map(({ file, key, line, message }) => `${file.split("/").at(-1)} ${key} ${line}: ${message}`),
          [
            "b.toml request_signing 1: expected \"gateway\": Daybook signs no requests, and a bank that wants that " +
            "cannot be read by it",
            "a.toml null null: says nothing; write what the bank allows, or remove the file"
          ]
        ))).pipe(Effect.flatMap(Effect.fromResult)))

  it.effect("names missing credentials, as a fault where the gateway is no sandbox on this machine", () =>
    Effect.gen(function*() {
      const missing = (toml: string, env: Record<string, string>) =>
        surrounded(
          { files: { "daybook.toml": toml }, env },
          (folder) =>
            Effect.map(missingSecrets(folder), ({ faults, noted }) => ({
              faults: faults.map(({ key, message }) => `${key} ${message}`),
              noted: noted.map(({ key }) => key)
            }))
        ).pipe(Effect.flatMap(Effect.fromResult))
      const id = { DAYBOOK_GATEWAY_CLIENT_ID: "id" }
      const both = { ...id, DAYBOOK_GATEWAY_CLIENT_SECRET: "secret" }
      const elsewhere = "[gateway]\nbase_url = \"https://api.gateway.example\"\n"
      const secret = "DAYBOOK_GATEWAY_CLIENT_SECRET"
      const remedy = (variable: string) =>
        `${variable} is not set; set it, or ${variable}_FILE to the name of a file that holds it`
      assert.deepStrictEqual(yield* missing("", id), { faults: [], noted: [secret] })
      assert.deepStrictEqual(yield* missing(elsewhere, id), { faults: [remedy(secret)], noted: [] })
      assert.deepStrictEqual(yield* missing(elsewhere, both), { faults: [], noted: [] })
      const told = "[notify]\nwebhook_url = \"http://127.0.0.1:9/hook\"\n"
      assert.deepStrictEqual(yield* missing(told, both), { faults: [remedy("DAYBOOK_NOTIFY_SECRET")], noted: [] })
    }))

  it.effect("says that daybook.toml is missing", () =>
    surrounded(
      { files: { "institutions/a.toml": "name = \"A\"" } },
      (folder) =>
        Effect.map(checkConfiguration(folder), (faults) =>
          assert.deepStrictEqual(faults.map(({ key, message }) => [key, message]), [[null, "is missing"]]))
    ).pipe(
      Effect.flatMap(Effect.fromResult)
    ))
})
