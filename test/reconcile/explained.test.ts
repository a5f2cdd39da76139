/**
 * What makes up for a change of the level, against every set of rows that is to be tried.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { temporaryWarehouse } from "../warehouse/temporaryWarehouse.ts"

const sql = (name: string) => new URL(`../../src/reconcile/${name}.sql`, import.meta.url)

/** The same numbers each time. */
const numbersFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return seed >>> 8
}

interface Change {
  readonly ord: number
  readonly change: number
  readonly shifts: ReadonlyArray<number>
}

/** Whether some of these amounts, of which so many may be taken, add up to just this. */
const isSum = (amounts: ReadonlyArray<number>, most: number, total: number): boolean =>
  total === 0 ||
  most > 0 && amounts.some((amount, index) => isSum(amounts.slice(index + 1), most - 1, total - amount))

/** Ten rows are tried in all sets; of more a few, and some of the first six with all of the others. */
const isExplained = ({ change, shifts }: Change): boolean => {
  const rows = shifts.length
  const most = rows <= 10 ? 10 : rows <= 14 ? 4 : rows <= 22 ? 3 : rows <= 120 ? 2 : 1
  const others = shifts.slice(6).reduce((sum, shift) => sum + shift, 0)
  return rows > 0 &&
    [change, -change].some((total) =>
      isSum(shifts, most, total) || rows > 10 && isSum(shifts.slice(0, 6), 6, total - others)
    )
}

const sizes = [0, 1, 2, 3, 5, 9, 10, 11, 13, 14, 15, 20, 22, 23, 40, 120, 121]

/** Changes with rows beside them, near enough to each other that some are sums of a few rows and some are not. */
const changes: ReadonlyArray<Change> = (() => {
  const next = numbersFrom(7)
  return Array.from({ length: 10 }, () => sizes).flat().map((rows, nth) => {
    const shifts = Array.from({ length: rows }, () => next() % 4000 - 1500).toSorted((a, b) => a - b)
    const likely = [
      shifts.slice(0, 1),
      shifts.slice(-2),
      shifts.slice(1, 4),
      shifts.slice(2, 6),
      shifts.slice(0, 5),
      shifts.slice(3)
    ]
    const sum = (likely[nth % 6] ?? []).reduce((total, shift) => total + shift, 0)
    return { ord: nth + 1, change: (nth % 5 === 0 ? next() % 3000 : sum) * (nth % 2 === 0 ? 1 : -1), shifts }
  })
})()

const Explained = Schema.Struct({ ord: Schema.Int, rows: Schema.Int })

it.effect("rows make up for a change just where a set of them that is to be tried does", () =>
  Effect.gen(function*() {
    const warehouse = yield* Warehouse
    yield* warehouse.file(sql("macros"))
    yield* warehouse.run(
      `create temp table boundaries as
       select 'account' as account_key, 'GBP' as currency, 'ITBD' as type, false as parts,
         unnest($changes::bigint[])::decimal(38,5) as shift, 2 * generate_subscripts($changes::bigint[], 1) as ord;
       create temp table offsets as
       select 'account' as account_key, 'GBP' as currency, 'ITBD' as type, 'late' as reason, false as alone,
         shift::decimal(38,5) as shift, 2 * ord as from_ord, 2 * ord + 1 as to_ord,
         null::bigint as likely_from, null::bigint as likely_to, row_number() over ()::varchar as transaction_key
       from (select unnest($shifts::bigint[]) as shift, unnest($ords::bigint[]) as ord);
       create temp table asked_points as
       select account_key, currency, type, ord, row_number() over (partition by account_key, currency, type order by ord) as nth
       from (
         select account_key, currency, type, ord from boundaries
         union
         select account_key, currency, type, ord - 1 from boundaries
       )`,
      {
        changes: changes.map(({ change }) => change),
        shifts: changes.flatMap(({ shifts }) => shifts),
        ords: changes.flatMap(({ ord, shifts }) => shifts.map(() => ord))
      }
    )
    yield* warehouse.file(sql("askedOffsets"))
    yield* warehouse.file(sql("explained"))
    const found = yield* warehouse.rows(
      Explained,
      "select (ord / 2)::integer as ord, len(transaction_keys)::integer as rows from explained order by ord"
    )
    const expected = changes.filter(isExplained).map(({ ord, shifts }) => ({ ord, rows: shifts.length }))
    assert.deepStrictEqual(found, expected)
    assert.isAbove(expected.length, changes.length / 4)
    assert.isBelow(expected.length, changes.length * 3 / 4)
  }).pipe(Effect.provide(Layer.provide(temporaryWarehouse, NodeServices.layer))))
