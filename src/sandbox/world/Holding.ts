/**
 * An account in its place: its bank, its holders, and the accounts of the same customers that money moves to and from.
 */
import type { BankFile, BankRules, ModelAccount } from "./BankFile.ts"
import type { Pattern } from "./Pattern.ts"
import { profiles } from "./profiles.ts"

/** The main account of a customer, and another one that is fed from it. */
export interface Link {
  readonly main: string
  readonly other: string
  readonly profile: ModelAccount["profile"]
}

/** One account of one bank in one world. */
export interface Holding {
  readonly bank: BankRules
  readonly account: ModelAccount
  readonly pattern: Pattern
  /** Names of those who hold it; two for a joint account. */
  readonly holders: ReadonlyArray<string>
  /** The links that it is one end of. */
  readonly links: ReadonlyArray<Link>
  /** What every draw about this account starts with: seed, bank, account. */
  readonly root: string
}

/** The accounts of a bank, each once, in the order of the file. */
export const holdingsOf = (
  seed: number,
  bank: BankRules,
  customers: (typeof BankFile.Type)["customers"]
): ReadonlyArray<Holding> => {
  const links = customers.flatMap(({ accounts: [main, ...others] }) =>
    others.map((other): Link => ({ main: main.id, other: other.id, profile: other.profile }))
  )
  const accounts = new Map(customers.flatMap((customer) => customer.accounts.map((account) => [account.id, account])))
  return [...accounts.values()].map((account) => ({
    bank,
    account,
    pattern: profiles[account.profile].pattern,
    holders: customers.filter((customer) => customer.accounts.some(({ id }) => id === account.id)).map(({ name }) =>
      name
    ),
    links: links.filter(({ main, other }) => main === account.id || other === account.id),
    root: `${seed}|${bank.institution}|${account.id}`
  }))
}
