/** Transactions as a bank writes them. */
import type { Transaction } from "../../interface/wire.ts"
import type { BankRules } from "./BankFile.ts"
import type { Entry } from "./Entry.ts"
import type { Holding } from "./Holding.ts"
import { wireTransactionId } from "./identifiers.ts"
import { byCard, kinds } from "./kinds.ts"
import type { Day } from "./londonDay.ts"
import { dateText, localText, utcText } from "./londonDay.ts"
import { amountText, indicator } from "./minorUnits.ts"
import { inVocabularyOf } from "./oldVocabulary.ts"

const dayMillis = 86_400_000

/** A booking instant as the bank writes it: always with a zone, not always with a time. */
const instantText = (bank: BankRules, at: number): string => {
  switch (bank.bookingTime) {
    case "offset":
    case "local-midnight":
      return localText(at, "seconds")
    case "offset-millis":
      return localText(at, "millis")
    case "utc":
      return utcText(at, "seconds")
    case "utc-millis":
      return utcText(at, "millis")
    case "date":
      return `${dateText(at / dayMillis)}T00:00:00+00:00`
  }
}

/** What the bank adds where it knows who was paid, and how. */
const details = ({ account, bank, pattern }: Holding, { minor, movement }: Entry) => {
  const { counterparty, exchange, kind, merchant } = movement
  const other = counterparty === undefined ? undefined : {
    SchemeName: counterparty.scheme,
    Identification: counterparty.identification,
    Name: counterparty.name
  }
  return {
    ...(merchant === undefined
      ? {}
      : { MerchantDetails: { MerchantName: merchant.name, MerchantCategoryCode: merchant.category } }),
    ...(other === undefined ? {} : minor < 0 ? { CreditorAccount: other } : { DebtorAccount: other }),
    ...(exchange === undefined ? {} : {
      CurrencyExchange: {
        SourceCurrency: exchange.source,
        TargetCurrency: exchange.target,
        UnitCurrency: exchange.source,
        ExchangeRate: exchange.rate
      }
    }),
    ...(byCard.has(kind)
      ? {
        CardInstrument: {
          CardSchemeName: "MasterCard",
          AuthorisationType: kind === "cash" ? "PIN" : "Contactless",
          Identification: `5555 **** **** ${account.cardEnding ?? account.number?.slice(-4) ?? pattern.typeCode}`
        }
      }
      : {}),
    ...(bank.vocabulary === "v4" && kind === "salary" ? { CategoryPurposeCode: "SALA" } : {})
  }
}

const running = ({ bank }: Holding, { movement: { currency }, running }: Entry) =>
  !bank.runningBalance || running === null ? {} : {
    Balance: {
      CreditDebitIndicator: indicator(running),
      Type: inVocabularyOf(bank, "balanceType", "ITBD"),
      Amount: { Amount: amountText(running, currency, bank.amounts), Currency: currency }
    }
  }

/** An element of `Data.Transaction`, with every field that the detail permission opens; `accountId` as on the wire. */
export const wireTransaction = (
  holding: Holding,
  entry: Entry,
  { accountId, consentId, posted }: {
    readonly accountId: string
    readonly consentId: string
    readonly posted: Day
  }
): typeof Transaction.Type => {
  const { bank } = holding
  const { at, minor, movement: { currency, kind, reference }, narrative, status } = entry
  const id = wireTransactionId(holding, entry, consentId, posted)
  const { code, proprietary, subCode } = kinds[kind]
  const when = instantText(bank, at)
  return {
    AccountId: accountId,
    ...(id === undefined ? {} : { TransactionId: id }),
    ...(reference === undefined ? {} : { TransactionReference: reference }),
    CreditDebitIndicator: indicator(minor),
    Status: inVocabularyOf(bank, "status", status === "booked" ? "BOOK" : "PDNG"),
    ...(status === "pending" ? { TransactionMutability: "Mutable" } : {}),
    BookingDateTime: when,
    ValueDateTime: when,
    TransactionInformation: narrative,
    Amount: { Amount: amountText(minor, currency, bank.amounts), Currency: currency },
    BankTransactionCode: {
      Code: inVocabularyOf(bank, "transaction", code),
      SubCode: inVocabularyOf(bank, "transactionSub", subCode)
    },
    ProprietaryBankTransactionCode: { Code: proprietary, Issuer: bank.name },
    ...details(holding, entry),
    ...running(holding, entry)
  }
}
