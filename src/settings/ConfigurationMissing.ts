/**
 * There is no configuration to read.
 */
import { Schema } from "effect"

/** There is no configuration at `path`: the folder does not exist, or it holds no `daybook.toml`. */
export class ConfigurationMissing extends Schema.TaggedError<ConfigurationMissing>()("ConfigurationMissing", {
  path: Schema.String
}) {
  override get message() {
    return `there is no ${this.path}; make one with daybook init, or name the folder that holds daybook.toml: --config DIR`
  }
}
