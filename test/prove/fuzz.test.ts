/**
 * Whole answers of every kind that no bank should send, 200 of each resource a seed, in one night with those of a sound bank.
 * No night fails, the sound bank loses nothing, and each page is right in the book or stands in quarantine.
 */
import { assert, it } from "@effect/vitest"
import { Console, Effect, Layer, Logger, Schema } from "effect"
import { inject } from "vitest"
import { ConsentId } from "../../src/domain/identifiers.ts"
import type { Resource } from "../../src/domain/permission.ts"
import { envelopeOf } from "../../src/gateway/envelope.ts"
import { pageFields } from "../../src/gateway/pageFields.ts"
import { pageMarks } from "../../src/gateway/pageMarks.ts"
import { snapshot } from "../../src/inspect/snapshot.ts"
import { exporting, normalising, publishing, pulling } from "../../src/run/Pipeline.ts"
import { runPipeline } from "../../src/run/runPipeline.ts"
import { rebuild } from "../../src/upkeep/rebuild.ts"
import { Warehouse } from "../../src/warehouse/Warehouse.ts"
import { judgePage } from "../support/fuzz/judgePages.ts"
import { type List, mutatedPage } from "../support/fuzz/mutatedPages.ts"
import { accountRow, balanceRow, pageOf, transactionRow } from "../support/gateway/bankRows.ts"
import { journalRead } from "../support/store/journalRead.ts"
import { emptyStore } from "../support/store/publishedStore.ts"

const hostile = { consent: ConsentId.make("7d6f5c1e-0000-4000-8000-000000000003"), institution: "gb_fuzz" }
const sound = { consent: ConsentId.make("7d6f5c1e-0000-4000-8000-000000000004"), institution: "gb_sound" }

const resources = { Account: "accounts", Balance: "balances", Transaction: "transactions" } as const satisfies Record<
  List,
  Resource
>
const lists = ["Account", "Balance", "Transaction"] as const

/** Pages of each resource a seed, and of one read. */
const [pages, together] = [200, 50]

/** What a sound bank answers: `rows` payments. */
const soundNight = Effect.fnUntraced(function*(rows: number) {
  yield* journalRead({ ...sound, resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
  yield* journalRead({ ...sound, resource: "balances", pages: [pageOf("Balance", [balanceRow()])] })
  const payments = Array.from(
    { length: rows },
    (_, at) => transactionRow({ TransactionId: `t-${at}`, TransactionInformation: `PAYMENT ${at}` })
  )
  yield* journalRead({
    ...sound,
    resource: "transactions",
    from: "2026-11-01",
    pages: [pageOf("Transaction", payments)]
  })
})

const numbers = Array.from({ length: pages }, (_, number) => number)

const hostileNight = Effect.fnUntraced(function*(seed: number) {
  for (const list of lists) {
    // The account of all rows is listed, once for every resource, so that the pages are numbered alike.
    yield* journalRead({ ...hostile, resource: "accounts", pages: [pageOf("Account", [accountRow()])] })
    for (let first = 0; first < pages; first += together) {
      const bodies = numbers.slice(first, first + together).map((number) => mutatedPage(seed, list, number).body)
      yield* journalRead({ ...hostile, resource: resources[list], from: "2026-11-01", pages: bodies })
    }
  }
})

const night = (reads: ReturnType<typeof soundNight> | ReturnType<typeof hostileNight>) =>
  runPipeline({
    name: "nightly",
    lock: null,
    stages: [pulling(Effect.as(reads, { problems: [], pages: 1 })), normalising, exporting("always"), publishing]
  })

const Place = { list: Schema.Literals(lists), frame: Schema.NullOr(Schema.Int), row_index: Schema.NullOr(Schema.Int) }
const text = Schema.NullOr(Schema.String)
const HeldRow = Schema.Struct({
  ...Place,
  frame: Schema.Int,
  row_index: Schema.Int,
  account_id: text,
  amount: text,
  currency: text,
  note: text
})
const QuarantineRow = Schema.Struct({ ...Place, code: Schema.String })
const SoundRow = Schema.Struct({ description: text, amount: text })
const Uneven = Schema.Struct({ read_id: Schema.String })

const frame = (column: string) => `regexp_extract(${column}, '\\d+$')::integer as frame`
const ofHostile = "starts_with(raw_page_id, '7d6f5c1e-0000-4000-8000-000000000003')"
const linked = `(select any_value(account_id) from account_links l
  where l.account_key = r.account_key and l.consent_id = '7d6f5c1e-0000-4000-8000-000000000003')`

const asked = Effect.gen(function*() {
  const warehouse = yield* Warehouse
  return {
    held: yield* warehouse.rows(
      HeldRow,
      `select 'Account' as list, ${frame("raw_page_id")}, row_index, account_id, null as amount, currency, null as note
       from account_versions r where ${ofHostile}
       union all
       select 'Balance', ${frame("raw_page_id")}, row_index, ${linked}, amount::varchar, currency, null
       from balances r where ${ofHostile}
       union all
       select 'Transaction', ${frame("raw_page_id")}, row_index, ${linked}, amount::varchar, currency, description
       from transaction_versions r where ${ofHostile}`
    ),
    quarantined: yield* warehouse.rows(
      QuarantineRow,
      `select case resource when 'accounts' then 'Account' when 'balances' then 'Balance' else 'Transaction' end as list,
         case when code <> 'unloadable' then regexp_extract(raw_page_id, '\\d+$')::integer end as frame, row_index, code
       from quarantine where institution = 'gb_fuzz'`
    ),
    sound: yield* warehouse.rows(
      SoundRow,
      `select t.description, t.amount::varchar as amount from transactions t join accounts a using (account_key)
       where a.institution = 'gb_sound' order by t.description`
    ),
    uneven: yield* warehouse.rows(
      Uneven,
      "select read_id from reads where rows_read <> rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined"
    )
  }
}).pipe(Effect.provide(snapshot))

/** What of the pull looks at a page before it is loaded does not stumble over it. */
const lookedAt = (list: List, body: Uint8Array) => {
  envelopeOf(body, resources[list])
  pageMarks(pageFields(body, resources[list]), resources[list]).mayMove("2026-11-01")
}

const quiet = emptyStore.pipe(Layer.provideMerge(Logger.layer([])))

const { first, last } = inject("seeds")

for (let seed = first; seed <= last; seed += 1) {
  it.live(
    `each of ${pages} odd pages of every resource is right in the book or in quarantine: seed ${seed}`,
    () =>
      Effect.gen(function*() {
        yield* night(soundNight(3))
        const { summary } = yield* night(Effect.andThen(hostileNight(seed), soundNight(5)))
        const { held, quarantined, sound: rows, uneven } = yield* asked
        assert.notInclude([1, 16], summary.exit_code)
        assert.deepStrictEqual(
          rows,
          Array.from({ length: 5 }, (_, at) => ({ description: `PAYMENT ${at}`, amount: "-12.50000" }))
        )
        assert.deepStrictEqual(uneven, [])
        const judged = lists.flatMap((list, place) =>
          numbers.map((number) => {
            const page = mutatedPage(seed, list, number)
            lookedAt(list, page.body)
            const here = (each: { readonly list: List; readonly frame: number | null }) =>
              each.list === list && each.frame === place * (pages + 1) + 1 + number
            const { faults, ...figures } = judgePage(
              list,
              `s${seed}-p${number}-`,
              page,
              held.filter(here),
              quarantined.filter(here)
            )
            return { ...figures, faults: faults.map((fault) => `${list} page ${number} (${page.kind}): ${fault}`) }
          })
        )
        const aside = quarantined.filter(({ code }) => code === "unloadable").length
        const sum = (of: (each: (typeof judged)[number]) => number) => judged.reduce((all, each) => all + of(each), 0)
        const faults = judged.flatMap(({ faults }) => faults)
        yield* Console.log(
          `seed ${seed}: ${judged.length} pages, ${sum(({ booked }) => booked)} rows in the book, ` +
            `${sum(({ quarantined }) => quarantined)} faults in quarantine, ${aside} reads set aside, ` +
            `exit code ${summary.exit_code}; ${faults.length} faults of ours`
        )
        assert.deepStrictEqual(faults, [])
        assert.strictEqual(aside, 0)
        if (seed % 10 === 0) {
          const { tables } = yield* rebuild({ replace: false })
          assert.deepStrictEqual(tables.filter(({ gained, lost }) => gained + lost > 0), [])
        }
      }).pipe(Effect.provide(quiet), Effect.scoped)
  )
}
