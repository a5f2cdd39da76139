/**
 * The end of the journal's folders: what was kept in them is packed, and what they say is proven by the run that looked into them.
 */
import { Effect } from "effect"
import type { ConsentId } from "../domain/identifiers.ts"
import { endOf, readProofs } from "../journal/EventLog.ts"
import { folderOfConsent, type JournalFolder } from "../journal/journalFolders.ts"
import { packPages } from "../journal/keptAnswers.ts"
import { Run } from "../journal/Run.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { adoptUnproven, recordEnds, recordProofs, seenOf } from "./journalProofs.ts"

/** How many folders are packed at once: most of the time one waits for the disk. */
const packedAtOnce = 4

/** Packs what the run that goes on has of these consents; gives where their logs then end, and by how many lines they grew. */
const packOwn = Effect.fn("normalise.packOwn")(function*(consents: ReadonlyArray<ConsentId>) {
  const layout = yield* StoreLayout
  const run = yield* Run
  return yield* Effect.forEach(
    consents,
    Effect.fnUntraced(function*(consentId) {
      const { end, pack } = yield* run.folder(consentId)
      const added = yield* pack(yield* run.at)
      const { lines, proof } = yield* end
      return { added, end: { folder: folderOfConsent(layout, consentId, run.id).name, lines, proof } }
    }),
    { concurrency: packedAtOnce }
  )
})

/**
 * Packs the folders of consents that were taken in while the run goes on with others. What else was written to a log since is not
 * in the book: that log is looked at again.
 */
export const packFinished = Effect.fn("normalise.packFinished")(function*(consents: ReadonlyArray<ConsentId>) {
  const { id } = yield* Run
  const layout = yield* StoreLayout
  const warehouse = yield* Warehouse
  const seen = yield* seenOf(consents.map((consentId) => folderOfConsent(layout, consentId, id)))
  const packed = yield* packOwn(consents)
  const alone = packed.filter(({ added, end: { folder, lines } }) => seen.get(folder)?.lines === lines - added)
  yield* warehouse.transaction(recordEnds(alone.map(({ end }) => end), seen))
})

/** Packs a folder of another run where it is a consent's, and gives the proofs of what its log then says. */
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
  const seen = yield* seenOf(folders)
  // Our own log still lacks the outcome; the next run takes it over.
  const own = (yield* packOwn(
    folders.flatMap(({ consentId, runId }) => runId === run.id && consentId !== null ? [consentId] : [])
  )).map(({ end }) => end)
  const others = yield* Effect.forEach(folders.filter(({ runId }) => runId !== run.id), packed, {
    concurrency: packedAtOnce
  })
  const sealed = [...own, ...others.map(({ folder, proofs }) => ({ folder: folder.name, ...endOf(proofs) }))]
  const at = yield* run.at
  yield* run.append(
    ...sealed.flatMap(({ folder, lines, proof }) =>
      proof === null ? [] : [{ event: "sealed", at, folder, lines, proof } as const]
    )
  )
  yield* warehouse.transaction(Effect.all([
    recordEnds(own, seen),
    recordProofs(others, seen),
    warehouse.run("insert into journal_folders (folder, sealed) select unnest($folders::varchar[]), true", {
      folders: sealed.map(({ folder }) => folder)
    })
  ], { discard: true }))
  yield* adoptUnproven(sealed.flatMap(({ folder, lines, proof }) => proof === null && lines > 0 ? [folder] : []))
})
