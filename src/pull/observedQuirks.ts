/**
 * What a refusal teaches about a bank, and what to write into its file so that it need not be learned again.
 */
import type { Finding } from "../domain/Finding.ts"
import type { Profile } from "../institution/Capability.ts"
import type { PlannedRead } from "../plan/PlannedRead.ts"
import type { Lesson, ReadError, ReadResult } from "./ReadResult.ts"

/** Whether a refusal may be about the window: then a narrower one is asked for, whatever the bank's words. */
export const isWindowRefusal = (read: PlannedRead, error: ReadError): boolean =>
  read.resource === "transactions" && error._tag === "BadRequest" && error.about !== "accountId" &&
  !isAccountGone(error)

/** Whether a bank says why it refuses. One that does not may have had a bad moment. */
export const saysWhy = (error: ReadError): boolean => error._tag === "BadRequest" && error.codes.length > 0

/** The bank does not know this account, or no longer (U011): that says nothing about its other accounts. */
const isAccountGone = (error: ReadError): boolean =>
  error._tag === "BadRequest" && error.codes.some((code) => /^U011$|NotFound$/i.test(code))

/**
 * What the refusal of a whole read teaches. `filter-refused?`: the bank may not understand `accountId`, unless another
 * account's read shows that it does.
 */
export const lessonOf = (read: PlannedRead, error: ReadError): Lesson | "filter-refused?" | undefined => {
  if (read.resource === "accounts") return undefined
  if (read.route === "bulk") {
    return error._tag === "NotOffered" || error._tag === "BadRequest" ? "bulk-absent" : undefined
  }
  if (error._tag !== "BadRequest" || isAccountGone(error)) return undefined
  return error.about === "accountId" ? "filter-refused" : "filter-refused?"
}

/** Whether a lesson is only a guess: a bare 400 may mean anything, until the other route shows that it works. */
export const isGuess = (lesson: Lesson, error: ReadError | null): boolean =>
  lesson !== "window-narrowed" && error?._tag === "BadRequest" && error.about !== "accountId"

/** Whether two refusals say the same. Given on both routes they say nothing of either. */
export const areAlike = (one: ReadError | null, other: ReadError): boolean =>
  one?._tag === "BadRequest" && other._tag === "BadRequest" && one.status === other.status &&
  one.about === other.about &&
  one.codes.join() === other.codes.join()

/** What a read on one route shows of what was guessed when the other was refused: the guesses were right. */
export const confirmed = (guesses: ReadonlyArray<ReadResult>, bank: Profile): ReadonlyArray<Finding> => {
  const [first] = guesses.flatMap(({ error, learned, read }) =>
    learned.filter((lesson) => isGuess(lesson, error)).map((lesson) => findingOf(lesson, read, bank))
  )
  return first === undefined ? [] : [first]
}

const rule: Readonly<Record<Lesson, (read: PlannedRead) => string>> = {
  "bulk-absent": ({ resource }) => `serves no ${resource} for all accounts at once; say so in its bulk rule`,
  "filter-refused": () => "does not understand accountId; say so in its account_filter rule",
  "window-narrowed": () =>
    "gave less history than was asked for; say so in its unbounded_history and history_days_after_first_session rules"
}

/** A lesson as a finding, which names the file to write. */
export const findingOf = (lesson: Lesson, read: PlannedRead, bank: Profile): Finding => {
  const file = bank.file ?? `config/institutions/${bank.institution}.toml`
  return {
    code: lesson,
    subject: { kind: "institution", name: bank.institution },
    message: `${bank.institution} ${rule[lesson](read)}: ${file}`,
    evidence: { institution: bank.institution, resource: read.resource, route: read.route, file }
  }
}
