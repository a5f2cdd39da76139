/**
 * Makes the pages of a batch of reads into rows of the book, in one transaction: rows, versions, coverage, totals and the
 * figures of each read, or nothing of it. How many reads there are does not change how many statements that takes. Rows are
 * never parsed here; DuckDB reads the journal's files.
 */
import { Data, Effect } from "effect"
import * as fieldSql from "../book/fields/fieldSql.ts"
import { defineMacros } from "../book/macros.ts"
import { listName, Resource } from "../domain/permission.ts"
import { fragment, identifier } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { decideAccounts, makeUnlisted, tieLeftBehind, writeAccounts } from "./decideAccounts.ts"
import { profileFields } from "./fieldProfile.ts"
import type { JournaledRead } from "./journaledReads.ts"
import { lookAtPages, quarantinePages, quarantineUnreadableRows } from "./oddPages.ts"
import { recordFigures } from "./rowEquation.ts"
import {
  beginPass,
  type Load,
  nowhere,
  type Pass,
  passOf,
  requireAlone,
  spokenOfTwice,
  staged,
  tellSpokenOf,
  validateUnchecked
} from "./stagedRows.ts"
import { rowsWaiting } from "./waitingReads.ts"
import { stageTransactions, writeTransactions } from "./writeTransactions.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** The batch by resource: a list of accounts says whose rows the others are. */
const passesOf = Effect.fnUntraced(function*(batch: ReadonlyArray<Load>) {
  const [first] = batch
  const alone = batch.length === 1 && first !== undefined ? first : null
  const numbered = batch.map((load, read_no) => [read_no, load] as const)
  const of = (resource: Resource) => numbered.filter(([, { read }]) => read.started.resource === resource)
  return yield* Effect.forEach(
    Resource.literals.filter((resource) => of(resource).length > 0),
    (resource) => passOf({ resource, loads: new Map(of(resource)), alone })
  )
})

/** Writes a batch in a transaction, and whatever `then` does in it. */
const loadAnd = Effect.fnUntraced(function*<E>(batch: ReadonlyArray<Load>, then: Effect.Effect<void, E>) {
  const warehouse = yield* Warehouse
  const passes = yield* passesOf(batch)
  yield* defineMacros()
  yield* warehouse.transaction(Effect.andThen(Effect.forEach(passes, write, { discard: true }), then))
}, Effect.scoped)

/**
 * Loads reads together. Fails with `NotTogether` where some of them are to be loaded by themselves. Loading a batch a second
 * time, into a book made anew, gives the same rows.
 */
export const loadBatch = Effect.fn("normalise.loadBatch")((batch: ReadonlyArray<Load>) => loadAnd(batch, Effect.void))

class Rehearsed extends Data.TaggedError("Rehearsed") {}

const tried = (read: JournaledRead): Load => ({ ...nowhere(read), read, siblings: [] })

/** Loads one read and undoes it. */
export const rehearse = Effect.fn("normalise.rehearse")((read: JournaledRead) =>
  loadAnd([tried(read)], Effect.fail(new Rehearsed())).pipe(
    Effect.catchTags({ Rehearsed: () => Effect.void, NotTogether: Effect.die })
  )
)

/** Understands the pages of one read into the table of its resource, and writes nothing. */
export const understandAlone = Effect.fn("normalise.understandAlone")(function*(read: JournaledRead) {
  yield* defineMacros()
  yield* Effect.forEach(yield* passesOf([tried(read)]), understand, { discard: true })
}, Effect.scoped)

/** Balances that the book has of an account that may be meant, and the answers do not. */
const noLongerListed = `balances b
  join account_links l using (account_key)
  join batch r on r.consent_id = l.consent_id and r.complete
  anti join staged_balances s
    on s.account_key = b.account_key and s.type = b.type and s.sub_type = b.sub_type and s.currency = b.currency`

/** Reads that were taken in before and asked for after the first of these, of whatever account. */
const askedForLater = `reads
  where load_seq is not null
    and started_at >= (select min(r.started_at) from reads r join batch using (read_id)) and resource = $resource`

const write = Effect.fnUntraced(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { pages, resource } = pass
  yield* warehouse.file(sql("begin"))
  yield* stage(pass)
  if (yield* isAny(askedForLater, { resource })) {
    yield* warehouse.file(sql("laterLoads"))
    yield* requireAlone(pass, "later_loads")
  }
  const { malformed, odd } = yield* lookAtPages(pass)
  switch (resource) {
    case "accounts":
      yield* writeAccounts(pass)
      yield* warehouse.file(sql("accounts/silence"))
      if (yield* isAny("consent_replacements where consent_id in (select consent_id from batch)")) {
        yield* warehouse.file(sql("accounts/leftOut"))
      }
      break
    case "balances":
      yield* tellSpokenOf(resource)
      yield* requireAlone(pass, spokenOfTwice)
      yield* warehouse.file(sql("balances/write"), fieldSql.balances.write)
      if (yield* isAny(noLongerListed)) yield* warehouse.file(sql("balances/notListed"))
      break
    case "transactions":
      yield* writeTransactions(pass)
  }
  const faulty = yield* isAny(quarantined(resource))
  if (malformed || faulty || (yield* isAny("quarantine where resolved_run is null"))) {
    yield* warehouse.file(sql("quarantine/reads"))
    if (pass.alone !== null) {
      const { institution, read_id: read, run_id: run } = pass.alone.read.started
      if (faulty) {
        yield* warehouse.file(sql("quarantine/rows"), {
          run,
          read,
          institution,
          list: listName(resource),
          staged: staged(resource)
        })
      }
      if (malformed) yield* quarantinePages(pass.alone.read)
    }
    yield* warehouse.file(sql("quarantine/resolved"), { staged: staged(resource) })
  }
  if (pages.numbered.length > 0) yield* profileFields(pass, odd)
  if (yield* isAny("found")) yield* warehouse.file(sql("findings/record"))
  yield* recordFigures(pass)
})

/** What tells a row of no account from another, and what a row of an account alone has. */
const withoutAccountColumns = {
  balances: { said: identifier("balance_key"), without_identity: fragment("") },
  transactions: {
    said: identifier("row_hash"),
    without_identity: fragment("identity_tier = null, transaction_key = null,")
  }
}

const withoutAccount = (resource: Resource) =>
  `${staged(resource).sql} where account_key is null and disposition = 'read'`

const quarantined = (resource: Resource) => `${staged(resource).sql} where disposition = 'quarantined'`

const ofUndecided = "batch where consent_id in (select consent_id from undecided_accounts)"

/** Understands the pages, once it is known which account is which. Rows of what is no account go to quarantine. */
const stage = Effect.fnUntraced(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { alone, resource } = pass
  if (resource === "accounts") {
    yield* understand(pass)
    return yield* requireAlone(pass, quarantined(resource))
  }
  if (alone !== null) yield* decideAccounts(alone)
  yield* understand(pass)
  yield* requireAlone(pass, ofUndecided, withoutAccount(resource), quarantined(resource))
  if (alone !== null && (yield* isAny(withoutAccount(resource)))) yield* tellWhose(pass, alone)
  if (yield* isAny(rowsWaiting)) yield* warehouse.file(sql("batch/takenUp"), { staged: staged(resource) })
  if (alone === null || !(yield* isAny(withoutAccount(resource)))) return
  yield* warehouse.file(sql("unlisted"), {
    ...withoutAccountColumns[resource],
    consent: alone.read.consentId,
    staged: staged(resource)
  })
})

/** Of rows of what is no account yet: an account is made, or it is one that a later consent opened. */
const tellWhose = Effect.fnUntraced(function*(pass: Pass, alone: Load) {
  if (yield* makeUnlisted(alone)) yield* understand(pass)
  if (pass.resource === "transactions" && (yield* tieLeftBehind(alone))) yield* understand(pass)
})

/** Understands the pages of a pass into the table of their resource, and writes nothing else. */
const understand = Effect.fnUntraced(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { pages, resource } = pass
  yield* beginPass(pass)
  switch (resource) {
    case "accounts":
      yield* warehouse.file(sql("accounts/stage"), { ...fieldSql.accounts.stage, files: pages.files })
      return yield* quarantineUnreadableRows(pass)
    case "balances":
      yield* warehouse.file(sql("balances/sent"), { ...fieldSql.balances.sent, files: pages.files })
      if (yield* isAny("sent_balances where kinds[12] in ('ARRAY', 'OBJECT')")) {
        yield* warehouse.file(sql("balances/creditLines"), fieldSql.balances.creditLines)
      }
      yield* warehouse.file(sql("balances/stage"), fieldSql.balances.stage)
      yield* validateUnchecked(resource)
      return yield* quarantineUnreadableRows(pass)
    case "transactions":
      return yield* stageTransactions(pass)
  }
})
