/**
 * Commands that are promised and that this version has not. Each answers with a sentence; help does not show them.
 */
import { Schema } from "effect"
import { Argument, Command } from "effect/cli"

/** The one list of them. */
export const notYetBuilt = [
  "institution probe",
  "match",
  "verify",
  "backup",
  "restore",
  "doctor"
] as const

/** The command is known but not built. */
export class NotYetBuilt extends Schema.TaggedError<NotYetBuilt>()("NotYetBuilt", { command: Schema.String }) {
  override get message() {
    return `"daybook ${this.command}" is not built yet; see what is: daybook --help`
  }
}

const words = Argument.String("words").pipe(Argument.variadic())

/** The unbuilt commands of a group, null for those that belong to none. */
export const placeholders = (group: string | null) =>
  notYetBuilt
    .map((command) => command.split(" "))
    .filter((path) => path.length === 1 ? group === null : path[0] === group)
    .map((path) =>
      Command.make(path.at(-1) ?? "", { words }, () => new NotYetBuilt({ command: path.join(" ") })).pipe(
        Command.unlisted
      )
    )
