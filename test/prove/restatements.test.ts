/**
 * A ledger that loads `restatements.csv` and the rows that it has not seen has what the newest export adds up to, night for night, also
 * where the book was made again and knows otherwise what had left.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Logger } from "effect"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { killSwitch } from "../support/daybook/Daybook.ts"
import { dayAfter, edgeBank, payment } from "../support/gateway/edgeBank.ts"

const shop = (amount: string) => payment("2026-02-18T12:00:00Z", { id: "shop", amount })
const rent = payment("2026-02-01T12:00:00Z", { id: "rent", amount: "100.00", information: "=RENT" })
const wages = payment("2026-02-19T23:30:00Z", { id: "wages", amount: "900.00", credit: true })
const late = (amount: string) => payment("2026-02-23T12:00:00Z", { id: "late", amount })

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))
const rules = { transaction_ids: "stable", lookback_days: 4 }

/** What an export says, row by row. */
const restated =
  `select entry, transaction_key as key, account_key, booking_date, amount from read_csv('$folder/restatements.csv', all_varchar = true)
  order by all`
const exported =
  "select transaction_key as key, account_key, booking_date::varchar as booking_date, amount from '$folder/transactions.parquet'"

/** A bank whose first session is over, and a ledger that follows its exports. */
const followed = Effect.gen(function*() {
  const bank = yield* edgeBank("2026-02-20T03:00:00Z", {}, rules)
  const { daybook, gateway } = bank
  const seen = new Set<string>()
  const ledger = new Map<string, number>()
  const post = (row: Readonly<Record<string, unknown>>) => {
    const place = `${row["account_key"]} ${row["booking_date"]}`
    ledger.set(place, (ledger.get(place) ?? 0) + Number(row["amount"]))
  }
  /** Loads the newest export, and gives what that restates. */
  const load = Effect.gen(function*() {
    const entries = yield* daybook.exported(restated)
    const rows = yield* daybook.exported(exported)
    entries.forEach(post)
    rows.filter(({ key }) => !seen.has(String(key))).forEach(post)
    for (const { key } of [...entries, ...rows]) seen.add(String(key))
    const now = new Map<string, number>()
    for (const { account_key, amount, booking_date } of rows) {
      const place = `${account_key} ${booking_date}`
      now.set(place, (now.get(place) ?? 0) + Number(amount))
    }
    assert.deepStrictEqual(new Map([...ledger].filter(([, sum]) => sum !== 0).toSorted()), new Map([...now].toSorted()))
    return entries.map(({ amount, entry }) => `${entry} ${amount}`).toSorted()
  })
  const night = Effect.fnUntraced(function*(day: string, listed: ReadonlyArray<typeof rent>) {
    gateway.transactions = listed
    assert.strictEqual((yield* bank.night(day)).exitCode, 0)
    return yield* load
  })
  /** Fails where a book made again from the journal is not the one that is there. */
  const isSame = Effect.map(bank.run("rebuild"), ({ exitCode }) => assert.strictEqual(exitCode, 0))
  /** What runs wrote down of what the ledger has. */
  const ledgerFiles = Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const { runs } = StoreLayout.at(daybook.out)
    const names = yield* fs.readDirectory(runs, { recursive: true })
    return names.filter((name) => name.includes("ledger-")).map((name) => `${runs}/${name}`)
  })
  /** After an export one row says something else and one is gone, under a renewed consent; gives the one before. */
  const renewedBehindExport = Effect.gen(function*() {
    yield* night("2026-02-21", [rent, shop("7.00"), wages])
    const [first = ""] = [...gateway.consents.all.keys()]
    gateway.setTime("2026-02-22T03:00:00Z")
    gateway.transactions = [rent, shop("8.00")]
    assert.strictEqual((yield* bank.consent("renew")).exitCode, 0)
    return first
  })
  gateway.transactions = [rent, shop("7.00"), wages]
  assert.strictEqual((yield* bank.consent("new")).exitCode, 0)
  return { ...bank, load, night, renewedBehindExport, isSame, ledgerFiles }
})

it.live("adds up with what had left before, and rebuild says the same", () =>
  Effect.gen(function*() {
    const { isSame, night } = yield* followed
    assert.deepStrictEqual(yield* night("2026-02-21", [rent, shop("7.00"), wages]), [])
    assert.deepStrictEqual(yield* night("2026-02-22", [rent, shop("8.00"), wages]), [
      "post -8.00000",
      "reverse 7.00000"
    ])
    assert.deepStrictEqual(yield* night("2026-02-23", [rent, shop("7.00")]), [
      "post -7.00000",
      "reverse -900.00000",
      "reverse 8.00000"
    ])
    assert.deepStrictEqual(yield* night("2026-02-24", [rent, shop("7.00"), wages, late("1.00")]), ["post 900.00000"])
    yield* isSame
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live(
  "takes back what left under other keys, where a rule was edited and the book made again",
  () =>
    Effect.gen(function*() {
      const { daybook, isSame, ledgerFiles, night, run, setRules } = yield* followed
      const fs = yield* FileSystem.FileSystem
      const listed = [rent, shop("7.00"), wages]
      yield* night("2026-02-21", listed)
      for (const [nth, transaction_ids] of ["unstable", "stable"].entries()) {
        yield* setRules({ ...rules, transaction_ids })
        assert.strictEqual((yield* run("rebuild")).exitCode, 1)
        // Made again twice, or where nothing is left but the exports.
        const { book, snapshot } = StoreLayout.at(daybook.out)
        for (const again of ["once", "twice"]) {
          if (nth === 0) assert.strictEqual((yield* run("rebuild", "--replace")).exitCode, 0, again)
        }
        if (nth === 1) yield* Effect.forEach([book, snapshot], (file) => fs.remove(file))
        const reversed = ["reverse -900.00000", "reverse 100.00000", "reverse 7.00000"]
        assert.deepStrictEqual(
          (yield* night(dayAfter("2026-02-22", nth), listed)).filter((entry) => entry.startsWith("rev")),
          reversed
        )
        yield* isSame
      }
      assert.deepStrictEqual(yield* night("2026-02-24", [...listed, late("1.00")]), [])
      assert.strictEqual((yield* run("rebuild", "--replace")).exitCode, 0)
      assert.deepStrictEqual(yield* night("2026-02-25", [...listed, late("2.00")]), [
        "post -2.00000",
        "reverse 1.00000"
      ])
      yield* isSame
      const [file = ""] = yield* ledgerFiles
      yield* fs.remove(file)
      const { exitCode, stderr } = yield* run("rebuild")
      assert.strictEqual(exitCode, 16)
      assert.include(stderr, `${file} is damaged; put it back from your backup of the store's journal folder`)
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "takes back what left on other days, where the time zone of a bank is corrected, and corrected back",
  () =>
    Effect.gen(function*() {
      const { isSame, night, setRules } = yield* followed
      // What is booked from noon on in London is of the next day in Auckland.
      const posted = ["post -100.00000", "post -7.00000", "post 900.00000"]
      const moved = [...posted, "reverse -900.00000", "reverse 100.00000", "reverse 7.00000"]
      yield* night("2026-02-21", [rent, shop("7.00"), wages])
      yield* setRules({ ...rules, timezone: "Pacific/Auckland" })
      assert.deepStrictEqual(yield* night("2026-02-22", [rent, shop("7.00"), wages]), moved)
      yield* isSame
      yield* setRules(rules)
      assert.deepStrictEqual(yield* night("2026-02-23", [rent, shop("7.00"), wages, late("1.00")]), moved)
      yield* isSame
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "gives as new what comes back under a key that never left, where a rule was edited and the book was lost",
  () =>
    Effect.gen(function*() {
      const { daybook, isSame, night, run, setRules } = yield* followed
      const fs = yield* FileSystem.FileSystem
      yield* night("2026-02-21", [rent, shop("7.00"), wages])
      assert.deepStrictEqual(yield* night("2026-02-22", [rent, shop("7.00")]), ["reverse -900.00000"])
      const loseBook = Effect.gen(function*() {
        const { book, snapshot } = StoreLayout.at(daybook.out)
        yield* Effect.forEach([book, snapshot], (file) => fs.remove(file))
        assert.strictEqual((yield* run("rebuild", "--replace")).exitCode, 0)
      })
      yield* setRules({ ...rules, transaction_ids: "unstable" })
      yield* loseBook
      assert.deepStrictEqual(yield* night("2026-02-23", [rent, shop("7.00"), wages]), [
        "reverse 100.00000",
        "reverse 7.00000"
      ])
      yield* isSame
      assert.deepStrictEqual(yield* night("2026-02-24", [rent, shop("7.00")]), ["reverse -900.00000"])
      // Of what left under its key by now it is known that it did.
      yield* loseBook
      assert.deepStrictEqual(yield* night("2026-02-25", [rent, shop("7.00"), wages]), ["post 900.00000"])
      yield* isSame
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "takes back what left of an account before it was held, where a rule was edited and the book was lost meanwhile",
  () =>
    Effect.gen(function*() {
      const { daybook, gateway, night, run, setRules } = yield* followed
      const fs = yield* FileSystem.FileSystem
      const listed = [rent, shop("7.00"), wages]
      yield* night("2026-02-21", listed)
      const held = `${daybook.config}/accounts.toml`
      yield* fs.writeFileString(held, "[[account]]\nmatch = { account_id = \"A-1\" }\non_unprovable = \"hold\"\n")
      gateway.setTime("2026-02-22T03:00:00Z")
      assert.strictEqual((yield* run("run", "nightly")).exitCode, 12)
      yield* setRules({ ...rules, transaction_ids: "unstable" })
      const { book, snapshot } = StoreLayout.at(daybook.out)
      yield* Effect.forEach([book, snapshot], (file) => fs.remove(file))
      assert.strictEqual((yield* run("rebuild", "--replace")).exitCode, 0)
      yield* fs.remove(held)
      assert.deepStrictEqual(yield* night("2026-02-23", listed), [
        "reverse -900.00000",
        "reverse 100.00000",
        "reverse 7.00000"
      ])
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "takes back what a purge takes away, of an account that another consent goes on to read",
  () =>
    Effect.gen(function*() {
      const { gateway, isSame, ledgerFiles, night, renewedBehindExport, run } = yield* followed
      const first = yield* renewedBehindExport
      assert.strictEqual((yield* run("consent", "forget", first, "--purge")).exitCode, 0)
      yield* isSame
      assert.deepStrictEqual(yield* night("2026-02-23", [rent, shop("8.00")]), [
        "post -8.00000",
        "reverse -900.00000",
        "reverse 7.00000"
      ])
      yield* isSame
      assert.deepStrictEqual(yield* night("2026-02-24", [rent, shop("8.00"), late("1.00")]), [])
      assert.strictEqual((yield* ledgerFiles).length, 1)
      const [, second = ""] = [...gateway.consents.all.keys()]
      assert.strictEqual((yield* run("consent", "forget", second, "--purge")).exitCode, 0)
      assert.deepStrictEqual(yield* ledgerFiles, [])
      yield* isSame
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "takes nothing back twice where a consent is purged after a kill that came once an export was written down",
  () =>
    Effect.gen(function*() {
      const { daybook, isSame, load, night, renewedBehindExport, run } = yield* followed
      const first = yield* renewedBehindExport
      const killed = yield* daybook.runWith(
        { preload: killSwitch({ before: "^run .*An export is written down" }) },
        "export"
      )
      assert.strictEqual(killed.exitCode, 137, killed.stderr)
      assert.strictEqual((yield* run("consent", "forget", first, "--purge")).exitCode, 0)
      assert.strictEqual((yield* run("publish")).exitCode, 0)
      assert.deepStrictEqual(yield* load, ["post -8.00000", "reverse -900.00000", "reverse 7.00000"])
      yield* isSame
      assert.deepStrictEqual(yield* night("2026-02-23", [rent, shop("8.00"), late("1.00")]), [])
      yield* isSame
    }).pipe(Effect.scoped, Effect.provide(quiet))
)

it.live(
  "takes back what left, where commands that make no book came before the one that makes it again",
  () =>
    Effect.gen(function*() {
      const { daybook, isSame, load, night, renewedBehindExport, run } = yield* followed
      const first = yield* renewedBehindExport
      const killed = yield* daybook.runWith(
        { preload: killSwitch({ before: "rename .*rebuild\\.duckdb" }) },
        "consent",
        "forget",
        first,
        "--purge"
      )
      assert.strictEqual(killed.exitCode, 137, killed.stderr)
      const [open] = yield* daybook.query("select finding_id from findings where code = 'booked-row-gone'")
      const finding = String(open?.["finding_id"])
      const acknowledge = ["findings", "acknowledge", finding, "--reason", "seen", "--as", "me"]
      for (const command of [["export"], ["publish"], acknowledge]) {
        assert.strictEqual((yield* run(...command)).exitCode, 16)
      }
      assert.deepStrictEqual(yield* load, [])
      assert.deepStrictEqual(yield* night("2026-02-23", [rent, shop("8.00")]), [
        "post -8.00000",
        "reverse -900.00000",
        "reverse 7.00000"
      ])
      yield* isSame
    }).pipe(Effect.scoped, Effect.provide(quiet))
)
