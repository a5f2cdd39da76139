/**
 * Which two rows are one movement of money between own accounts: against what the model banks know of their own rows, and
 * what evidence it takes.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountRow } from "../../support/gateway/bankRows.ts"
import { compareTransfers } from "../../support/sandbox/ownTransfers.ts"
import { accounts, paid, transactions, withBook } from "../../support/store/withBook.ts"

it.live("pairs what the model banks moved between own accounts, and nothing else", () =>
  Effect.gen(function*() {
    const { missed, movements, wrong } = yield* compareTransfers(60, ["gb_elm_personal"])
    assert.isAbove(movements, 20)
    assert.deepStrictEqual({ missed, wrong }, { missed: [], wrong: [] })
  }).pipe(Effect.provide(NodeServices.layer)))

const accountOf = (id: string, number: string, name: string, fields: Record<string, unknown> = {}) =>
  accountRow({
    AccountId: id,
    Account: [{ SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification: number, Name: name }],
    ...fields
  })

/** Accounts of one person, `a`, `b` and `w` in two currencies, and `x` of somebody else. */
const own = accounts([
  accountOf("a", "20000012345678", "Ada Marlow"),
  accountOf("b", "20000087654321", "Ada Marlow"),
  accountOf("w", "20000011112222", "Ada Marlow"),
  accountOf("x", "20000099998888", "Oskar Pell")
])

/** A row by account, day of November, amount, and all else that it says. */
const row = (account: string, day: string, amount: string, fields: Record<string, unknown> = {}) =>
  paid(`${account} ${day} ${amount} ${JSON.stringify(fields)}`, `2026-11-${day}`, amount.replace("+", ""), {
    AccountId: account,
    CreditDebitIndicator: amount.startsWith("+") ? "Credit" : "Debit",
    ...fields
  })

const coded = (SubCode: string) => ({ BankTransactionCode: { Code: SubCode === "BOOK" ? "ICDT" : "RCDT", SubCode } })
const said = (TransactionInformation: string) => ({ TransactionInformation })
const paidTo = (Identification: string, Name = "Somebody") => ({
  CreditorAccount: { SchemeName: "UK.OBIE.SortCodeAccountNumber", Identification, Name }
})
const euros = (amount: string, ExchangeRate: number) => ({
  Amount: { Amount: amount, Currency: "EUR" },
  CurrencyExchange: { SourceCurrency: "GBP", TargetCurrency: "EUR", UnitCurrency: "GBP", ExchangeRate },
  ...said("EXCHANGED")
})

/** The pairs that rows give, as `account amount > account amount confidence`. */
const pairsOf = (...cases: ReadonlyArray<ReadonlyArray<ReturnType<typeof row>>>) =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const reads = ["a", "b", "w", "x"].map((account) =>
        transactions(cases.flat().filter(({ AccountId }) => AccountId === account), { account })
      )
      yield* night("2026-11-20", own, ...reads)
      const found = yield* query(
        `select concat_ws(' ', f.account_id, debit_amount::decimal(9,2), debit_currency, '>', t.account_id,
           credit_amount::decimal(9,2), credit_currency, confidence) as pair
         from internal_transfers
         join accounts f on f.account_key = from_account_key join accounts t on t.account_key = to_account_key
         order by all`
      )
      return found.map(({ pair }) => String(pair))
    }))

it.live("takes equal amounts on near days for chance, and wants something besides that says so", () =>
  Effect.gen(function*() {
    const pairs = yield* pairsOf(
      [row("a", "02", "10"), row("b", "03", "+10")],
      [row("a", "02", "11", said("MOVED TO SAVINGS")), row("b", "03", "+11", said("MOVED FROM SAVINGS"))],
      [row("a", "02", "12", coded("BOOK")), row("b", "02", "+12", coded("BOOK"))],
      [row("a", "02", "13", paidTo("GB29 ASHT 2000 0087 6543 21")), row("b", "02", "+13")],
      [
        row("a", "02", "14", paidTo("20000000000000", "Oskar Pell")),
        row("x", "02", "+14", said("FROM CORNER SHOP"))
      ],
      [row("a", "02", "15", paidTo("20000099998888", "oskar pell")), row("x", "05", "+15")],
      [row("a", "02", "16", said("MOVED TO SAVINGS")), row("b", "06", "+16", said("MOVED FROM SAVINGS"))],
      [row("x", "02", "17", said("RENT 7 TO 20000012345678")), row("a", "02", "+17")],
      [row("x", "02", "18", said("TO 12345678")), row("a", "02", "+18")]
    )
    assert.deepStrictEqual(pairs, [
      "a 11.00 GBP > b 11.00 GBP low",
      "a 12.00 GBP > b 12.00 GBP high",
      "a 13.00 GBP > b 13.00 GBP high",
      "a 15.00 GBP > x 15.00 GBP high",
      "x 17.00 GBP > a 17.00 GBP high",
      "x 18.00 GBP > a 18.00 GBP high"
    ])
  }))

it.live("takes no payment to a stranger for one between own accounts, because its words or reference stand on another row", () =>
  Effect.gen(function*() {
    const paidBy = (Name: string) => ({ DebtorAccount: { Name } })
    const pairs = yield* pairsOf(
      [row("a", "02", "30", said("To TOM BAKER")), row("b", "04", "+30", said("From TOM BAKER"))],
      [row("a", "05", "31", said("Sent to TOM BAKER")), row("b", "03", "+31", said("Received from TOM BAKER"))],
      [
        row("a", "02", "32", { ...said("To TOM"), CreditorAccount: { Name: "Tom Baker" } }),
        row("b", "02", "+32", { ...said("From TOM"), ...paidBy("Tom Baker") })
      ],
      [
        row("a", "02", "33", { ...coded("BOOK"), CreditorAccount: { Name: "Tom Baker" } }),
        row("b", "02", "+33", { ...coded("BOOK"), ...paidBy("Tom Baker") })
      ],
      // Within a bank much is moved between its customers, and what crosses a border leaves it.
      [
        row("a", "08", "37", { ...coded("BOOK"), CreditorAccount: { Name: "Smith Plumbing" } }),
        row("b", "08", "+37", { ...coded("BOOK"), ...paidBy("Jones and Co") })
      ],
      [row("a", "08", "38", coded("XBCT")), row("b", "08", "+38", coded("XBCT"))],
      // A given name or a legal form that two have in common makes nobody of them the other.
      [
        row("a", "12", "39", { ...coded("BOOK"), CreditorAccount: { Name: "Mrs Ada Pell" } }),
        row("b", "12", "+39", { ...coded("BOOK"), ...paidBy("Ada Quill") })
      ],
      [
        row("a", "13", "40", { ...coded("BOOK"), CreditorAccount: { Name: "EE Ltd" } }),
        row("b", "13", "+40", coded("BOOK"))
      ],
      [
        row("a", "11", "42", { ...coded("BOOK"), CreditorAccount: { Name: "Adam Marlowe" } }),
        row("b", "11", "+42", coded("BOOK"))
      ],
      [
        row("a", "14", "41", { ...coded("BOOK"), CreditorAccount: { Name: "The Services Company" } }),
        row("b", "14", "+41", { ...coded("BOOK"), ...paidBy("M Marlow") })
      ],
      // Names of the holder as banks write them: cut off, with an initial, without accents, or as what the account is for.
      ...["MARLO", "A MARLOW", "Ms Áda Mårløw", "Marlow savings", "Savings"].map((Name, index) => [
        row("a", "15", `${index + 50}`, { ...coded("BOOK"), CreditorAccount: { Name } }),
        row("b", "15", `+${index + 50}`, coded("BOOK"))
      ]),
      [row("a", "02", "34", about("NOTPROVIDED")), row("b", "02", "+34", about("Not provided"))],
      [row("a", "02", "35", said("to")), row("b", "02", "+35", said("from"))],
      [
        row("a", "02", "36", { ...about("RENT 7 MAY"), CreditorAccount: { Name: "A MARLOW" } }),
        row("b", "02", "+36", { ...about("RENT 7 MAY"), ...paidBy("Ms Ada Marlow") })
      ]
    )
    assert.deepStrictEqual(pairs, [
      "a 36.00 GBP > b 36.00 GBP low",
      "a 37.00 GBP > b 37.00 GBP low",
      "a 39.00 GBP > b 39.00 GBP low",
      "a 40.00 GBP > b 40.00 GBP low",
      "a 41.00 GBP > b 41.00 GBP low",
      "a 42.00 GBP > b 42.00 GBP low",
      ...[50, 51, 52, 53, 54].map((amount) => `a ${amount}.00 GBP > b ${amount}.00 GBP high`)
    ])
  }))

it.live("pairs what is worth the same in order, and leaves out what may go with either of two accounts", () =>
  Effect.gen(function*() {
    const book = coded("BOOK")
    const twice = [row("a", "02", "20", book), row("a", "02", "20", { ...book, TransactionReference: "2" })]
    const back = [row("b", "02", "+20", book), row("b", "02", "+20", { ...book, TransactionReference: "2" })]
    const pairs = yield* pairsOf(
      [...twice, ...back],
      [row("a", "04", "21", book), row("b", "04", "+21", book), row("w", "04", "+21", book)],
      [row("a", "06", "22", book), row("b", "07", "+22", book), row("w", "06", "+22", book)]
    )
    assert.deepStrictEqual(pairs, [
      "a 20.00 GBP > b 20.00 GBP high",
      "a 20.00 GBP > b 20.00 GBP high",
      "a 22.00 GBP > w 22.00 GBP high"
    ])
  }))

it.live("pairs both halves of a currency exchange, in one account or two, where the rate says so", () =>
  Effect.gen(function*() {
    const sold = (amount: string, rate: number) => {
      const { Amount: _, ...half } = euros(amount, rate)
      return half
    }
    const pairs = yield* pairsOf(
      [row("w", "02", "100", sold("100", 1.1654)), row("w", "02", "+116.54", euros("116.54", 1.1654))],
      [row("a", "05", "200", sold("200", 1.2)), row("w", "06", "+240", euros("240", 1.2))],
      [row("a", "09", "300", sold("300", 1.2)), row("w", "09", "+399", euros("399", 1.2))]
    )
    assert.deepStrictEqual(pairs, ["a 200.00 GBP > w 240.00 EUR high", "w 100.00 GBP > w 116.54 EUR high"])
  }))

/** What leaves `a` and comes to `b`, the same amount each time; both rows say with whom they are. */
const sweep = (amount: string) => ({
  left: (day: string, fields: Record<string, unknown> = {}) =>
    row("a", day, amount, { ...said("SWEEP TO 20000087654321"), ...fields }),
  came: (day: string, fields: Record<string, unknown> = {}) =>
    row("b", day, `+${amount}`, { ...said("SWEEP FROM 20000012345678"), ...fields })
})

const about = (TransactionReference: string) => ({ TransactionReference })

/** Days of November, as rows name them. */
const days = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(2, "0"))

const everyPair = `
  select debit_amount::integer || strftime(debit_date, ' %d > ') || strftime(credit_date, '%d ') || confidence as pair
  from internal_transfers order by all`

/** The pairs that a book has after each night, as `amount day > day confidence`: of rows of the days before that night. */
const pairsByNight = (
  nights: ReadonlyArray<string>,
  rows: ReadonlyArray<ReturnType<typeof row>>,
  from = "2026-10-01"
) =>
  withBook({ transaction_ids: "stable" }, ({ night, query }) =>
    Effect.gen(function*() {
      const pairs: Array<ReadonlyArray<string>> = []
      // A history is known from its oldest row on.
      const oldest = ["a", "b", "w"].map((account, index) =>
        paid(`${account} oldest`, from, `${index + 1}`, { AccountId: account })
      )
      for (const today of nights) {
        const listed = [...oldest, ...rows.filter(({ BookingDateTime }) => BookingDateTime < `2026-11-${today}`)]
        const reads = ["a", "b", "w"].map((account) =>
          transactions(listed.filter(({ AccountId }) => AccountId === account), { account, from })
        )
        yield* night(`2026-11-${today}`, own, ...reads)
        pairs.push((yield* query(everyPair)).map(({ pair }) => String(pair)))
      }
      return pairs
    }))

it.live("answers the first debit with the first credit where the same is moved day by day, also over a weekend", () =>
  Effect.gen(function*() {
    const [plain, weekend, thrice, daily] = [sweep("500"), sweep("501"), sweep("502"), sweep("503")]
    const [pairs] = yield* pairsByNight(["20"], [
      ...days(2, 6).map((day) => plain.left(day)),
      ...days(3, 7).map((day) => plain.came(day)),
      ...days(2, 6).map((day) => weekend.left(day)),
      ...["03", "04", "05", "06", "09"].map((day) => weekend.came(day)),
      ...["1", "2", "3"].map(about).flatMap((fields) => [
        ...days(2, 3).map((day) => thrice.left(day, fields)),
        ...days(3, 4).map((day) => thrice.came(day, fields))
      ]),
      ...days(5, 8).map((day) => daily.left(day)),
      daily.came("06"),
      ...["1", "2", "3"].map((number) => daily.came("09", about(number)))
    ])
    const week = ["02 > 03", "03 > 04", "04 > 05", "05 > 06"]
    assert.deepStrictEqual(pairs, [
      ...[...week, "06 > 07"].map((pair) => `500 ${pair} high`),
      ...[...week, "06 > 09"].map((pair) => `501 ${pair} high`),
      ...["02 > 03", "03 > 04"].flatMap((pair) => Array.from({ length: 3 }, () => `502 ${pair} high`)),
      // Which of Monday's three is Friday's nobody knows.
      "503 05 > 06 high",
      ...["06 > 09", "07 > 09", "08 > 09"].map((pair) => `503 ${pair} low`)
    ])
  }))

it.live("says of a series that goes on nothing that a later night takes back", () =>
  Effect.gen(function*() {
    const { came, left } = sweep("500")
    const nights = yield* pairsByNight(["04", "06", "09", "12", "20"], [
      ...days(2, 8).map((day) => left(day)),
      ...days(3, 9).map((day) => came(day))
    ])
    const right = days(2, 8).map((day, index) => `500 ${day} > ${days(3, 9)[index]}`)
    for (const [index, pairs] of nights.entries()) {
      assert.includeMembers(right, pairs.map((pair) => pair.slice(0, "500 02 > 03".length)))
      assert.includeMembers([...nights[index + 1] ?? pairs], pairs.filter((pair) => pair.endsWith("high")))
    }
    assert.deepStrictEqual(nights.at(-1), right.map((pair) => `${pair} high`))
  }))

it.live("says nothing of a series that had begun before the days that the book knows, while it goes on", () =>
  Effect.gen(function*() {
    const [nextDay, sameDay] = [sweep("500"), sweep("501")]
    const nights = yield* pairsByNight(
      ["07", "20"],
      [
        ...days(4, 8).map((day) => nextDay.left(day)),
        ...days(4, 9).map((day) => nextDay.came(day)),
        ...days(4, 8).flatMap((day) => [sameDay.left(day), sameDay.came(day)])
      ],
      "2026-11-04"
    )
    // Its end shows it: the last credit answers the last debit.
    assert.deepStrictEqual(nights, [[], [
      ...days(4, 8).map((day, index) => `500 ${day} > ${days(5, 9)[index]} low`),
      ...days(4, 8).map((day) => `501 ${day} > ${day} high`)
    ]])
  }))

it.live("says nothing where a row of equal ones is too many, and only of those that it makes doubtful", () =>
  Effect.gen(function*() {
    const [oneDebitMore, oneDay, lostCredit] = [sweep("500"), sweep("501"), sweep("502")]
    const [pairs] = yield* pairsByNight(["20"], [
      oneDebitMore.left("02"),
      oneDebitMore.left("03"),
      oneDebitMore.came("03"),
      oneDay.left("02"),
      oneDay.left("02", about("2")),
      oneDay.came("02"),
      ...days(2, 8).map((day) => lostCredit.left(day)),
      ...days(2, 8).filter((day) => day !== "05").map((day) => lostCredit.came(day))
    ])
    assert.deepStrictEqual(pairs, ["02", "03", "04", "06", "07", "08"].map((day) => `502 ${day} > ${day} high`))
  }))

it.live("goes by what both rows say before it goes by their order", () =>
  Effect.gen(function*() {
    const { came, left } = sweep("500")
    const [pairs] = yield* pairsByNight(["20"], [
      left("02", about("HOUSE")),
      left("03", about("GARDEN")),
      left("04"),
      came("04", about("GARDEN")),
      came("05", about("HOUSE")),
      came("05")
    ])
    assert.deepStrictEqual(pairs, ["500 02 > 05 high", "500 03 > 04 high", "500 04 > 05 high"])
  }))

it.live("takes exchanges that are made day by day in their order, at a rate that is another each day", () =>
  Effect.gen(function*() {
    const rates = [1.1654, 1.1655, 1.1656, 1.1657]
    const [pairs] = yield* pairsByNight(
      ["20"],
      rates.flatMap((rate, index) => {
        const { Amount: _, ...sold } = euros("100", rate)
        const bought = (100 * rate).toFixed(2)
        return [
          row("w", days(2, 5)[index] ?? "", "100", sold),
          row("w", days(3, 6)[index] ?? "", `+${bought}`, euros(bought, rate))
        ]
      })
    )
    assert.deepStrictEqual(pairs, ["02 > 03", "03 > 04", "04 > 05", "05 > 06"].map((pair) => `100 ${pair} high`))
  }))
