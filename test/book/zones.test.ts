/**
 * What clocks show at banks, by the database and by Node: a day that they call by two names is read as one and booked as the other. Where
 * this fails a law has changed that the database does not know yet, or knows by now.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { zonedIn } from "../../src/book/zones.ts"
import { wallClockAt } from "../../src/domain/bookingDay.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { temporaryWarehouse } from "../warehouse/temporaryWarehouse.ts"

const Zone = Schema.Struct({ name: Schema.String })
const Shown = Schema.Struct({ zone: Schema.String, shown: Schema.Array(Schema.String) })

/** Half past seven, which is midnight in the west, in the middle of each month. */
const instants = Array.from({ length: 9 * 12 }, (_, month) => DateTime.makeUnsafe(Date.UTC(2024, month, 15, 7, 30)))

const clocks = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  const names = yield* warehouse.rows(Zone, "select name from pg_timezone_names() order by name")
  // The database has one that no other has.
  const zones = names.flatMap(({ name }) => DateTime.zoneMakeNamed(name)._tag === "Some" ? [name] : [])
  yield* warehouse.run("create or replace temp macro zoned(zone, moment) as $zoned", { zoned: zonedIn(zones) })
  const read = yield* warehouse.rows(
    Shown,
    `select zone, list(strftime(zoned(zone, moment), '%Y-%m-%dT%H:%M:%S') order by moment) as shown
     from (select unnest($zones::varchar[]) as zone), (select unnest($instants::timestamptz[]) as moment)
     group by zone
     order by zone`,
    { zones, instants: instants.map(DateTime.formatIso) }
  )
  return { zones, read }
})

layer(temporaryWarehouse.pipe(Layer.provideMerge(NodeServices.layer)), { excludeTestServices: true })(
  "clocks at banks",
  (it) => {
    it.effect("are those of today's law in every zone, in years that have been and that come", () =>
      Effect.gen(function*() {
        const { read, zones } = yield* clocks
        assert.isAbove(zones.length, 400)
        const other = read.filter(({ shown, zone }) =>
          instants.some((instant, place) => wallClockAt(instant, zone) !== shown[place])
        )
        assert.deepStrictEqual(other.map(({ zone }) => zone), [])
      }))
  }
)
