/**
 * Reads that are loaded together: they say what they would have said one by one.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentId } from "../../src/domain/identifiers.ts"
import { readEvents } from "../../src/journal/EventLog.ts"
import { journalFolders } from "../../src/journal/journalFolders.ts"
import { accountRow } from "../support/gateway/bankRows.ts"
import type { AnsweredRead } from "../support/store/journalRead.ts"
import { type Answered, rowsOf, variedNights } from "../support/store/variedNights.ts"
import { accounts, paid, withBook } from "../support/store/withBook.ts"
import { Dice } from "../support/world/Dice.ts"

/** What a book says that does not name a run. */
const told = [
  `select transaction_key, version, change, status, amount, booking_date, previous_key, identity_tier
   from transaction_versions`,
  "select balance_key, amount from balances",
  "select account_key, version, account_id, consent_id from account_versions",
  "select account_key, from_date, to_date from coverage",
  "select code, account_key, resolved_run is null as open from quarantine",
  "select path, word, account_key, rows, looked, unseen from sent_words",
  "select distinct code, account_key from finding_sightings",
  "select resource, rows_read, rows_new, rows_changed, rows_known, rows_quarantined, count(*) as reads from reads group by all"
].map((sql) => `select to_json(t)::varchar as said from (${sql}) t`).join(" union all ") + " order by said"

/** Plays nights read by read, all reads of a night together, and again from the journal: they say the same. Gives the batches of the reads. */
const playEachWay = Effect.fnUntraced(function*(nights: Answered, sql: string, named?: string) {
  const oneByOne = yield* withBook({}, ({ query, readByRead }) =>
    Effect.gen(function*() {
      for (const [day, reads] of nights) yield* readByRead(day, ...reads)
      return yield* query(sql)
    }))
  return yield* withBook({}, ({ again, night, query }) =>
    Effect.gen(function*() {
      for (const [day, reads] of nights) yield* night(day, ...reads)
      const together = yield* query(sql)
      assert.deepStrictEqual(together, oneByOne, named)
      assert.deepStrictEqual(yield* again(sql), together, named)
      const events = yield* Effect.forEach(yield* journalFolders, ({ path }) => readEvents(`${path}/events.ndjson`))
      return events.flat().flatMap((event) => event.event === "taken-in" ? [event.batch] : [])
    }))
})

it.effect(
  "reads that are loaded together say what they say one by one, and so does a book made again",
  () =>
    Effect.gen(function*() {
      const batches = yield* playEachWay(variedNights, told)
      // Only the two windows of one account are not tried together.
      assert.deepStrictEqual([batches.length, new Set(batches).size], [21, 4])
    })
)

const consents = Array.from({ length: 5 }, (_, nth) => ConsentId.make(`7d6f5c1e-0000-4000-8000-00000000010${nth}`))

/** A number that no other account has, one that others may show too, both, a masked one, or nothing. */
const identifiedBy = (dice: Dice, own: string): ReadonlyArray<Record<string, unknown>> => {
  const iban = (identification: string) => ({ SchemeName: "UK.OBIE.IBAN", Identification: identification })
  const shared = iban(`GB00SHARED000${dice.below(3)}`)
  return dice.pick([
    [iban(`GB00OWN${own}`)],
    [iban(`GB00OWN${own}`)],
    [shared],
    [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: `200000${own}` }, shared],
    [{ SchemeName: "UK.OBIE.PAN", Identification: `**** ${dice.between(1000, 1003)}` }],
    []
  ])
}

/** Of a list whose rows are still to come less is known than of one whose rows lie beside it: figures and findings are others. */
const toldOfRows = `select said from (${told})
  where said not like '{"resource":"accounts"%' and (said not like '{"code"%' or said like '%"open":%')`

/** What each consent lists: some accounts, and rows of each, equal ones under the same number. */
const listsOf = (dice: Dice) =>
  consents.flatMap((consent, nth): ReadonlyArray<AnsweredRead> => {
    const named = Array.from({ length: dice.between(1, 3) }, (_, place) => ({
      id: `${dice.chance(0.3) ? "same" : nth}-${place}`,
      identified: identifiedBy(dice, `1000${nth}${place}`)
    }))
    return [
      accounts(
        named.map(({ id, identified }) =>
          accountRow({ AccountId: id, Currency: dice.pick(["GBP", "GBP", "EUR"]), Account: identified })
        ),
        { consent }
      ),
      ...named.map(({ id, identified }) => {
        const number = String(identified.at(-1)?.["Identification"] ?? id)
        const paidFrom = Array.from({ length: 4 }, (_, row) => `${number}-${row}`)
        return {
          ...rowsOf(
            id,
            {},
            ...paidFrom.map((each, row) =>
              paid(each, `2026-11-0${row + 2}`, `${row + 1}.00`, { TransactionInformation: each })
            )
          ),
          consent
        }
      })
    ]
  })

it.effect(
  "lists that name accounts for the first time say together what they say one by one, whatever numbers they share",
  () =>
    Effect.gen(function*() {
      for (let seed = 0; seed < 4; seed++) {
        const dice = new Dice(seed, "new accounts")
        const nights = ["2026-11-18", "2026-11-19"].map((day) => [day, listsOf(dice)] as const)
        yield* playEachWay(nights, toldOfRows, `seed ${seed}`)
      }
    })
)
