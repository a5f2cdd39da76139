/**
 * Daybook as a shell runs it: processes of the real command line over one store, which can be watched, fed and killed.
 */
import { Deferred, Effect, Fiber, FileSystem, Stream } from "effect"
import { ChildProcess } from "effect/process"
import { fileURLToPath } from "node:url"
import { collect, DaybookUnusable, queryFile } from "../support/daybook.ts"

export const root = fileURLToPath(new URL("../..", import.meta.url))

const here = fileURLToPath(new URL(".", import.meta.url))

type Line = Readonly<Record<string, unknown>>

const isLine = (value: unknown): value is Line => typeof value === "object" && value !== null && !Array.isArray(value)

/** The lines of a text that are JSON objects. */
export const jsonLines = (text: string): ReadonlyArray<Line> =>
  text.split("\n").filter((line) => line.startsWith("{")).flatMap((line) => {
    const value: unknown = JSON.parse(line)
    return isLine(value) ? [value] : []
  })

/** How a command ended; 137 stands for `kill -9`. */
export interface Ended {
  readonly command: string
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly lines: ReadonlyArray<Line>
}

/** A command that is going on. */
export interface Going {
  readonly pid: number
  /** The first line of stdout with this in it. */
  readonly line: (part: string) => Effect.Effect<string>
  readonly ended: Effect.Effect<Ended, DaybookUnusable>
}

/** What one command gets besides its arguments. */
export interface Extras {
  readonly env?: Readonly<Record<string, string>>
  /** A module that the process loads first. */
  readonly preload?: string
}

/** The address of the kill switch with its orders, for `preload`. */
export const killSwitch = (orders: Readonly<Record<string, string>>): string =>
  `file://${here}killSwitch.ts?${new URLSearchParams(orders)}`

/** The address of the module that writes a process's peak memory, in MB, into a file, for `preload`. */
export const peakMemory = (out: string): string => `file://${root}bench/peakMemory.ts?out=${out}`

export class Shell {
  readonly out: string
  readonly env: Readonly<Record<string, string>>
  readonly config: string

  constructor(out: string, env: Readonly<Record<string, string>>, config = `${root}config`) {
    this.out = out
    this.env = env
    this.config = config
  }

  /** A shell with a new store that lasts as long as the scope, and the variables that a gateway's ready lines export. */
  static readonly make = Effect.fn("Shell.make")(function*(env: Readonly<Record<string, string>>) {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-e2e-" })
    return new Shell(`${folder}/out`, env)
  })

  /** The same store with other variables. */
  readonly with = (env: Readonly<Record<string, string>>) => new Shell(this.out, { ...this.env, ...env }, this.config)

  /** The same configuration and variables over another store. */
  readonly over = (out: string) => new Shell(out, this.env, this.config)

  /** Starts a command. It is ended with the scope. */
  readonly start = Effect.fn("Shell.start")(function*(this: Shell, args: ReadonlyArray<string>, extras: Extras = {}) {
    const command = `daybook ${args.join(" ")}`
    const unusable = (cause: unknown) => new DaybookUnusable({ what: command, cause })
    const child = yield* ChildProcess.make(
      `${root}node_modules/.bin/node`,
      [
        ...extras.preload === undefined ? [] : ["--no-warnings", "--import", extras.preload],
        `${root}src/main.ts`,
        ...args,
        ...args[0] === "sandbox" ? [] : ["--config", this.config, "--out", this.out]
      ],
      {
        cwd: root,
        env: {
          PATH: `${root}node_modules/.bin:/usr/local/bin:/usr/bin:/bin`,
          HOME: "/nonexistent",
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
      Effect.map(([, stderr, exitCode]): Ended => ({ command, exitCode, stdout, stderr, lines: jsonLines(stdout) })),
      Effect.mapError(unusable),
      Effect.forkScoped
    )
    const line = Effect.fn("Shell.line")(function*(part: string) {
      const found = yield* Deferred.make<string>()
      wanted.set(part, found)
      look()
      return yield* Deferred.await(found)
    })
    const going: Going = { pid: child.pid, line, ended: Fiber.join(ended) }
    return going
  })

  /** Runs a command to its end. */
  readonly run = (...args: ReadonlyArray<string>) => this.runWith({}, ...args)

  readonly runWith = (extras: Extras, ...args: ReadonlyArray<string>) =>
    Effect.scoped(Effect.flatMap(this.start(args, extras), ({ ended }) => ended))

  /** Asks the published file; every value is text. */
  readonly query = (sql: string) => queryFile(`${this.out}/daybook.duckdb`, sql)

  /** Asks the files of an export, `latest` by default; `$folder` stands for it. */
  readonly exported = (sql: string, folder = "exports/latest") =>
    queryFile(":memory:", sql.replaceAll("$folder", `${this.out}/${folder}`))
}
