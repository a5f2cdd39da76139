/**
 * What is published may be all that is left of a store whose journal and book are gone: no book that is made of what is left takes its
 * place.
 */
import { Effect, Schema } from "effect"
import { ConsentId } from "../domain/identifiers.ts"
import { snapshot } from "../inspect/snapshot.ts"
import { readEventsNamed } from "../journal/EventLog.ts"
import { consentsIn, runsIn } from "../journal/journalFolders.ts"
import { isThere } from "../store/durableFiles.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

/** The journal knows none of the consents under which the accounts that are published were read. */
export class JournalGone extends Schema.TaggedError<JournalGone>()("JournalGone", { store: Schema.String }) {
  override get message() {
    return `the journal in ${this.store} holds nothing of what is published there; put the store's journal folder back from ` +
      "your backup, or name another store to begin anew: --out DIR"
  }
}

/** The store has neither a journal nor a book: no run has ever begun in it, or it is another folder than was meant. */
export class NothingJournalled extends Schema.TaggedError<NothingJournalled>()("NothingJournalled", {
  store: Schema.String,
  /** What is to be done with it, as a verb. */
  aim: Schema.String
}) {
  override get message() {
    return `no run has ever begun in ${this.store}, so there is nothing to ${this.aim}; name another store: --out DIR`
  }
}

const Published = Schema.Struct({ consent: ConsentId })

/** The consents under which accounts were read, as the snapshot says; none where nothing can be read of it, as then nothing is lost. */
const publishedConsents = Effect.flatMap(
  Warehouse,
  (warehouse) => warehouse.rows(Published, "select distinct consent_id as consent from account_links")
).pipe(
  Effect.provide(snapshot),
  Effect.scoped,
  Effect.catchTags({
    NothingPublished: () => Effect.succeed([]),
    StorageDamaged: () => Effect.succeed([])
  })
)

/** The consents that were purged, as the logs of runs say. */
const purgedConsents = Effect.gen(function*() {
  const { runEvents, runs } = yield* StoreLayout
  const events = yield* Effect.forEach(yield* runsIn(runs), (run) => readEventsNamed(runEvents(run), "consent-purged"))
  return events.flat().flatMap((event) => event.event === "consent-purged" ? [event.consent_id] : [])
})

/** Fails where the journal holds nothing of what is published. */
export const requireJournalOfPublished = Effect.gen(function*() {
  const { journal, root: store } = yield* StoreLayout
  const published = yield* publishedConsents
  const isOf = (consents: ReadonlyArray<ConsentId>) => published.some(({ consent }) => consents.includes(consent))
  if (published.length === 0 || isOf(yield* consentsIn(journal)) || isOf(yield* purgedConsents)) return
  return yield* new JournalGone({ store })
})

/** The same where there is no book; one that is there tells itself what it has seen of the journal. */
export const requireJournal = Effect.gen(function*() {
  const { book } = yield* StoreLayout
  if (!(yield* isThere(book))) yield* requireJournalOfPublished
})

/** Fails where no run has ever begun in the store: a folder that is mistyped, or not mounted, is no store that has nothing new. */
export const requireBegun = Effect.fn("upkeep.requireBegun")(function*(aim: string) {
  const { book, journal, root: store } = yield* StoreLayout
  if (!(yield* isThere(book)) && !(yield* isThere(journal))) return yield* new NothingJournalled({ store, aim })
})
