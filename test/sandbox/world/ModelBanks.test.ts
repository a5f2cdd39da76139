import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makeModelBanks } from "../../../src/sandbox/world/ModelBanks.ts"
import {
  always,
  bookedSums,
  dayMillis,
  isBooked,
  lookAt,
  modelBanksOf,
  origin,
  signedAmount
} from "../../support/sandbox/modelBanksOf.ts"

const institutions = [
  "gb_alder_personal",
  "gb_birch_business",
  "gb_cedar_personal",
  "gb_damson_business",
  "gb_elm_personal",
  "gb_fir_personal"
] as const

const seeds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))
const nights = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 90 }))

layer(NodeServices.layer)("the model banks below the gateway", (it) => {
  it.effect("holds the six banks of docs/sandbox.md, by name", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(1)
      assert.deepStrictEqual(modelBanks.banks.map(({ institution }) => institution), [...institutions])
    }))

  it.effect("gives every bank two customers at least, with one to four accounts each", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(1)
      for (const institution of institutions) {
        const customers = modelBanks.customers(institution)
        assert.isAtLeast(customers.length, 2)
        for (const { accounts, password, username } of customers) {
          assert.isTrue(accounts.length >= 1 && accounts.length <= 4, `${username} has ${accounts.length}`)
          assert.isTrue(password.length >= 8)
          for (const { label } of accounts) assert.match(label, /^[A-Z][a-z ]+, [A-Z ]{3,}, ending \d{4}$/)
        }
      }
    }))

  it.effect.prop("balances are the sum of the booked rows at any instant, for any seed, at every bank", {
    seed: seeds,
    night: nights,
    institution: Schema.Literals(institutions),
    customer: Schema.Literals([0, 1])
  }, ({ customer, institution, night, seed }) =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(seed)
      const { balances, rows } = lookAt(modelBanks, institution, origin + night * dayMillis, "consent-1", customer)
      const sums = bookedSums(rows)
      const booked = balances.filter(({ Type }) => Type === "ITBD" || Type === "InterimBooked")
      assert.isAtLeast(booked.length, 2)
      for (const balance of booked) {
        const key = `${balance.AccountId} ${balance.Amount.Currency}`
        assert.strictEqual(signedAmount(balance), sums.get(key) ?? 0n, `${institution} ${key}`)
      }
      assert.isTrue(
        [...sums.keys()].every((key) =>
          booked.some(({ AccountId, Amount }) => key === `${AccountId} ${Amount.Currency}`)
        )
      )
    }), { arbitrary: { runs: 24 } })

  it.effect.prop("lists exactly the booked rows up to the balance's instant where a bank posts in order", {
    seed: seeds,
    night: nights,
    institution: Schema.Literals(["gb_alder_personal", "gb_birch_business", "gb_cedar_personal", "gb_damson_business"])
  }, ({ institution, night, seed }) =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(seed)
      const now = origin + night * dayMillis
      const { balances, rows } = lookAt(modelBanks, institution, now)
      const later = lookAt(modelBanks, institution, now + 9 * dayMillis).rows.filter(isBooked)
      const asOf = Date.parse(balances[0]?.DateTime ?? "")
      const booked = rows.filter(isBooked)
      assert.isTrue(booked.every(({ BookingDateTime }) => Date.parse(BookingDateTime) <= asOf))
      assert.strictEqual(
        later.filter(({ BookingDateTime }) => Date.parse(BookingDateTime) <= asOf).length,
        booked.length
      )
      assert.isTrue(asOf <= now)
    }), { arbitrary: { runs: 6 } })

  it.effect("gives the same bytes for the same seed and instant, whatever was asked before", () =>
    Effect.gen(function*() {
      const [straight, wandering] = [yield* modelBanksOf(7), yield* modelBanksOf(7)]
      const then = origin + 16 * dayMillis
      for (const institution of institutions) {
        for (const day of [4, 30, 8, 12]) lookAt(wandering, institution, origin + day * dayMillis, "another", 1, 30)
        assert.strictEqual(
          JSON.stringify(lookAt(wandering, institution, then)),
          JSON.stringify(lookAt(straight, institution, then)),
          institution
        )
      }
    }))

  it.effect("gives the same bytes whether its clock was moved to an instant of a month or started there", () =>
    Effect.gen(function*() {
      const then = origin + 4 * dayMillis
      const [moved, started] = [yield* modelBanksOf(7), yield* makeModelBanks({ seed: 7, origin: then, heavy: 0 })]
      for (const institution of institutions) {
        assert.strictEqual(
          JSON.stringify(lookAt(started, institution, then)),
          JSON.stringify(lookAt(moved, institution, then)),
          institution
        )
      }
    }))

  it.effect("gives other movements for another seed", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* modelBanksOf(1), yield* modelBanksOf(2)]
      const [ones, twos] = [one, two].map((modelBanks) =>
        lookAt(modelBanks, "gb_alder_personal", origin).rows.slice(0, 20)
      )
      assert.notStrictEqual(JSON.stringify(ones), JSON.stringify(twos))
    }))

  it.effect("begins twenty months before the month of any clock", () =>
    Effect.gen(function*() {
      const clocks = [["2026-01-01", "2024-05-01"], ["2026-06-30", "2024-10-01"], ["2024-02-29", "2022-06-01"], [
        "2026-12-31",
        "2025-04-01"
      ]] as const
      for (const [clock, first] of clocks) {
        const at = Date.parse(`${clock}T12:00:00Z`)
        const banks = yield* makeModelBanks({ seed: 3, origin: at, heavy: 0 })
        const days = lookAt(banks, "gb_birch_business", at).rows.filter(isBooked)
          .map(({ BookingDateTime }) => BookingDateTime.slice(0, 10)).toSorted()
        assert.isTrue(Math.abs(Date.parse(days[0] ?? "") - Date.parse(first)) <= 4 * dayMillis, `${clock}: ${days[0]}`)
      }
    }))

  it.effect("reaches back 20 months and goes on as the clock advances", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(3)
      for (const institution of institutions) {
        const days = lookAt(modelBanks, institution, origin + 40 * dayMillis).rows.filter(isBooked)
          .map(({ BookingDateTime }) => BookingDateTime.slice(0, 10)).toSorted()
        assert.isTrue((days[0] ?? "") <= "2024-10-01", institution)
        assert.isTrue((days.at(-1) ?? "") >= "2026-07-03", institution)
      }
    }))

  it.effect("slices a listing without a hole or an overlap", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(3)
      const at = { institution: "gb_damson_business", consentId: "consent-1", now: origin }
      const listing = modelBanks.transactions(at, ["quayside-main", "quayside-card"], always)
      const pages = Array.from({ length: Math.ceil(listing.count / 25) }, (_, page) => listing.slice(page * 25, 25))
      assert.strictEqual(JSON.stringify(pages.flat()), JSON.stringify(listing.slice(0, listing.count)))
      assert.deepStrictEqual(listing.slice(listing.count, 25), [])
    }))

  it.effect("keeps both ends of a window, and one direction where asked", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(3)
      const at = { institution: "gb_alder_personal", consentId: "consent-1", now: origin }
      const all = modelBanks.transactions(at, ["ada-current"], always)
      const rows = all.slice(0, all.count)
      const [from, to] = [rows[200], rows[100]].map((row) => Date.parse(row?.BookingDateTime ?? ""))
      const window = { from: from ?? 0, to: to ?? 0 }
      const inside = rows.filter(({ BookingDateTime }) =>
        Date.parse(BookingDateTime) >= window.from && Date.parse(BookingDateTime) <= window.to
      )
      const listed = modelBanks.transactions(at, ["ada-current"], window)
      assert.isAtLeast(inside.length, 101)
      assert.strictEqual(JSON.stringify(listed.slice(0, 1000)), JSON.stringify(inside))
      for (const direction of ["Credit", "Debit"] as const) {
        const one = modelBanks.transactions(at, ["ada-current"], { ...window, direction })
        const kept = inside.filter(({ CreditDebitIndicator }) => CreditDebitIndicator === direction)
        assert.strictEqual(JSON.stringify(one.slice(0, 1000)), JSON.stringify(kept))
      }
    }))

  it.effect("knows nothing of a bank or an account that does not exist", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(3)
      const at = { institution: "gb_rowan_personal", consentId: "consent-1", now: origin }
      assert.deepStrictEqual(modelBanks.customers("gb_rowan_personal"), [])
      assert.deepStrictEqual(modelBanks.accounts(at, ["ada-current"]), [])
      assert.deepStrictEqual(modelBanks.balances(at, ["ada-current"]), [])
      assert.strictEqual(modelBanks.transactions(at, ["ada-current"], always).count, 0)
      assert.deepStrictEqual(modelBanks.accounts({ ...at, institution: "gb_alder_personal" }, ["nobody"]), [])
    }))

  it.effect("answers at any clock", () =>
    Effect.gen(function*() {
      const modelBanks = yield* modelBanksOf(3)
      for (const now of [origin, origin + 400 * dayMillis, origin + 40_000 * dayMillis]) {
        const { balances, rows } = lookAt(modelBanks, "gb_cedar_personal", now)
        const sums = bookedSums(rows)
        assert.isTrue(
          balances.filter(({ Type }) => Type === "ITBD")
            .every((balance) => signedAmount(balance) === sums.get(`${balance.AccountId} ${balance.Amount.Currency}`))
        )
      }
    }))
})
