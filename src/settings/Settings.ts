/**
 * What a person decides once: the shape of `config/daybook.toml`. Every key may be left out; the defaults are those of a
 * clone, which talks to the sandbox's usual address. Secrets never stand here.
 *
 * Keys are snake_case in the file and camelCase in code. This is only the shape: `readSettings.ts` reads the file, the
 * environment and the flags.
 */
import { Context, Effect, Schema, SchemaTransformation } from "effect"
import { resolve } from "node:path"
import { invalidCombination, Permission } from "../domain/permission.ts"
import { isPlainAddress, isPlainWebAddress } from "../domain/webAddress.ts"

const isReadable = Schema.makeFilter((permissions: ReadonlyArray<string>) => invalidCombination(permissions) ?? true)

const or = <S extends Schema.Constraint>(value: S["Encoded"]) => Schema.withDecodingDefaultKey<S>(Effect.succeed(value))

// A description goes on before the checks: JSON Schema loses what is annotated behind a check of our own.
const text = (description: string, value: string) => Schema.String.annotate({ description, default: value })

/** A text that a fault may repeat: what goes there is so short and so plain that nobody takes it for a place of a secret. */
const plainText = (description: string, value: string) => text(description, value).annotate({ mayBeTold: true })

const address = (description: string, value: string, ...checks: ReadonlyArray<typeof isPlainWebAddress>) =>
  text(description, value).check(isPlainWebAddress, ...checks).pipe(
    Schema.decodeTo(Schema.URL, SchemaTransformation.urlFromString),
    or(value)
  )

// What stands behind it would stand in the midst of every address that is asked, and a path that is added would stand there twice.
const isBaseOf = (path: string) =>
  Schema.makeFilter((text: string) =>
    /[?#]/.test(text)
      ? "expected an address without ? and #"
      : !text.replace(/\/+$/, "").endsWith(path) || `expected the address without ${path}, which is added to it`
  )

/** What becomes of an account without a clean verdict: kept back, shipped with a flag, or shipped as it is. */
export const VerdictPolicy = Schema.Literals(["hold", "flag", "release"])
export type VerdictPolicy = typeof VerdictPolicy.Type

/** A file format of an export. */
export const ExportFormat = Schema.Literals(["parquet", "csv"])
export type ExportFormat = typeof ExportFormat.Type

const policyOr = (value: VerdictPolicy, description: string) =>
  VerdictPolicy.annotate({ description, default: value }).pipe(or(value))

const Gateway = Schema.Struct({
  authUrl: address(
    "Where tokens come from: the token endpoint is this and /oauth/token.",
    "http://127.0.0.1:8787",
    isBaseOf("/oauth/token")
  ),
  baseUrl: address(
    "Where the interface lies: every path is this and /ais/v1.",
    "http://127.0.0.1:8787",
    isBaseOf("/ais/v1")
  )
}).pipe(Schema.encodeKeys({ authUrl: "auth_url", baseUrl: "base_url" }))

const defaultPermissions = [
  "ReadAccountsDetail",
  "ReadBalances",
  "ReadTransactionsCredits",
  "ReadTransactionsDebits",
  "ReadTransactionsDetail"
] as const

const Consent = Schema.Struct({
  callbackUri: address("Where the bank sends a person after approval.", "http://127.0.0.1:8765/callback"),
  permissions: Schema.Array(
    Permission.annotate({ message: "expected a permission of the standard, such as \"ReadBalances\"" })
  )
    .annotate({ description: "What a new consent asks for.", default: defaultPermissions })
    .check(isReadable)
    .pipe(or(defaultPermissions)),
  warnDays: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3650 })))
    .annotate({ description: "Days before a consent's end on which a person hears of it.", default: [30, 14, 7, 3, 1] })
    .pipe(or([30, 14, 7, 3, 1]))
}).pipe(Schema.encodeKeys({ callbackUri: "callback_uri", warnDays: "warn_days" }))

const Webhook = Schema.Struct({
  host: text("Address to listen on.", "127.0.0.1").check(Schema.isNonEmpty()).pipe(or("127.0.0.1")),
  port: Schema.Int.annotate({ description: "Port to listen on; 0 takes any free one.", default: 8766 })
    .check(Schema.isBetween({ minimum: 0, maximum: 65535 }))
    .pipe(or(8766)),
  path: text("Path to listen on.", "/webhook")
    .check(Schema.isPattern(/^\/[^?#\s]*$/, { expected: "a path that starts with /" }))
    .pipe(or("/webhook"))
})

// DuckDB takes these for patterns, which would read other files too, and puts its log elsewhere where there is a question mark.
const isPlainPath = Schema.makeFilter((path: string) =>
  /[?*[\]]/.test(resolve(path)) ? "expected a folder without ? * [ ] in its whole path" : true
)

const bytesIn: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12 }

// Measured: with less not even a night of a few accounts is taken in.
const isEnoughMemory = Schema.makeFilter((size: string) => {
  const bytes = Number.parseFloat(size) * (bytesIn[size.replaceAll(/[\d. ]/g, "").charAt(0)] ?? 0)
  return size === "auto" || bytes >= 128e6 || "expected at least \"128MB\""
})

const Store = Schema.Struct({
  path: text("Folder of the journal, the book and the exports, relative to the working directory.", "out")
    .check(Schema.isNonEmpty({ expected: "a folder" }), isPlainPath)
    .pipe(or("out")),
  memoryLimit: plainText(
    "The most memory that the database takes before it goes on in temporary files, as DuckDB writes it; auto is a quarter of " +
      "the machine's, at least 320MB and at most 2GB.",
    "auto"
  )
    .check(
      Schema.isPattern(/^(auto|[1-9]\d*(\.\d+)? ?([KMGT]i?B))$/, { expected: "auto, or a size such as \"512MB\"" })
        .abort(),
      isEnoughMemory
    )
    .pipe(or("auto")),
  threads: Schema.Int.annotate({ description: "Threads of the database; 0 is as many as pay.", default: 0 })
    .check(Schema.isBetween({ minimum: 0, maximum: 1024 }))
    .pipe(or(0))
}).pipe(Schema.encodeKeys({ memoryLimit: "memory_limit" }))

const Export = Schema.Struct({
  formats: Schema.Array(ExportFormat)
    .annotate({ description: "File formats of an export.", default: ["parquet", "csv"] })
    .check(
      Schema.isMinLength(1, { expected: "at least one format" }),
      Schema.isUnique({ expected: "each format once" })
    )
    .pipe(or(["parquet", "csv"])),
  onBroken: policyOr("hold", "What becomes of an account whose balances and movements disagree."),
  onUnprovable: policyOr("flag", "What becomes of an account that nothing can prove."),
  keep: Schema.Int.annotate({
    description: "How many exports keep their files, the newest; of older ones the manifests stay. 0 keeps all.",
    default: 0
  })
    .check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
    .pipe(or(0))
}).pipe(Schema.encodeKeys({ onBroken: "on_broken", onUnprovable: "on_unprovable" }))

const FileMode = plainText("Mode of the published files, in octal.", "0640")
  .check(Schema.isPattern(/^0?[0-7]{3}$/, { expected: "three octal digits as text, such as \"0640\"" }))
  .pipe(Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (octal) => Number.parseInt(octal, 8),
      encode: (mode) => mode.toString(8).padStart(4, "0")
    })
  ))

const isAddressOrNone = Schema.makeFilter((text: string) => text === "" || isPlainAddress(text))

/** An address that may be left empty; then nothing is called. */
const optionalAddress = (description: string) => text(description, "").check(isAddressOrNone).pipe(or(""))

const Notify = Schema.Struct({
  command: Schema.Array(Schema.NonEmptyString)
    .annotate({ description: "Program and arguments; gets each notification as JSON on its stdin.", default: [] })
    .pipe(or([])),
  webhookUrl: optionalAddress("Where notifications are posted, signed with DAYBOOK_NOTIFY_SECRET."),
  heartbeatUrl: optionalAddress("Called at a night's beginning (<url>/start) and at its end (<url>/<exit code>).")
}).pipe(Schema.encodeKeys({ webhookUrl: "webhook_url", heartbeatUrl: "heartbeat_url" }))

const file = (description: string) => text(description, "").pipe(or(""))

const Metrics = Schema.Struct({
  textfile: file(
    "Where figures for a monitor are written after each run, as Prometheus reads them; node_exporter takes those that end in .prom."
  )
})

const goTogether = Schema.makeFilter((
  network: { readonly clientCertificateFile: string; readonly clientKeyFile: string }
) =>
  (network.clientCertificateFile === "") === (network.clientKeyFile === "") ? undefined : {
    path: [network.clientKeyFile === "" ? "client_key_file" : "client_certificate_file"],
    issue: "expected the certificate and its key together"
  }
)

const Network = Schema.Struct({
  proxy: optionalAddress(
    "Proxy through which the gateway is reached; where it is empty HTTPS_PROXY and NO_PROXY count."
  ),
  caFile: file("Certificates (PEM) of a private authority, believed beside the public ones."),
  clientCertificateFile: file("Certificate (PEM) by which we show who we are."),
  clientKeyFile: file("Its private key (PEM).")
}).check(goTogether).pipe(Schema.encodeKeys({
  caFile: "ca_file",
  clientCertificateFile: "client_certificate_file",
  clientKeyFile: "client_key_file"
}))

const Publish = Schema.Struct({ mode: FileMode.pipe(or("0640")) })

/**
 * `config/daybook.toml`. Decode with `onExcessProperty: "error"`: an unknown key is a fault. Addresses become `URL`,
 * `publish.mode` a number.
 */
export const SettingsFile = Schema.Struct({
  gateway: Gateway.pipe(or({})),
  consent: Consent.pipe(or({})),
  webhook: Webhook.pipe(or({})),
  store: Store.pipe(or({})),
  export: Export.pipe(or({})),
  publish: Publish.pipe(or({})),
  notify: Notify.pipe(or({})),
  metrics: Metrics.pipe(or({})),
  network: Network.pipe(or({}))
})

export type SettingsValue = typeof SettingsFile.Type

/** The settings of this invocation: file, then environment, then flags. Layer: `settingsLayer` in `readSettings.ts`. */
export class Settings extends Context.Service<Settings, SettingsValue>()("daybook/settings/Settings") {}
