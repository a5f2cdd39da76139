/**
 * An account of which one consent shows a number and another does not, or does so only later: it is one, whichever is read first, and
 * one of them says what it is called.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentId } from "../../../src/domain/identifiers.ts"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

const consents = {
  a: ConsentId.make("7d6f5c1e-0000-4000-8000-000000000001"),
  z: ConsentId.make("7d6f5c1e-0000-4000-8000-000000000002")
} as const

type Person = keyof typeof consents

const number = "GB33BUKB20201555555555"
const numbered = { Account: [{ SchemeName: "UK.OBIE.IBAN", Identification: number }] }
const bare = { Account: [] }

const lists = (id: Person, fields: object) =>
  accounts([accountRow({ AccountId: id, ...fields })], { consent: consents[id] })

const paysOut = (
  id: Person,
  amounts: ReadonlyArray<string>,
  { AccountId = id, ...fields }: { readonly AccountId?: string; readonly TransactionInformation?: undefined } = {}
) =>
  transactions(
    amounts.map((amount, at) => paid(undefined, `2026-11-0${at + 1}`, amount, { ...fields, AccountId })),
    { account: AccountId, consent: consents[id] }
  )

const four = ["1", "2", "3", "4"]
const says = (id: Person, fields: object, amounts: ReadonlyArray<string> = four) =>
  [lists(id, fields), paysOut(id, amounts)] as const

const content = { transaction_ids: "absent" } as const
const held =
  "select iban, count(*)::integer as rows, sum(amount) as net from transactions join accounts using (account_key) group by all"
const once = [{ iban: number, rows: 4, net: "-10.00000" }]
const net =
  "select account_id, sum(amount) as net from transactions join accounts using (account_key) group by all order by all"
const rows = "select count(*)::integer as rows from transactions"
const asked = "select kind from reviews where resolved_run is null"
const codes = "select code from findings order by code"

it.live.each([
  { what: "the one that shows none first", first: says("a", bare), second: says("z", numbered) },
  { what: "the one that shows it first", first: says("z", numbered), second: says("a", bare) }
])(
  "counts the rows of an account once of which two consents are read in one night, $what",
  ({ first, second }) =>
    withBook(content, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-10", ...first, ...second)
        assert.deepStrictEqual(yield* query(held), once)
        yield* night("2026-11-11", second[0], first[0], first[1], second[1])
        assert.deepStrictEqual(yield* query(held), once)
        assert.deepStrictEqual(yield* query(codes), [])
        assert.deepStrictEqual(yield* again(held), once)
      }))
)

it.live("counts them once where the consent that shows the number comes nights later, and keeps the number", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-10", ...says("a", bare))
      for (const day of ["2026-11-11", "2026-11-12", "2026-11-13"]) {
        yield* night(day, ...says("z", numbered), ...says("a", bare))
        assert.deepStrictEqual(yield* query(held), once)
      }
      const versions = "select version, consent_id from account_versions order by version"
      assert.deepStrictEqual(yield* query(versions), [
        { version: 1, consent_id: consents.a },
        { version: 2, consent_id: consents.z }
      ])
      assert.deepStrictEqual(yield* query(codes), [])
      assert.deepStrictEqual(yield* again(versions), yield* query(versions))
    })))

it.live("makes no further account of one whose number comes once it is known, and goes on to ask", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const two = ["1", "2"]
      yield* night("2026-11-10", ...says("z", numbered, two))
      yield* night("2026-11-11", ...says("a", bare, two), ...says("z", numbered, two))
      yield* night("2026-11-12", ...says("a", numbered, two), ...says("z", numbered, two))
      assert.deepStrictEqual(yield* query(net), [
        { account_id: "a", net: "-3.00000" },
        { account_id: "z", net: "-3.00000" }
      ])
      assert.deepStrictEqual(yield* query(codes), [{ code: "possibly-same-account" }])
      assert.deepStrictEqual(yield* query(asked), [{ kind: "same-account" }])
      assert.deepStrictEqual(yield* again(net), yield* query(net))
    })))

it.live("keeps two accounts apart whose rows disagree, also once one number is shown of both", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const others = ["11", "12", "13"]
      yield* night("2026-11-10", ...says("z", numbered))
      yield* night("2026-11-11", ...says("a", bare, others), ...says("z", numbered))
      yield* night("2026-11-12", ...says("a", numbered, others), ...says("z", numbered))
      const apart = [{ account_id: "a", net: "-36.00000" }, { account_id: "z", net: "-10.00000" }]
      assert.deepStrictEqual(yield* query(net), apart)
      assert.deepStrictEqual(yield* query(codes), [])
      assert.deepStrictEqual(yield* again(net), apart)
    })))

it.live("lets one consent speak for an account as long as it lists it, whatever another calls it", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      const called = (id: Person, Nickname: string) => says(id, { ...numbered, Nickname })
      const versions = "select version, nickname from account_versions order by version"
      const mine = [{ version: 1, nickname: "mine" }]
      for (const day of ["10", "11", "12", "13"]) {
        yield* night(`2026-11-${day}`, ...called("a", "mine"), ...called("z", "ours"))
        assert.deepStrictEqual(yield* query(versions), mine)
      }
      // It goes on to list its accounts, and this one no more.
      for (const day of ["14", "17", "19"]) {
        yield* night(
          `2026-11-${day}`,
          accounts([accountRow({ AccountId: "other" })], { consent: consents.a }),
          ...called("z", "ours")
        )
      }
      const own = "select version, nickname from account_versions where account_id in ('a', 'z') order by version"
      assert.deepStrictEqual(yield* query(own), mine)
      yield* night("2026-11-21", ...called("z", "ours"))
      assert.deepStrictEqual(yield* query(own), [...mine, { version: 2, nickname: "ours" }])
      assert.deepStrictEqual(yield* again(own), yield* query(own))
    })))

it.live.each([
  { shown: numbered, what: "shows its number" },
  { shown: bare, what: "shows none" }
])(
  "counts an account once that one consent calls by another AccountId, in whatever order its bank is read and $what",
  ({ shown }) =>
    withBook(content, ({ again, night, query }) =>
      Effect.gen(function*() {
        const anew = { AccountId: "a2" }
        yield* night("2026-11-10", ...says("a", shown), ...says("z", shown))
        yield* night("2026-11-11", ...says("z", shown), lists("a", { ...shown, ...anew }), paysOut("a", four, anew))
        assert.deepStrictEqual(yield* query(rows), [{ rows: 4 }])
        assert.deepStrictEqual(yield* query(codes), [])
        assert.deepStrictEqual(yield* again(rows), [{ rows: 4 }])
      }))
)

it.live.each([
  { left: { AccountTypeCode: undefined }, what: "type" },
  { left: { Currency: undefined }, what: "currency" }
])(
  "counts an account once of which one consent shows neither number nor $what",
  ({ left }) =>
    withBook(content, ({ night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-10", ...says("a", { ...bare, ...left }))
        yield* night("2026-11-11", ...says("z", numbered), ...says("a", { ...bare, ...left }))
        assert.deepStrictEqual(yield* query(rows), [{ rows: 4 }])
        assert.deepStrictEqual(yield* query(codes), [])
      }))
)

it.live("asks whether two accounts are one of which a fourth of the rows disagrees, and makes them none", () =>
  withBook(content, ({ again, night, query }) =>
    Effect.gen(function*() {
      for (const day of ["2026-11-10", "2026-11-11"]) {
        yield* night(day, ...says("a", bare, ["1", "2", "3", "70"]), ...says("z", numbered, ["1", "2", "3", "90"]))
      }
      const apart = [{ account_id: "a", net: "-76.00000" }, { account_id: "z", net: "-96.00000" }]
      assert.deepStrictEqual(yield* query(net), apart)
      assert.deepStrictEqual(yield* query(asked), [{ kind: "same-account" }])
      assert.deepStrictEqual(yield* again(net), apart)
    })))

/** What a consent without detail shows: neither number nor narrative. */
const plain = (id: Person, amounts: ReadonlyArray<string>) =>
  [lists(id, bare), paysOut(id, amounts, { TransactionInformation: undefined })] as const

it.live.each([
  { what: "first", first: plain("a", [...four, "5"]), second: says("z", numbered, [...four, "5"]) },
  { what: "last", first: says("z", numbered, [...four, "5"]), second: plain("a", [...four, "5"]) }
])(
  "counts the rows of an account once whose narratives one consent does not show, which is read $what",
  ({ first, second }) =>
    withBook(content, ({ again, night, query }) =>
      Effect.gen(function*() {
        yield* night("2026-11-10", ...first)
        yield* night("2026-11-11", ...second, ...first)
        const once = [{ iban: number, rows: 5, net: "-15.00000" }]
        assert.deepStrictEqual(yield* query(held), once)
        assert.deepStrictEqual(yield* query(codes), [])
        assert.deepStrictEqual(yield* again(held), once)
      }))
)

it.live("asks where so few amounts agree of an account whose narratives one consent does not show", () =>
  withBook(content, ({ night, query }) =>
    Effect.gen(function*() {
      yield* night("2026-11-10", ...says("z", numbered))
      yield* night("2026-11-11", ...plain("a", four), ...says("z", numbered))
      assert.deepStrictEqual(yield* query(rows), [{ rows: 8 }])
      assert.deepStrictEqual(yield* query(asked), [{ kind: "same-account" }])
    })))
