/**
 * Accounts that nothing identifies, and that a bank calls otherwise under each consent: the new AccountId is tied to the
 * account whose rows it lists. The rows are those that the same run read, so a book made again decides the same.
 */
import { Effect, FileSystem, Schema } from "effect"
import { pagesDirectory } from "../journal/pages.ts"
import { StoreLayout } from "../journal/StoreLayout.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { Load } from "./load.ts"
import { openPages } from "./pages.ts"
import type { KeptRead } from "./takeOver.ts"
import { stageTransactions } from "./transactions.ts"

const Nameless = Schema.Struct({ account_id: Schema.String })
const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

const sql = (name: string) => new URL(`./accounts/${name}.sql`, import.meta.url)

/** Understands the pages of another read of the same run, and keeps what they say of the accounts in question. */
const peek = Effect.fnUntraced(function*(load: Load, sibling: KeptRead) {
  const fs = yield* FileSystem.FileSystem
  const warehouse = yield* Warehouse
  const scratch = `${(yield* StoreLayout).temporary}/${sibling.started.read_id}`
  const frames = sibling.pages.map(({ frame }) => frame)
  yield* Effect.gen(function*() {
    const directory = yield* pagesDirectory(sibling.folder.path, frames, scratch)
    const pages = yield* openPages(directory, sibling.pages)
    yield* stageTransactions({ ...load, read: sibling, pages })
    yield* warehouse.file(sql("peek"))
  }).pipe(Effect.ensuring(Effect.ignore(fs.remove(scratch, { recursive: true, force: true }))))
})

/** Finds, for the accounts in `staged`, which known accounts they are by their rows; the answer stands in `kin`. */
export const findKin = Effect.fn("normalise.findKin")(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { consentId, started: { institution, read_id, run_id } } = load.read
  yield* warehouse.file(sql("nameless"), { consent: consentId, institution })
  const nameless = yield* warehouse.rows(Nameless, "select distinct account_id from namesakes")
  if (nameless.length === 0) return
  const asked = new Set(nameless.map(({ account_id }) => account_id))
  const siblings = (load.siblings ?? []).filter(({ started: { account_id } }) =>
    account_id === null || asked.has(account_id)
  )
  yield* warehouse.run("create or replace temp table listed_accounts as from staged")
  yield* Effect.forEach(siblings, (sibling) => peek(load, sibling), { discard: true })
  yield* warehouse.run("create or replace temp table staged as from listed_accounts")
  const [span] = yield* warehouse.rows(Span, "select min(booking_date) as first, max(booking_date) as last from peeked")
  yield* warehouse.file(sql("kin"), {
    institution,
    read: read_id,
    run: run_id,
    first_day: span?.first ?? "9999-12-31",
    last_day: span?.last ?? "9999-12-31"
  })
})
