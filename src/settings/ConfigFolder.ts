/**
 * The folder of the configuration.
 */
import { Context } from "effect"

/** The configuration folder, as it was named: of `daybook.toml` and of `institutions/`. */
export const ConfigFolder = Context.Reference<string>("daybook/settings/ConfigFolder", {
  defaultValue: () => "config"
})
