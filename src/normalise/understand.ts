/**
 * The pages of a batch, understood: what their rows say, row by row, in a table for each resource. That needs of the book only
 * which account is which, so it can be done ahead, beside the writing of the batch before. What was staged ahead counts where
 * the accounts are still what they were then; else it is done again.
 */
import { Effect } from "effect"
import * as fieldSql from "../book/fields/fieldSql.ts"
import { defineMacros } from "../book/macros.ts"
import { Resource } from "../domain/permission.ts"
import { type Fragment, identifier } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { beginProfile, countUse, fieldUse } from "./fieldProfile.ts"
import { quarantineUnreadableRows } from "./oddPages.ts"
import { rowsIn, somePages } from "./pageFiles.ts"
import {
  beginBatch,
  beginPass,
  inPlace,
  type Load,
  numbersOf,
  type Pass,
  passOf,
  staged as stagedTable,
  validateUnchecked
} from "./stagedRows.ts"
import { leaveOutEarlierWalks, stageTransactions, walkedTwice } from "./stageTransactions.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** The batch by resource: a list of accounts says whose rows the others are. */
export const passesOf = Effect.fn("normalise.passesOf")(function*(batch: ReadonlyArray<Load>) {
  const [first] = batch
  const alone = batch.length === 1 && first !== undefined ? first : null
  const numbered = batch.map((load, read_no) => [read_no, load] as const)
  const of = (resource: Resource) => numbered.filter(([, { read }]) => read.started.resource === resource)
  return yield* Effect.forEach(
    Resource.literals.filter((resource) => of(resource).length > 0),
    (resource) => passOf({ resource, loads: new Map(of(resource)), alone })
  )
})

/** Stages the rows of a pass from its pages. */
const stageRows = Effect.fnUntraced(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  const { pages, resource } = pass
  yield* beginPass(pass)
  switch (resource) {
    case "accounts":
      yield* warehouse.file(sql("accounts/stage"), { ...fieldSql.accounts.stage, rows: rowsIn(pages.files, resource) })
      return yield* quarantineUnreadableRows(pass)
    case "balances":
      yield* warehouse.file(sql("balances/sent"), { ...fieldSql.balances.sent, rows: rowsIn(pages.files, resource) })
      if (yield* isAny("sent_balances where kinds[12] in ('ARRAY', 'OBJECT')")) {
        yield* warehouse.file(sql("balances/creditLines"), fieldSql.balances.creditLines)
      }
      yield* warehouse.file(sql("balances/stage"), fieldSql.balances.stage)
      if (yield* isAny("staged_balances where apart")) {
        yield* warehouse.file(sql("balances/remains"), fieldSql.balances.remains)
      }
      yield* validateUnchecked(resource)
      return yield* quarantineUnreadableRows(pass)
    case "transactions":
      return yield* stageTransactions(pass)
  }
})

/** Rows that stand for another account now than where they were staged. */
const otherAccount = `$staged s join batch b using (read_no)
  left join account_links l on l.consent_id = b.consent_id and l.account_id = s.account_id
  where s.account_key is distinct from l.account_key`

/** Takes over what was staged ahead. Says whether it can be believed. */
const takeOver = Effect.fnUntraced(function*(pass: Pass, ahead: NonNullable<Pass["ahead"]>) {
  const warehouse = yield* Warehouse
  yield* beginPass(pass)
  if (ahead !== inPlace) {
    yield* warehouse.file(sql("batch/takeOver"), {
      staged: stagedTable(pass.resource),
      ahead: identifier(ahead.table),
      ...numbersOf(pass)
    })
  }
  return pass.resource === "accounts" || !(yield* isAny(otherAccount, { staged: stagedTable(pass.resource) }))
})

/**
 * Understands the pages of a pass into the table of their resource, and writes nothing else. Gives the pass, without what was staged
 * ahead of it where that counts no longer.
 */
export const understand = Effect.fn("normalise.understand")(function*(pass: Pass) {
  const { ahead, resource } = pass
  const isAhead = ahead !== null && (yield* takeOver(pass, ahead))
  if (!isAhead) yield* stageRows(pass)
  if (resource === "transactions") yield* leaveOutEarlierWalks(pass)
  return isAhead ? pass : { ...pass, ahead: null }
})

/** What of a pass concerns some of its reads. */
const partOf = (pass: Pass, batch: ReadonlySet<Load>): Pass => {
  const loads = new Map([...pass.loads].filter(([, load]) => batch.has(load)))
  const isOf = ({ read_no }: { readonly read_no: number }) => loads.has(read_no)
  return { ...pass, loads, reads: pass.reads.filter(isOf), pages: somePages(pass.pages, isOf) }
}

/** A table of the second session that the first sees under another name, for as long as the scope lasts. */
const putAside = Effect.fnUntraced(function*(table: Fragment, name: string) {
  const warehouse = yield* Warehouse
  const ahead = identifier(name)
  yield* Effect.acquireRelease(
    warehouse.file(sql("batch/putAside"), { staged: table, ahead }),
    () => Effect.ignore(warehouse.run("drop table if exists aside.$ahead", { ahead }))
  )
  return name
})

/** Counts what staged rows have, unless that shows only once it is known which account is which, or which walk through a list counts. */
const countAhead = Effect.fnUntraced(function*(pass: Pass, name: string) {
  if (pass.resource === "accounts" || pass.reads.some(walkedTwice)) return null
  yield* beginProfile()
  yield* countUse(pass)
  return yield* putAside(fieldUse, name)
})

/** Stages the rows of batches together in the second session, for as long as the scope lasts. Gives the passes of each. */
export const stageAhead = Effect.fn("normalise.stageAhead")(function*(batches: ReadonlyArray<ReadonlyArray<Load>>) {
  const warehouse = yield* Warehouse
  const loads = batches.flat()
  const passes = yield* passesOf(loads)
  yield* warehouse.beside(Effect.andThen(defineMacros(), beginBatch(passes)))
  const staged = yield* Effect.forEach(passes, (pass) => {
    const name = `${pass.resource}_${loads[0]?.seq}`
    return warehouse.beside(Effect.gen(function*() {
      yield* stageRows(pass)
      const table = yield* putAside(stagedTable(pass.resource), name)
      const counted = yield* countAhead(pass, `${name}_counted`)
      return { ...pass, ahead: { table, counted } } satisfies Pass
    }))
  })
  return new Map(batches.map((batch) => {
    const own = new Set(batch)
    return [batch, staged.map((pass) => partOf(pass, own)).filter(({ reads }) => reads.length > 0)]
  }))
})

const undecided = "undecided_accounts where consent_id = $consent"

/**
 * Stages the rows of a large read before the transaction in which it is written: what is staged in that, its statements read with one
 * thread. Only where its accounts are decided: else it is staged after that.
 */
export const stageBefore = Effect.fn("normalise.stageBefore")(function*(pass: Pass) {
  const { alone, pages, resource } = pass
  const isLarge = resource === "transactions" && pages.chunks.flat().length > 1
  if (alone === null || !isLarge || (yield* isAny(undecided, { consent: alone.read.consentId }))) return pass
  const warehouse = yield* Warehouse
  yield* defineMacros()
  yield* warehouse.transaction(stageRows(pass))
  return { ...pass, ahead: inPlace } satisfies Pass
})
