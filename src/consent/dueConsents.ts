/**
 * Which consents are to be asked about, and of which of them that are closed somebody must hear. A night goes by it, and so does
 * whoever looks at the store between two nights. Pure.
 */
import { DateTime, Option } from "effect"
import { isFinal, stateSaid } from "../domain/consentState.ts"
import type { ConsentId, Institution } from "../domain/identifiers.ts"
import type { Problem } from "../domain/Problem.ts"
import { type KnownConsent, stateOf } from "../journal/knownConsents.ts"

/** Whether a consent is known to have been alive; only then is its end something to hear of. */
export const wasAlive = ({ latest, wasApproved }: KnownConsent): boolean =>
  wasApproved || (Option.isSome(latest) && !["AWAU", "RJCT"].includes(latest.value.status))

/** Whether it was approved, and is to be approved again, or was refused or withdrawn since: it may have been read before. */
export const isUnapproved = ({ latest, wasApproved }: KnownConsent): boolean =>
  wasApproved && Option.exists(latest, ({ status }) => ["waiting", "rejected", "revoked"].includes(stateSaid(status)))

/**
 * Whether its end is known since its record was last read. One that has ended since is asked about: somebody must hear. A clock that
 * was ahead of now when it was read has seen no end that is not there now.
 */
const isOver = (consent: KnownConsent, now: DateTime.Utc): boolean => {
  const { at } = Option.getOrElse(consent.latest, () => consent.created)
  return isUnapproved(consent) || isFinal(stateOf(consent, DateTime.min(DateTime.makeUnsafe(at), now)))
}

/**
 * Whether its person may give it again, as long as its day has not come: where it was withdrawn. Some banks say that it has ended instead
 * (docs/bank-facts.md, 1.5).
 */
const mayBeGivenAgain = ({ latest }: KnownConsent, now: DateTime.Utc): boolean =>
  Option.exists(latest, ({ deleted, expires_at, status }) =>
    !deleted && (expires_at === null
      ? stateSaid(status) === "revoked"
      : ["revoked", "expired"].includes(stateSaid(status)) &&
        DateTime.isGreaterThan(DateTime.makeUnsafe(expires_at), now)))

/** Consents as a night looks at them first. */
export interface DueConsents {
  /**
   * Those to be asked about: what is not over, and what is where its bank has no other that lives. One that still waits for its
   * person is among them, so that a run takes it up once it is approved.
   */
  readonly due: ReadonlyArray<KnownConsent>
  /** Those that are over while their bank has another: somebody must hear of them where no other opens an account of theirs. */
  readonly over: ReadonlyArray<KnownConsent>
  /** Those of them that were withdrawn, and that their persons may give again: only their records tell. */
  readonly withdrawn: ReadonlyArray<KnownConsent>
  /** Those that live. */
  readonly living: ReadonlyArray<KnownConsent>
}

/** Which consents are to be asked about, as far as their records tell. */
export const dueConsents = (known: ReadonlyArray<KnownConsent>, now: DateTime.Utc): DueConsents => {
  const used = known.filter(({ retired }) => Option.isNone(retired))
  const living = used.filter((consent) => stateOf(consent, now)._tag === "live")
  const served = new Set(living.map(({ institution }) => institution))
  const isServed = ({ institution }: KnownConsent) => served.has(institution)
  const over = new Set(used.filter((consent) => isOver(consent, now)))
  const asked = used.filter((consent) => !over.has(consent) || wasAlive(consent))
  const overBesideOthers = asked.filter((consent) => over.has(consent) && isServed(consent))
  return {
    due: asked.filter((consent) => !over.has(consent) || !isServed(consent)),
    over: overBesideOthers,
    withdrawn: overBesideOthers.filter((consent) => mayBeGivenAgain(consent, now)),
    living
  }
}

/** How a consent that is due stands: open, waiting for its person, or closed so that a person is needed. */
export interface Standing {
  readonly consentId: ConsentId
  readonly institution: Institution
  /** The consent whose place it was made to take; null where it was made for none. */
  readonly replaces: ConsentId | null
  readonly stands: "open" | "waiting" | "closed"
}

/** How a consent stands that could not be opened for this reason. A gateway that is away says nothing of it. */
export const standsAfter = ({ outcome, tag }: Problem): Standing["stands"] => {
  if (outcome !== "needs-person") return "open"
  return tag === "ConsentWaiting" ? "waiting" : "closed"
}

/**
 * Whether somebody must hear of a consent that waits or is closed. One that waits is nobody's fault, unless there is no other,
 * or it is what a closed one was renewed by: then it is the one to hear of, and not the closed one.
 */
export const mustBeHeard = <S extends Standing>(all: ReadonlyArray<S>): (each: S) => boolean => {
  const waiting = all.filter(({ stands }) => stands === "waiting")
  const served = new Set(all.filter(({ stands }) => stands === "open").map(({ institution }) => institution))
  const takesOver = (one: S, closed: S): boolean =>
    one.replaces === closed.consentId ||
    (one.replaces === null && one.institution === closed.institution && !served.has(closed.institution))
  return (each) => {
    if (each.stands === "open") return true
    if (each.stands === "closed") return !waiting.some((one) => takesOver(one, each))
    return waiting.length === all.length || all.some((one) => one.stands === "closed" && takesOver(each, one))
  }
}
