/**
 * The identifiers that travel through the whole house. Each is opaque: nothing is ever read out of one.
 *
 * Those that become folder or file names (consent, institution, run) are limited to characters that are safe there.
 */
import { Schema } from "effect"

const fileSafe = Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/)

/** What stands beside the consents' folders in a journal; some file systems do not tell capitals apart. */
const isOurs = /^(?:runs|world\.json.*)$/i

const notOurs = Schema.makeFilter((name: string) =>
  isOurs.test(name) ? "expected another name than those of the journal" : true
)

/** A consent at the gateway: a UUID in the interface, up to 128 characters in the standard. It names its folder. */
export const ConsentId = Schema.String.check(fileSafe, notOurs).pipe(Schema.brand("ConsentId"))
export type ConsentId = typeof ConsentId.Type

const nameSafe = Schema.isPattern(/^(?![. ])[^\p{Cc}/\\]{1,128}(?<! )$/u)

/** A bank as the gateway names it: mostly country prefix, bank, account kind, joined by underscores. Names its file. */
export const Institution = Schema.String.check(nameSafe).pipe(Schema.brand("Institution"))
export type Institution = typeof Institution.Type

/** One run: its number in the store, six digits, a dash, and eight random characters. Sorts by age. */
export const RunId = Schema.String.check(fileSafe).pipe(Schema.brand("RunId"))
export type RunId = typeof RunId.Type

/** An account as one consent names it (`AccountId`). A bank may give another one with each consent. */
export const AccountId = Schema.NonEmptyString.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

/** An account as Daybook knows it, whatever consents lead to it: 32 hexadecimal digits. */
export const AccountKey = Schema.NonEmptyString.pipe(Schema.brand("AccountKey"))
export type AccountKey = typeof AccountKey.Type

/** One planned read, unique in the store: run id, a dash, a number. */
export const ReadId = Schema.NonEmptyString.pipe(Schema.brand("ReadId"))
export type ReadId = typeof ReadId.Type
