/**
 * What an export holds back: accounts that are broken or unprovable where the policy says so and nobody has released them.
 * What was found is written into the journal, so that a book made again knows what left in which export.
 */
import { Effect, Schema } from "effect"
import { recordExportPolicy } from "../book/exportPolicy.ts"
import { counted, heldRemedy } from "../domain/inWords.ts"
import { type Problem, problemOf } from "../domain/Problem.ts"
import { HeldAccount, keysOf } from "../journal/exportEvents.ts"
import { Run } from "../journal/Run.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"

const Ended = Schema.Struct({ account_key: Schema.String, release_run: Schema.String })

const sql = (name: string) => new URL(`./holds/${name}.sql`, import.meta.url)

const heldBefore = "held_accounts where run_id = (select max(run_id) from export_judgements)"

/** Looks what is to be held back from an export of the open book, and writes it down. `takeOver` brings the run's own log into it. */
export const judgeHolds = Effect.fn("export.judgeHolds")(function*<E, R>(takeOver: Effect.Effect<unknown, E, R>) {
  const warehouse = yield* Warehouse
  const run = yield* Run
  yield* recordExportPolicy()
  // The day on which a release ends is told by the run itself.
  yield* takeOver
  const at = yield* run.at
  const held = yield* warehouse.rows(HeldAccount, sql("held"), { at })
  const ended = yield* warehouse.rows(Ended, sql("ended"))
  if (held.length + ended.length > 0 || (yield* isAny(heldBefore))) {
    yield* run.append({ event: "export-judged", at, run_id: run.id, held, ended })
    yield* run.sync
    yield* takeOver
  }
  return held
})

/** The reason of a break that something later makes up for. */
const evenedOut = "evened-out"

/** What is held, in words. Where something makes up later for what is missing, no difference is left. */
const describe = ({ account_key, currency, difference, reason, verdict }: HeldAccount): string =>
  `${account_key}${currency === null ? "" : ` ${currency}`}: ${verdict}${
    verdict === "broken" && difference !== null && reason !== evenedOut
      ? ` by ${difference}`
      : reason === null
      ? ""
      : `, ${reason}`
  }`

/** Tells of each account that is held back, and what of all of them is wrong with the run. */
export const tellHolds = Effect.fn("export.tellHolds")(function*(held: ReadonlyArray<HeldAccount>) {
  const [first] = held
  if (first === undefined) return []
  yield* Effect.forEach(held, (each) => Effect.logWarning(`held back from the export: ${describe(each)}`), {
    discard: true
  })
  const told: ReadonlyArray<Problem> = [problemOf({
    _tag: "AccountsHeld",
    message: `${counted(keysOf(held).length, "account is", "accounts are")} held back from the export (${
      describe(first)
    }${held.length === 1 ? "" : `, and ${held.length - 1} more`}); ${heldRemedy(first.account_key)}`
  })]
  return told
})
