/**
 * What was wrong with a command line, in one sentence.
 */
import type { CliError } from "effect/cli"
import { NotYetBuilt, notYetBuilt } from "./placeholders.ts"

const meant = (suggestions: ReadonlyArray<string>) =>
  suggestions.length === 0 ? "" : ` (did you mean ${suggestions.join(" or ")}?)`

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "")

const expectation = (text: string) => oneLine(text).replace(/^(Schema validation failed: )?expected:? /i, "")

/** A flag that stands too often comes with the value "2 occurrences". */
const invalidValue = ({ expected, kind, option, value }: CliError.InvalidValue): string => {
  const name = kind === "flag" ? `--${option}` : `<${option}>`
  const [, times] = /^(\d+) occurrences$/.exec(value) ?? []
  if (times !== undefined) return `${name} stands there ${times} times, expected ${expectation(expected)}`
  return value === ""
    ? `${name} has no value, expected ${expectation(expected)}`
    : `${name} is ${JSON.stringify(value)}, expected ${expectation(expected)}`
}

const describe = (error: CliError.NonShowHelpErrors): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `there is no flag ${error.option}${meant(error.suggestions)}`
    case "UnknownSubcommand":
      return `there is no command ${error.subcommand}${meant(error.suggestions)}`
    case "UnexpectedArgument":
      return `nothing is expected in the place of ${error.arguments.join(" ")}`
    case "MissingOption":
      return `the flag --${error.option} is missing`
    case "MissingArgument":
      return `<${error.argument}> is missing`
    case "InvalidValue":
      return invalidValue(error)
    default:
      return oneLine(error.message)
  }
}

/** The first fault of a command line and where to read on; null where help alone was wanted. */
export const usageSentence = (error: CliError.CliError): string | null => {
  if (error._tag !== "ShowHelp") return error.message
  const { commandPath, errors: [first] } = error
  if (first === undefined) return null
  const command = commandPath.slice(1).join(" ")
  return notYetBuilt.some((name) => name === command)
    ? new NotYetBuilt({ command }).message
    : `${describe(first)}; see: ${commandPath.join(" ")} --help`
}
