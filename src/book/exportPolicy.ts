/**
 * What becomes of an account that nothing proves, as `[export]` says, and which accounts that holds back. Nothing of it stands
 * in the journal, for it is meant for today and not for the day of a read.
 */
import { Effect, Schema } from "effect"
import { AccountNotHeld } from "../domain/AccountNotHeld.ts"
import { Settings } from "../settings/Settings.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

/** Writes the policy of all accounts into the open book. */
export const recordExportPolicy = Effect.fn("book.recordExportPolicy")(function*() {
  const warehouse = yield* Warehouse
  const settings = yield* Settings
  const policy = { on_broken: settings.export.onBroken, on_unprovable: settings.export.onUnprovable }
  if (yield* isAny("export_policy where on_broken = $on_broken and on_unprovable = $on_unprovable", policy)) return
  yield* warehouse.transaction(warehouse.run(
    "delete from export_policy; insert into export_policy values ($on_broken, $on_unprovable)",
    policy
  ))
})

const Covered = Schema.Struct({ told: Schema.String })

/** What holds an account back as it stands, each currency in words; fails where nothing does. */
export const heldFor = Effect.fn("book.heldFor")(function*(account: string) {
  const warehouse = yield* Warehouse
  const rows = yield* warehouse.rows(
    Covered,
    "select told from verdict_policies where account_key = $account and holds order by told",
    { account }
  )
  if (rows.length === 0) return yield* new AccountNotHeld({ account })
  return rows.map(({ told }) => told)
})
