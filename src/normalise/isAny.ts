import { Effect, Schema } from "effect"
import { Warehouse } from "../warehouse/Warehouse.ts"

const Answer = Schema.Struct({ found: Schema.Boolean })

/** Whether there is any such row: a table, and which of its rows are meant. */
export const isAny = Effect.fn("normalise.isAny")(function*(rows: string) {
  const warehouse = yield* Warehouse
  const [answer] = yield* warehouse.rows(Answer, `select exists (from ${rows}) as found`)
  return answer?.found ?? false
})
