/**
 * The kinds of movement, each with the codes a bank sends for it: ISO family and sub-family (docs/bank-facts.md, 2.3) and
 * the bank's own short code.
 */
export const kinds = {
  opening: { code: "RCDT", subCode: "DMCT", proprietary: "OPN" },
  salary: { code: "RCDT", subCode: "SALA", proprietary: "BGC" },
  received: { code: "RRCT", subCode: "DMCT", proprietary: "FPI" },
  sent: { code: "IRCT", subCode: "DMCT", proprietary: "FPO" },
  standingOrder: { code: "ICDT", subCode: "STDO", proprietary: "SO" },
  directDebit: { code: "IDDT", subCode: "PMDD", proprietary: "DD" },
  debitCard: { code: "CCRD", subCode: "POSD", proprietary: "DEB" },
  creditCard: { code: "CCRD", subCode: "POSC", proprietary: "PUR" },
  abroad: { code: "CCRD", subCode: "XBCP", proprietary: "INP" },
  refund: { code: "CCRD", subCode: "POSD", proprietary: "REF" },
  cash: { code: "CCRD", subCode: "CWDL", proprietary: "CPT" },
  transferIn: { code: "RCDT", subCode: "BOOK", proprietary: "TFR" },
  transferOut: { code: "ICDT", subCode: "BOOK", proprietary: "TFR" },
  repayment: { code: "RCDT", subCode: "AUTT", proprietary: "PYT" },
  interest: { code: "OTHR", subCode: "OTHR", proprietary: "INT" },
  fee: { code: "OTHR", subCode: "OTHR", proprietary: "CHG" },
  takings: { code: "MCRD", subCode: "CDPT", proprietary: "MER" },
  payroll: { code: "ICDT", subCode: "SALA", proprietary: "BP" },
  sepaIn: { code: "RCDT", subCode: "ESCT", proprietary: "SCI" },
  sepaOut: { code: "ICDT", subCode: "ESCT", proprietary: "SCO" },
  exchangeIn: { code: "RCDT", subCode: "XBCT", proprietary: "FX" },
  exchangeOut: { code: "ICDT", subCode: "XBCT", proprietary: "FX" }
} as const

/** What a movement is. */
export type Kind = keyof typeof kinds

/** Kinds paid by card, which some banks list as pending before they book. */
export const byCard: ReadonlySet<Kind> = new Set<Kind>(["debitCard", "creditCard", "abroad", "cash"])
