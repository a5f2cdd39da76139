/**
 * The client that a sandbox prints when it starts. Its id and secrets follow from the seed, so that it is the same at
 * every start; other clients register on the portal.
 */
import { Redacted } from "effect"
import type { Client } from "./SandboxState.ts"
import { digest, seededBytes, seededText, seededUuid } from "./seeded.ts"

/** The printed client's registered callback. */
const callbackUri = "http://127.0.0.1:8765/callback"

/** Its id, its secrets in clear, and the secret part of its page on the portal. */
export const printedClient = (seed: number) => ({
  id: seededUuid(seed, "client"),
  secret: Redacted.make(seededText(seed, "client secret")),
  webhookSecret: Redacted.make(`whsec_${seededBytes(seed, "webhook secret").toString("base64")}`),
  page: seededText(seed, "client page")
})

export type PrintedClient = ReturnType<typeof printedClient>

/** Its record, as the state keeps it. */
export const recordOfPrinted = (printed: PrintedClient, webhookUrl: string | null): Client => ({
  id: printed.id,
  name: "Daybook",
  secretHash: digest(Redacted.value(printed.secret)),
  webhookSecret: Redacted.value(printed.webhookSecret),
  webhookUrl,
  callbackUris: [callbackUri],
  pageHash: digest(printed.page),
  revoked: false
})

/** Whether a client is the printed one. */
export const isPrinted = (seed: number, client: Client): boolean => client.id === seededUuid(seed, "client")
