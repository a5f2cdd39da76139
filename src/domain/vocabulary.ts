/**
 * The two vocabularies of the standard. Banks send version 3.1 names and version 4 codes, mixed even within one page;
 * both are read and version 4 is stored. Source: docs/bank-facts.md, 1.5, 2.1, 2.2, 2.3 and 2.4.
 *
 * Each table maps a version 3.1 name to its version 4 code. A word that stands on neither side is kept as it was sent.
 */

/** Consent status. `REJT` stands in one example of the standard. */
export const consentStatusCodes: Readonly<Record<string, string>> = {
  AwaitingAuthorisation: "AWAU",
  Authorised: "AUTH",
  Rejected: "RJCT",
  Revoked: "CANC",
  REJT: "RJCT"
}

/** Transaction status. Version 4 adds FUTR and INFO. */
export const transactionStatusCodes: Readonly<Record<string, string>> = {
  Booked: "BOOK",
  Pending: "PDNG",
  Rejected: "RJCT"
}

/** Every transaction status of version 4. */
export const transactionStatuses = ["BOOK", "PDNG", "FUTR", "INFO", "RJCT"] as const

/** Balance type. The cleared types have no code of their own and become the available ones. */
export const balanceTypeCodes: Readonly<Record<string, string>> = {
  InterimBooked: "ITBD",
  InterimAvailable: "ITAV",
  InterimCleared: "ITAV",
  ClosingBooked: "CLBD",
  ClosingAvailable: "CLAV",
  ClosingCleared: "CLAV",
  OpeningBooked: "OPBD",
  OpeningAvailable: "OPAV",
  OpeningCleared: "OPAV",
  PreviouslyClosedBooked: "PRCD",
  ForwardAvailable: "FWAV",
  Expected: "XPCD",
  Information: "INFO",
  // Misspelt in the documents of the standard.
  CLBS: "CLBD",
  XPCH: "XPCD"
}

/** Balance sub type: base or local currency. */
export const balanceSubTypeCodes: Readonly<Record<string, string>> = {
  BaseCurrency: "BCUR",
  LocalCurrency: "LCUR",
  "UK.OBIE.BaseCurrency": "BCUR",
  "UK.OBIE.LocalCurrency": "LCUR"
}

/** Account type. The mapping loses detail, so the word sent is kept beside it. */
export const accountTypeCodes: Readonly<Record<string, string>> = {
  CurrentAccount: "CACC",
  Savings: "SVGS",
  CreditCard: "CARD",
  ChargeCard: "CARD",
  PrePaidCard: "CARD",
  Loan: "LOAN",
  Mortgage: "MORT",
  Wallet: "WALT",
  EMoney: "WALT"
}

/** Bank transaction code: ISO families. */
export const bankTransactionCodes: Readonly<Record<string, string>> = {
  ReceivedCreditTransfer: "RCDT",
  ReceivedCreditTransfers: "RCDT",
  IssuedCreditTransfer: "ICDT",
  IssuedCreditTransfers: "ICDT",
  ReceivedRealTimeCreditTransfer: "RRCT",
  IssuedRealTimeCreditTransfer: "IRCT",
  ReceivedDirectDebits: "RDDT",
  IssuedDirectDebits: "IDDT",
  CustomerCardTransactions: "CCRD",
  CounterTransactions: "CNTR",
  ReceivedCheques: "RCHQ",
  IssuedCheques: "ICHQ",
  MerchantCardTransactions: "MCRD",
  Other: "OTHR",
  NotAvailable: "NTAV"
}

/** Bank transaction sub code: ISO sub families. */
export const bankTransactionSubCodes: Readonly<Record<string, string>> = {
  DomesticCreditTransfer: "DMCT",
  CrossBorderCreditTransfer: "XBCT",
  SEPACreditTransfer: "ESCT",
  InternalBookTransfer: "BOOK",
  PayrollSalaryPayment: "SALA",
  AutomaticTransfer: "AUTT",
  StandingOrder: "STDO",
  DirectDebit: "PMDD",
  DirectDebitPayment: "PMDD",
  SEPAB2BDirectDebit: "BBDD",
  SEPACoreDirectDebit: "ESDD",
  PointOfSalePaymentDebitCard: "POSD",
  PointOfSalePaymentCreditCard: "POSC",
  CashWithdrawal: "CWDL",
  CrossBorderCardPayment: "XBCP",
  BranchDeposit: "CDPT",
  CashDeposit: "CDPT",
  Cheque: "CCHQ",
  BankCheque: "BCHQ",
  Other: "OTHR",
  NotAvailable: "NTAV"
}

/** Old spellings of identification schemes that lack the standard's prefix. */
export const schemeNames: Readonly<Record<string, string>> = {
  SortCodeAccountNumber: "UK.OBIE.SortCodeAccountNumber",
  IBAN: "UK.OBIE.IBAN",
  BBAN: "UK.OBIE.BBAN",
  PAN: "UK.OBIE.PAN",
  Paym: "UK.OBIE.Paym",
  Wallet: "UK.OBIE.Wallet"
}

const codes = (text: string): ReadonlyArray<string> => text.split(/\s+/)

/** Every balance type of version 4. */
export const balanceTypes = codes("ITBD ITAV CLBD CLAV OPBD OPAV PRCD FWAV XPCD INFO")

/** Every balance sub type of the ISO list; the standard uses the first two. */
export const balanceSubTypes = codes(
  "BCUR LCUR ADJT BLCK BLKD DLOD EAST FCOL FCOU FORC FUND INTM LRLD NOTE PDNG PIPO PRAV RESV SCOL SCOU THRE"
)

/** Every account type of version 4. */
export const accountTypes = codes(
  `CACC CARD CASH CHAR CISH COMM CPAC LLSV LOAN MGLD MOMA MORT NFCA NREX ODFT ONDP OTHR SACC SLRY SVGS TAXE TRAN TRAS VACC
  WALT`
)

/** Families of the ISO list of bank transactions that payment accounts meet. */
export const bankTransactionFamilies = codes(
  `RCDT ICDT RRCT IRCT RDDT IDDT CCRD MCRD CNTR RCHQ ICHQ LBOX DRFT MDOP MCOP OPCL ACCB CAPL CUST DDFT FTLN MGLN CSLN SYDN NTDP
  FTDP SPOT FWRD SWAP OTHR NTAV`
)

/** Sub families of the same list. */
export const bankTransactionSubFamilies = codes(
  `DMCT XBCT ESCT BOOK SALA AUTT STDO VCOM ACOR ACDT FICT PRCT SDVA TTLS DDWN ACON AXFR CMBO GPAP TAXE INSP CHRG COMM COME
  COMI COMT INTR DAJT CAJT FEES REIM RPCR PMDD BBDD ESDD UPDD PADD FIDD OODD RCDD PRDD XBDD POSD POSC POSP CWDL CDPT XBCP
  XBCW RIMB XPRT XBCQ CCHQ BCHQ CRCQ NPCC OPCQ ORCQ UPCQ URCQ XRCQ CASH CHKD FCDP FCWD MIXD MSCD TCDP TCWD BCDP BCWD UPCT
  XICT XRTN ERTA ADJT OTHR NTAV`
)

/** Every identification scheme of the standard, and those that banks are known to add. */
export const schemes = codes(
  `UK.OBIE.SortCodeAccountNumber UK.OBIE.IBAN UK.OBIE.BBAN UK.OBIE.PAN UK.OBIE.Paym UK.OBIE.Wallet
  UK.Revolut.InternalAccountId UK.Santander.SavingsRollNumber`
)

/** The version 4 code of a word: itself where the table does not know it. */
export const codeOf = (table: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(table, word) ? table[word] ?? word : word
