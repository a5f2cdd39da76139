/**
 * How a command ends that has said already what there is to say.
 */
import { Schema } from "effect"
import { Outcome } from "../domain/Outcome.ts"

/**
 * A command has said on stdout how things stand, and that is not well: ends with the exit code of this outcome. `sentence`
 * goes to stderr as `daybook: <sentence>`; null where the answer says it all. No `failed` line follows on stdout.
 */
export class ExitWith extends Schema.TaggedError<ExitWith>()("ExitWith", {
  outcome: Outcome,
  sentence: Schema.NullOr(Schema.String)
}) {
  override get message() {
    return this.sentence ?? `ended as ${this.outcome}`
  }
}
