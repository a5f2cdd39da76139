/**
 * What the sandbox remembers: its seed, its clock, who may ask and what people decided. Everything else follows from
 * these. With a state file every change is written before it is answered.
 *
 * Client secrets are kept as SHA-256 (they have 256 random bits). A webhook secret signs what we send and so must be
 * kept as it is; the file is readable by its owner only.
 */
import { Schema } from "effect"
import { Permission } from "../../domain/permission.ts"

const Instant = Schema.Int

/** A registered client application. */
export const Client = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  secretHash: Schema.String,
  webhookSecret: Schema.String,
  webhookUrl: Schema.NullOr(Schema.String),
  callbackUris: Schema.Array(Schema.String),
  /** Hash of the secret part of its page on the portal. */
  pageHash: Schema.String,
  revoked: Schema.Boolean
})
export type Client = typeof Client.Type

/** A consent and everything decided about it. Instants are milliseconds since 1970 in the sandbox's time. */
export const Consent = Schema.Struct({
  /** 1 for the first consent of this sandbox: its id follows from it. */
  number: Schema.Int,
  id: Schema.String,
  clientId: Schema.String,
  institution: Schema.String,
  permissions: Schema.Array(Permission),
  callbackUri: Schema.String,
  /** As decided; that it has expired is seen from the clock. */
  status: Schema.Literals(["AWAU", "AUTH", "RJCT", "CANC"]),
  deleted: Schema.Boolean,
  createdAt: Instant,
  modifiedAt: Instant,
  expiresAt: Instant,
  transactionFrom: Instant,
  /** When the person last stood at the bank's door: the first session runs from here. */
  authorisedAt: Schema.NullOr(Instant),
  /** ModelBanks ids of the accounts the person chose. */
  accounts: Schema.Array(Schema.String),
  wrongPasswords: Schema.Int
})
export type Consent = typeof Consent.Type

/** The clock: standing at an instant, or wall time plus what control has added. */
export const ClockSetting = Schema.Struct({ standing: Schema.NullOr(Instant), added: Schema.Int })
export type ClockSetting = typeof ClockSetting.Type

/** The whole of it, as the state file holds it. */
export const SandboxState = Schema.Struct({
  version: Schema.Literal(1),
  seed: Schema.Int,
  /** When the sandbox's clock first stood. */
  origin: Instant,
  clock: ClockSetting,
  clients: Schema.Array(Client),
  consents: Schema.Array(Consent)
})
export type SandboxState = typeof SandboxState.Type

/** The state file cannot be used as it is. */
export class StateUnreadable extends Schema.TaggedError<StateUnreadable>()("StateUnreadable", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `the state file ${this.file} cannot be used: ${this.reason}; move it away to begin anew`
  }
}

/** A change could not be written to the state file, and so did not happen. */
export class StateNotWritten extends Schema.TaggedError<StateNotWritten>()("StateNotWritten", {
  file: Schema.String,
  /** Why the machine does not let it be written; null where another sandbox has written it. */
  cause: Schema.NullOr(Schema.Defect())
}) {
  override get message() {
    return this.cause === null
      ? `the state file ${this.file} is written by another sandbox too; end one of them, or name another file with --state`
      : `the state file ${this.file} could not be written; make room or name another one with --state`
  }
}
