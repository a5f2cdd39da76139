/**
 * One model bank as its file says it, or what is wrong with the file.
 */
import { Effect, Schema, SchemaIssue } from "effect"
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
export const decodeModelBank = Effect.fn("ModelBankFile.decode")(function*(
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
