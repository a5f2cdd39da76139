/**
 * A snapshot stays as it was published until the next run ends. Where that was before there were some of today's relations,
 * who reads it makes them for himself, out of the same files, so that there is one way to ask.
 */
import { Effect } from "effect"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { relationSql } from "./relations.ts"

/** Relations that a snapshot may lack, or have with fewer columns; each is made after those that it is made of. */
const later = ["institutions", "covered", "gaps"]

/** The text of a relation's file for a database that is open for reading only: it may have temporary relations. */
const forSession = (sql: string): string =>
  sql.replaceAll(/^comment on [^;]*;$/gm, "")
    .replaceAll(/^create or replace view /gm, "create or replace temp view ")
    .replaceAll(/^create table if not exists /gm, "create temp table if not exists ")

/**
 * Makes what the open snapshot lacks, in the session alone. A snapshot that has them is left as it is: looking at every
 * command for what is nearly always there would cost each of them.
 */
export const makeLaterRelations = Effect.fn("book.makeLaterRelations")(function*() {
  const warehouse = yield* Warehouse
  if (yield* isAny("duckdb_views() where view_name = 'covered'")) return
  for (const name of later) yield* warehouse.run(forSession(yield* relationSql(name)))
})
