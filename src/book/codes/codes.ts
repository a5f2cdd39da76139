/**
 * What the codes of the book mean: those of the vocabulary, by the names that the standards give them, and those of merchants.
 * A code that is not here is kept as it was sent, and has no name.
 */
import { fragment, literal, type Values } from "../../warehouse/Values.ts"
import { type Code, codesIn } from "./Code.ts"
import { merchantCategories, source } from "./merchantCategories.ts"

const iso = (list: string) => `ISO 20022 external code sets, ${list}`
const openBanking = "Open Banking, Account and Transaction API 4.0, namespaced enumerations"

const vocabulary: ReadonlyArray<Code> = [
  ...codesIn(
    "status",
    openBanking,
    "BOOK Booked; PDNG Pending; FUTR Future dated; INFO Information only; RJCT Rejected"
  ),
  ...codesIn(
    "balance_type",
    iso("ExternalBalanceType1Code"),
    `ITBD Interim booked; ITAV Interim available; CLBD Closing booked; CLAV Closing available; OPBD Opening booked;
     OPAV Opening available; PRCD Previously closed booked; FWAV Forward available; XPCD Expected; INFO Information`
  ),
  ...codesIn(
    "balance_sub_type",
    iso("ExternalBalanceSubType1Code"),
    `BCUR Base currency; LCUR Local currency; ADJT Adjustment; BLCK Blocked; BLKD Blocked funds; DLOD Daylight overdraft;
     EAST Eligible assets; FCOL Firm collateralisation; FCOU Firm collateralisation, unused; FORC Securities forecast;
     FUND Net funding; INTM Intermediate; LRLD Limit related; NOTE Reserved liquidity; PDNG Securities pending;
     PIPO Pay-in and pay-out; PRAV Progress average; RESV Reserve; SCOL Self-collateralisation;
     SCOU Self-collateralisation, unused; THRE Threshold`
  ),
  ...codesIn(
    "type_code",
    iso("ExternalCashAccountType1Code"),
    `CACC Current; CARD Card; CASH Cash payment; CHAR Charges; CISH Cash income; COMM Commission;
     CPAC Clearing participant settlement; LLSV Limited liquidity savings; LOAN Loan; MGLD Marginal lending;
     MOMA Money market; MORT Mortgage; NFCA Non-resident foreign currency; NREX Non-resident external; ODFT Overdraft;
     ONDP Overnight deposit; OTHR Other; SACC Settlement; SLRY Salary; SVGS Savings; TAXE Tax; TRAN Transacting;
     TRAS Cash trading; VACC Virtual; WALT Wallet`
  ),
  ...codesIn(
    "bank_transaction_code",
    iso("ExternalBankTransactionFamily1Code"),
    `RCDT Received credit transfer; ICDT Issued credit transfer; RRCT Received real-time credit transfer;
     IRCT Issued real-time credit transfer; RDDT Received direct debit; IDDT Issued direct debit; CCRD Card payment;
     MCRD Merchant card transaction; CNTR Counter transaction; RCHQ Received cheque; ICHQ Issued cheque; LBOX Lockbox;
     DRFT Draft; MDOP Miscellaneous debit; MCOP Miscellaneous credit; OPCL Opening and closing; ACCB Account balancing;
     CAPL Cash pooling; CUST Custody; DDFT Discounted draft; FTLN Fixed term loan; MGLN Mortgage loan;
     CSLN Consumer loan; SYDN Syndication; NTDP Notice deposit; FTDP Fixed term deposit; SPOT Spot; FWRD Forward;
     SWAP Swap; OTHR Other; NTAV Not available`
  ),
  ...codesIn(
    "bank_transaction_sub_code",
    iso("ExternalBankTransactionSubFamily1Code"),
    `DMCT Domestic credit transfer; XBCT Cross-border credit transfer; ESCT SEPA credit transfer;
     BOOK Internal book transfer; SALA Payroll or salary; AUTT Automatic transfer; STDO Standing order;
     VCOM Credit transfer with agreed commercial information; ACOR ACH corporate trade; ACDT ACH credit;
     FICT Financial institution credit transfer; PRCT Priority credit transfer; SDVA Same day value credit transfer;
     DDWN Drawdown; ACON ACH concentration; AXFR Account transfer; TAXE Taxes; CHRG Charges; COMM Commission;
     COME Commission excluding tax; COMI Commission including tax; COMT Commission without tax; INTR Interest;
     DAJT Debit adjustment; CAJT Credit adjustment; FEES Fees; PMDD Direct debit; BBDD SEPA business direct debit;
     ESDD SEPA core direct debit; UPDD Reversal of an unpaid direct debit; PADD Pre-authorised direct debit;
     FIDD Financial institution direct debit; OODD One-off direct debit; RCDD Reversal of a cancelled direct debit;
     PRDD Reversal of a payment; RPCR Reversal of a cancelled payment; XBDD Cross-border direct debit;
     POSD Point of sale, debit card; POSC Point of sale, credit card; POSP Point of sale; CWDL Cash withdrawal;
     CDPT Cash deposit; XBCP Cross-border card payment; XBCW Cross-border cash withdrawal; RIMB Reimbursement;
     XBCQ Cross-border cheque; CCHQ Cheque; BCHQ Bank cheque; CRCQ Crossed cheque; OPCQ Open cheque; ORCQ Order cheque;
     UPCQ Unpaid cheque; URCQ Cheque under reserve; XRCQ Cross-border cheque under reserve; CASH Cash letter;
     CHKD Cheque deposit; FCDP Foreign currency deposit; FCWD Foreign currency withdrawal; MIXD Mixed deposit;
     MSCD Miscellaneous deposit; TCDP Traveller's cheques deposit; TCWD Traveller's cheques withdrawal;
     BCDP Branch deposit; BCWD Branch withdrawal; UPCT Unpaid card transaction; ERTA Exchange rate adjustment;
     ADJT Adjustment; OTHR Other; NTAV Not available`
  ),
  ...codesIn(
    "scheme_name",
    openBanking,
    `UK.OBIE.SortCodeAccountNumber Sort code and account number; UK.OBIE.IBAN IBAN; UK.OBIE.BBAN BBAN;
     UK.OBIE.PAN Card number; UK.OBIE.Paym Paym mobile number; UK.OBIE.Wallet Wallet`
  )
]

/** Every code that has a name. */
export const codes: ReadonlyArray<Code> = [...vocabulary, ...merchantCategories]

/** What `tables/codes.sql` is filled with. */
export const codeRows: Values = {
  merchant_source: source,
  rows: fragment(
    codes.map(({ code, code_set, name, source }) => `(${[code_set, code, name, source].map(literal).join(", ")})`)
      .join(",\n  ")
  )
}
