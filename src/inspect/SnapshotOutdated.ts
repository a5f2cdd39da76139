/**
 * A snapshot of before, which cannot answer what is asked of it.
 */
import { Schema } from "effect"

/** The snapshot was made by a version that did not know this; `lacks` says in the past tense what that version did instead. */
export class SnapshotOutdated extends Schema.TaggedError<SnapshotOutdated>()("SnapshotOutdated", {
  path: Schema.String,
  lacks: Schema.String
}) {
  override get message() {
    return `${this.path} was made by an older version, which ${this.lacks}; make it anew: daybook publish`
  }
}
