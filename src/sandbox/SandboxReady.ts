/**
 * What a started sandbox says about itself: the ready line of `daybook sandbox --json`, and the lines that a shell can
 * source.
 */
import { Redacted, Schema } from "effect"

const Secret = Schema.RedactedFromValue(Schema.String)

/** The ready line. Secrets stay redacted until it is encoded. */
export const SandboxReady = Schema.Struct({
  ready: Schema.Literal(true),
  auth_url: Schema.String,
  base_url: Schema.String,
  portal_url: Schema.String,
  control_url: Schema.String,
  openapi_url: Schema.String,
  /** The printed client's own page on the portal: its webhook deliveries. */
  client_url: Schema.String,
  client_id: Schema.String,
  client_secret: Secret,
  webhook_secret: Secret,
  callback_uris: Schema.Array(Schema.String),
  clock: Schema.DateTimeUtcFromString,
  seed: Schema.Int,
  institutions: Schema.Array(Schema.String),
  customers: Schema.Array(Schema.Struct({
    institution: Schema.String,
    username: Schema.String,
    password: Schema.String
  }))
})
export type SandboxReady = typeof SandboxReady.Type

/** Lines that a shell can source: what Daybook reads as `export`s, the rest as comments. */
export const readyLines = (ready: SandboxReady): ReadonlyArray<string> => [
  "# The sandbox stands. Source these lines in the shell that runs daybook:",
  `export DAYBOOK_GATEWAY_AUTH_URL=${ready.auth_url}`,
  `export DAYBOOK_GATEWAY_BASE_URL=${ready.base_url}`,
  `export DAYBOOK_GATEWAY_CLIENT_ID=${ready.client_id}`,
  `export DAYBOOK_GATEWAY_CLIENT_SECRET=${Redacted.value(ready.client_secret)}`,
  `export DAYBOOK_WEBHOOK_SECRET=${Redacted.value(ready.webhook_secret)}`,
  `# portal ${ready.portal_url} · control ${ready.control_url} · interface ${ready.openapi_url}`,
  `# callback ${ready.callback_uris.join(" ")} (any port) · webhook deliveries ${ready.client_url}/deliveries`,
  `# clock ${ready.clock.toJSON()} · seed ${ready.seed}`,
  ...ready.institutions.map((institution) =>
    `# ${institution}: ${
      ready.customers.filter((customer) => customer.institution === institution)
        .map(({ password, username }) => `${username} / ${password}`).join(", ")
    }`
  ),
  "# It runs until it is interrupted (Ctrl-C)."
]
