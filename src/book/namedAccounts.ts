/**
 * What accounts are to their owner, as `config/accounts.toml` says: which account each entry means, and what it says of it.
 * Which accounts none of them means is written into the journal, so that it is told once.
 */
import { Array, Effect, Schema } from "effect"
import { problemOf } from "../domain/Problem.ts"
import { Run } from "../journal/Run.ts"
import { type AccountEntries, readAccountEntries } from "../settings/AccountEntries.ts"
import { ConfigurationInvalid, type Fault } from "../settings/ConfigurationInvalid.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Matched = Schema.Struct({ index: Schema.Int, account_keys: Schema.Array(Schema.String) })
const Keys = Schema.Struct({ account_keys: Schema.Array(Schema.String) })

const sql = (name: string) => new URL(`./namedAccounts/${name}.sql`, import.meta.url)

/**
 * Which accounts of the open book the entries mean, and what is wrong with that: an entry means one, and no two the same. `clear` are
 * those of which nothing is wrong.
 */
export const matchAccounts = Effect.fn("book.matchAccounts")(function*({ entries, faultOf }: AccountEntries) {
  const warehouse = yield* Warehouse
  const wanted = entries.map(({ match: { accountId, accountKey, identification, institution } }, index) => ({
    index,
    institution,
    identification,
    account_id: accountId,
    account_key: accountKey
  }))
  const matched = wanted.length === 0
    ? []
    : yield* warehouse.rows(Matched, sql("matched"), { entries: JSON.stringify(wanted) })
  const meansSame = (one: typeof Matched.Type) => (other: typeof Matched.Type) =>
    one !== other && other.account_keys.some((key) => one.account_keys.includes(key))
  const faults = matched.flatMap((one, place): ReadonlyArray<Fault> => [
    ...one.account_keys.length > 1
      ? [faultOf(one.index, `means ${one.account_keys.length} accounts; say which by its account_key: daybook query`)]
      : [],
    ...matched.slice(0, place).some(meansSame(one))
      ? [faultOf(one.index, "means an account that an entry before it means")]
      : []
  ])
  const clear = matched.filter((one) => one.account_keys.length === 1 && !matched.some(meansSame(one)))
  return { clear, faults }
})

/** What keeps an export back: entries of which it is not clear which account is meant. */
export const unclearEntries = Effect.gen(function*() {
  const { faults } = yield* matchAccounts(yield* readAccountEntries())
  return Array.isReadonlyArrayNonEmpty(faults) ? [problemOf(new ConfigurationInvalid({ faults }))] : []
}).pipe(Effect.withSpan("book.unclearEntries"))

/**
 * Writes what is said of the accounts into the open book. An entry that came to mean several, as when a bank lists another one, says
 * nothing of any: what the banks have is read all the same.
 */
export const recordAccounts = Effect.fn("book.recordAccounts")(function*() {
  const warehouse = yield* Warehouse
  const read = yield* readAccountEntries()
  const { clear } = yield* matchAccounts(read)
  const named = clear.flatMap(({ account_keys, index }) => {
    const { entity, ledgerCode, name, onBroken, onUnprovable } = read.entries[index] ?? {}
    return account_keys.map((account_key) => ({
      account_key,
      name,
      entity,
      ledger_code: ledgerCode,
      on_broken: onBroken,
      on_unprovable: onUnprovable
    }))
  })
  yield* warehouse.transaction(warehouse.file(sql("write"), { named: JSON.stringify(named) }))
  return read.entries.length
})

/** The same on behalf of the run that is going on, which writes down what accounts no entry means once that changes. */
export const nameAccounts = Effect.fn("book.nameAccounts")(function*() {
  const warehouse = yield* Warehouse
  const run = yield* Run
  const entries = yield* recordAccounts()
  const [before] = yield* warehouse.rows(
    Keys,
    "select unnamed as account_keys from account_matchings order by run_id desc limit 1"
  )
  // Who has no entry at all does without names.
  const [now] = yield* warehouse.rows(
    Keys,
    `select coalesce(list(account_key order by account_key), []) as account_keys from account_versions
     where $any and known_to is null and account_key not in (select account_key from named_accounts)`,
    { any: entries > 0 }
  )
  const account_keys = now?.account_keys ?? []
  if (JSON.stringify(account_keys) === JSON.stringify(before?.account_keys ?? [])) return
  yield* run.append({ event: "accounts-unnamed", at: yield* run.at, run_id: run.id, account_keys })
  yield* run.sync
})
