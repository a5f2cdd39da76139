/**
 * What a read is made with, and what it is called.
 */
import type { Subject } from "../domain/Finding.ts"
import type { ReadId } from "../domain/identifiers.ts"
import type { Profile } from "../institution/Capability.ts"
import type { ConsentFolder } from "../journal/ConsentFolder.ts"
import type { PlannedRead } from "../plan/PlannedRead.ts"

/** What a read is asked with. */
export interface Reading {
  readonly folder: ConsentFolder
  readonly readId: ReadId
  readonly read: PlannedRead
  readonly bank: Profile
  /** Whether the bank allows today what a second look costs. */
  readonly spare: boolean
}

/** What a read is called in errors, findings and logs. */
export const nameOf = ({ institution, resource }: Pick<PlannedRead, "institution" | "resource">) =>
  `${resource} of ${institution}`

/** What is found in a read is about the account that was asked for, else about the bank. */
export const subjectOf = ({ accountId, institution }: PlannedRead): Subject =>
  accountId === null ? { kind: "institution", name: institution } : { kind: "account", name: accountId }
