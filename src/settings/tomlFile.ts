/**
 * Reads TOML files and says where in them a fault lies. Lines are found by a plain look at the text, so a key inside a
 * multi-line string would be taken for a key; then only the number told is wrong.
 */
import { Array, Effect, FileSystem, Option, Schema, SchemaIssue } from "effect"
import { Toml } from "effect/encoding"
import { ConfigurationInvalid, type Fault } from "./ConfigurationInvalid.ts"
import { textOf } from "./textOf.ts"
import { faultText, type Shape, shapeOf } from "./tomlShape.ts"

/** A parsed file. `lineOf` is the line of a key, or of the nearest table above it that is written down. */
export interface TomlFile {
  readonly file: string
  readonly table: Record<string, unknown>
  readonly lineOf: (path: ReadonlyArray<PropertyKey>) => number | null
}

// A sentence goes on after a colon; a name keeps its capitals.
const lower = (text: string) => /^[A-Z][a-z]+\b/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const keysOf = (dotted: string) => dotted.split(".").map((key) => key.trim().replace(/^["']|["']$/g, ""))

const lines = (text: string): TomlFile["lineOf"] => {
  const known = new Map<string, number>()
  let table: ReadonlyArray<string> = []
  const counts = new Map<string, number>()
  for (const [index, line] of text.split("\n").entries()) {
    const [, brackets, header] = /^\s*(\[{1,2})([^\]]+)\]/.exec(line) ?? []
    const key = /^\s*([\w.\-"' ]+?)\s*=/.exec(line)?.[1]
    if (header !== undefined) {
      table = keysOf(header)
      if (brackets === "[[") {
        const count = counts.get(header) ?? 0
        counts.set(header, count + 1)
        table = [...table, String(count)]
      }
    }
    const path = header !== undefined ? table : key === undefined ? [] : [...table, ...keysOf(key)]
    for (let depth = path.length; depth > 0; depth--) {
      const name = path.slice(0, depth).join("\n")
      if (!known.has(name)) known.set(name, index + 1)
    }
  }
  return (path) => {
    const names = path.map(String)
    const depth = names.findLastIndex((_, index) => known.has(names.slice(0, index + 1).join("\n")))
    return known.get(names.slice(0, depth + 1).join("\n")) ?? null
  }
}

/** Parses a file's text; one fault with its line where it is not TOML. */
const parseToml = (file: string, text: string): Effect.Effect<TomlFile, ConfigurationInvalid> =>
  Effect.fromResult(Toml.parse(text)).pipe(
    Effect.map((table) => ({ file, table, lineOf: lines(text) })),
    Effect.mapError(({ message }) => {
      const [, what = message, line] = /^(.*) at line (\d+), column \d+$/.exec(message) ?? []
      return new ConfigurationInvalid({
        faults: [{
          file,
          key: null,
          line: line === undefined ? null : Number(line),
          // A value that is not TOML may be a secret without its quotes: it is not repeated.
          message: `not TOML: ${
            lower(what.replace(/^(Invalid value|Invalid date-time|Integer out of range) .*/, "$1"))
          }`
        }]
      })
    })
  )

/** Reads and parses a file; none where there is no such file. */
export const readToml = Effect.fn("tomlFile.readToml")(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* fs.readFile(file).pipe(
    Effect.asSome,
    Effect.catchTag("PlatformError", (error) =>
      error.reason._tag === "NotFound"
        ? Effect.succeed(Option.none<Uint8Array>())
        : new ConfigurationInvalid({ faults: [{ file, key: null, line: null, message: "cannot be read" }] }))
  )
  return yield* Option.match(bytes, {
    onNone: () => Effect.succeed(Option.none<TomlFile>()),
    onSome: (bytes) => textOf(file, bytes).pipe(Effect.flatMap((text) => parseToml(file, text)), Effect.asSome)
  })
})

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    switch (issue._tag) {
      case "UnexpectedKey":
        return "unknown key"
      case "MissingKey":
        return "is missing"
      default:
        return SchemaIssue.defaultLeafHook(issue)
    }
  }
})

/** Everything that a schema finds wrong with a file, in the order of its lines. */
export const faultsOf = (
  toml: TomlFile,
  error: Schema.SchemaError,
  shape: Option.Option<Shape> = Option.none()
): ReadonlyArray<Fault> =>
  formatIssue(error.issue).issues
    .map(({ message, path = [] }) => {
      const keys = path.map((key) => typeof key === "object" ? key.key : key)
      return {
        file: toml.file,
        key: keys.length === 0 ? null : keys.map(String).join("."),
        line: toml.lineOf(keys),
        message: faultText(lower(message), keys, { shape, table: toml.table })
      }
    })
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))

/** Decodes a file; unknown keys are faults, and all faults are told at once. */
export const decodeToml = <T, E>(
  toml: TomlFile,
  schema: Schema.Codec<T, E>
): Effect.Effect<T, ConfigurationInvalid> =>
  Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })(toml.table).pipe(
    Effect.mapError((error) => {
      const faults = faultsOf(toml, error, shapeOf(schema))
      return new ConfigurationInvalid({
        faults: Array.isReadonlyArrayNonEmpty(faults)
          ? faults
          : [{ file: toml.file, key: null, line: null, message: error.message }]
      })
    })
  )
