/**
 * Makes the pages of one read into rows of the book, in one transaction: rows, versions, coverage, totals and the read's
 * own figures, or nothing of it. Rows are never parsed here; DuckDB reads the journal's files.
 */
import { Data, Effect } from "effect"
import * as fieldSql from "../book/fields/fieldSql.ts"
import { defineMacros } from "../book/macros.ts"
import { listName } from "../domain/permission.ts"
import { Capability } from "../institution/Capability.ts"
import { fragment, identifier } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { decideAccounts, makeUnlisted, writeAccounts } from "./decideAccounts.ts"
import { profileFields } from "./fieldProfile.ts"
import { isWhole, type JournaledRead } from "./importEvents.ts"
import { lookAtPages, openPages, quarantinePages, quarantineUnreadableRows } from "./pageFiles.ts"
import { recordFigures } from "./rowEquation.ts"
import { type Load, nowhere, type Place, validateUnchecked } from "./stagedRows.ts"
import { stageTransactions, writeTransactions } from "./writeTransactions.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Writes a read in a transaction, and whatever `then` does in it. */
const loadAnd = Effect.fnUntraced(function*<E>(load: Omit<Load, "pages">, then: Effect.Effect<void, E>) {
  const warehouse = yield* Warehouse
  const pages = yield* openPages(load.read)
  yield* defineMacros()
  yield* warehouse.transaction(Effect.andThen(write({ ...load, pages }), then))
}, Effect.scoped)

/** Loads one read. Loading it a second time, into a book made anew, gives the same rows. */
export const load = Effect.fn("normalise.load")(
  (read: JournaledRead, place: Place, siblings: ReadonlyArray<JournaledRead> = []) =>
    loadAnd({ ...place, read, siblings }, Effect.void)
)

class Rehearsed extends Data.TaggedError("Rehearsed") {}

/** Loads one read and undoes it. */
export const rehearse = Effect.fn("normalise.rehearse")((read: JournaledRead) =>
  loadAnd({ ...nowhere(read), read }, Effect.fail(new Rehearsed())).pipe(
    Effect.catchTag("Rehearsed", () => Effect.void)
  )
)

const write = Effect.fnUntraced(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { known, pages, read, seq } = load
  const { institution, read_id, resource, run_id } = read.started
  const stamp = { known, seq, run: run_id, folder: read.folder.name }

  yield* warehouse.file(sql("findings/begin"))
  yield* warehouse.file(sql("laterLoads"), { read: read_id, clock: load.clock })
  yield* stage(load)
  const { malformed, odd } = yield* lookAtPages(read, pages)
  const complete = isWhole(read.ended) && !malformed
  switch (resource) {
    case "accounts":
      yield* writeAccounts(load)
      if (complete) {
        yield* warehouse.file(sql("accounts/silence"), { consent: read.consentId, run: run_id, read: read_id })
      }
      break
    case "balances":
      yield* warehouse.file(sql("balances/write"), { ...fieldSql.balances.write, ...stamp })
      if (complete) {
        const { account_id: account } = read.started
        yield* warehouse.file(sql("balances/notListed"), { consent: read.consentId, account })
      }
      break
    case "transactions":
      yield* writeTransactions(load, complete)
  }
  if (
    malformed || (yield* isAny("staged where disposition = 'quarantined'")) ||
    (yield* isAny("quarantine where resolved_run is null"))
  ) {
    yield* warehouse.file(sql("quarantine/rows"), {
      run: run_id,
      read: read_id,
      folder: read.folder.name,
      institution,
      list: listName(resource),
      complete
    })
    yield* quarantinePages(read, malformed)
  }
  yield* profileFields(read, odd)
  yield* warehouse.file(sql("findings/record"), { run: run_id, read: read_id })
  yield* recordFigures(load)
})

/** What tells a row of no account from another, and what a row of an account alone has. */
const withoutAccountColumns = {
  balances: { said: identifier("balance_key"), without_identity: fragment("") },
  transactions: {
    said: identifier("row_hash"),
    without_identity: fragment("identity_tier = null, transaction_key = null,")
  }
}

const withoutAccount = "staged where account_key is null and disposition = 'read'"

/** Understands the pages, once it is known which account is which. Rows of what is no account go to quarantine. */
const stage = Effect.fnUntraced(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { resource } = load.read.started
  if (resource === "accounts") return yield* understand(load)
  yield* decideAccounts(load)
  yield* understand(load)
  if (!(yield* isAny(withoutAccount))) return
  if (yield* makeUnlisted(load)) yield* understand(load)
  if (!(yield* isAny(withoutAccount))) return
  yield* warehouse.file(sql("unlisted"), { ...withoutAccountColumns[resource], consent: load.read.consentId })
})

/** Understands the pages of a read into the table `staged`, and writes nothing else. */
export const understand = Effect.fnUntraced(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { timezone } = yield* Capability
  const { pages, read } = load
  switch (read.started.resource) {
    case "accounts":
      yield* warehouse.file(sql("accounts/stage"), { ...fieldSql.accounts.stage, files: pages.files })
      return yield* quarantineUnreadableRows(pages)
    case "balances":
      yield* warehouse.file(sql("balances/sent"), { ...fieldSql.balances.sent, files: pages.files })
      if (yield* isAny("sent_balances where kinds[12] in ('ARRAY', 'OBJECT')")) {
        yield* warehouse.file(sql("balances/creditLines"), fieldSql.balances.creditLines)
      }
      yield* warehouse.file(sql("balances/stage"), {
        ...fieldSql.balances.stage,
        consent: read.consentId,
        account: read.started.account_id,
        zone: timezone
      })
      yield* validateUnchecked(read)
      return yield* quarantineUnreadableRows(pages)
    case "transactions":
      return yield* stageTransactions(load)
  }
})
