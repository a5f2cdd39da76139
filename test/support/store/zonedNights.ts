/**
 * Nights at a bank whose `timezone` rule is corrected between them, and the coffees that it lists: two equal ones a day.
 */
import { Effect, FileSystem, Layer } from "effect"
import { Capabilities } from "../../../src/institution/Capabilities.ts"
import { ConfigFolder } from "../../../src/settings/ConfigFolder.ts"
import { rebuild } from "../../../src/upkeep/rebuild.ts"
import { rulesText } from "../truth/playTruth.ts"
import { storeLayer } from "./journalRead.ts"
import { defaultSettings } from "./publishedStore.ts"
import { paid } from "./withBook.ts"

/** An empty store, and a configuration of its own. */
export const zonedStore = Layer.unwrap(Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const config = yield* fs.makeTempDirectoryScoped({ prefix: "daybook-zones-" })
  yield* fs.makeDirectory(`${config}/institutions`)
  yield* fs.writeFileString(`${config}/daybook.toml`, "")
  return defaultSettings.pipe(Layer.provideMerge(storeLayer(config)))
})).pipe(Layer.provide(storeLayer()))

/** A run in which the rules of the bank name a zone; it reads them when it begins. */
export const inZone = Effect.fn("test.inZone")(
  function*<A, E, R>(timezone: string, run: Effect.Effect<A, E, R>) {
    const fs = yield* FileSystem.FileSystem
    yield* fs.writeFileString(`${yield* ConfigFolder}/institutions/gb_alder_personal.toml`, rulesText({ timezone }))
    return yield* run
  },
  Effect.provide(Capabilities.layer, { local: true })
)

/** The tables of the book that are otherwise where it is made again. */
export const differing = Effect.map(
  rebuild({ replace: false }),
  ({ tables }) => tables.filter(({ gained, lost }) => gained + lost > 0)
).pipe(Effect.provide(Capabilities.layer, { local: true }))

/** A coffee of a day of November, by the clocks of London: at five in the afternoon it is the next day in Auckland. */
export const coffee = (day: number, hour: "08" | "17") =>
  paid(undefined, "2026-11-01", "4.00", { BookingDateTime: `2026-11-0${day}T${hour}:00:00Z` })

/** Two a day. */
export const coffees = (...days: ReadonlyArray<number>) => days.flatMap((day) => [coffee(day, "08"), coffee(day, "17")])

/** How many rows a relation has of each day. */
export const perDay = (relation: string) =>
  `select day(booking_date) || ': ' || count(*) as rows from ${relation} group by booking_date order by booking_date`
