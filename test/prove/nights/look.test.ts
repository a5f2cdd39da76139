/**
 * What the published file holds, asked for without SQL and with it.
 */
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { csvLines } from "../../../src/cli/csvLines.ts"
import { StoreLayout } from "../../../src/store/StoreLayout.ts"
import { Daybook } from "../../support/daybook/Daybook.ts"
import { invoke } from "../../support/daybook/invoke.ts"
import { emptyStore, publishNight } from "../../support/store/publishedStore.ts"

it.live("shows accounts, balances, transactions and runs by name, and as rows of their relations", () =>
  Effect.gen(function*() {
    const { summary } = yield* publishNight()
    const { root } = yield* StoreLayout
    const look = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
      const { exitCode, stderr, stdout } = yield* invoke(...args, "--out", root)
      assert.strictEqual(stderr, "")
      assert.strictEqual(exitCode, 0)
      return stdout
    })
    const rows = (...args: ReadonlyArray<string>) => Effect.map(look(...args, "--json"), (text) => JSON.parse(text))
    const columns = (relation: string) =>
      Effect.map(
        rows("query", `describe ${relation}`),
        (described: ReadonlyArray<{ readonly column_name: string }>) => described.map(({ column_name }) => column_name)
      )

    const [account] = yield* rows("accounts")
    assert.deepStrictEqual(Object.keys(account), yield* columns("accounts"))
    const [balance] = yield* rows("balances")
    assert.deepStrictEqual(Object.keys(balance), yield* columns("latest_balances"))
    const all = yield* rows("transactions")
    assert.deepStrictEqual(Object.keys(all[0]), yield* columns("transactions"))
    assert.deepStrictEqual(
      all.map((row: { readonly amount: string }) => row.amount).toSorted(),
      ["-12.50000", "-3.50000"]
    )
    assert.include(yield* look("transactions"), " -12.50 GBP  ")

    const ids = (...args: ReadonlyArray<string>) =>
      Effect.map(
        rows("transactions", ...args),
        (found: ReadonlyArray<{ readonly transaction_id: string }>) =>
          found.map(({ transaction_id }) => transaction_id).toSorted()
      )
    const booked = all[0].booking_date
    for (const name of ["a-1", account.account_key]) {
      assert.lengthOf(yield* ids("--account", name, "--from", booked, "--to", booked), 2)
    }
    assert.lengthOf(yield* ids("--limit", "1"), 1)
    assert.lengthOf(yield* ids("--from", "2026-11-30"), 0)
    assert.lengthOf(yield* ids("--changed-since", "2026-11-21"), 2)
    assert.lengthOf(yield* ids("--changed-since", "2026-11-21T06:00:00Z"), 0)
    const noDay = yield* invoke("transactions", "--changed-since", "2026-11-31T00:00:00Z", "--out", root)
    assert.strictEqual(noDay.exitCode, 2)
    assert.include(noDay.stderr, "expected a day of the calendar")
    assert.lengthOf(yield* rows("runs", "list", "--limit", "1"), 1)
    assert.strictEqual((yield* rows("runs", "show", "latest")).run_id, summary.run_id)

    assert.strictEqual(
      yield* look("query", "select status, sum(amount) as net from transactions group by all"),
      "status        net\nBOOK    -16.00000\n"
    )
    assert.strictEqual(
      yield* look("query", "--csv", "select status, sum(amount) as net from transactions group by all"),
      "status,net\n\"BOOK\",-16.00000\n"
    )
    assert.deepStrictEqual(yield* rows("query", "select 1 as a, 2 as a, 1.50::decimal(18,5) as b, null as c"), [
      { a: 1, "a:1": 2, b: "1.50000", c: null }
    ])
    const numbers = "0.1::float as a, 16777217::float as b, date '-infinity' as c, {'d': [1]} as e"
    assert.deepStrictEqual(yield* rows("query", `select ${numbers}`), [
      { a: 0.1, b: 16_777_216, c: "-infinity", e: { d: [1] } }
    ])
  }).pipe(Effect.provide(emptyStore)))

const refused = [
  ["select nix from runs", "Binder Error: Referenced column \"nix\" not found in FROM clause! Candidate bindings: .+"],
  ["selec 1", "Parser Error: syntax error at or near \"selec\""],
  ["select 1; select 2", "it is 2 statements, not one"],
  ["drop table runs", "it is no SELECT"],
  ["copy runs to 'runs.csv'", "it is no SELECT|Permission Error: .+"],
  ["explain analyze select 1", "it is no SELECT"],
  ["select * from read_text('/etc/hostname')", "Permission Error: .+"],
  ["from duckdb_secrets()", "Permission Error: it asks for what is outside of the snapshot"],
  ["select $1", "it leaves out a value"],
  ["select 'a'::integer", "Conversion Error: 'a' is no INT32"],
  // The database's own words repeat what stands in the row.
  ["select description::integer from transactions", "Conversion Error: a value of description is no INT32"],
  ["select error(description) from transactions", "Invalid Input Error: a value in a row does not allow that"],
  ["select (from range(2))", "Invalid Input Error: a subquery that stands for one value gives several rows"],
  // What a row says may look like what the database says.
  [
    "select error('More than one row returned by a subquery, ' || description) from transactions",
    "Invalid Input Error: a subquery that stands for one value gives several rows"
  ],
  [
    "select (description || chr(39) || chr(39))::decimal(5,2) from transactions",
    "Conversion Error: a value in a row does not allow that"
  ],
  ["select [{'a': row(1, 2)}]", "a struct in it has fields without a name"],
  ["", "it is empty"],
  [" -- nothing", "it is empty"]
] as const

it.live("answers one question that reads, and says of all else why not", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const { root } = yield* StoreLayout
    for (const [sql, reason] of refused) {
      const { exitCode, stderr, stdout } = yield* invoke("query", sql, "--out", root)
      assert.strictEqual(exitCode, 2, sql)
      assert.strictEqual(stdout, "")
      assert.match(
        stderr,
        new RegExp(
          `^daybook: the query cannot be answered \\((?:${reason})\\); what there is to ask for stands in ` +
            "docs/tables\\.md, or: daybook query \"show tables\"\n$"
        )
      )
    }
    const both = yield* invoke("query", "--csv", "--json", "select 1", "--out", root)
    assert.strictEqual(both.exitCode, 2)
    assert.strictEqual(both.stderr, "daybook: an answer is either CSV or JSON; name one of --csv and --json\n")
  }).pipe(Effect.provide(emptyStore)))

it("writes CSV by the rules of an export", () => {
  const columns = [
    { name: "text", type: "VARCHAR" },
    { name: "a,b", type: "DECIMAL(18,5)" },
    {
      name: "list",
      type: "INTEGER[]"
    },
    { name: "span", type: "INTERVAL" },
    { name: "n", type: "INTEGER" },
    { name: "mean", type: "DOUBLE" }
  ]
  const rows = [
    ["=1+1", "-1.50000", [1, 2], { days: 3 }, 4, -0.5],
    ["say \"so\"\nnow", null, null, null, null, null],
    ["", "2.00000", [], null, 0, 1.25],
    [null, "0.00000", null, null, null, null]
  ]
  assert.deepStrictEqual(
    csvLines(columns, rows),
    [
      "text,\"a,b\",list,span,n,mean",
      "\"'=1+1\",-1.50000,\"[1,2]\",\"{\"\"days\"\":3}\",4,-0.5",
      "\"say \"\"so\"\"\nnow\",,,,,",
      "\"\",2.00000,\"[]\",,0,1.25",
      ",0.00000,,,,"
    ]
  )
})

it.live("looks, plans and checks the configuration without a temporary folder of the system's", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const { root } = yield* StoreLayout
    const files = yield* FileSystem.FileSystem
    const shell = yield* Daybook.make({ TMPDIR: "/nonexistent" }, {})
    yield* files.makeDirectory(`${shell.config}/checks`)
    yield* files.writeFileString(`${shell.config}/checks/own.sql`, "from transactions where false")
    const [row] = JSON.parse((yield* invoke("transactions", "--json", "--out", root)).stdout)
    const found = yield* shell.over(root).run("explain", row.transaction_key, "--json")
    assert.strictEqual(found.exitCode, 0, found.stderr)
    assert.strictEqual((yield* shell.run("config", "check")).exitCode, 0)
    const planned = yield* shell.run("plan")
    assert.deepStrictEqual([planned.exitCode, planned.stderr], [
      11,
      "daybook: no consent is alive in this store; ask for one: daybook consent new <institution>\n"
    ])
  }).pipe(Effect.scoped, Effect.provide(emptyStore)))

it.live("takes an account that nobody knows, and a key beside an account, for a mistake", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const { root } = yield* StoreLayout
    const planned = yield* invoke("plan", "--account", "nope", "--out", root)
    assert.deepStrictEqual([planned.exitCode, planned.stdout], [2, ""])
    assert.include(planned.stderr, "no account of this store is called nope")
    const [row] = JSON.parse((yield* invoke("transactions", "--json", "--out", root)).stdout)
    const explained = yield* invoke("explain", row.transaction_key, "--account", row.account_key, "--out", root)
    assert.deepStrictEqual([explained.exitCode, explained.stdout], [2, ""])
  }).pipe(Effect.scoped, Effect.provide(emptyStore)))

it.live("shows what is published without a look into the journal, which its owner alone may read", () =>
  Effect.gen(function*() {
    yield* publishNight()
    const { root, world } = yield* StoreLayout
    const files = yield* FileSystem.FileSystem
    yield* files.writeFileString(world, "not to be read")
    const looks = [
      ["query", "from transactions"],
      ["accounts"],
      ["balances"],
      ["transactions"],
      ["runs", "list"],
      ["runs", "show", "latest"],
      ["findings", "list"],
      ["reviews", "list"],
      ["quarantine", "list"]
    ]
    for (const look of looks) {
      const { exitCode, stderr } = yield* invoke(...look, "--out", root)
      assert.deepStrictEqual([exitCode, stderr], [0, ""], look.join(" "))
    }
    assert.include((yield* invoke("status", "--out", root)).stderr, "world.json is damaged")
  }).pipe(Effect.scoped, Effect.provide(emptyStore)))
