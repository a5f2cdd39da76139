/**
 * Something that a person or another program is told once, and where it is told: as JSON on the stdin of a command, and as
 * the body of a webhook.
 */
import { Schema } from "effect"
import { createHash } from "node:crypto"
import type { Subject } from "../domain/Finding.ts"

/** The occasions. `consent-ending`: one of the days of `[consent] warn_days` was reached. */
export const NotificationType = Schema.Literals([
  "person-needed",
  "consent-ending",
  "held",
  "finding",
  "question",
  "run-failed",
  "export"
])
export type NotificationType = typeof NotificationType.Type

/** A notification. The same occasion has the same `id`, however often it is sent. `at` is in the time of the store's world. */
export const Notification = Schema.Struct({
  id: Schema.String,
  type: NotificationType,
  at: Schema.String,
  subject: Schema.Struct({
    kind: Schema.Literals(["store", "institution", "consent", "account", "run", "table", "configuration"]),
    name: Schema.String
  }),
  message: Schema.String,
  evidence: Schema.Record(Schema.String, Schema.Unknown)
})
export type Notification = typeof Notification.Type

/** The same before it is told; `occasion` tells it from others of its type and subject. */
export interface Notice {
  readonly type: NotificationType
  readonly subject: Subject
  readonly occasion: string
  readonly message: string
  readonly evidence: { readonly [fact: string]: unknown }
}

/** The id of an occasion. */
export const idOf = ({ occasion, subject, type }: Pick<Notice, "type" | "subject" | "occasion">): string =>
  `ntf_${
    createHash("sha256").update([type, subject.kind, subject.name, occasion].join("\0")).digest("hex").slice(0, 32)
  }`

/** A notice as it is told from now on. */
export const notificationOf = (notice: Notice, at: string): Notification => ({
  id: idOf(notice),
  type: notice.type,
  at,
  subject: notice.subject,
  message: notice.message,
  evidence: notice.evidence
})
