/**
 * What a person should look at, as the snapshot has it: open until a complete read no longer shows it, or somebody has
 * looked.
 */
import { Effect, Schema } from "effect"
import { newestLoad } from "../book/loads.ts"
import { RunId } from "../domain/identifiers.ts"
import { StoreLayout } from "../store/StoreLayout.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { SnapshotOutdated } from "./SnapshotOutdated.ts"

const text = Schema.NullOr(Schema.String)

/** One finding. `account_key` is null where it is about the bank; `closed_run` and `closed_by` while it is open. */
export const FindingRow = Schema.Struct({
  finding_id: Schema.String,
  code: Schema.String,
  message: text,
  account_key: text,
  account_id: text,
  institution: text,
  run_id: Schema.String,
  last_seen_run: RunId,
  read_id: text,
  evidence: Schema.NullOr(Schema.fromJsonString(Schema.Json)),
  closed_run: text,
  closed_by: Schema.NullOr(Schema.Literals(["gone", "person"]))
})
export type FindingRow = typeof FindingRow.Type

/** What somebody has said of a finding. */
const Acknowledgement = Schema.Struct({
  run_id: Schema.String,
  acknowledged_at: Schema.String,
  acknowledged_by: Schema.String,
  reason: Schema.String
})

/** The store has no such finding, or has not published it yet. */
export class FindingUnknown extends Schema.TaggedError<FindingUnknown>()("FindingUnknown", {
  findingId: Schema.String
}) {
  override get message() {
    return `no finding ${this.findingId} in this store; list them with: daybook findings list --all`
  }
}

/** Nothing is left to be looked at. */
export class FindingClosed extends Schema.TaggedError<FindingClosed>()("FindingClosed", {
  findingId: Schema.String,
  closedRun: Schema.String
}) {
  override get message() {
    return `finding ${this.findingId} is closed since run ${this.closedRun}; see what is open: daybook findings list`
  }
}

/** Whether the snapshot knows findings by their ids. */
const named = isAny("duckdb_views() where view_name = 'findings'")

/** The findings by age; `open` leaves out what is gone or was acknowledged. */
export const listFindings = Effect.fn("inspect.listFindings")(function*(options: { readonly open: boolean }) {
  const warehouse = yield* Warehouse
  if (!(yield* named)) {
    return yield* new SnapshotOutdated({ path: (yield* StoreLayout).snapshot, lacks: "gave findings no name" })
  }
  const rows = yield* warehouse.rows(FindingRow, new URL("./findings.sql", import.meta.url))
  return options.open ? rows.filter(({ closed_run }) => closed_run === null) : rows
})

/** How many are open; null where the snapshot cannot say. */
export const countOpenFindings = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  if (!(yield* named)) return null
  const [count] = yield* warehouse.rows(
    Schema.Struct({ open: Schema.Int }),
    "select count(*)::integer as open from findings where closed_run is null"
  )
  return count?.open ?? 0
})

/** One finding, with what people have said of it. */
export const showFinding = Effect.fn("inspect.showFinding")(function*(findingId: string) {
  const warehouse = yield* Warehouse
  const finding = (yield* listFindings({ open: false })).find(({ finding_id }) => finding_id === findingId)
  if (finding === undefined) return yield* new FindingUnknown({ findingId })
  const acknowledgements = yield* warehouse.rows(
    Acknowledgement,
    new URL("./findingAcknowledgements.sql", import.meta.url),
    { finding: findingId }
  )
  return { ...finding, acknowledgements }
})

/** One finding that is open, and the newest load that the snapshot counts: who looks has seen nothing of later ones. */
export const openFinding = Effect.fn("inspect.openFinding")(function*(findingId: string) {
  const finding = yield* showFinding(findingId)
  return finding.closed_run === null
    ? { ...finding, newest_load: (yield* newestLoad()).load_seq }
    : yield* new FindingClosed({ findingId, closedRun: finding.closed_run })
})
