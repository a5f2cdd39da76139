/**
 * What is wrong in the configuration, each fault with file, key and line.
 */
import { Schema } from "effect"
import type { Finding } from "../domain/Finding.ts"
import { counted } from "../domain/inWords.ts"

/**
 * One thing wrong in the configuration. `file` is the path as it was named, or `environment` or `flags`; `key` the key
 * path, variable or flag; `line` counts from 1. Null where the fault has none, or it is not known. The value itself is
 * told only where no secret can stand.
 */
export const Fault = Schema.Struct({
  file: Schema.String,
  key: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Int),
  message: Schema.String
})
export type Fault = typeof Fault.Type

const inOneLine = ({ file, key, line }: Fault, message: ReadonlyArray<string>): string =>
  `${[file, ...(key === null ? [] : [key]), ...message].join(": ")}${line === null ? "" : ` (line ${line})`}`

/** A fault in one line: file, key, what was expected, line. */
export const describeFault = (fault: Fault): string => inOneLine(fault, [fault.message])

/** Where a fault stands, in one line: file, key, line. */
const placeOf = (fault: Fault): string => inOneLine(fault, [])

/** A fault as something that a person should look at. */
export const faultFinding = (fault: Fault): Finding => ({
  code: "configuration-fault",
  subject: { kind: "configuration", name: placeOf(fault) },
  message: fault.message,
  evidence: { file: fault.file, key: fault.key, line: fault.line }
})

/** The configuration cannot be used as it stands. All its faults are known; the sentence names the first. */
export class ConfigurationInvalid extends Schema.TaggedError<ConfigurationInvalid>()("ConfigurationInvalid", {
  faults: Schema.NonEmptyArray(Fault)
}) {
  override get message() {
    const others = this.faults.length - 1
    const more = others === 0 ? "" : ` (and ${counted(others, "more fault")})`
    return `${describeFault(this.faults[0])}${more}; correct it, then: daybook config check`
  }
}
