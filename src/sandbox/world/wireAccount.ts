/** Accounts and balances as a bank writes them. */
import type { Account, Balance, Identification } from "../../interface/wire.ts"
import type { Position, Statement } from "./Entry.ts"
import type { Holding } from "./Holding.ts"
import { bic, iban, wireAccountId } from "./identifiers.ts"
import { endOf, utcText } from "./londonDay.ts"
import type { Day } from "./londonDay.ts"
import { amountText, converted, type Currency, decimalsOf, indicator, rateOn } from "./minorUnits.ts"
import { inVocabularyOf } from "./oldVocabulary.ts"
import { profiles } from "./profiles.ts"

/** What a bank calls the account by: a sort code and number, an IBAN where foreign money comes in, a masked card. */
const identifications = (holding: Holding): ReadonlyArray<typeof Identification.Type> => {
  const { account: { cardEnding, number }, holders, pattern } = holding
  const isForeign = pattern.currencies.some((currency) => currency !== "GBP")
  const schemes = [
    ["UK.OBIE.SortCodeAccountNumber", number],
    ["UK.OBIE.IBAN", isForeign && number !== undefined ? iban("GB", `${bic(holding)}${number}`) : undefined],
    ["UK.OBIE.PAN", cardEnding === undefined ? undefined : `5555 **** **** ${cardEnding}`]
  ] as const
  return holders.flatMap((Name) =>
    schemes.flatMap(([SchemeName, Identification]) =>
      Identification === undefined ? [] : [{ SchemeName, Identification, Name }]
    )
  )
}

/** "Current account, GBP, ending 4417". */
export const labelOf = ({ account, pattern }: Holding): string =>
  `${pattern.title}, ${pattern.currencies.join(" ")}, ending ${(account.number ?? account.cardEnding ?? "").slice(-4)}`

/** An element of `Data.Account`, with every field that the detail permission opens. */
export const wireAccount = (holding: Holding, consentId: string): typeof Account.Type => {
  const { account, bank, pattern } = holding
  const { category } = profiles[account.profile]
  const type = inVocabularyOf(bank, "accountType", pattern.typeCode)
  return {
    AccountId: wireAccountId(holding, consentId),
    Status: "Enabled",
    StatusUpdateDateTime: "2021-03-01T09:00:00+00:00",
    Currency: pattern.currencies[0],
    ...(bank.vocabulary === "v4"
      ? { AccountCategory: category, AccountTypeCode: type }
      : { AccountType: category, AccountSubType: type }),
    Description: account.description,
    ...(account.nickname === undefined ? {} : { Nickname: account.nickname }),
    OpeningDate: "2021-03-01T00:00:00+00:00",
    SwitchStatus: "UK.CASS.NotSwitched",
    Account: identifications(holding),
    Servicer: { SchemeName: "UK.OBIE.BICFI", Identification: `${bic(holding)}GB2L` }
  }
}

type CreditLine = NonNullable<(typeof Balance.Type)["CreditLine"]>[number]

/** The lines of an available balance, and how much of them is inside it (docs/bank-facts.md, 3). */
const creditLines = (
  { account, bank, pattern }: Holding,
  { booked, pending }: Position
): { readonly inside: number; readonly lines: ReadonlyArray<CreditLine> } => {
  const currency = pattern.currencies[0]
  const limit = account.creditLimit * 10 ** decimalsOf[currency]
  const line = (Type: string, Included: boolean, minor: number): CreditLine => ({
    Included,
    Type,
    Amount: { Amount: amountText(minor, currency, bank.amounts), Currency: currency }
  })
  const agreed = pattern.typeCode === "CARD" ? "Credit" : "Pre-Agreed"
  if (limit === 0 || bank.creditLines === "none") return { inside: 0, lines: [] }
  if (bank.creditLines === "included") {
    return { inside: limit, lines: [line(agreed, true, limit), line("Temporary", false, limit / 4)] }
  }
  const unused = Math.max(0, limit + Math.min(0, booked + pending))
  return { inside: 0, lines: [line("Available", false, unused), line(agreed, false, limit)] }
}

const noPosition: Position = { booked: 0, pending: 0 }

const balancesIn = (holding: Holding, consentId: string, statement: Statement, posted: Day, currency: Currency) => {
  const { bank, pattern } = holding
  const position = statement.positions.get(currency) ?? noPosition
  const isBase = currency === pattern.currencies[0]
  const { inside, lines } = isBase ? creditLines(holding, position) : { inside: 0, lines: [] }
  // An account in foreign money also says what is available in the money of the country.
  const local = (minor: number) => {
    const worth = converted(minor, currency, "GBP", rateOn(holding.root, currency, "GBP", posted))
    return { Amount: amountText(worth, "GBP", bank.amounts), Currency: "GBP", SubType: "LCUR" }
  }
  const balance = (type: "ITBD" | "ITAV", minor: number): typeof Balance.Type => ({
    AccountId: wireAccountId(holding, consentId),
    Amount: {
      Amount: amountText(minor, currency, bank.amounts),
      Currency: currency,
      SubType: inVocabularyOf(bank, "balanceSubType", isBase ? "BCUR" : "LCUR")
    },
    CreditDebitIndicator: indicator(minor),
    Type: inVocabularyOf(bank, "balanceType", type),
    DateTime: utcText(endOf(posted), "millis"),
    ...(type === "ITAV" && isBase && currency !== "GBP" ? { LocalAmount: local(minor) } : {}),
    ...(type === "ITAV" && lines.length > 0 ? { CreditLine: lines } : {})
  })
  return [balance("ITBD", position.booked), balance("ITAV", position.booked + position.pending + inside)]
}

/** Elements of `Data.Balance`: what is booked and what is available, per currency, as of the end of the posted day. */
export const wireBalances = (
  holding: Holding,
  consentId: string,
  statement: Statement,
  posted: Day
): ReadonlyArray<typeof Balance.Type> =>
  holding.pattern.currencies.flatMap((currency) => balancesIn(holding, consentId, statement, posted, currency))
