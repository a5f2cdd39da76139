/**
 * Rows of which a bank's list does not tell whether they are one payment or two: worlds that know which, and the nights in
 * which balances answer.
 */
import { Effect } from "effect"
import { recordAnswer } from "../../../src/book/answers.ts"
import { RunId } from "../../../src/domain/identifiers.ts"
import { reconcile } from "../../../src/reconcile/reconcile.ts"
import { Warehouse } from "../../../src/warehouse/Warehouse.ts"
import { Dice } from "../world/Dice.ts"
import { listMovements, plainMovements, stateBalances } from "./honestBank.ts"
import type { Ledger, MoneyAccount, Shape } from "./MoneyAccount.ts"
import { dayOf, nightOf, seqOf } from "./playMoney.ts"
import { seenVersions } from "./seenVersions.ts"

/** A question, and what is true. */
export interface Doubt {
  readonly account: string
  readonly key: string
  /** The night that lists the rows first. */
  readonly listed: number
  readonly reading: "one" | "two"
}

export interface DoubtedAccount extends MoneyAccount {
  readonly doubts: ReadonlyArray<Doubt>
}

const shapes = [
  "instants",
  "days",
  "closing",
  "closing-and-interim",
  "day-balance",
  "wallet",
  "line-inside",
  "line-not-inside"
] as const satisfies ReadonlyArray<Shape>

/** An honest account of which so many rows are listed on both sides of a page's edge. */
export const doubtedAccount = (seed: number, index: number, nights: number, doubted: number): DoubtedAccount => {
  const account = `account-${seed}-${index}`
  const dice = new Dice(seed, account)
  const shape = shapes[index % shapes.length] ?? "instants"
  const ledger: Ledger = { dice, account, shape, nights, movements: [], versions: [] }
  plainMovements(ledger)
  listMovements(ledger)
  const read = Array.from({ length: nights }, (_, night) => night).filter((night) => night === 0 || !dice.chance(0.03))
  const plain = ledger.versions.filter(({ change, day, from, status, until }) =>
    status === "BOOK" && change === "new" && until === null && day > 2 && from < nights - 4
  )
  const doubts: Array<Doubt> = []
  for (let left = doubted; left > 0 && plain.length > 0; left--) {
    const [row] = plain.splice(dice.below(plain.length), 1)
    const movement = ledger.movements.find(({ key }) => key === row?.key)
    const listed = read.find((night) => night >= (row?.from ?? nights))
    if (row === undefined || movement === undefined || listed === undefined) continue
    const again = `${row.key}-again`
    const reading = dice.chance(0.5) ? "one" : "two"
    ledger.versions.push({ ...row, key: again })
    if (reading === "two") ledger.movements.push({ ...movement, key: again })
    doubts.push({ account, key: row.key, listed, reading })
  }
  const versions = seenVersions(ledger.versions, read)
  return { account, shape, versions, balances: stateBalances(ledger), read, injected: null, doubts }
}

const askedOn = (accounts: ReadonlyArray<DoubtedAccount>, night: number) =>
  accounts.flatMap(({ doubts }) => doubts).filter(({ listed }) => listed === night).map(({ account, key }) =>
    `insert into reviews by name
     select '${key}' as review_id, 'equal-at-page-edge' as kind, '${account}' as account_key,
       ['${key}', '${key}-again'] as transaction_keys, ['${key}-again'] as repeated_keys, ['one', 'two'] as readings,
       'run-${String(night).padStart(4, "0")}' as opened_run`
  )

const runId = RunId.make("20260131T030000000Z-0000")

/** Plays nights in which what balances answer is taken. */
export const playDoubts = Effect.fn("money.playDoubts")(
  function*(accounts: ReadonlyArray<DoubtedAccount>, nights: number) {
    const warehouse = yield* Warehouse
    for (let night = 0; night < nights; night++) {
      yield* warehouse.run([nightOf(accounts, night), ...askedOn(accounts, night)].join(";\n"))
      for (const [index, each] of (yield* reconcile()).entries()) {
        yield* recordAnswer({
          event: "review-judged",
          at: `${dayOf(night)}T03:00:02Z`,
          run_id: runId,
          seq: seqOf(night, 3 + index),
          ...each
        })
      }
    }
  }
)
