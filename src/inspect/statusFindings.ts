/**
 * What somebody should look at, drawn from how a store stands.
 */
import { Duration } from "effect"
import type { Finding } from "../domain/Finding.ts"
import { counted, heldRemedy } from "../domain/inWords.ts"
import { outcomeWord } from "../domain/Outcome.ts"
import type { Problem } from "../domain/Problem.ts"
import { keysOf } from "../journal/exportEvents.ts"
import type { ConsentLook, Gap, Situation } from "./Situation.ts"

const hours = (age: Duration.Duration): string => `${Math.floor(Duration.toHours(age))} h`

/** Two processes may have heard from a sandbox what time it is in another order than they wrote it down. */
const clockTolerance = Duration.minutes(-5)

/** Whether the newest complete night lies in the future: then a clock ran ahead, and nobody knows how old it is. */
const isAhead = ({ nightAge }: Pick<Situation, "nightAge">): boolean =>
  nightAge !== null && Duration.isLessThan(nightAge, clockTolerance)

/** Whether the newest complete night is older than allowed, or not to be dated, or there is none. */
export const isStale = (situation: Pick<Situation, "nightAge">, maxAge: Duration.Duration): boolean =>
  situation.nightAge === null || isAhead(situation) || Duration.isGreaterThan(situation.nightAge, maxAge)

/** Something about the store as a whole. */
const ofStore = (store: string, code: string, message: string, evidence: Finding["evidence"] = {}): Finding => ({
  code,
  subject: { kind: "store", name: store },
  message,
  evidence
})

const nightFindings = (situation: Situation, maxAge: Duration.Duration): ReadonlyArray<Finding> => {
  const { bookAlone, nightAge, published, store } = situation
  if (published === null) {
    const message = bookAlone ? `${unpublishedBook}: daybook publish` : "nothing has been published yet"
    return [ofStore(store, "nothing-published", message)]
  }
  if (nightAge === null) return [ofStore(store, "no-complete-night", "no night has been complete yet")]
  if (!isStale(situation, maxAge)) return []
  const evidence = { ended_at: published.night_ended_at }
  const finding = isAhead(situation)
    ? ofStore(
      store,
      "night-ahead",
      `the newest complete night ended ${hours(Duration.negate(nightAge))} from now; look at the clock`,
      evidence
    )
    : ofStore(
      store,
      "night-too-old",
      `the newest complete night ended ${hours(nightAge)} ago, more than ${hours(maxAge)}`,
      evidence
    )
  const subject = published.night_run === null ? finding.subject : { kind: "run", name: published.night_run } as const
  return [{ ...finding, subject }]
}

/** How a run ends that writes nothing down. */
export const withoutWord = "ended without a word: it was killed, or could not write"

/** A run that failed before it could publish: what is published looks as well as on the day before. */
const unpublishedFindings = ({ unpublished }: Situation): ReadonlyArray<Finding> => {
  if (unpublished === null || unpublished.outcome === "complete") return []
  const { outcome, pipeline, run, said } = unpublished
  const end = outcome === null ? withoutWord : `ended and was not published: ${said ?? outcomeWord(outcome)}`
  return [{
    code: "run-unpublished",
    subject: { kind: "run", name: run },
    message: `the newest run${pipeline === null ? "" : `, of ${pipeline},`} ${end}`,
    evidence: { outcome }
  }]
}

const unpublishedBook = "the book is not published, so nobody can read what is in it"

/** How fresh the newest complete night is, in words. */
export const nightSentence = ({ bookAlone, nightAge }: Pick<Situation, "bookAlone" | "nightAge">): string => {
  if (bookAlone) return unpublishedBook
  if (nightAge === null) return "no night has been complete yet"
  return isAhead({ nightAge })
    ? `the newest complete night ended ${hours(Duration.negate(nightAge))} from now, by a clock that ran ahead`
    : `the newest complete night ended ${hours(nightAge)} ago`
}

const days = (count: number): string => counted(count, "whole day")

/** Something about one consent. */
const ofConsent = (consent: ConsentLook, code: string, message: string): Finding => ({
  code,
  subject: { kind: "consent", name: consent.consent_id },
  message,
  evidence: { institution: consent.institution, status: consent.status, days_left: consent.days_left }
})

/** Codes of what a person must do; all else has one together. */
const neededCodes: Partial<Record<Problem["tag"], string>> = {
  NoConsent: "no-consent",
  ConsentWaiting: "consent-waiting",
  ConsentWaitsAgain: "consent-waiting",
  ConsentRejected: "consent-ended",
  ConsentRevoked: "consent-ended",
  ConsentExpired: "consent-ended",
  ConsentDeleted: "consent-ended",
  ConsentGone: "consent-ended",
  ConsentNotUsed: "consent-ended"
}

/** Whether accounts are published and no consent is known: under one they were read, and it stood in the journal. */
export const isJournalGone = ({ consents, published }: Pick<Situation, "consents" | "published">): boolean =>
  consents.length === 0 && published !== null && published.accounts > 0

/** What is lost with it, and the way out. */
export const journalGone =
  "the journal of this store knows no consent, though accounts were read under some; put the store's " +
  "journal folder back from your backup"

const consentFindings = (situation: Situation): ReadonlyArray<Finding> => {
  const { consents, needed, store, warnDays } = situation
  if (isJournalGone(situation)) return [ofStore(store, "journal-gone", journalGone)]
  const live = consents.filter(({ state }) => state === "live")
  const served = new Set(live.map(({ institution }) => institution))
  const told = new Set(needed.map(({ subject }) => subject?.name))
  return [
    ...consents.length > 0 || needed.length > 0
      ? []
      : [ofStore(store, "no-consent", "there is no consent in this store")],
    ...needed.map(({ message, subject, tag }): Finding => ({
      code: neededCodes[tag] ?? "person-needed",
      subject: subject ?? { kind: "store", name: store },
      message,
      evidence: { error: tag }
    })),
    ...live.flatMap((consent) =>
      consent.days_left === null || consent.days_left > warnDays
        ? []
        : [ofConsent(
          consent,
          "consent-ending",
          `the consent of ${consent.institution} has ${days(consent.days_left)} left; ` +
            `renew it: daybook consent renew ${consent.consent_id}`
        )]
    ),
    ...consents.filter(({ consent_id, institution, state }) =>
      state === "waiting" && !served.has(institution) && !told.has(consent_id)
    ).map((consent) =>
      ofConsent(
        consent,
        "consent-waiting",
        `nobody has approved the consent of ${consent.institution} yet; see where: daybook consent show ${consent.consent_id}`
      )
    )
  ]
}

/** What a gap is, as of a day. */
const missed = (
  { answered, from_date, last_chance, lost, to_date }: Omit<Gap, "account_key">,
  today: string
): string => {
  const days = `days ${from_date} to ${to_date}`
  if (answered) {
    return `${days} were asked for and nothing was listed, which no balance confirms; a new first session may list more: ` +
      "daybook consent renew"
  }
  return `${days} were not read whole; ${chance(last_chance, lost || (last_chance !== null && last_chance < today))}`
}

const chance = (last_chance: string | null, isOver: boolean): string => {
  if (isOver) return "they can no longer be had, unless in a new first session: daybook consent renew"
  return last_chance === null
    ? "they still can be"
    : `by its rules the bank gives the first of them until ${last_chance}`
}

/** That accounts are kept back, and what to do about the first of them; null where none is. */
export const heldSentence = ({ held }: Pick<Situation, "held">): string | null => {
  const [first] = held
  if (first === undefined) return null
  return `${counted(keysOf(held).length, "account is", "accounts are")} held; ${heldRemedy(first.account_key)}`
}

/** That the owner's own checks keep every export back; null where none does. */
export const withheldSentence = ({ published }: Pick<Situation, "published">): string | null => {
  const names = published?.withheld_by ?? []
  if (names.length === 0) return null
  return `${names.length === 1 ? "the check" : "the checks"} ${names.join(", ")} ` +
    "kept the newest export back; see what is wrong: daybook findings list, or daybook config check; then: daybook export"
}

const heldFindings = ({ held, store }: Situation): ReadonlyArray<Finding> => {
  const message = heldSentence({ held })
  return message === null ? [] : [ofStore(store, "held", message, { accounts: keysOf(held) })]
}

const withheldFindings = ({ published, store }: Situation): ReadonlyArray<Finding> => {
  const message = withheldSentence({ published })
  return message === null ? [] : [ofStore(store, "export-withheld", message, { checks: published?.withheld_by ?? [] })]
}

const publishedFindings = ({ published, store }: Situation): ReadonlyArray<Finding> => {
  if (published === null) return []
  const { gaps, in_quarantine, last_at, last_outcome, last_pipeline, last_run, open_findings, to_review } = published
  return [
    ...last_run === null || last_outcome === "complete" ? [] : [{
      code: "last-run",
      subject: { kind: "run", name: last_run } as const,
      message: `the last run, of ${last_pipeline}, was not complete: ${outcomeWord(last_outcome)}`,
      evidence: { outcome: last_outcome }
    }],
    ...gaps.map(({ account_key, ...days }): Finding => ({
      code: days.lost ? "days-lost" : "coverage-gap",
      subject: account_key === null ? { kind: "store", name: store } : { kind: "account", name: account_key },
      message: missed(days, last_at?.slice(0, 10) ?? ""),
      evidence: days
    })),
    ...in_quarantine === 0 ? [] : [ofStore(
      store,
      "quarantine",
      `${counted(in_quarantine, "row or page is", "rows or pages are")} in quarantine; see what is wrong: ` +
        "daybook quarantine list --open; where the bank has mended it since: daybook run backfill --again --from DAY",
      { count: in_quarantine }
    )],
    ...to_review === 0 ? [] : [ofStore(
      store,
      "review",
      `${counted(to_review, "question waits", "questions wait")} for a person: daybook reviews list`,
      { count: to_review }
    )],
    ...open_findings === null || open_findings === 0 ? [] : [ofStore(
      store,
      "findings",
      `${counted(open_findings, "finding waits", "findings wait")} for a person: daybook findings list`,
      { count: open_findings }
    )]
  ]
}

/** What somebody should look at, the most pressing first. */
export const findingsOf = (situation: Situation, maxAge: Duration.Duration): ReadonlyArray<Finding> => [
  ...nightFindings(situation, maxAge),
  ...unpublishedFindings(situation),
  ...consentFindings(situation),
  ...heldFindings(situation),
  ...withheldFindings(situation),
  ...publishedFindings(situation)
]
