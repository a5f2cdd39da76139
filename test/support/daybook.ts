/**
 * Daybook as a person runs it: the real command line in a process of its own, with a store of its own, and the files it
 * leaves, read by DuckDB.
 */
import { DuckDBInstance } from "@duckdb/node-api"
import { Effect, FileSystem, Schema, Stream } from "effect"
import { ChildProcess } from "effect/process"
import { fileURLToPath } from "node:url"

/** Where Daybook finds its gateway. */
export interface GatewayAccess {
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
}

/** How a command ended. `lines` are those of stdout that are JSON. */
export interface Ending {
  readonly args: ReadonlyArray<string>
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly lines: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/** A row as DuckDB gives it: decimals, days and instants as text. */
export type Row = Readonly<Record<string, string>>

/** A command that could not be run, or a file that DuckDB could not read. */
export class DaybookUnusable extends Schema.TaggedError<DaybookUnusable>()("DaybookUnusable", {
  what: Schema.String,
  cause: Schema.Defect()
}) {
  override get message() {
    return `${this.what}: ${this.cause instanceof Error ? this.cause.message : JSON.stringify(this.cause)}`
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const jsonLines = (text: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  text.split("\n").filter((line) => line.startsWith("{")).flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return isRecord(value) ? [value] : []
    } catch {
      return []
    }
  })

/** All of a stream of bytes as text. */
export const collect = <E, R>(stream: Stream.Stream<Uint8Array, E, R>) =>
  stream.pipe(Stream.decodeText(), Stream.mkString)

/** Reads a DuckDB file, or with `:memory:` whatever files a query names. Every value comes as text. */
export const queryFile = Effect.fn("Daybook.queryFile")(function*(path: string, sql: string) {
  return yield* Effect.tryPromise({
    try: () =>
      DuckDBInstance.create(path, path === ":memory:" ? {} : { access_mode: "READ_ONLY" }).then((instance) =>
        instance.connect()
          .then((connection) =>
            connection.runAndReadAll(`select columns(*)::varchar from (${sql})`).finally(() => connection.closeSync())
          )
          .then((reader) =>
            reader.getRowObjectsJson().map((row): Row =>
              Object.fromEntries(
                Object.entries(row).map(([name, value]) => [name, value === null ? "" : String(value)])
              )
            )
          )
          .finally(() => instance.closeSync())
      ),
    catch: (cause) => new DaybookUnusable({ what: `cannot query ${path}`, cause })
  })
})

export class Daybook {
  readonly out: string
  readonly #env: Readonly<Record<string, string>>
  readonly #flags: ReadonlyArray<string>

  constructor(out: string, env: Readonly<Record<string, string>>, flags: ReadonlyArray<string>) {
    this.out = out
    this.#env = env
    this.#flags = flags
  }

  /**
   * A Daybook with a temporary store that lasts as long as the scope. `rules` are capability files by institution
   * (TOML); without any it knows no institution of the gateway and takes the cautious defaults.
   */
  static readonly make = Effect.fn("Daybook.make")(
    function*(gateway: GatewayAccess, rules: Readonly<Record<string, string>> = {}) {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-test-" })
      const config = `${folder}/config`
      yield* files.makeDirectory(`${config}/institutions`, { recursive: true })
      yield* files.writeFileString(
        `${config}/daybook.toml`,
        `[gateway]\nauth_url = "${gateway.origin}"\nbase_url = "${gateway.origin}"\n`
      )
      for (const [institution, text] of Object.entries(rules)) {
        yield* files.writeFileString(`${config}/institutions/${institution}.toml`, text)
      }
      const env = {
        PATH: `${root}/node_modules/.bin:/usr/local/bin:/usr/bin:/bin`,
        HOME: folder,
        DAYBOOK_GATEWAY_AUTH_URL: gateway.origin,
        DAYBOOK_GATEWAY_BASE_URL: gateway.origin,
        DAYBOOK_GATEWAY_CLIENT_ID: gateway.clientId,
        DAYBOOK_GATEWAY_CLIENT_SECRET: gateway.clientSecret
      }
      return new Daybook(`${folder}/out`, env, ["--config", config, "--out", `${folder}/out`])
    }
  )

  /** Runs a command to its end. The flags for configuration and store come last. */
  readonly run = Effect.fn("Daybook.run")((...args: ReadonlyArray<string>) =>
    Effect.scoped(Effect.gen({ self: this }, function*() {
      const child = yield* ChildProcess.make(
        `${root}/node_modules/.bin/node`,
        [`${root}/src/main.ts`, ...args, ...this.#flags],
        { cwd: root, env: this.#env, stdin: "ignore" }
      )
      const [stdout, stderr, exitCode] = yield* Effect.all(
        [collect(child.stdout), collect(child.stderr), child.exitCode],
        { concurrency: 3 }
      )
      const ending: Ending = { args, exitCode, stdout, stderr, lines: jsonLines(stdout) }
      return ending
    })).pipe(
      Effect.timeout("2 minutes"),
      Effect.mapError((cause) => new DaybookUnusable({ what: `daybook ${args.join(" ")}`, cause }))
    )
  )

  /** Asks the published file. */
  readonly query = Effect.fn("Daybook.query")((sql: string) => queryFile(`${this.out}/daybook.duckdb`, sql))

  /** Reads a dataset of the newest export. */
  readonly exported = Effect.fn("Daybook.exported")((file: string) => {
    const path = `${this.out}/exports/latest/${file}`
    return queryFile(
      ":memory:",
      file.endsWith(".csv")
        ? `select * from read_csv('${path}', all_varchar = true, header = true, delim = ',', quote = '"', escape = '"')`
        : `select * from read_parquet('${path}')`
    )
  })
}
