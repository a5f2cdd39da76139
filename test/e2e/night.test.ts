/**
 * Nights at all six model banks: what is read is what is exported, it adds up, and no bank is asked for what it does not
 * give.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Daybook } from "../support/daybook/Daybook.ts"
import type { Ended } from "../support/daybook/Ended.ts"
import { cookbook } from "../support/docs/cookbook.ts"
import { type Bank, newConsent, openBank } from "../support/sandbox/Bank.ts"

const banks = [
  "gb_alder_personal",
  "gb_birch_business",
  "gb_cedar_personal",
  "gb_damson_business",
  "gb_elm_personal",
  "gb_fir_personal"
]

/** Three nights that were played once: what each command said, and how many requests the bank had seen by then. */
class Nights extends Context.Service<Nights, {
  readonly bank: Bank
  readonly shell: Daybook
  readonly consents: ReadonlyArray<Ended>
  readonly first: Ended
  readonly again: Ended
  readonly versionsBefore: string
  readonly versionsAfter: string
  readonly later: Ended
  /** Requests seen until the first sessions were over. */
  readonly sessions: number
}>()("daybook/test/e2e/night.test/Nights") {
  static readonly layer = Layer.effect(
    Nights,
    Effect.gen(function*() {
      const bank = yield* openBank()
      const shell = yield* Daybook.make(bank.env)
      const consents = yield* Effect.forEach(banks, (institution) => newConsent(bank, shell, institution), {
        concurrency: 3
      })
      yield* bank.advance("PT6M")
      const sessions = bank.seen.length
      const first = yield* shell.run("run", "nightly", "--json")
      const versions = Effect.map(
        shell.query("select count(*) as n from transaction_versions"),
        (rows) => rows[0]?.["n"] ?? ""
      )
      const versionsBefore = yield* versions
      // The disk has no room for what is told meanwhile.
      const untold = { under: ["sh", "-c", "exec \"$@\" 2> /dev/full", "sh"] } as const
      const again = yield* shell.runWith(untold, "run", "nightly", "--json")
      const versionsAfter = yield* versions
      yield* bank.advance("P3D")
      // Who was to read what is told has gone.
      const unheard = {
        under: ["sh", "-c", "p=$(mktemp -u); mkfifo $p; (exec 3<$p; rm $p) & exec \"$@\" 2> $p", "sh"]
      } as const
      const later = yield* shell.runWith(unheard, "run", "nightly", "--json")
      return Nights.of({ bank, shell, consents, first, again, versionsBefore, versionsAfter, later, sessions })
    })
  ).pipe(Layer.provideMerge(NodeServices.layer))
}

const lastLine = (ended: Ended) => ended.lines.at(-1) ?? {}

const rows = (relation: string) => `select count(*) as n from ${relation}`

const byRequest = (a: { readonly request: string }, b: { readonly request: string }) =>
  a.request < b.request ? -1 : a.request > b.request ? 1 : 0

const totals = (relation: string) =>
  `select account_key, currency, count(*) as rows, sum(amount::decimal(18, 5))::decimal(38, 5) as total
   from ${relation} group by all order by all`

layer(Nights.layer, { excludeTestServices: true, timeout: 240_000 })("nights at six model banks", (it) => {
  it.effect("every consent is read at once, without a further command", () =>
    Effect.gen(function*() {
      const { consents } = yield* Nights
      for (const ended of consents) {
        assert.strictEqual(ended.exitCode, 0, ended.stderr)
        assert.deepStrictEqual(ended.lines.map((line) => line["event"]), ["authorise", "authorised", "ended"])
        assert.isAbove(Number(lastLine(ended)["rows_new"]), 300)
      }
    }))

  it.effect("every night ends well, also where the log cannot be written", () =>
    Effect.gen(function*() {
      const { again, first, later } = yield* Nights
      for (const ended of [first, again, later]) {
        assert.strictEqual(ended.exitCode, 0, ended.stderr)
        assert.strictEqual(lastLine(ended)["outcome"], "complete")
      }
    }))

  it.effect("the total per account and currency is the same in DuckDB, Parquet and CSV, to the last decimal", () =>
    Effect.gen(function*() {
      const { shell } = yield* Nights
      const held = yield* shell.query(totals("transactions"))
      assert.isAtLeast(held.length, 12)
      assert.deepStrictEqual(yield* shell.exported(totals("'$folder/transactions.parquet'")), held)
      assert.deepStrictEqual(
        yield* shell.exported(totals("read_csv('$folder/transactions.csv', all_varchar = true, header = true)")),
        held
      )
      for (const dataset of ["accounts", "balances"]) {
        const [wanted] = yield* shell.query(rows(dataset))
        const [parquet] = yield* shell.exported(rows(`'$folder/${dataset}.parquet'`))
        const [csv] = yield* shell.exported(
          rows(`read_csv('$folder/${dataset}.csv', all_varchar = true, header = true)`)
        )
        assert.deepStrictEqual([parquet, csv], [wanted, wanted], dataset)
      }
    }))

  it.effect("the newest booked balance is the sum of all movements, and minus the oldest that of those between", () =>
    Effect.gen(function*() {
      const { shell } = yield* Nights
      const booked = "type = 'ITBD'"
      const newest = yield* shell.query(`
        select b.account_key, b.currency, b.amount = coalesce(sum(t.amount), 0) as adds_up
        from latest_balances b
        left join transactions t using (account_key, currency)
        where b.${booked} group by b.account_key, b.currency, b.amount order by all`)
      assert.isAtLeast(newest.length, 12)
      for (const row of newest) assert.strictEqual(row["adds_up"], "true", JSON.stringify(row))
      const between = yield* shell.query(`
        with ends as (
          select account_key, currency, min(as_of) < max(as_of) as moved,
            arg_max(amount, as_of) - arg_min(amount, as_of) as difference
          from balances where ${booked} group by all
        ), moves as (
          select account_key, currency, sum(amount) as movements
          from (
            select account_key, currency, amount from transactions
            union all select account_key, currency, -amount from transactions_as_of('2026-11-21T09:00:00Z'::timestamptz)
          ) group by all
        )
        select account_key, currency, moved, difference, coalesce(movements, 0)::decimal(18, 5) as movements
        from ends left join moves using (account_key, currency) order by all`)
      assert.isAtLeast(between.filter((row) => row["moved"] === "true").length, 12)
      for (const row of between) assert.strictEqual(row["difference"], row["movements"], JSON.stringify(row))
    }))

  it.effect("a second night at the same time adds no version and makes no export", () =>
    Effect.gen(function*() {
      const { again, first, versionsAfter, versionsBefore } = yield* Nights
      assert.isString(lastLine(first)["export"])
      assert.isNull(lastLine(again)["export"])
      assert.strictEqual(lastLine(again)["rows_new"], 0)
      assert.strictEqual(versionsAfter, versionsBefore)
    }))

  it.effect("a night after the clock has moved reads what is new, in the sandbox's time", () =>
    Effect.gen(function*() {
      const { later, shell } = yield* Nights
      assert.strictEqual(lastLine(later)["started_at"], "2026-11-24T09:06:00.000Z")
      assert.isAbove(Number(lastLine(later)["rows_new"]), 5)
      assert.match(String(lastLine(later)["export"]), /^exports\/2026-11-24\//)
      const [newest] = yield* shell.query("select max(booking_date)::varchar as day from transactions")
      assert.isTrue(String(newest?.["day"]) >= "2026-11-22", newest?.["day"])
    }))

  it.effect("cedar is asked for accounts in its first session only and never for one account, and has them all", () =>
    Effect.gen(function*() {
      const { bank, sessions, shell } = yield* Nights
      const [consent] = yield* shell.query("select consent_id from consents where institution = 'gb_cedar_personal'")
      const id = consent?.["consent_id"] ?? ""
      const seen = bank.seen.filter((request) => request.consent === id)
      const after = bank.seen.slice(sessions).filter((request) => request.consent === id)
      assert.isAtLeast(after.length, 6)
      assert.deepStrictEqual(after.filter(({ resource }) => resource === "accounts"), [])
      assert.deepStrictEqual(seen.filter(({ query }) => query.has("accountId")), [])
      const asked = yield* shell.query(
        `select path from requests where path like '%${id}%' and (path like '%accountId%' or path like '%/accounts%')`
      )
      assert.lengthOf(asked, 1)
      const [accounts] = yield* shell.query(
        "select count(*) as n from accounts where institution = 'gb_cedar_personal'"
      )
      assert.strictEqual(accounts?.["n"], "3")
    }))

  it.effect("birch is asked for no transactions without fromBookingDateTime after its first session", () =>
    Effect.gen(function*() {
      const { bank, sessions, shell } = yield* Nights
      const [consent] = yield* shell.query("select consent_id from consents where institution = 'gb_birch_business'")
      const after = bank.seen.slice(sessions).filter(({ consent: id, resource }) =>
        id === consent?.["consent_id"] && resource === "transactions"
      )
      assert.isAtLeast(after.length, 3)
      assert.deepStrictEqual(after.filter(({ query }) => !query.has("fromBookingDateTime")), [])
      assert.deepStrictEqual(after.filter(({ query }) => !query.has("accountId")), [])
    }))

  it.effect("every request that the bank saw stands in the ledger, and no other, each answered well", () =>
    Effect.gen(function*() {
      const { bank, shell } = yield* Nights
      const ledger = yield* shell.query(
        "select method || ' ' || path as request, http_status from requests order by all"
      )
      const seen = bank.seen.map(({ method, path, status }) => ({
        request: `${method} ${path}`,
        http_status: `${status}`
      }))
      assert.deepStrictEqual(
        ledger.map(({ http_status, request }) => ({ request: request ?? "", http_status })).toSorted(byRequest),
        seen.toSorted(byRequest)
      )
      assert.deepStrictEqual(seen.filter(({ http_status }) => !http_status.startsWith("2")), [])
    }))

  it.effect("each question of the cookbook has its answer", () =>
    Effect.gen(function*() {
      const { shell } = yield* Nights
      assert.lengthOf(new Set(cookbook.map(({ question }) => question)), 10)
      assert.lengthOf(cookbook, 10)
      // Nothing is missing, and nobody went quiet, in three nights.
      const mayBeEmpty = /^(6|9|10)\. /
      for (const { question, sql } of cookbook) {
        const { exitCode, stderr, stdout } = yield* shell.here("query", "--json", sql)
        assert.strictEqual(exitCode, 0, `${question} ${stderr}`)
        if (!mayBeEmpty.test(question)) assert.notStrictEqual(stdout, "[]\n", question)
      }
      const asked = (number: number) => shell.query(cookbook[number - 1]?.sql ?? "")
      const [spent] = yield* shell.query(
        `select sum(spent) = (
           select -sum(amount) from transactions
           where amount < 0 and transaction_key not in (select debit_key from internal_transfers where confidence = 'high')
         ) as same from (${cookbook[0]?.sql ?? ""})`
      )
      assert.strictEqual(spent?.["same"], "true")
      const balances = yield* asked(2)
      const last = balances.findLast(({ account, currency }) => account === "House" && currency === "GBP")
      const [booked] = yield* shell.query(
        `select amount - coalesce((
           select sum(t.amount) from transactions t
           where t.account_key = l.account_key and t.currency = l.currency and t.booking_date > '${last?.["day"] ?? ""}'
         ), 0) as amount
         from latest_balances l join accounts using (account_key)
         where nickname = 'House' and type = 'ITBD' and l.currency = 'GBP'`
      )
      assert.strictEqual(last?.["balance"], booked?.["amount"])
    }))

  it.effect("every read shows where its rows went", () =>
    Effect.gen(function*() {
      const { shell } = yield* Nights
      const broken = yield* shell.query(
        `select read_id from reads where rows_read is distinct from
           rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined`
      )
      assert.deepStrictEqual(broken, [])
    }))
})
