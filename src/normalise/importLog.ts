/**
 * Writes what logs of the journal say into the book: what happened, statement by statement, in the files of `events/`. How many
 * logs there are does not change how many statements that takes.
 */
import { Effect, FileSystem } from "effect"
import { uuidV4Unsafe } from "effect/crypto/SecureRandom"
import { withoutHalves } from "../domain/halfCharacters.ts"
import type { ReadLog } from "../journal/EventLog.ts"
import type { JournalEvent } from "../journal/events.ts"
import type { JournalFolder } from "../journal/journalFolders.ts"
import { storageErrorOf } from "../store/StorageError.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** A file of statements, and which events it is for: planning those that find nothing takes longer than all the others. */
interface Step {
  readonly file: string
  readonly concerns: (event: JournalEvent) => boolean
}

const step = (file: string, ...names: ReadonlyArray<JournalEvent["event"]>): Step => ({
  file,
  concerns: ({ event }) => names.includes(event)
})

const ofConsent: ReadonlyArray<Step> = [
  step("reads", "read-started"),
  { file: "readFindings", concerns: (event) => event.event === "read-ended" && event.findings.length > 0 },
  step("consentEvents", "consent-created", "consent-read", "consent-retired"),
  {
    file: "replacements",
    concerns: (event) =>
      event.event === "consent-retired" || event.event === "consent-created" && event.replaces !== undefined
  },
  step("lostDays", "days-lost")
]

const ofRun: ReadonlyArray<Step> = [
  step("runRequests", "asked"),
  step("acknowledgements", "finding-acknowledged"),
  step("purges", "consent-purged"),
  step("changedRules", "rules-changed"),
  step("clockRanBack", "clock-ran-back"),
  step("unnamedAccounts", "accounts-unnamed"),
  step("ownChecks", "checks-run"),
  step("exportJudged", "export-judged"),
  step("releases", "account-released")
]

const sql = (name: string) => new URL(`./events/${name}.sql`, import.meta.url)

/** A log, with the folder that it is of. */
export interface FoundLog extends ReadLog {
  readonly folder: JournalFolder
}

/** The most of their text that is written at once: memory is bounded by it. */
const mostText = 16 * 1024 * 1024

/** Logs cut so that those of one piece are of one kind and of no more text than is written at once. */
export const together = (logs: ReadonlyArray<FoundLog>): ReadonlyArray<ReadonlyArray<FoundLog>> => {
  const pieces: Array<Array<FoundLog>> = []
  let text = 0
  for (const log of logs) {
    const last = pieces.at(-1)
    const isAlike = (last?.[0]?.folder.consentId === null) === (log.folder.consentId === null)
    text += log.text.length
    if (last !== undefined && isAlike && text <= mostText) last.push(log)
    else {
      pieces.push([log])
      text = log.text.length
    }
  }
  return pieces
}

/** What the database takes for a line unless it is told otherwise. */
const usualLine = 16 * 1024 * 1024

/** Room for the longest line of a text, in bytes: until answers were bounded a bank's words could fill one. */
const longestLine = (text: string): number =>
  text.length < usualLine
    ? usualLine
    : text.split("\n").reduce((longest, line) => Math.max(longest, Buffer.byteLength(line) + 1), usualLine)

/** The lines of a log, each with the log's number as its first member. Every line is an object that has members. */
const numbered = ({ text }: FoundLog, log_no: number): string =>
  withoutHalves(text).replaceAll(/^\s*\{/gm, `{"log_no":${log_no},`)

/** Writes what logs of one kind say into the book. The database reads what was believed, not the files. */
export const importLogs = Effect.fn("normalise.importLogs")(function*(logs: ReadonlyArray<FoundLog>) {
  const [first] = logs
  if (first === undefined) return
  const fs = yield* FileSystem.FileSystem
  const warehouse = yield* Warehouse
  const { temporary } = yield* StoreLayout
  const file = `${temporary}/events-${uuidV4Unsafe()}.ndjson`
  const text = logs.map(numbered).join("")
  const [taken, steps] = first.folder.consentId === null ? ["run", ofRun] as const : ["consent", ofConsent] as const
  yield* warehouse.file(sql("logs"), {
    logs: JSON.stringify(logs.map(({ folder }, log_no) => ({ log_no, run_id: folder.runId, folder: folder.name })))
  })
  yield* fs.makeDirectory(temporary, { recursive: true, mode: 0o700 }).pipe(
    Effect.andThen(fs.writeFileString(file, text, { mode: 0o600 })),
    Effect.mapError(storageErrorOf(file)),
    Effect.andThen(warehouse.file(sql(taken), { file, longest: longestLine(text) })),
    Effect.ensuring(Effect.ignore(fs.remove(file, { force: true })))
  )
  for (const { concerns, file } of steps) {
    if (logs.some(({ events }) => events.some(concerns))) yield* warehouse.file(sql(file))
  }
})
