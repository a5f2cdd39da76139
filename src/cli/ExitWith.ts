/**
 * How a command ends that has said already what there is to say.
 */
import { Schema } from "effect"

/**
 * A command has said on stdout how things stand, and that is not well: ends with this code. `sentence` goes to stderr as
 * `daybook: <sentence>`; null where the answer says it all. No `failed` line follows on stdout.
 */
export class ExitWith extends Schema.TaggedError<ExitWith>()("ExitWith", {
  exitCode: Schema.Int,
  sentence: Schema.NullOr(Schema.String)
}) {
  override get message() {
    return this.sentence ?? `ended with ${this.exitCode}`
  }
}
