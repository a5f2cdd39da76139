/**
 * The README's table of variables, from the schema by which the program reads its settings.
 */
import { secretVariables, variables } from "../../../src/settings/readSettings.ts"

/** What a secret is. A secret that is missing here is not described. */
const secrets: Readonly<Record<string, string>> = {
  DAYBOOK_GATEWAY_CLIENT_ID: "The client's id.",
  DAYBOOK_GATEWAY_CLIENT_SECRET: "The client's secret.",
  DAYBOOK_WEBHOOK_SECRET: "The key by which the gateway signs its webhooks.",
  DAYBOOK_NOTIFY_SECRET: "The key that signs notifications to a webhook."
}

const cell = (text: string) => text.replaceAll("|", "\\|")

/** The lines of the table: every key with its variable, then the secrets. */
export const settingsTable = [
  "| variable | key | meaning |",
  "| --- | --- | --- |",
  ...variables.map(({ description, key, name, section }) =>
    `| \`${name}\` | \`[${section}] ${key}\` | ${cell(description)} |`
  ),
  ...[...secretVariables.values()].map((name) =>
    `| \`${name}\` | none | ${secrets[name] ?? ""} Or \`${name}_FILE\`, a file that holds it. |`
  )
].join("\n")

/** A README with the table of today in its place. */
export const withSettingsTable = (readme: string): string => {
  const start = readme.indexOf("| variable ")
  const end = readme.indexOf("\n\n", start)
  return `${readme.slice(0, start)}${settingsTable}${readme.slice(end)}`
}
