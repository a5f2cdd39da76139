/** How firms' accounts move. */
import { bill, type Pattern, type Recurring, shopping } from "./Pattern.ts"
import { card, savings } from "./personalPatterns.ts"

/** Invoices and takings in; suppliers, wages and taxes out. */
export const company: Pattern = {
  title: "Business account",
  typeCode: "CACC",
  currencies: ["GBP"],
  opening: 1_450_000,
  recurring: [
    ...[0, 1].map((): Recurring => ({
      kind: "payroll",
      sign: -1,
      date: 28,
      amount: [192_000, 246_000],
      party: "staff",
      reference: "WAGES"
    })),
    {
      kind: "payroll",
      sign: -1,
      date: 28,
      amount: [184_500, 184_500],
      party: { name: "Crew payroll" },
      reference: "WAGES",
      equal: 2
    },
    {
      kind: "directDebit",
      sign: -1,
      date: 22,
      amount: [236_000, 281_000],
      varies: true,
      party: { name: "HMRC PAYE/NIC" },
      reference: "475PX00123456"
    },
    {
      kind: "directDebit",
      sign: -1,
      date: 7,
      amount: [298_000, 402_000],
      varies: true,
      months: [2, 5, 8, 11],
      party: { name: "HMRC VAT" },
      reference: "GB 123 4567 89"
    },
    {
      kind: "standingOrder",
      sign: -1,
      date: 1,
      amount: [178_000, 192_000],
      party: "landlords",
      reference: "UNIT 4 RENT"
    },
    { ...bill(11, "Brightwater Energy Trade", [21_000, 46_000], "TRADE 5501"), varies: true },
    bill(14, "Ledgerline Software", [4_800, 6_000], "LL-SUB"),
    bill(25, "Fleetway Leasing", [38_900, 44_900], "VAN 2 OF 2"),
    {
      kind: "fee",
      sign: -1,
      date: 3,
      amount: [650, 2_480],
      varies: true,
      party: { name: "Service charges" },
      reference: "CHARGES TO LAST MONTH"
    }
  ],
  casual: [
    {
      kind: "received",
      sign: 1,
      tries: 2,
      perMille: 470,
      amount: [18_000, 196_000],
      workingDays: true,
      from: { party: "clients", reference: "INV" }
    },
    {
      kind: "takings",
      sign: 1,
      tries: 1,
      perMille: 900,
      amount: [14_000, 58_000],
      workingDays: true,
      from: { party: "clients", reference: "CARD TAKINGS" }
    },
    {
      kind: "sent",
      sign: -1,
      tries: 2,
      perMille: 430,
      amount: [9_500, 92_000],
      workingDays: true,
      from: { party: "suppliers", reference: "INV" },
      twins: 60
    },
    { ...shopping(["trade", "office", "fuel"], 2, 240, [700, 14_000], 50), workingDays: true }
  ]
}

/** Fed from the main account. */
export const reserve: Pattern = {
  ...savings,
  title: "Reserve account",
  opening: 820_000,
  recurring: [
    {
      kind: "interest",
      sign: 1,
      date: 1,
      amount: [1_150, 4_220],
      varies: true,
      party: { name: "Interest" },
      reference: "CREDIT INTEREST"
    }
  ]
}

/** Earns in euro; each month most of it is changed into the main account. */
export const exporter: Pattern = {
  title: "Euro account",
  typeCode: "CACC",
  currencies: ["EUR"],
  opening: 640_000,
  recurring: [{ ...bill(16, "Zollagentur Nord", [9_900, 14_500], "ZA 2291"), kind: "sepaOut" }],
  casual: [
    {
      kind: "sepaIn",
      sign: 1,
      tries: 1,
      perMille: 520,
      amount: [24_000, 168_000],
      workingDays: true,
      from: { party: "europeans", reference: "RE" }
    },
    {
      kind: "sepaOut",
      sign: -1,
      tries: 1,
      perMille: 240,
      amount: [11_000, 74_000],
      workingDays: true,
      from: { party: "europeans", reference: "PO" }
    }
  ]
}

/** Paid off each month from the main account. */
export const companyCard: Pattern = {
  ...card,
  title: "Charge card",
  casual: [
    { ...shopping(["fuel", "office", "trade"], 2, 350, [600, 12_500], 70), kind: "creditCard" },
    { ...shopping(["travel"], 1, 50, [6_500, 42_000]), kind: "creditCard" }
  ]
}
