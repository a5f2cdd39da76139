/**
 * Whatever a row says stands in the book, in a column or in `extra`: rows with some of the members that objects may have, in any order,
 * and each text of them once.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow, balanceRow, pageOf, transactionRow } from "../support/gateway/bankRows.ts"
import { withBook } from "../support/store/withBook.ts"
import { Dice } from "../support/world/Dice.ts"

type Sent = string | Members | ReadonlyArray<Members>
interface Members {
  readonly [name: string]: Sent
}

const named = ["SchemeName", "Name", "SecondaryIdentification", "Note"]
const party = [...named, "Identification"]

/** What an object may have, by its name. */
const objects: Readonly<Record<string, ReadonlyArray<string>>> = {
  CreditorAccount: party,
  DebtorAccount: party,
  UltimateCreditor: ["Name", "LEI"],
  UltimateDebtor: ["Name"],
  MerchantDetails: ["MerchantName", "MerchantCategoryCode", "Note"],
  BankTransactionCode: ["Code", "SubCode", "Note"],
  ProprietaryBankTransactionCode: ["Code", "Issuer"],
  Note: ["Text"]
}

const texts = ["TransactionInformation", "TransactionReference", "StatementReference", "Remark"]

/** Makes rows, and knows the texts that stand in them. */
class Writer {
  readonly said = new Set<string>()
  readonly #dice = new Dice(14, "kept texts")

  /** A text that nothing else says. */
  word(): string {
    const word = `w${this.said.size}x`
    this.said.add(word)
    return word
  }

  /** An amount that nothing else says, or what is none. */
  amount(): Sent {
    if (this.#dice.chance(0.2)) return { Amount: this.word(), Currency: this.word() }
    const amount = `${1000 + this.said.size}.25`
    this.said.add(amount)
    return this.#dice.chance(0.5)
      ? { Amount: amount, Currency: "GBP", ...this.some(["SubType", "Note"]) }
      : { ...this.some(["SubType"]), Currency: "GBP", Amount: amount }
  }

  /** Some of these members, in any order. */
  some(names: ReadonlyArray<string>): Members {
    const left = [...names]
    const members: Record<string, Sent> = {}
    for (let count = this.#dice.between(0, names.length); count > 0; count--) {
      for (const name of left.splice(this.#dice.below(left.length), 1)) members[name] = this.word()
    }
    return members
  }

  transaction(id: string) {
    const fields = Object.entries(objects).flatMap(([name, names]) =>
      this.#dice.chance(0.5) ? [[name, this.some(names)] as const] : []
    )
    return transactionRow({
      TransactionId: id,
      CreditDebitIndicator: this.#dice.chance(0.5) ? "Credit" : "Debit",
      ...Object.fromEntries(fields),
      ...this.some(texts),
      ...this.#dice.chance(0.4)
        ? { Balance: { Amount: this.amount(), ...this.some(["Type"]), CreditDebitIndicator: "Debit" } }
        : {}
    })
  }

  balance(minute: number) {
    const line = () => ({ ...this.some(["Type", "Note"]), Included: this.#dice.chance(0.5), Amount: this.amount() })
    return balanceRow({
      DateTime: `2026-11-15T06:${String(minute).padStart(2, "0")}:00Z`,
      Amount: { Currency: "GBP", Amount: `${minute + 1}.00`, ...this.some(["SubType", "Note"]) },
      ...this.some(["Remark"]),
      ...this.#dice.chance(0.5) ? { CreditLine: [line(), line()] } : {}
    })
  }

  account() {
    return accountRow({
      ...this.some(["Nickname", "Status", "AccountType", "AccountSubType", "OpeningDate", "Servicer"]),
      Account: [this.some(party), { ...this.some(named), Identification: "20000012345678" }]
    })
  }
}

it.live("each text of a row stands in a column or in extra, whatever members its objects have and in whatever order", () =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const writer = new Writer()
      const range = (count: number) => Array.from({ length: count }, (_, index) => index)
      const rows = range(400).map((index) => writer.transaction(`t-${index}`))
      const balances = range(40).map((minute) => writer.balance(minute))
      yield* night(
        "2026-11-16",
        { resource: "accounts", pages: [pageOf("Account", [writer.account()])] },
        { resource: "balances", account: "a-1", pages: [pageOf("Balance", balances)] },
        { resource: "transactions", account: "a-1", from: "2026-11-01", pages: [pageOf("Transaction", rows)] }
      )
      const [kept] = yield* query(`select
        (select count(*)::integer from transaction_versions) as rows,
        (select count(*)::integer from quarantine) as quarantined,
        concat(
          (select string_agg(to_json(t)::varchar) from transaction_versions t),
          (select string_agg(to_json(b)::varchar) from balances b),
          (select string_agg(to_json(l)::varchar) from credit_lines l),
          (select string_agg(to_json(a)::varchar) from account_versions a)
        ) as texts`)
      assert.deepStrictEqual({ rows: kept?.["rows"], quarantined: kept?.["quarantined"] }, {
        rows: 400,
        quarantined: 0
      })
      const found = new Set(String(kept?.["texts"]).match(/w\d+x|\d{4}\.25/g))
      assert.deepStrictEqual([...writer.said].filter((text) => !found.has(text)), [])
    })))
