/**
 * Daybook as it is run: the real command line over a store of its own, in a process that can be watched, fed and killed
 * (`start`, `run`), or in this process, where only the cost of a process is saved (`here`); and the files it leaves.
 */
import { Deferred, Effect, Fiber, FileSystem, Schema, Stream } from "effect"
import { ChildProcess } from "effect/process"
import { fileURLToPath } from "node:url"
import { type Ended, endedWith } from "./Ended.ts"
import { invokeWith } from "./invoke.ts"
import { DaybookUnusable, queryFile, queryFileOften } from "./queryFile.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const here = fileURLToPath(new URL(".", import.meta.url))

/** Variables of the environment. */
export type Variables = Readonly<Record<string, string>>

/** A command that is going on. */
export interface Going {
  readonly pid: number
  /** The first line of stdout with this in it. */
  readonly line: (part: string) => Effect.Effect<string>
  readonly ended: Effect.Effect<Ended, DaybookUnusable>
}

/** What one command gets besides its arguments. */
export interface Extras {
  readonly env?: Variables
  /** A module that the process loads first. */
  readonly preload?: string
  /** A command that runs the process, as `unshare` does in a container of its own. */
  readonly under?: readonly [string, ...ReadonlyArray<string>]
}

/** The address of the kill switch with its orders, for `preload`. */
export const killSwitch = (orders: Variables): string => `file://${here}killSwitch.ts?${new URLSearchParams(orders)}`

/** The address of the module that writes what a process took into a file, for `preload`. */
export const processUsage = (out: string): string => `file://${root}bench/processUsage.ts?out=${out}`

/** What it writes: seconds of processor time, and the peak of memory in MB. */
export const Usage = Schema.fromJsonString(Schema.Struct({ cpu: Schema.Finite, memory: Schema.Finite }))

/** All of a stream of bytes as text. */
export const collect = <E, R>(stream: Stream.Stream<Uint8Array, E, R>) =>
  stream.pipe(Stream.decodeText(), Stream.mkString)

/** A configuration with these capability files (TOML) by institution, and nothing that a test does not say. */
export const writeConfig = Effect.fn("Daybook.writeConfig")(
  function*(config: string, rules: Readonly<Record<string, string>>, toml: string) {
    const files = yield* FileSystem.FileSystem
    yield* files.makeDirectory(`${config}/institutions`, { recursive: true })
    yield* files.writeFileString(`${config}/daybook.toml`, toml)
    for (const [institution, text] of Object.entries(rules)) {
      yield* files.writeFileString(`${config}/institutions/${institution}.toml`, text)
    }
  }
)

export class Daybook {
  readonly out: string
  readonly env: Variables
  readonly config: string

  constructor(out: string, env: Variables, config = `${root}config`) {
    this.out = out
    this.env = env
    this.config = config
  }

  /**
   * A Daybook with a new store that lasts as long as the scope, and the variables that name its gateway. With `rules` (or
   * with `{}`) it has a configuration of its own, with `toml` in its `daybook.toml`, else that of the repository.
   */
  static readonly make = Effect.fn("Daybook.make")(
    function*(env: Variables, rules?: Readonly<Record<string, string>>, toml = "") {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-test-" })
      if (rules === undefined) return new Daybook(`${folder}/out`, env)
      yield* writeConfig(`${folder}/config`, rules, toml)
      return new Daybook(`${folder}/out`, env, `${folder}/config`)
    }
  )

  /** The same store with other variables. */
  readonly with = (env: Variables) => new Daybook(this.out, { ...this.env, ...env }, this.config)

  /** The same configuration and variables over another store. */
  readonly over = (out: string) => new Daybook(out, this.env, this.config)

  /** Writes an institution's capability file anew; only for a Daybook with a configuration of its own. */
  readonly setRules = Effect.fn("Daybook.setRules")(function*(this: Daybook, institution: string, text: string) {
    const files = yield* FileSystem.FileSystem
    yield* files.writeFileString(`${this.config}/institutions/${institution}.toml`, text)
  })

  /** Runs a command to its end in this process. The flags for configuration and store come last. */
  readonly here = (...args: ReadonlyArray<string>) => invokeWith(this.env, ...args, ...this.#flags(args))

  /** Starts a command in a process of its own. It is ended with the scope. */
  readonly start = Effect.fn("Daybook.start")(
    function*(this: Daybook, args: ReadonlyArray<string>, extras: Extras = {}) {
      const unusable = (cause: unknown) => new DaybookUnusable({ what: `daybook ${args.join(" ")}`, cause })
      const [command, ...before] = [...extras.under ?? [], `${root}node_modules/.bin/node`]
      const child = yield* ChildProcess.make(
        command ?? "",
        [
          ...before,
          ...extras.preload === undefined ? [] : ["--no-warnings", "--import", extras.preload],
          `${root}src/main.ts`,
          ...args,
          ...this.#flags(args)
        ],
        {
          cwd: root,
          env: {
            PATH: `${root}node_modules/.bin:/usr/local/bin:/usr/bin:/bin`,
            HOME: "/nonexistent",
            // Compiled once for all that is started.
            XDG_CACHE_HOME: `${root}node_modules/.cache`,
            ...this.env,
            ...extras.env
          },
          stdin: "ignore"
        }
      ).pipe(Effect.mapError(unusable))
      const wanted = new Map<string, Deferred.Deferred<string>>()
      let stdout = ""
      const look = () => {
        const lines = stdout.split("\n").slice(0, -1)
        for (const [part, found] of wanted) {
          const line = lines.find((each) => each.includes(part))
          if (line !== undefined) Deferred.doneUnsafe(found, Effect.succeed(line))
        }
      }
      const ended = yield* Effect.all([
        child.stdout.pipe(
          Stream.decodeText(),
          Stream.runForEach((text) =>
            Effect.sync(() => {
              stdout += text
              look()
            })
          )
        ),
        collect(child.stderr),
        // A process that a signal ended has no exit code.
        child.exitCode.pipe(Effect.orElseSucceed(() => 137))
      ], { concurrency: 3 }).pipe(
        Effect.map(([, stderr, exitCode]) => endedWith(args, exitCode, stdout, stderr)),
        Effect.mapError(unusable),
        Effect.forkScoped
      )
      const line = Effect.fn("Daybook.line")(function*(part: string) {
        const found = yield* Deferred.make<string>()
        wanted.set(part, found)
        look()
        return yield* Deferred.await(found)
      })
      const going: Going = { pid: child.pid, line, ended: Fiber.join(ended) }
      return going
    }
  )

  /** Runs a command to its end in a process of its own. */
  readonly run = (...args: ReadonlyArray<string>) => this.runWith({}, ...args)

  readonly runWith = (extras: Extras, ...args: ReadonlyArray<string>) =>
    Effect.scoped(Effect.flatMap(this.start(args, extras), ({ ended }) => ended))

  /** Asks the published file; every value is text. */
  readonly query = (sql: string) => queryFile(`${this.out}/daybook.duckdb`, sql)

  /** Asks it several things at once, which costs one opening. */
  readonly queryOften = (queries: ReadonlyArray<string>) => queryFileOften(`${this.out}/daybook.duckdb`, queries)

  /** Asks the files of an export, `latest` by default; `$folder` stands for it. */
  readonly exported = (sql: string, folder = "exports/latest") =>
    queryFile(":memory:", sql.replaceAll("$folder", `${this.out}/${folder}`))

  #flags(args: ReadonlyArray<string>): ReadonlyArray<string> {
    return args[0] === "sandbox" ? [] : ["--config", this.config, "--out", this.out]
  }
}
