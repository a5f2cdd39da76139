/**
 * What a bank sends: fields that are kept in extra, fields that the tables show, and codes that no list has. Every account
 * is counted by itself, and what it begins or ceases to send is a finding.
 */
import { Effect } from "effect"
import { partlyShown, standardFields } from "../domain/standardFields.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import { isAny } from "./isAny.ts"
import type { KeptRead } from "./takeOver.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** Counts the words of the staged rows of a read. */
export const countWords = Effect.fn("normalise.countWords")(function*({ started }: KeptRead) {
  const warehouse = yield* Warehouse
  const { institution, read_id, resource, run_id } = started
  const bank = { institution, resource }
  const now = { ...bank, run: run_id }
  yield* warehouse.file(sql(`${resource}/words`), {
    standard: standardFields[resource],
    objects: partlyShown[resource]
  })
  yield* warehouse.file(sql("sent/unmet"), bank)
  if (yield* isAny("unmet")) yield* warehouse.file(sql("sent/begun"), { ...now, read: read_id })
  yield* warehouse.file(sql("sent/counted"), now)
  if (yield* isAny("ended")) yield* warehouse.file(sql("sent/ended"), { ...now, read: read_id })
})
