/**
 * A bank whose accounts each answer with a poison of their own, beside a sound bank, through the command line: a night, a
 * book made again, and quarantine replayed. Nothing of it costs the sound bank a row, nor anybody a night.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Logger } from "effect"
import { Daybook } from "../support/daybook/Daybook.ts"
import { runLineOf } from "../support/daybook/Ended.ts"
import { accountRow, pageOf, transactionRow } from "../support/gateway/bankRows.ts"
import { daysFrom } from "../support/gateway/edgeBank.ts"
import type { Asked, Reply } from "../support/gateway/serveHttp.ts"
import { TestGateway } from "../support/gateway/TestGateway.ts"
import { rulesText } from "../support/truth/playTruth.ts"

const withoutBalances = `[consent]
permissions = ["ReadAccountsDetail", "ReadTransactionsCredits", "ReadTransactionsDebits", "ReadTransactionsDetail"]
`

const days = daysFrom("2026-02-01", "2026-02-19")
const [sound, poisoned] = ["xq_sound", "xq_poisoned"]

const rowsOf = (account: string) =>
  days.map((day) =>
    transactionRow({ AccountId: account, TransactionId: `${account}-${day}`, BookingDateTime: `${day}T10:00:00Z` })
  )

/** A page of an account's rows as text, with something else in the place of its last row's narrative. */
const pageWith = (account: string, narrative: string): string => {
  const [last, ...rest] = rowsOf(account).toReversed()
  const text = JSON.stringify(pageOf("Transaction", [...rest, { ...last, TransactionInformation: "HERE" }]))
  return text.replace("\"HERE\"", () => narrative)
}

/** What each account answers, and how many of its rows are right in the book: all, all but one, or none. */
const poisons: Readonly<Record<string, { readonly answer: (asked: Asked) => Reply; readonly rows: number }>> = {
  "key-with-quotes": {
    answer: () => ({ body: pageWith("key-with-quotes", `"x","Odd":{"he said \\"hi":1}`) }),
    rows: days.length
  },
  "half-character": { answer: () => ({ body: pageWith("half-character", `"\\ud83d"`) }), rows: days.length - 1 },
  "exact-number": {
    answer: () => ({
      body: pageWith("exact-number", `"x"`).replace("\"Amount\":\"12.50\"", "\"Amount\":1234567890.123449999999")
    }),
    rows: days.length - 1
  },
  "cursor-with-a-tail": {
    answer: ({ query }) => {
      const rows = rowsOf("cursor-with-a-tail")
      const [first, rest] = [rows.slice(0, 10), rows.slice(10)]
      const next = { Links: { Self: "s", Next: "https://bank.example/transactions?page=it's/" } }
      if (query["page"] === undefined) return { body: pageOf("Transaction", first, next) }
      return query["page"] === "it's/" ? { body: pageOf("Transaction", rest) } : { status: 400, body: {} }
    },
    rows: days.length
  },
  "long-text": {
    answer: () => ({ body: pageWith("long-text", JSON.stringify("x".repeat(10_000_000))) }),
    rows: days.length - 1
  },
  "long-page": {
    answer: () => ({ body: pageOf("Transaction", [...rowsOf("long-page"), { Pad: "x".repeat(27_000_000) }]) }),
    rows: 0
  },
  "long-account-id": {
    answer: () => ({
      body: pageOf("Transaction", [
        ...rowsOf("long-account-id").slice(1),
        transactionRow({ AccountId: "x".repeat(10_000_000) })
      ])
    }),
    rows: days.length - 1
  },
  "too-deep": {
    answer: () => ({ body: pageWith("too-deep", `"x","Odd":${"[".repeat(100_000)}${"]".repeat(100_000)}`) }),
    rows: 0
  },
  "retry-after": {
    answer: () => ({ status: 429, headers: { "retry-after": "99999999999999" }, body: {} }),
    rows: 0
  }
}

const accountsOf = (names: ReadonlyArray<string>) =>
  pageOf(
    "Account",
    names.map((name, at) =>
      accountRow({
        AccountId: name,
        Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: `2000001234${1000 + at}` }]
      })
    )
  )

it.live(
  "a bank with every poison costs no other bank a row or a night, also through rebuild --replace and quarantine replay",
  () =>
    Effect.gen(function*() {
      const gateway = yield* TestGateway.start({ clock: "2026-02-20T03:00:00Z", approveAfterReads: 1 })
      const isPoisoned = ({ path }: Asked) =>
        [...gateway.consents.all.values()].some(({ id, institution }) => institution === poisoned && path.includes(id))
      let poisonous = false
      gateway.script = (asked) => {
        const names = isPoisoned(asked) ? Object.keys(poisons) : ["a-1"]
        if (asked.path.endsWith("/accounts")) return { body: accountsOf(names) }
        if (!asked.path.endsWith("/transactions")) return undefined
        const account = asked.query["accountId"] ?? ""
        const poison = poisonous ? poisons[account] : undefined
        return poison === undefined ? { body: pageOf("Transaction", rowsOf(account)) } : poison.answer(asked)
      }
      const rules = rulesText({ transaction_ids: "stable", timezone: "Asia/Tokyo", requests_per_second: 0 })
      const daybook = yield* Daybook.make(gateway.env, { [sound]: rules, [poisoned]: rules }, withoutBalances)
      const run = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
        const ended = yield* daybook.here(...args, "--json")
        return { exitCode: ended.exitCode, line: runLineOf(ended), stderr: ended.stderr }
      })
      poisonous = true
      for (const institution of [poisoned, sound]) {
        const { exitCode } = yield* run("consent", "new", institution, "--callback", "none", "--poll", "0.01")
        assert.notInclude([1, 16], exitCode, institution)
      }
      const forEver = DateTime.makeUnsafe("9999-12-31T23:59:59Z")
      for (const { id, institution } of gateway.consents.all.values()) {
        if (institution === poisoned) gateway.consents.change(id, { expiresAt: DateTime.toEpochMillis(forEver) })
      }
      const held = daybook.query(
        `select account_id, count(*)::integer as rows
         from transactions join account_links using (account_key) group by account_id order by account_id`
      )
      const right = [{ account_id: "a-1", rows: days.length }]
        .concat(Object.entries(poisons).map(([account_id, { rows }]) => ({ account_id, rows })))
        .filter(({ rows }) => rows > 0)
        .toSorted((a, b) => a.account_id < b.account_id ? -1 : 1)

      gateway.setTime("2026-02-21T03:00:00Z")
      const night = yield* run("run", "nightly")
      assert.notInclude([0, 1, 16], night.exitCode, night.stderr)
      assert.isString(night.line["export"])
      const asNumbers = Effect.map(
        held,
        (rows) => rows.map((row) => ({ account_id: String(row["account_id"]), rows: Number(row["rows"]) }))
      )
      assert.deepStrictEqual(yield* asNumbers, right)

      assert.strictEqual((yield* daybook.here("rebuild", "--replace")).exitCode, 0)
      assert.deepStrictEqual(yield* asNumbers, right)
      assert.notInclude([1, 16], (yield* run("quarantine", "replay")).exitCode)
      assert.deepStrictEqual(yield* asNumbers, right)
      assert.strictEqual((yield* daybook.here("rebuild")).exitCode, 0)

      // The bank is well again: so is all that it gives.
      poisonous = false
      gateway.setTime("2026-02-22T03:00:00Z")
      assert.notInclude([1, 16], (yield* run("run", "nightly")).exitCode)
      assert.deepStrictEqual(
        yield* asNumbers,
        ["a-1", ...Object.keys(poisons)].toSorted().map((account_id) => ({ account_id, rows: days.length }))
      )
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))
)
