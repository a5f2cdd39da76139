/**
 * Writes what one log of the journal says into the book: what happened, statement by statement, in the files of `events/`.
 */
import { Effect, FileSystem } from "effect"
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
  step("unnamedAccounts", "accounts-unnamed"),
  step("ownChecks", "checks-run"),
  step("exportJudged", "export-judged"),
  step("releases", "account-released")
]

const sql = (name: string) => new URL(`./events/${name}.sql`, import.meta.url)

/** What the database takes for a line unless it is told otherwise. */
const usualLine = 16 * 1024 * 1024

/** Room for the longest line of a log, in bytes: until answers were bounded a bank's words could fill one. */
const longestLine = (text: string): number =>
  text.length < usualLine
    ? usualLine
    : text.split("\n").reduce((longest, line) => Math.max(longest, Buffer.byteLength(line) + 1), usualLine)

/** Writes what a log says into the book. The database reads what was believed, not the file. */
export const importLog = Effect.fn("normalise.importLog")(function*(folder: JournalFolder, { events, text }: ReadLog) {
  const fs = yield* FileSystem.FileSystem
  const warehouse = yield* Warehouse
  const { temporary } = yield* StoreLayout
  const file = `${temporary}/events-${folder.runId}.ndjson`
  const run = folder.runId
  const longest = longestLine(text)
  yield* fs.makeDirectory(temporary, { recursive: true, mode: 0o700 }).pipe(
    Effect.andThen(fs.writeFileString(file, withoutHalves(text), { mode: 0o600 })),
    Effect.mapError(storageErrorOf(file))
  )
  const taken = folder.consentId === null
    ? warehouse.file(sql("run"), { file, longest, run })
    : warehouse.file(sql("consent"), { file, longest, run, folder: folder.name })
  yield* taken.pipe(Effect.ensuring(Effect.ignore(fs.remove(file, { force: true }))))
  for (const { concerns, file } of folder.consentId === null ? ofRun : ofConsent) {
    if (events.some(concerns)) yield* warehouse.file(sql(file), { run })
  }
})
