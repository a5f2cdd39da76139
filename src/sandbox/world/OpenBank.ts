/**
 * A model bank with its accounts open: who banks there, and what each account shows at a moment.
 */
import type { CreditDebitIndicator } from "../../domain/money.ts"
import { type AccountHistory, makeAccountHistory } from "./AccountHistory.ts"
import type { BankRules } from "./BankFile.ts"
import type { Statement } from "./Entry.ts"
import { heavyCustomer, heavyHolding, heavyOneWay, heavyPageSize, heavyStatement } from "./heavy.ts"
import { type Holding, holdingsOf } from "./Holding.ts"
import { merged, oneWay, type Source, sourceOf } from "./listing.ts"
import { civil, type Day, dayAt, dayOfCivil } from "./londonDay.ts"
import type { ModelBank } from "./ModelBankFile.ts"
import { labelOf } from "./wireAccount.ts"

/** The customer `heavy` banks here. */
const heavyInstitution = "gb_alder_personal"

/**
 * Movements begin so many months before the month of the origin, and end so many days after it. All clocks of a month so
 * have the same past: it does not matter whether a clock was moved to an instant or started there.
 */
const monthsOfHistory = 20
const daysOfFuture = 3653

const firstDayOf = (originDay: Day): Day => {
  const { month, year } = civil(originDay)
  return dayOfCivil(year, month - monthsOfHistory, 1)
}

const keptSources = 12

/** Where the model banks begin and what it is drawn from: `origin` in milliseconds, `heavy` a number of rows, 0 for none. */
export interface Beginning {
  readonly seed: number
  readonly origin: number
  readonly heavy: number
}

/** An account as the account-choice page lists it. */
export interface AccountModel {
  /** ModelBanks id, stable, unique within its bank. Not the `AccountId` of the wire. */
  readonly id: string
  /** For people: "Current account, GBP, ending 4417". */
  readonly label: string
  /** Rows to a page where this account is among those asked for; null: the bank's own `pageSize`. */
  readonly pageSize: number | null
}

/** A person or firm that banks here, and what it may show. */
export interface Customer {
  readonly username: string
  readonly password: string
  readonly name: string
  readonly accounts: ReadonlyArray<AccountModel>
}

/** An account whose history can be looked into. */
export interface OpenAccount {
  readonly holding: Holding
  readonly statement: (posted: Day) => Statement
  /** Its rows, oldest first, of one direction or both. */
  readonly source: (posted: Day, direction: CreditDebitIndicator | null) => Source
}

/** One bank with everything that it can show. */
export interface OpenBank {
  readonly bank: BankRules
  readonly customers: ReadonlyArray<Customer>
  readonly account: (id: string) => OpenAccount | undefined
  /** The newest day that is posted at an instant. */
  readonly posted: (now: number) => Day
  /** Rows of these accounts, oldest first; made once for all pages of a read. */
  readonly source: (
    accounts: ReadonlyArray<OpenAccount>,
    posted: Day,
    direction: CreditDebitIndicator | null
  ) => Source
}

const openAccount = (holding: Holding, history: AccountHistory): OpenAccount => ({
  holding,
  statement: history.statement,
  source: (posted, direction) => {
    const all = sourceOf(holding, history.statement(posted).rows)
    return direction === null ? all : oneWay(all, direction)
  }
})

const openHeavy = (holding: Holding, count: number, firstDay: Day, endDay: Day): OpenAccount => {
  const statement = heavyStatement(holding, count, firstDay, endDay)
  return {
    holding,
    statement: () => statement,
    source: (_, direction) =>
      sourceOf(holding, direction === null ? statement.rows : heavyOneWay(holding, statement.rows, direction))
  }
}

const openAccounts = (
  { bank, customers }: ModelBank,
  { heavy, origin, seed }: Beginning
): ReadonlyMap<string, OpenAccount> => {
  const originDay = dayAt(origin)
  const firstDay = firstDayOf(originDay)
  const histories = new Map<string, AccountHistory>()
  const accounts = new Map<string, OpenAccount>()
  for (const holding of holdingsOf(seed, bank, customers)) {
    const history = makeAccountHistory(holding, firstDay, originDay + daysOfFuture, (account) => histories.get(account))
    histories.set(holding.account.id, history)
    accounts.set(holding.account.id, openAccount(holding, history))
  }
  if (heavy > 0 && bank.institution === heavyInstitution) {
    const holding = heavyHolding(seed, bank)
    accounts.set(holding.account.id, openHeavy(holding, heavy, firstDay, originDay))
  }
  return accounts
}

const customerOf =
  (accounts: ReadonlyMap<string, OpenAccount>) => (customer: ModelBank["customers"][number]): Customer => ({
    username: customer.username,
    password: customer.password,
    name: customer.name,
    accounts: customer.accounts.flatMap(({ id, profile }) => {
      const account = accounts.get(id)
      return account === undefined
        ? []
        : [{ id, label: labelOf(account.holding), pageSize: profile === "heavy" ? heavyPageSize : null }]
    })
  })

/** Opens a bank's accounts. Nothing is computed before it is asked for. */
export const openBank = (model: ModelBank, options: Beginning): OpenBank => {
  const { bank, customers } = model
  const accounts = openAccounts(model, options)
  const lastDay = dayAt(options.origin) + daysOfFuture
  const kept = new Map<string, Source>()
  return {
    bank,
    customers: [...customers, heavyCustomer].map(customerOf(accounts)).filter((customer) =>
      customer.accounts.length > 0
    ),
    account: (id) => accounts.get(id),
    posted: (now) => Math.min(dayAt(now - bank.booksAfterMinutes * 60_000) - 1, lastDay),
    source: (chosen, posted, direction) => {
      const key = [posted, direction, ...chosen.map(({ holding }) => holding.account.id)].join("|")
      const known = kept.get(key)
      if (known !== undefined) return known
      const made = merged(chosen.map((account) => account.source(posted, direction)))
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= keptSources) kept.delete(oldest)
      kept.set(key, made)
      return made
    }
  }
}
