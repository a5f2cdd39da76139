/**
 * Which account is which. What identifies an account decides it at once; of others a bank may have changed the AccountId,
 * the identification or both, and then their rows tell, once a complete list of them was read. Until then they are
 * undecided, and what is read of them waits in quarantine. The rows are those that the same run read, so a book made
 * again decides the same.
 */
import { Effect, Schema } from "effect"
import * as fieldSql from "../book/fields/fieldSql.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { isWhole, type JournaledRead } from "./journaledReads.ts"
import {
  beginPass,
  type Load,
  type Pass,
  passOf,
  requireAlone,
  spokenOfTwice,
  staged,
  tellSpokenOf
} from "./stagedRows.ts"
import { leaveOutEarlierWalks, stageTransactions } from "./stageTransactions.ts"
import { untie } from "./tiedAccounts.ts"

const Waiting = Schema.Struct({ account_id: Schema.String })
const ReadNo = Schema.Struct({ read_no: Schema.Int })
const Span = Schema.Struct({ first: Schema.NullOr(Schema.String), last: Schema.NullOr(Schema.String) })

const sql = (name: string) => new URL(`./accounts/${name}.sql`, import.meta.url)

/** Understands the pages of a read of the same run, be it the one that is loaded, and keeps what they say of the accounts in question. */
const sampleRows = Effect.fnUntraced(function*(load: Load, sibling: JournaledRead) {
  const warehouse = yield* Warehouse
  const alone = { ...load, read: sibling }
  const loads = new Map([[0, alone]])
  const pass = yield* passOf({ resource: "transactions", loads, alone })
  yield* beginPass(pass)
  yield* stageTransactions(pass)
  yield* leaveOutEarlierWalks(pass)
  yield* warehouse.file(sql("sample"))
}, Effect.scoped)

/** Compares accounts with those that they may be, by what the reads of the same run list. */
const match = Effect.fnUntraced(function*(load: Load, waiting: ReadonlyArray<string>) {
  const warehouse = yield* Warehouse
  const lists = load.siblings.filter(({ started: { account_id } }) =>
    account_id === null || waiting.includes(account_id)
  )
  const listed = waiting.filter((id) =>
    lists.some(({ started: { account_id } }) => account_id === null || account_id === id)
  )
  yield* warehouse.file(sql("beginSample"))
  yield* Effect.forEach(lists, (list) => sampleRows(load, list), { discard: true })
  yield* matchSampled(load, listed)
})

/** Compares what was sampled of accounts that are listed with what the book holds of those that they may be. */
const matchSampled = Effect.fnUntraced(function*({ read }: Load, listed: ReadonlyArray<string>) {
  const warehouse = yield* Warehouse
  const [span] = yield* warehouse.rows(
    Span,
    "select min(booking_date) as first, max(booking_date) as last from sampled_rows"
  )
  yield* warehouse.file(sql("match"), {
    consent: read.consentId,
    run: read.started.run_id,
    listed,
    first_day: span?.first ?? "9999-12-31",
    last_day: span?.last ?? "9999-12-31"
  })
})

/** From which day on the lists of the same run were asked for; null where one was asked for without a bound. */
const askedFrom = ({ siblings }: Load) => {
  const days = siblings.map(({ started: { from } }) => from)
  return days.includes(null) ? null : days.toSorted()[0] ?? null
}

/** Decides of the undecided accounts of a consent what can be decided, and ties them. What transactions were staged is gone then. */
const decide = Effect.fnUntraced(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { known, read: { consentId: consent, started: { institution, read_id: read, run_id: run } }, seq } = load
  yield* warehouse.file(sql("candidates"), { ...fieldSql.accounts.candidates, consent, institution, run })
  const waiting = yield* candidates
  const compared = waiting.length > 0
  if (compared) yield* match(load, waiting)
  yield* warehouse.file(sql("decided"), { consent, institution, known, seq, read, asked_from: askedFrom(load) })
  yield* warehouse.file(sql("link"), fieldSql.accounts.write)
  if (compared) yield* warehouse.file(sql("possiblySame"), { consent, run })
})

/** The undecided accounts, or those left behind, that may be known already. */
const candidates = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const waiting = yield* warehouse.rows(Waiting, "select distinct account_id from candidate_accounts")
  return waiting.map(({ account_id }) => account_id)
})

const undecided = "undecided_accounts where consent_id = $consent"

/** Decides before a read is loaded what its run can tell of the consent's accounts. */
export const decideAccounts = Effect.fn("normalise.decideAccounts")(function*(load: Load) {
  if (yield* isAny(undecided, { consent: load.read.consentId })) yield* decide(load)
})

/** Accounts that are undecided, and not surely new. */
const inDoubt = "undecided_accounts anti join decided using (consent_id, account_id)"

/** Lists that name such accounts beside lists of other consents of the bank, which may name them too, or after rows that may be theirs. */
const namingNews = `batch b
  where consent_id in (select consent_id from ${inDoubt})
    and exists (
      select 1 from batch_reads o
      where o.institution = b.institution and o.consent_id <> b.consent_id and (o.resource = 'accounts' or o.read_no < b.read_no)
    )`

/** Listed accounts of which the book does not hold just this, under the same AccountId of the same consent. */
const saidOtherwise = `staged_accounts s
  join batch b using (read_no)
  left join account_links l on l.consent_id = b.consent_id and l.account_id = s.account_id
  left join account_versions v on v.account_key = l.account_key and v.known_to is null and v.consent_id = b.consent_id
    and v.account_id = s.account_id and v.row_hash = s.row_hash
  where s.disposition = 'read' and v.account_key is null`

const undecidedInBatch = "undecided_accounts where consent_id in (select consent_id from batch)"

/** Writes what lists say of the accounts that are known, and decides of the others which they are. */
export const writeAccounts = Effect.fn("normalise.writeAccounts")(function*(pass: Pass) {
  const warehouse = yield* Warehouse
  if (yield* isAny("staged_accounts where disposition = 'repeated'")) yield* warehouse.file(sql("listedTwice"))
  // A list that says what it said before is nearly every list, and moves no AccountId.
  const news = (yield* isAny(saidOtherwise)) || (yield* isAny(undecidedInBatch))
  if (news) {
    yield* warehouse.file(sql("movedIds"), fieldSql.accounts.candidates)
    yield* untie()
  }
  yield* warehouse.file(sql("links"))
  if (news) {
    yield* warehouse.file(sql("undecided"), fieldSql.accounts.write)
    yield* warehouse.file(sql("surelyNew"), fieldSql.accounts.candidates)
    yield* requireAlone(pass, namingNews)
  }
  yield* tellSpokenOf("accounts")
  yield* requireAlone(pass, spokenOfTwice)
  if (news) yield* warehouse.file(sql("write"), fieldSql.accounts.write)
  yield* warehouse.file(sql("sightings"))
  if (!news) return
  if (yield* isAny("decided")) {
    yield* warehouse.file(sql("link"), fieldSql.accounts.write)
    yield* warehouse.file(sql("links"))
    yield* tellSpokenOf("accounts")
  }
  const naming = yield* warehouse.rows(
    ReadNo,
    "select read_no from batch where consent_id in (select consent_id from undecided_accounts)"
  )
  for (const { read_no } of naming) {
    const load = pass.loads.get(read_no)
    if (load === undefined) continue
    yield* warehouse.file(sql("putByList"))
    yield* decide(load)
    yield* warehouse.file(sql("takeUpList"))
    yield* warehouse.file(sql("links"))
    yield* tellSpokenOf("accounts")
  }
})

/**
 * Rows of accounts that are no account yet, once they are understood: of those that nobody listed because there is no list,
 * an account is made. Says whether any was.
 */
export const makeUnlisted = Effect.fn("normalise.makeUnlisted")(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { institution, resource, run_id: run } = load.read.started
  const consent = load.read.consentId
  yield* warehouse.file(sql("unlisted"), { consent, institution, run, staged: staged(resource) })
  if (!(yield* isAny(`${undecided} and not listed`, { consent }))) return false
  yield* decide(load)
  return true
})

/**
 * Ties AccountIds of staged transactions that no list of their consent named to accounts that the consents after it opened,
 * where these rows tell. Says whether any was.
 */
export const tieLeftBehind = Effect.fn("normalise.tieLeftBehind")(function*(load: Load) {
  const warehouse = yield* Warehouse
  const { consentId: consent, started: { run_id: run } } = load.read
  yield* warehouse.file(sql("leftBehind"), { consent })
  const left = yield* candidates
  if (left.length === 0 || !isWhole(load.read.ended)) return false
  yield* warehouse.file(sql("beginSample"))
  yield* warehouse.file(sql("sample"))
  yield* matchSampled(load, left)
  yield* warehouse.file(sql("tie"), { consent, run })
  return yield* isAny("matched_accounts")
})
