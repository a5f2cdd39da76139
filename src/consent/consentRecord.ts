/**
 * A consent's record on its way from the gateway: as the journal keeps it, and in our own words.
 */
import { DateTime, Option } from "effect"
import type { Consent } from "../domain/consent.ts"
import type { Institution } from "../domain/identifiers.ts"
import { codeOf, consentStatusCodes } from "../domain/vocabulary.ts"
import type { ConsentRecord } from "../interface/wire.ts"
import type { ConsentCreated, ConsentRead } from "../journal/events.ts"

const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i

/**
 * An instant of a record. The gateway writes some without a zone, which are taken as UTC, and banks write zero dates, or
 * years of five digits, where they have none; these are taken as none.
 */
export const instantOf = (text: string | null | undefined): Option.Option<DateTime.Utc> => {
  const trimmed = text?.trim() ?? ""
  if (trimmed === "") return Option.none()
  const complete = !trimmed.includes("T") || zoned.test(trimmed) ? trimmed : `${trimmed}Z`
  return DateTime.make(complete.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")).pipe(
    Option.map(DateTime.toUtc),
    Option.filter((instant) => {
      const year = DateTime.getPartUtc(instant, "year")
      return year >= 1900 && year <= 9999
    })
  )
}

const instant = (text: string | null) => Option.getOrNull(instantOf(text))

const isoOf = (text: string | null | undefined) => Option.getOrNull(Option.map(instantOf(text), DateTime.formatIso))

/**
 * A record as the journal keeps it. Instants that cannot be read are none; a record that lists no permissions at all is
 * taken to grant what was asked for.
 */
export const readEventOf = (
  created: typeof ConsentCreated.Type,
  record: typeof ConsentRecord.Type,
  at: string
): typeof ConsentRead.Type => {
  const agreed = record.agreement?.Data ?? {}
  return {
    event: "consent-read",
    at,
    consent_id: created.consent_id,
    status: codeOf(consentStatusCodes, record.status),
    status_sent: record.status,
    deleted: record.deleted ?? false,
    permissions: agreed.Permissions ?? created.permissions,
    expires_at: isoOf(agreed.ExpirationDateTime),
    transaction_from: isoOf(agreed.TransactionFromDateTime),
    transaction_to: isoOf(agreed.TransactionToDateTime),
    created_at: isoOf(record.created_date),
    modified_at: isoOf(record.modified_date)
  }
}

/** A record in our own words, from what the journal keeps of it. */
export const consentOf = (institution: Institution, read: typeof ConsentRead.Type): Consent => ({
  consentId: read.consent_id,
  institution,
  status: read.status,
  deleted: read.deleted,
  permissions: read.permissions,
  expiresAt: instant(read.expires_at),
  transactionFrom: instant(read.transaction_from),
  transactionTo: instant(read.transaction_to)
})
