/**
 * Rows and pages that could not be understood.
 */
import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

const text = Schema.NullOr(Schema.String)

/**
 * One fault of a row or page. `path` is a JSON pointer within the page, `row_index` counts from 0 and is null for a page;
 * `resolved_run` is null while the fault stands.
 */
export const QuarantineRow = Schema.Struct({
  institution: text,
  account_key: text,
  read_id: text,
  code: text,
  path: text,
  message: text,
  evidence: text,
  raw_page_id: text,
  row_index: Schema.NullOr(Schema.Int),
  first_seen_run: text,
  last_seen_run: text,
  resolved_run: text
})
export type QuarantineRow = typeof QuarantineRow.Type

/** Nothing of this page is in quarantine, or the store has no such page. */
export class NotInQuarantine extends Schema.TaggedError<NotInQuarantine>()("NotInQuarantine", {
  rawPageId: Schema.String
}) {
  override get message() {
    return `nothing of page ${this.rawPageId} is in quarantine; list what is with: daybook quarantine list`
  }
}

/** Everything that went into quarantine, oldest first; `open` leaves out what was understood since. */
export const listQuarantine = Effect.fn("inspect.listQuarantine")(function*(options: { readonly open: boolean }) {
  const warehouse = yield* Warehouse
  const rows = yield* warehouse.rows(QuarantineRow, new URL("./quarantine.sql", import.meta.url))
  return options.open ? rows.filter(({ resolved_run }) => resolved_run === null) : rows
})

/** All faults of one page. */
export const showQuarantine = Effect.fn("inspect.showQuarantine")(function*(rawPageId: string) {
  const rows = (yield* listQuarantine({ open: false })).filter(({ raw_page_id }) => raw_page_id === rawPageId)
  return rows.length === 0 ? yield* new NotInQuarantine({ rawPageId }) : rows
})
