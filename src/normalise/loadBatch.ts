/**
 * Makes the pages of a batch of reads into rows of the book, in one transaction: rows, versions, coverage, totals and the
 * figures of each read, or nothing of it. How many reads there are does not change how many statements that takes. Rows are
 * never parsed here; DuckDB reads the journal's files.
 */
import { Data, Effect, Schema } from "effect"
import * as fieldSql from "../book/fields/fieldSql.ts"
import { defineMacros } from "../book/macros.ts"
import { listName, Resource } from "../domain/permission.ts"
import { fragment, identifier } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { decideAccounts, makeUnlisted, tieLeftBehind, writeAccounts } from "./decideAccounts.ts"
import { beginProfile, countFields, profileFields } from "./fieldProfile.ts"
import type { JournaledRead } from "./journaledReads.ts"
import { lookAtPages, quarantinePages } from "./oddPages.ts"
import { recordFigures } from "./rowEquation.ts"
import { beginBatch, type Load, nowhere, type Pass, requireAlone, spokenOfTwice, staged } from "./stagedRows.ts"
import { type OfPass, type Step, takeSteps } from "./steps.ts"
import { factsOf } from "./transactionFacts.ts"
import { transactionSteps } from "./transactionSteps.ts"
import { passesOf, stageBefore, understand } from "./understand.ts"
import { rowsWaiting } from "./waitingReads.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Writes a batch in a transaction, and whatever `then` does in it. */
const loadAnd = Effect.fnUntraced(function*<E>(passes: ReadonlyArray<Pass>, then: Effect.Effect<void, E>) {
  const warehouse = yield* Warehouse
  yield* defineMacros()
  yield* warehouse.transaction(Effect.gen(function*() {
    yield* beginBatch(passes)
    yield* beginProfile()
    // Once the first pass is laid out: a read that is alone is laid out by that.
    const overtaken = yield* Effect.cached(resourcesAskedForLater)
    yield* Effect.forEach(passes, (pass) => write(pass, overtaken), { discard: true })
    yield* profileFields()
    yield* warehouse.file(sql("batch/loaded"))
    yield* then
  }))
})

/**
 * Loads reads together, or what was staged ahead of them. Fails with `NotTogether` where some of them are to be loaded by
 * themselves. Loading a batch a second time, into a book made anew, gives the same rows.
 */
export const loadBatch = Effect.fn("normalise.loadBatch")(
  function*(batch: ReadonlyArray<Load>, ahead?: ReadonlyArray<Pass>) {
    yield* loadAnd(ahead ?? (yield* Effect.forEach(yield* passesOf(batch), stageBefore)), Effect.void)
  },
  Effect.scoped
)

class Rehearsed extends Data.TaggedError("Rehearsed") {}

const tried = (read: JournaledRead): Load => ({ ...nowhere(read), read, siblings: [] })

/** Loads one read and undoes it. */
export const rehearse = Effect.fn("normalise.rehearse")((read: JournaledRead) =>
  passesOf([tried(read)]).pipe(
    Effect.flatMap((passes) => loadAnd(passes, Effect.fail(new Rehearsed()))),
    Effect.catchTags({ Rehearsed: () => Effect.void, NotTogether: Effect.die }),
    Effect.scoped
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

/** Balances of which there may be something to tell. */
const remarkableBalances = `(
  select 1 from staged_balances join batch using (read_no) where minus_dropped or as_of > known + interval 2 days
  union all select 1 from earlier_statements where several or contradicts
)`

/** The steps of accounts, once they are written. */
export const accountSteps: ReadonlyArray<Step<OfPass>> = [
  { file: "accounts/silence" },
  {
    file: "accounts/leftOut",
    when: [{ any: "consent_replacements where consent_id in (select consent_id from batch)" }]
  }
]

/** The steps of staged balances. */
export const balanceSteps: ReadonlyArray<Step<OfPass>> = [
  { file: "batch/spokenOf", values: { staged: staged("balances") } },
  { alone: spokenOfTwice },
  { file: "balances/write", values: fieldSql.balances.write },
  {
    file: "balances/writeCreditLines",
    values: fieldSql.balances.writeCreditLines,
    when: [{ any: "staged_balances where len(credit_lines) > 0" }]
  },
  { file: "balances/noteworthy", when: [{ any: remarkableBalances }] },
  { file: "balances/notListed", when: [{ any: noLongerListed }] }
]

const OfResource = Schema.Struct({ resource: Resource })

/** The resources of which reads were taken in before and asked for after the first that is loaded now, of whatever account. */
const resourcesAskedForLater = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const found = yield* warehouse.rows(
    OfResource,
    `select distinct resource
     from reads
     join (select resource, min(started_at) as first from reads join batch_reads using (read_id, resource) group by resource)
       using (resource)
     where load_seq is not null and started_at >= first`
  )
  return new Set(found.map(({ resource }) => resource))
})

/** `overtaken` are the resources of which something was taken in before and asked for later. */
const write = Effect.fnUntraced(function*(pass: Pass, overtaken: typeof resourcesAskedForLater) {
  const warehouse = yield* Warehouse
  const { pages, resource } = pass
  yield* warehouse.file(sql("begin"))
  const understood = yield* stage(pass)
  if ((yield* overtaken).has(resource)) {
    yield* warehouse.file(sql("laterLoads"))
    yield* requireAlone(pass, "later_loads")
  }
  const { malformed, odd } = yield* lookAtPages(pass)
  switch (resource) {
    case "accounts":
      yield* writeAccounts(pass)
      yield* takeSteps(accountSteps, { pass })
      break
    case "balances":
      yield* takeSteps(balanceSteps, { pass })
      break
    case "transactions":
      yield* takeSteps(transactionSteps, yield* factsOf(pass))
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
          pending_on: pendingOn[resource],
          staged: staged(resource)
        })
      }
      if (malformed) yield* quarantinePages(pass.alone.read)
    }
    yield* warehouse.file(sql("quarantine/leftOut"))
    if (resource === "transactions") yield* warehouse.file(sql("quarantine/unspoken"))
    yield* warehouse.file(sql("quarantine/resolved"), { staged: staged(resource) })
  }
  if (pages.numbered.length > 0) yield* countFields(understood, odd)
  if (yield* isAny("found")) yield* warehouse.file(sql("findings/record"))
  yield* recordFigures(pass)
})

/** The day of a row that is not booked and tells none: that on which it was listed. Whatever else tells no day may be booked on any. */
const pendingOn = {
  accounts: fragment("null::date"),
  balances: fragment("null::date"),
  transactions: fragment(`case when s.booking_date is null and known_transaction_status_code(s.status)
    and side_of(s.status) <> 'booked' then r.today end`)
}

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

/**
 * Understands the pages, once it is known which account is which. Rows of what is no account go to quarantine. Gives the pass as it
 * was understood.
 */
const stage = Effect.fnUntraced(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { alone, resource } = pass
  if (resource === "accounts") {
    const listed = yield* understand(pass)
    yield* requireAlone(pass, quarantined(resource))
    return listed
  }
  if (alone !== null) yield* decideAccounts(alone)
  const understood = yield* understand(pass)
  yield* requireAlone(pass, ofUndecided, withoutAccount(resource), quarantined(resource))
  if (alone !== null && (yield* isAny(withoutAccount(resource)))) yield* tellWhose(pass, alone)
  if (yield* isAny(rowsWaiting)) yield* warehouse.file(sql("batch/takenUp"), { staged: staged(resource) })
  if (alone !== null && (yield* isAny(withoutAccount(resource)))) {
    yield* warehouse.file(sql("unlisted"), {
      ...withoutAccountColumns[resource],
      consent: alone.read.consentId,
      staged: staged(resource)
    })
  }
  return understood
})

/** Of rows of what is no account yet: an account is made, or it is one that a later consent opened. */
const tellWhose = Effect.fnUntraced(function*(pass: Pass, alone: Load) {
  const anew = { ...pass, ahead: null }
  if (yield* makeUnlisted(alone)) yield* understand(anew)
  if (pass.resource === "transactions" && (yield* tieLeftBehind(alone))) yield* understand(anew)
})
