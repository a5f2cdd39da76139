import { Effect, Schema } from "effect"
import type { Values } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Answer = Schema.Struct({ found: Schema.Boolean })

/** Whether there is any such row: a table, and which of its rows are meant; each `$name` in that takes its value. */
export const isAny = Effect.fn("normalise.isAny")(function*(rows: string, values?: Values) {
  const warehouse = yield* Warehouse
  const [answer] = yield* warehouse.rows(Answer, `select exists (from ${rows}) as found`, values)
  return answer?.found ?? false
})
