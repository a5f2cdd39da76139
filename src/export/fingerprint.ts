/**
 * Whether an export would say anything new, found out without writing one.
 */
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import type { StorageError } from "../store/StorageError.ts"
import { identifier } from "../warehouse/Values.ts"
import { Warehouse } from "../warehouse/Warehouse.ts"
import type { Column } from "./csv.ts"
import { type Dataset, rowsOf } from "./Dataset.ts"

/** A digest of rows in whatever order: how many, and the sum of 64-bit hashes over their columns. */
const Digest = Schema.Struct({ rows: Schema.Int, digest: Schema.String })

/** How many rows of a dataset leave, and a digest of what they say, without the columns that move with every run. */
export const digestOf = Effect.fn("fingerprint.digestOf")(
  function*(
    dataset: Dataset,
    columns: ReadonlyArray<Column>,
    held: ReadonlyArray<string>
  ): Effect.fn.Return<typeof Digest.Type, StorageError, Warehouse> {
    const warehouse = yield* Warehouse
    const steady = columns.filter(({ name }) => !dataset.restless.includes(name))
    const [digest] = yield* warehouse.rows(
      Digest,
      `select count(*) as rows, coalesce(sum(hash(${
        steady.map(({ name }) => identifier(name).sql).join(", ")
      })), 0)::varchar as digest ${rowsOf(dataset, held)}`
    )
    return digest ?? { rows: 0, digest: "0" }
  }
)

/** One text for parts that can be written as JSON. */
export const fingerprintOf = (parts: unknown): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")
