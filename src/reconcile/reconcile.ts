/**
 * The stage that proves movements by balances, on the book alone: bridges between balances, and a verdict for each account
 * and currency. It looks at the accounts of which the book has learned something since it looked last; what it writes is a
 * function of what the book holds, so a book made again has the same.
 */
import { Effect, Schema } from "effect"
import { defineMacros } from "../book/macros.ts"
import { zonedIn } from "../book/zones.ts"
import { longestLate } from "../domain/bookingDay.ts"
import { judgingVersion } from "../domain/versions.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

const sql = (name: string) => new URL(`./${name}.sql`, import.meta.url)

/** How far it has looked: the newest load and the rules, of banks and of its own, as they are and as they were then. */
const Mark = Schema.Struct({
  newest: Schema.Int,
  rules: Schema.String,
  zones: Schema.Array(Schema.String),
  seen: Schema.NullOr(Schema.Int),
  rules_seen: Schema.NullOr(Schema.String)
})

const mark = `
  select (select coalesce(max(load_seq), 0) from loads)::bigint as newest,
    (
      select concat_ws(' ', $judgingVersion, md5(string_agg(institution || ' ' || timezone || ' ' || lookback_days, ',' order by institution)))
      from institutions
    ) as rules,
    (select list_distinct(list_append(coalesce(list(timezone), []), 'UTC')) from institutions) as zones,
    (select max(load_seq) from reconciled) as seen,
    (select max(rules) from reconciled) as rules_seen`

/** Rows of what is new after which the bank states a balance. */
const stated =
  "transaction_versions where running_balance is not null and account_key in (select account_key from news)"

/** A reading of a question that balances leave alone, or null where they no longer do. */
const Judged = Schema.Struct({ review_id: Schema.String, reading: Schema.NullOr(Schema.String), reason: Schema.String })

/** Judges what is new, and says which questions its balances answer. Run again it finds nothing to do. */
export const reconcile = Effect.fn("reconcile.reconcile")(function*() {
  const warehouse = yield* Warehouse
  const [state] = yield* warehouse.rows(Mark, mark, { judgingVersion })
  if (state === undefined || (state.seen === state.newest && state.rules_seen === state.rules)) return []
  const { newest, rules, rules_seen, seen, zones } = state
  yield* defineMacros()
  // A load leaves it as the banks of its last reads need it.
  yield* warehouse.run("create or replace temp macro zoned(zone, moment) as $zoned", { zoned: zonedIn(zones) })
  yield* warehouse.file(sql("macros"))
  const since = rules_seen === rules && seen !== null ? seen : -1
  yield* warehouse.file(sql("changed"), { since, longestLate })
  yield* warehouse.file(sql("lives"))
  // What is doubtful of them proves nothing.
  if (yield* isAny(stated)) {
    yield* warehouse.file(sql("runningBalances"), { since })
    yield* warehouse.transaction(Effect.gen(function*() {
      if (yield* isAny("doubtful_running_balances")) yield* warehouse.file(sql("relearnedBalances"))
      yield* warehouse.file(sql("doubtfulBalances"))
    }))
  }
  yield* warehouse.file(sql("comparableBalances"))
  yield* warehouse.file(sql("points"))
  yield* warehouse.file(sql("places"))
  yield* warehouse.file(sql("levels"))
  if (yield* isAny("chain_levels where run_no > 1")) {
    yield* warehouse.file(sql("closes"))
    if (yield* isAny("closed_points")) {
      yield* warehouse.file(sql("placedCloses"))
      yield* warehouse.file(sql("places"))
      yield* warehouse.file(sql("levels"))
    }
  }
  yield* warehouse.file(sql("noSteps"))
  const asked = yield* isAny("unanswered_reviews")
  if (asked) yield* warehouse.file(sql("questions"))
  const parted = yield* isAny("chain_levels where run_no > 0")
  if (asked || parted) yield* warehouse.file(sql("offsets"))
  if (parted) {
    yield* warehouse.file(sql("askedOffsets"))
    yield* warehouse.file(sql("listedThen"))
    yield* warehouse.file(sql("ends"))
    yield* warehouse.file(sql("follow"))
    yield* warehouse.file(sql("boundaries"))
    yield* warehouse.file(sql("explained"))
    const enclosed = yield* isAny("boundaries where enclosed")
    if (enclosed || (yield* isAny("explained where reason = 'dated-ahead'"))) yield* warehouse.file(sql("outrun"))
    if (enclosed) yield* warehouse.file(sql("joinedStretches"))
    yield* warehouse.file(sql("steps"))
    if (yield* isAny("steps where parts")) yield* warehouse.file(sql("suspects"))
    yield* warehouse.file(sql("evidence"))
  }
  yield* warehouse.file(sql("unfollowed"))
  yield* warehouse.file(sql("stretches"))
  yield* warehouse.file(sql("unread"))
  yield* warehouse.transaction(Effect.gen(function*() {
    yield* warehouse.file(sql("bridges"))
    yield* warehouse.file(sql("verdicts"))
    yield* warehouse.file(sql("days"))
    yield* warehouse.run(
      "delete from reconciled; insert into reconciled by name select $newest as load_seq, $rules as rules",
      { newest, rules }
    )
  }))
  if (!asked) return []
  yield* warehouse.file(sql("judge"))
  return yield* warehouse.rows(Judged, "from judged_reviews")
})
