/**
 * The oddest payloads, read by hand: what the independent reading itself must come to. Days, seconds and amounts are typed,
 * not reckoned.
 */
import type { BookRow } from "./Reading.ts"

/** What is typed of one row: all its faults, and some of its columns and parts. */
export interface HandTypedRow {
  readonly faults?: ReadonlyArray<string>
  readonly columns?: BookRow
  readonly parts?: ReadonlyArray<BookRow>
}

export interface HandTyped {
  /** The number of the payload. */
  readonly of: string
  readonly why: string
  readonly pageFaults?: ReadonlyArray<string>
  /** All its rows, in their order. */
  readonly rows: ReadonlyArray<HandTypedRow>
  /** What stands beside the rows. */
  readonly beside?: ReadonlyArray<string>
}

const sortCodeAccount = "UK.OBIE.SortCodeAccountNumber"

const emptyObjects: HandTypedRow = {
  faults: ["bad-currency /Amount/Currency", "wrong-type /AccountId", "wrong-type /Amount/Amount", "wrong-type /Type"]
}

const cardLine = (booking_date: string, amount: string, bank_transaction_code: string): HandTypedRow => ({
  columns: {
    status: "BOOK",
    booking_date,
    amount,
    currency: "GBP",
    bank_transaction_code,
    merchant_name: "Rook Antiquary"
  }
})

export const handTyped: ReadonlyArray<HandTyped> = [
  { of: "018", why: "an object without anything", pageFaults: ["page-without-data /Data"], rows: [] },
  {
    of: "022",
    why: "one identification where a list is expected, its scheme by the name of version 1",
    rows: [{
      columns: {
        account_id: "14601",
        nickname: "cellar",
        category: "",
        sort_code: "434646",
        account_number: "00990011",
        iban: ""
      },
      parts: [{
        scheme_name: sortCodeAccount,
        identification: "43464600990011",
        name: "Hester Vole",
        secondary_identification: "551904"
      }]
    }]
  },
  {
    of: "025",
    why: "a sort code that is the word undefined",
    rows: [
      { columns: { sort_code: "840001", account_number: "19820926" } },
      {
        columns: { sort_code: "", account_number: "" },
        parts: [{ scheme_name: sortCodeAccount, identification: "undefined90210927", secondary_identification: "" }]
      }
    ]
  },
  {
    of: "034",
    why: "one balance where a list is expected, its credit lines beside it",
    rows: [{
      columns: {
        type: "CLAV",
        sub_type: "BCUR",
        amount: "341.19000",
        currency: "GBP",
        local_amount: "415.00000",
        local_currency: "USD",
        as_of: "1775472187."
      },
      parts: []
    }],
    beside: [
      "/Data/TotalValue/Amount",
      "/Data/TotalValue/Currency",
      "/Data/CreditLine/0/Included",
      "/Data/CreditLine/0/Amount/Amount",
      "/Data/CreditLine/0/Amount/Currency",
      "/Data/CreditLine/0/Type",
      "/Data/CreditLine/1/Included",
      "/Data/CreditLine/1/Amount/Amount",
      "/Data/CreditLine/1/Amount/Currency",
      "/Data/CreditLine/1/Type"
    ]
  },
  {
    of: "044",
    why: "the words of version 3.1 for the currency of an amount",
    rows: [{
      columns: { type: "CLAV", sub_type: "BCUR", amount: "333.31000", local_amount: "405.00000", local_currency: "USD" }
    }]
  },
  {
    of: "049",
    why: "a balance of an account that the list does not have",
    rows: [
      {
        columns: { account_id: "25001", type: "ITAV", amount: "1275.00000" },
        parts: [{ type: "Temporary", included: "true", amount: "1010.00000", currency: "GBP" }]
      },
      { columns: { account_id: "25002", type: "ITBD", amount: "-58.44000" }, parts: [] },
      { faults: ["unlisted-account /AccountId"] }
    ]
  },
  {
    of: "052",
    why: "one credit line where a list is expected",
    rows: [{
      columns: { type: "ITAV", amount: "1295.00000" },
      parts: [{ type: "Pre-Agreed", included: "true", amount: "1030.00000", currency: "GBP" }]
    }]
  },
  { of: "054", why: "objects without anything in the place of texts", rows: [emptyObjects, emptyObjects] },
  { of: "055", why: "an amount that is no number", rows: [{ faults: ["bad-amount /Amount/Amount"] }] },
  {
    of: "056",
    why: "an indicator in small letters and the minus once more",
    rows: [{ columns: { type: "CLBD", amount: "-88.10000", as_of: "1778022000." } }]
  },
  { of: "057", why: "null where the rows should stand", rows: [] },
  {
    of: "059",
    why: "every field of version 4.0.1, the amount instructed beside the exchange",
    rows: [{
      columns: {
        status: "BOOK",
        booking_date: "2026-04-05",
        value_date: "2026-04-05",
        amount: "14.25000",
        reference: "LR 1",
        counterparty_name: "Ambrose Pell",
        counterparty_account: "45454501001001",
        bank_transaction_code: "RCDT",
        running_balance: "244.25000"
      }
    }]
  },
  {
    of: "066",
    why: "four decimals, a payment refused, and a night in June that is the next day in London",
    rows: [
      { columns: { status: "BOOK", booking_date: "2026-02-25", booking_at: "1772015739.636", amount: "162.00000" } },
      { columns: { status: "RJCT", booking_date: "2026-02-26", booking_at: "1772149801.002", amount: "-18.99000" } },
      { columns: { status: "PDNG", booking_date: "2026-06-11", booking_at: "1781134200.5", amount: "-7.50000" } }
    ]
  },
  {
    of: "068",
    why: "the last hour of the day in UTC, in summer, with six decimals of the second",
    rows: [{
      columns: {
        booking_date: "2026-05-28",
        booking_at: "1779923120.62588",
        value_date: "2026-05-28",
        counterparty_name: "Meadow Oy",
        counterparty_account: "LT990000000000006901",
        running_balance: "10135.80000"
      }
    }]
  },
  {
    of: "071",
    why: "a minute before midnight in UTC, in summer; a balance below nought",
    rows: [{
      columns: {
        booking_date: "2026-04-17",
        booking_at: "1776383979.629",
        amount: "-0.25000",
        running_balance: "-0.25000"
      }
    }]
  },
  {
    of: "080",
    why: "a blank between day and time, and no offset",
    rows: [
      cardLine("2026-01-28", "-19.25000", "CCRD"),
      cardLine("2026-01-29", "-2838.65000", "IDDT"),
      cardLine("2026-01-29", "-3.10000", "CCRD"),
      cardLine("2026-01-30", "-32.87000", "IDDT")
    ]
  },
  {
    of: "084",
    why: "words in the place of amounts, and a rate of forty-seven decimals",
    rows: [
      { faults: ["bad-amount /Amount/Amount", "bad-currency /Amount/Currency", "unknown-status /Status"] },
      {
        columns: {
          amount: "17.85000",
          booking_date: "2026-01-23",
          booking_at: "1769144167.",
          bank_transaction_code: "code",
          counterparty_account: "debtor",
          running_balance: ""
        }
      }
    ]
  },
  {
    of: "085",
    why: "ten minutes past midnight an hour ahead, which is the day before in UTC; a minus beside a debit",
    rows: [{
      columns: {
        transaction_id: "",
        booking_date: "2026-05-30",
        booking_at: "1780096200.",
        amount: "-2155.20000",
        running_balance: "-401.77000"
      }
    }]
  },
  {
    of: "094",
    why: "a debit of nought",
    rows: [
      { columns: { booking_date: "2026-02-17", amount: "31.40000", running_balance: "-31.40000" } },
      { columns: { booking_date: "2026-02-18", amount: "0.00000", running_balance: "0.00000" } }
    ]
  },
  {
    of: "096",
    why: "a reference that is an object",
    rows: [
      { columns: { status: "PDNG", booking_date: "2026-05-16", amount: "-11.00000", counterparty_name: "C. Hollis" } },
      { columns: { status: "BOOK", counterparty_name: "D. Hollis", counterparty_account: "77-4321-7654321-78" } },
      { columns: { booking_date: "2026-05-06", value_date: "2026-05-23", currency: "NZD" } }
    ]
  }
]
