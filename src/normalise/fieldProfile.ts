/**
 * What a bank sends: fields that are kept in extra, fields that the tables show, and codes that no list has. Every account
 * is counted by itself, and what it begins or ceases to send is a finding.
 */
import { Effect } from "effect"
import { profiles } from "../book/fields/fieldSql.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import type { JournaledRead } from "./importEvents.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Counts what the staged rows of a read have. */
export const profileFields = Effect.fn("normalise.profileFields")(function*({ started }: JournaledRead) {
  const warehouse = yield* Warehouse
  const { institution, resource, run_id } = started
  const bank = { institution, resource }
  const now = { ...bank, run: run_id }
  yield* warehouse.file(sql("fieldProfile/used"), profiles[resource])
  yield* warehouse.file(sql("fieldProfile/newFields"), bank)
  if (yield* isAny("new_fields")) yield* warehouse.file(sql("fieldProfile/started"), now)
  yield* warehouse.file(sql("fieldProfile/counted"), now)
  if (yield* isAny("stopped_fields")) yield* warehouse.file(sql("fieldProfile/stopped"), now)
})
