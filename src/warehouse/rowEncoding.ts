/**
 * How rows leave the database, before a schema decodes them.
 *
 * | type | as |
 * |---|---|
 * | DECIMAL | text with all its decimals, `"1.50000"` |
 * | BIGINT, HUGEINT and other integers | number where that is exact, else text |
 * | TIMESTAMPTZ | text in UTC, `"2026-11-21T06:00:00.000Z"`; six decimals where milliseconds do not do |
 * | DATE | text, `"2026-11-21"`; `"infinity"` and `"-infinity"` where it has no end |
 * | VARCHAR, JSON, UUID, ENUM | text |
 * | BOOLEAN; DOUBLE | boolean; number |
 * | FLOAT | number of as many digits as tell it from all others |
 * | LIST; STRUCT; MAP | array; object; array of `{ key, value }` |
 * | NULL | null |
 */
import {
  DuckDBDateValue,
  DuckDBTimestampTZValue,
  DuckDBTypeId,
  type DuckDBValueConverter,
  type Json,
  JsonDuckDBValueConverter
} from "@duckdb/node-api"
import { DateTime } from "effect"

/** Converts one value of a result. */
export const encodeValue: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (typeof value === "bigint" && type.typeId !== DuckDBTypeId.VARIANT) {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  if (value instanceof DuckDBTimestampTZValue && value.isFinite) return formatMicros(value.micros)
  if (value instanceof DuckDBDateValue && !value.isFinite) return value.days > 0 ? "infinity" : "-infinity"
  if (typeof value === "number" && type.typeId === DuckDBTypeId.FLOAT && Number.isFinite(value)) return shortest(value)
  return JsonDuckDBValueConverter(value, type, converter)
}

/** Nine digits tell every number of single precision from all others. */
const shortest = (single: number): number =>
  [6, 7, 8, 9].map((digits) => Number(single.toPrecision(digits))).find((each) => Math.fround(each) === single) ??
    single

const formatMicros = (micros: bigint): string => {
  const rest = ((micros % 1000n) + 1000n) % 1000n
  const iso = DateTime.formatIso(DateTime.makeUnsafe(Number((micros - rest) / 1000n)))
  return rest === 0n ? iso : iso.replace("Z", `${String(rest).padStart(3, "0")}Z`)
}
