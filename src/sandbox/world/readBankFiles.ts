/**
 * Reads the model banks from `config/sandbox`, beside this package's source.
 */
import { Effect, FileSystem, Path, Schema, SchemaIssue } from "effect"
import { Toml } from "effect/encoding"
import { BankFile, type BankRules } from "./BankFile.ts"

/** A model bank's file cannot be used. `file` is its path within the package, `key` the key in it, empty for none. */
export class ModelBankInvalid extends Schema.TaggedError<ModelBankInvalid>()("ModelBankInvalid", {
  file: Schema.String,
  key: Schema.String,
  problem: Schema.String
}) {
  override get message() {
    const place = this.key === "" ? this.file : `${this.file}: ${this.key}`
    return `${place}: ${this.problem}; correct it, or restore the file as it was delivered`
  }
}

/** A model bank with those who bank there. */
export interface ModelBank {
  readonly bank: BankRules
  readonly customers: (typeof BankFile.Type)["customers"]
}

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

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const decode = Schema.decodeUnknownEffect(BankFile, { onExcessProperty: "error" })

/** Decodes one file. `file` names it in errors; `institution` is what the gateway calls the bank. */
export const decodeModelBank = Effect.fn("readBankFiles.decode")(function*(
  file: string,
  institution: string,
  text: string
) {
  const table = yield* Effect.fromResult(Toml.parse(text)).pipe(
    Effect.mapError(({ message }) => new ModelBankInvalid({ file, key: "", problem: `not TOML: ${lower(message)}` }))
  )
  const { customers, ...rules } = yield* decode(table).pipe(
    Effect.mapError(({ issue }) => {
      const [first] = formatIssue(issue).issues
      const key = (first?.path ?? []).map(String).join(".")
      return new ModelBankInvalid({ file, key, problem: lower(first?.message ?? "cannot be understood") })
    })
  )
  const model: ModelBank = { bank: { ...rules, institution }, customers }
  return model
})

/** The nearest `config/sandbox` above this file: the package may be run from its source or as emitted. */
const folder = Effect.fn("readBankFiles.folder")(function*() {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (let at = import.meta.dirname; path.dirname(at) !== at; at = path.dirname(at)) {
    const candidate = path.join(at, "config", "sandbox")
    if (yield* fs.exists(candidate)) return candidate
  }
  return yield* new ModelBankInvalid({ file: "config/sandbox", key: "", problem: "there is no such folder" })
})

/** Every model bank, by name. */
export const readBankFiles = Effect.fn("readBankFiles")(
  function*() {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const root = yield* folder()
    const names = (yield* fs.readDirectory(root)).filter((name) => name.endsWith(".toml")).toSorted()
    return yield* Effect.forEach(names, (name) =>
      fs.readFileString(path.join(root, name)).pipe(
        Effect.flatMap((text) => decodeModelBank(`config/sandbox/${name}`, name.slice(0, -".toml".length), text))
      ))
  },
  Effect.catchTag(
    "PlatformError",
    ({ message }) => new ModelBankInvalid({ file: "config/sandbox", key: "", problem: message })
  )
)
