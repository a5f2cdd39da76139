/**
 * What a refusal teaches about a bank, and what to write into its file so that it need not be learned again.
 */
import type { Finding } from "../domain/Finding.ts"
import type { Profile } from "../institution/Capability.ts"
import type { PlannedRead } from "../plan/PlannedRead.ts"
import type { Lesson, ReadError } from "./ReadResult.ts"

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
