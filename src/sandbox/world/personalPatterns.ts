/** How people's accounts move. Income and spending are set so that balances stay where a person would believe them. */
import { bill, type Pattern, shopping } from "./Pattern.ts"

/** Salary, rent, bills and shopping. */
export const household: Pattern = {
  title: "Current account",
  typeCode: "CACC",
  currencies: ["GBP"],
  opening: 260_000,
  recurring: [
    { kind: "salary", sign: 1, date: 31, amount: [277_000, 285_000], party: "employers", reference: "SALARY" },
    { kind: "standingOrder", sign: -1, date: 1, amount: [76_000, 79_500], party: "landlords", reference: "RENT" },
    { ...bill(5, "Southfold Council Tax", [13_600, 15_900], "CT 4410 882"), months: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
    { ...bill(12, "Brightwater Energy", [7_200, 13_400], "A/C 88120"), varies: true },
    bill(8, "Vale Water", [3_150, 3_950], "WTR/2210"),
    bill(18, "Fernlink Broadband", [2_899, 3_499], "FERN 0044"),
    bill(22, "Hilltop Mobile", [1_200, 1_850], "MOB 07700 900123"),
    bill(15, "Lanternlight TV", [1_099, 1_099], "SUBSCRIPTION"),
    { kind: "fee", sign: -1, date: 3, amount: [300, 300], party: { name: "Account fee" }, reference: "MONTHLY FEE" }
  ],
  casual: [
    shopping(["groceries"], 2, 420, [640, 6_800]),
    shopping(["cafes", "pubs"], 2, 330, [265, 2_450], 110),
    shopping(["transport"], 2, 360, [175, 1_240], 90),
    shopping(["leisure", "home", "online"], 1, 170, [850, 9_400]),
    shopping(["fuel"], 1, 70, [2_000, 6_900]),
    { kind: "cash", sign: -1, tries: 1, perMille: 55, amount: [2, 8], from: { party: "friends", reference: "CASH" } },
    {
      kind: "refund",
      sign: 1,
      tries: 1,
      perMille: 35,
      amount: [850, 6_500],
      skewed: true,
      from: { shops: ["home", "online"] }
    },
    {
      kind: "sent",
      sign: -1,
      tries: 1,
      perMille: 80,
      amount: [500, 6_000],
      skewed: true,
      from: { party: "friends", reference: "dinner, thanks" }
    },
    {
      kind: "received",
      sign: 1,
      tries: 1,
      perMille: 75,
      amount: [500, 9_000],
      skewed: true,
      from: { party: "friends", reference: "My half of \"the\" bill\nx" }
    }
  ]
}

/** Fed from the main account; now and then something is taken back. */
export const savings: Pattern = {
  title: "Savings account",
  typeCode: "SVGS",
  currencies: ["GBP"],
  opening: 310_000,
  recurring: [
    {
      kind: "interest",
      sign: 1,
      date: 1,
      amount: [310, 1_460],
      varies: true,
      party: { name: "Interest" },
      reference: "GROSS INTEREST"
    }
  ],
  casual: []
}

/** Fed by both holders. */
export const joint: Pattern = {
  title: "Joint account",
  typeCode: "CACC",
  currencies: ["GBP"],
  opening: 90_000,
  recurring: [
    bill(9, "Little Acorns Nursery", [19_500, 21_000], "ACORN 31"),
    bill(20, "Halcyon Insurance", [3_100, 4_400], "HOME 77")
  ],
  casual: [shopping(["groceries", "home"], 1, 200, [900, 5_200], 60)]
}

/** Paid off each month from the main account. */
export const card: Pattern = {
  title: "Credit card",
  typeCode: "CARD",
  currencies: ["GBP"],
  opening: 0,
  recurring: [],
  casual: [
    { ...shopping(["groceries", "cafes", "online"], 2, 330, [320, 4_900], 80), kind: "creditCard" },
    { ...shopping(["travel", "leisure"], 1, 60, [1_500, 16_000]), kind: "creditCard" },
    { kind: "refund", sign: 1, tries: 1, perMille: 18, amount: [320, 3_000], skewed: true, from: { shops: ["online"] } }
  ]
}

/** Topped up from the main account and changed into four currencies. */
export const wallet: Pattern = {
  title: "Wallet",
  typeCode: "WALT",
  currencies: ["GBP", "EUR", "USD", "JPY"],
  opening: 15_000,
  recurring: [],
  casual: [
    shopping(["cafes", "transport"], 1, 140, [220, 1_500], 80),
    { ...shopping(["abroad"], 1, 270, [300, 2_400], 120), kind: "abroad", currency: "EUR" },
    { ...shopping(["abroad", "online"], 1, 200, [400, 2_600], 60), kind: "abroad", currency: "USD" },
    { ...shopping(["abroad", "transport"], 1, 100, [180, 2_400], 100), kind: "abroad", currency: "JPY" }
  ]
}
