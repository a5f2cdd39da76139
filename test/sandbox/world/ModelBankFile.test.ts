import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { decodeModelBank } from "../../../src/sandbox/world/ModelBankFile.ts"

const whole = `name = "Rowan"
timezone = "Europe/London"
page_size = 50
bulk = true
account_filter = true
discovery = "always"
unbounded_history = "always"
first_session_minutes = 5
to_filter = false
vocabulary = "v4"
links = "Links"
account_ids = "stable"
books_after_minutes = 0
order = "newest-first"
booking_time = "utc"
amounts = "currency"
transaction_ids = "stable"
running_balance = false
pending = "none"
settlement = "faithful"
credit_lines = "none"
[[customers]]
username = "sorrel"
password = "rowan-1"
name = "Sorrel Ash"
[[customers.accounts]]
id = "sorrel-current"
profile = "household"
description = "Rowan Account"
number = "11111122222222"
`

const decode = (text: string) => decodeModelBank("config/sandbox/gb_rowan.toml", "gb_rowan", text)

const told = (text: string) => Effect.map(Effect.flip(decode(text)), ({ message }) => message)

const remedy = "correct it, or restore the file as it was delivered"

it.effect("reads a model bank and takes what is left out as none", () =>
  Effect.gen(function*() {
    const { bank, customers } = yield* decode(whole)
    assert.strictEqual(bank.institution, "gb_rowan")
    assert.strictEqual(bank.historyDaysAfterFirstSession, null)
    assert.strictEqual(bank.maxWindowDays, null)
    assert.deepStrictEqual(bank.disorder, { late: 0, restated: 0, vanished: 0 })
    assert.strictEqual(customers[0].accounts[0].creditLimit, 0)
  }))

it.effect("names file and key of a value that cannot be", () =>
  Effect.gen(function*() {
    assert.strictEqual(
      yield* told(whole.replace("page_size = 50", "page_size = 0")),
      `config/sandbox/gb_rowan.toml: page_size: expected a value between 1 and 1000; ${remedy}`
    )
    assert.strictEqual(
      yield* told(whole.replace("11111122222222", "111")),
      `config/sandbox/gb_rowan.toml: customers.0.accounts.0.number: expected a string matching the RegExp ^\\d{14}$; ${remedy}`
    )
  }))

it.effect("names an unknown key and a missing one", () =>
  Effect.gen(function*() {
    assert.strictEqual(
      yield* told(`colour = "red"\n${whole}`),
      `config/sandbox/gb_rowan.toml: colour: unknown key; ${remedy}`
    )
    assert.strictEqual(
      yield* told(whole.replace("bulk = true\n", "")),
      `config/sandbox/gb_rowan.toml: bulk: is missing; ${remedy}`
    )
  }))

it.effect("says where a file is not TOML", () =>
  Effect.gen(function*() {
    assert.match(
      yield* told("name = \n"),
      /^config\/sandbox\/gb_rowan\.toml: not TOML: .* at line 1, column \d+; correct it/
    )
  }))
