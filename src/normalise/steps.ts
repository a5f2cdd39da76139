/**
 * Steps of a load as a list: files of SQL in their order, each with what has to be so that it is taken. A step is dear to plan,
 * so one that would find nothing is left out. One loop takes them all.
 */
import { Effect } from "effect"
import type { StorageError } from "../store/StorageError.ts"
import { fragment, type Values } from "../warehouse/Values.ts"
import { isAny, Warehouse } from "../warehouse/Warehouse.ts"
import { type NotTogether, type Pass, requireAlone } from "./stagedRows.ts"

/** The reads that are loaded, and what else their steps ask about. */
export interface OfPass {
  readonly pass: Pass
}

type Asking<Facts, A> = (facts: Facts) => Effect.Effect<A, StorageError, Warehouse>

/** What has to be: `any` such row, as it stands behind `from`; a fact; or one of several things. */
export type Condition<Facts> =
  | { readonly any: string }
  | { readonly fact: Asking<Facts, boolean> }
  | { readonly either: ReadonlyArray<Condition<Facts>> }

/** A file of SQL, with the values in it that are always the same and those that are found first. */
interface FileStep<Facts> {
  /** Its path below this folder, without the ending. */
  readonly file: string
  readonly values?: Values
  readonly found?: Asking<Facts, Values>
  /** All of this has to be. */
  readonly when?: ReadonlyArray<Condition<Facts>>
}

/** Steps that follow from the same. */
interface StepsTogether<Facts> {
  readonly steps: ReadonlyArray<Step<Facts>>
  readonly when: ReadonlyArray<Condition<Facts>>
}

/** Rows, each with its `read_no`, whose reads are to be loaded by themselves. */
interface AloneStep {
  readonly alone: string
}

export type Step<Facts> = FileStep<Facts> | StepsTogether<Facts> | AloneStep

/** A file about rows that stand behind `from` in it as `$rows`, where there are any. */
export const about = <Facts>(file: string, rows: string, ...when: ReadonlyArray<Condition<Facts>>): Step<Facts> => ({
  file,
  values: { rows: fragment(rows) },
  when: [...when, { any: rows }]
})

const holds = <Facts>(condition: Condition<Facts>, facts: Facts): Effect.Effect<boolean, StorageError, Warehouse> =>
  Effect.gen(function*() {
    if ("any" in condition) return yield* isAny(condition.any)
    if ("fact" in condition) return yield* condition.fact(facts)
    for (const each of condition.either) if (yield* holds(each, facts)) return true
    return false
  })

const allHold = Effect.fnUntraced(function*<Facts>(conditions: ReadonlyArray<Condition<Facts>>, facts: Facts) {
  for (const each of conditions) if (!(yield* holds(each, facts))) return false
  return true
})

/** Takes steps in their order. Fails where one finds reads that are to be loaded by themselves, and others are with them. */
export const takeSteps = <Facts extends OfPass>(
  steps: ReadonlyArray<Step<Facts>>,
  facts: Facts
): Effect.Effect<void, StorageError | NotTogether, Warehouse> =>
  Effect.gen(function*() {
    const warehouse = yield* Warehouse
    for (const step of steps) {
      if ("alone" in step) yield* requireAlone(facts.pass, step.alone)
      else if (!(yield* allHold(step.when ?? [], facts))) continue
      else if ("steps" in step) yield* takeSteps(step.steps, facts)
      else {
        const found = step.found === undefined ? {} : yield* step.found(facts)
        yield* warehouse.file(new URL(`./${step.file}.sql`, import.meta.url), { ...step.values, ...found })
      }
    }
  })
