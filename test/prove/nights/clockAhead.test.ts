/**
 * One night by a machine's clock that is ahead, and those after it, by which a consent that had ended then lives.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Logger } from "effect"
import { setClock } from "../../support/daybook/setClock.ts"
import { edgeBank, payment } from "../../support/gateway/edgeBank.ts"

const quiet = Layer.mergeAll(NodeServices.layer, Logger.layer([]))

/** A bank in real time, with an account of one person and as many others, and a machine whose clock may be ahead of the bank's. */
const bankWith = Effect.fn("bankWith")(function*(others: ReadonlyArray<string>) {
  const theirs = yield* setClock
  const ours = yield* setClock
  const bank = yield* theirs.under(edgeBank("2026-02-20T03:00:00Z", { clock: undefined }, {}))
  const { consent, daybook, gateway } = bank
  const [main] = gateway.accounts
  assert.isDefined(main)
  const persons = ["main", ...others]
  gateway.accounts = persons.map((person, index) => ({
    ...main,
    person,
    ref: person,
    accountId: `A-${index}`,
    identifications: [{ scheme: "UK.OBIE.SortCodeAccountNumber", identification: `2000001234567${index}` }]
  }))
  for (const person of persons) {
    gateway.consents.person = person
    assert.strictEqual((yield* ours.under(consent("new"))).exitCode, 0)
  }
  const ids = [...gateway.consents.all.keys()]
  /** Lets a person's consent end so many days from now. */
  const endsIn = (index: number, days: number) => {
    const found = gateway.consents.all.get(ids[index] ?? "")
    if (found === undefined) return
    gateway.consents.all.set(found.id, { ...found, expiresAt: theirs.now() + Duration.toMillis(Duration.days(days)) })
  }
  /** A night so many days from now, with a payment of that day in each account, by a clock that is `ahead` of it. */
  const night = Effect.fnUntraced(function*(day: number, ahead = 0) {
    theirs.set(day)
    ours.set(day + ahead)
    const bookedAt = DateTime.formatIso(DateTime.makeUnsafe(theirs.now() - 3_600_000))
    gateway.transactions = [...gateway.transactions, ...persons.map((ref) => payment(bookedAt, { ref }))]
    const { exitCode, stderr } = yield* ours.under(bank.run("run", "nightly"))
    const check = yield* ours.under(daybook.here("status", "--check", "--max-age", "26h"))
    const rows = yield* daybook.query("select count(*) as n from transactions group by account_key order by all")
    return { exits: `${exitCode} ${check.exitCode}`, stderr, rows: rows.map((row) => Number(row["n"])) }
  })
  return { ids, endsIn, night }
})

it.live("a consent that had ended by a clock that was ahead for one night is read again by the next, beside another", () =>
  Effect.gen(function*() {
    const { endsIn, ids, night } = yield* bankWith(["other"])
    endsIn(0, 20)
    const good = yield* night(1)
    assert.deepStrictEqual([good.exits, good.rows], ["0 0", [1, 1]])
    const ahead = yield* night(2, 24)
    assert.strictEqual(ahead.exits, "11 11")
    assert.include(ahead.stderr, `daybook consent renew ${ids[0]}`)
    const back = yield* night(3)
    assert.deepStrictEqual([back.exits, back.rows], ["10 10", [3, 3]])
    assert.match(
      back.stderr,
      /the clock ran back: this run read at \S+Z, and the one before it at \S+Z; one of them named its days by a wrong clock, so see to/
    )
    const { exits, rows } = yield* night(4)
    assert.deepStrictEqual([exits, rows], ["0 0", [4, 4]])
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("the one consent of a store lives again after a night by a clock that was a year ahead", () =>
  Effect.gen(function*() {
    const { night } = yield* bankWith([])
    const good = yield* night(1)
    assert.deepStrictEqual([good.exits, good.rows], ["0 0", [1]])
    assert.strictEqual((yield* night(2, 365)).exits, "11 11")
    for (const day of [3, 4]) {
      const { exits, rows } = yield* night(day)
      assert.deepStrictEqual([exits, rows], ["0 0", [day]], `day ${day}`)
    }
  }).pipe(Effect.scoped, Effect.provide(quiet)))

it.live("days to come that a clock ahead called lost are lost no more after the next night, and are told where they are lost later", () =>
  Effect.gen(function*() {
    const { consent, daybook, gateway, night, run } = yield* edgeBank(
      "2026-02-20T03:00:00Z",
      { historyDays: 20 },
      { history_days_after_first_session: 20, lookback_days: 4 }
    )
    assert.strictEqual((yield* consent("new")).exitCode, 0)
    for (const id of gateway.consents.all.keys()) gateway.consents.change(id, { expiresAt: 4_102_444_800_000 })
    const lost = daybook.query(
      "select evidence ->> '$.from' as day, closed_by from findings where code = 'days-lost' order by 1"
    )
    assert.strictEqual((yield* night("2026-02-21")).exitCode, 0)
    assert.include(
      (yield* night("2026-04-02")).stderr,
      "booking days 2026-02-21 to 2026-03-13 of account A-1 lie before"
    )
    const back = yield* night("2026-02-22")
    assert.strictEqual(back.exitCode, 10)
    const ranBack =
      "the clock ran back: this run read at 2026-02-22T03:00:00Z, and the one before it at 2026-04-02T03:00:00Z; " +
      "one of them named its days by a wrong clock, so see to it that the machine's is right; " +
      "until 2026-04-02T03:00:00Z all that is learned counts as known then (known_from, transactions_as_of)"
    assert.include(back.stderr, ranBack)
    assert.deepStrictEqual(
      yield* daybook.query("select message, closed_by from findings where code = 'clock-ran-back'"),
      [
        { message: ranBack, closed_by: "" }
      ]
    )
    assert.deepStrictEqual(yield* lost, [{ day: "2026-02-21", closed_by: "gone" }])
    assert.strictEqual((yield* run("rebuild")).exitCode, 0)
    const late = yield* night("2026-03-25")
    assert.strictEqual(late.exitCode, 10)
    assert.include(late.stderr, "booking days 2026-02-22 to 2026-03-05 of account A-1 lie before")
    assert.strictEqual((yield* night("2026-03-26")).exitCode, 0)
    assert.deepStrictEqual(yield* lost, [{ day: "2026-02-21", closed_by: "gone" }, {
      day: "2026-02-22",
      closed_by: ""
    }])
  }).pipe(Effect.scoped, Effect.provide(quiet)))
