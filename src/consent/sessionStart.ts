/**
 * When a person's session at the bank began. Tokens do not tell, and a record only says when it was last modified; but
 * the journal knows between which two of its looks the consent became authorised.
 */
import { DateTime, Option } from "effect"
import { instantOf } from "./consentRecord.ts"

/** One look at a consent's record. Instants are ISO 8601 in UTC. */
export interface Look {
  readonly at: string
  readonly status: string
  readonly modified_at: string | null
}

/**
 * The beginning of the session that is the latest, from every look at the record, oldest first, and from when the consent
 * was made. Null where it is not authorised.
 *
 * The consent became authorised after the last look that found it otherwise and before the first that found it so. The
 * record's own date of change is taken where it lies between the two; else the first look. A later change of a consent
 * that stays authorised is a new session, unless the date moves with every look, as it does where reading touches it.
 */
export const sessionStart = (createdAt: string, looks: ReadonlyArray<Look>): DateTime.Utc | null => {
  const since = looks.findLastIndex(({ status }) => status !== "AUTH") + 1
  const authorised = looks.slice(since)
  const first = authorised[0]
  if (first === undefined) return null
  const began = within(first.modified_at, looks[since - 1]?.at ?? createdAt, first.at) ?? instant(first.at)
  const changes = authorised.slice(1).filter((look, index) => look.modified_at !== authorised[index]?.modified_at)
  if (changes.length > 1 && changes.length === authorised.length - 1) return began
  const last = changes.at(-1)
  if (last === undefined) return began
  return within(last.modified_at, authorised[authorised.indexOf(last) - 1]?.at ?? first.at, last.at) ?? began
}

/** For so many days it matters to the minute when a session began: what was learned before it is believed no more. */
export const daysOfSession = 8

/**
 * Whether these newest looks at a record tell at `now` what all of them would: when the session began that is the latest, or that
 * it began before any day that matters. A date that has moved with each of them may move with every look: then they do not.
 */
export const tellSession = (looks: ReadonlyArray<Look>, now: DateTime.Utc): boolean => {
  const [oldest] = looks
  if (oldest === undefined) return false
  if (looks.some(({ status }) => status !== "AUTH")) return true
  const at = instant(oldest.at)
  return at !== null && DateTime.isLessThan(DateTime.add(at, { days: daysOfSession }), now) &&
    looks.some((look, index) => index > 0 && look.modified_at === looks[index - 1]?.modified_at)
}

const instant = (text: string) => Option.getOrNull(instantOf(text))

/** The instant, where it lies between two others. */
const within = (text: string | null, from: string, to: string): DateTime.Utc | null => {
  const [it, start, end] = [instant(text ?? ""), instant(from), instant(to)]
  if (it === null || start === null || end === null) return null
  return DateTime.between(it, { minimum: start, maximum: end }) ? it : null
}
