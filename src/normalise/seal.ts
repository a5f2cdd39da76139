/**
 * The end of the journal's folders: what was kept in them is packed, and what they say is proven by the run that looked into them.
 */
import { Effect } from "effect"
import { readProofs } from "../journal/EventLog.ts"
import type { JournalFolder } from "../journal/journalFolders.ts"
import { packPages } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { adoptUnproven, recordProofs, seenOf } from "./journalProofs.ts"

/** How many folders are packed at once: most of the time one waits for the disk. */
const packedAtOnce = 4

/** Packs a folder where it is a consent's, and gives the proofs of what its log then says. */
const packed = Effect.fnUntraced(function*(folder: JournalFolder) {
  const { at } = yield* Run
  if (folder.consentId !== null) yield* packPages(folder.path, yield* at)
  return { folder, proofs: yield* readProofs(`${folder.path}/events.ndjson`) }
})

/**
 * Packs and seals folders that nothing more can come to, and that were looked into. Events of a run after that are its outcome
 * alone.
 */
export const seal = Effect.fn("normalise.seal")(function*(folders: ReadonlyArray<JournalFolder>) {
  const run = yield* Run
  const warehouse = yield* Warehouse
  const unproven: Array<string> = []
  const seen = yield* seenOf(folders)
  // Our own log still lacks the outcome; the next run takes it over.
  const ending = folders.filter(({ consentId, runId }) => consentId !== null || runId !== run.id)
  const sealed = yield* Effect.forEach(ending, packed, { concurrency: packedAtOnce })
  for (const { folder, proofs } of sealed) {
    const proof = proofs.at(-1) ?? null
    if (proof !== null) {
      yield* run.append({ event: "sealed", at: yield* run.at, folder: folder.name, lines: proofs.length, proof })
    } else if (proofs.length > 0) unproven.push(folder.name)
  }
  yield* warehouse.transaction(Effect.andThen(
    recordProofs(sealed, seen),
    warehouse.run("insert into journal_folders (folder, sealed) select unnest($folders::varchar[]), true", {
      folders: sealed.map(({ folder }) => folder.name)
    })
  ))
  yield* adoptUnproven(unproven)
})
