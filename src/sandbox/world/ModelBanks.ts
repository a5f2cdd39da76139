/**
 * The model banks below the gateway: who banks where, and what each bank would answer at an instant.
 *
 * They are a pure function of the seed, the origin (the instant at which the sandbox's clock first stood), the instant
 * asked about and, where a bank is like that, the consent. Nothing is remembered: sixteen days in four moves or in one
 * give the same bytes. Every account starts from zero, so that at every instant its booked balance per currency is the
 * sum of the booked rows listed at that instant.
 *
 * Each bank posts a whole local day at a time, at `booksAfterMinutes` past the next midnight; its booked balance is as
 * of the last instant of the newest posted day. A row's booking instant lies within its booking day, so "up to the
 * balance's instant", "up to its day" and "all that is listed" are the same rows, except where a bank posts late.
 *
 * Limits: movements begin twenty months before the month of the origin, whatever that is, and end ten years after it; the rows of the heavy account lie between that beginning and the origin's day.
 */
import { Effect } from "effect"
import type { CreditDebitIndicator } from "../../domain/money.ts"
import type { Account, Balance, Transaction } from "../../interface/wire.ts"
import type * as Model from "./BankFile.ts"
import { wireAccountId } from "./identifiers.ts"
import { windowed } from "./listing.ts"
import type * as Bank from "./OpenBank.ts"
import { openBank } from "./OpenBank.ts"
import { readBankFiles } from "./readBankFiles.ts"
import { wireAccount, wireBalances } from "./wireAccount.ts"
import { wireTransaction } from "./wireTransaction.ts"

/** An instant in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number

/** How a model bank behaves, from `config/sandbox/<institution>.toml`. */
export type BankRules = Model.BankRules

/** A person or firm that banks at a model bank, and what it may show. Control approves as the first one of a bank. */
export type Customer = Bank.Customer

export type WireAccount = typeof Account.Type
export type WireBalance = typeof Balance.Type
export type WireTransaction = typeof Transaction.Type

/** One snapshot of one bank under one consent. Every page of a read has the same. */
export interface Moment {
  readonly institution: string
  readonly consentId: string
  /** The instant of the snapshot. */
  readonly now: Instant
}

/**
 * Booking instants `from` to `to`, both inclusive; null is no bound. A filter sent without a zone is read in the bank's
 * `timezone` before it comes here. `direction` keeps one side only, for a consent without the other's permission.
 */
export interface BookingWindow {
  readonly from: Instant | null
  readonly to: Instant | null
  readonly direction?: CreditDebitIndicator | null
}

/** Rows in the order the bank lists them: newest or oldest first, the same for the same moment. */
export interface Listing {
  readonly count: number
  /** Rows `offset` to `offset + limit - 1`, fewer at the end. Costs what it returns, wherever it lies. */
  readonly slice: (offset: number, limit: number) => ReadonlyArray<WireTransaction>
}

/**
 * Rows are plain JSON in the bank's own vocabulary, with every field that the fullest permissions open; the service takes
 * away what a consent does not cover (docs/bank-facts.md, 1.3). Accounts are world ids; unknown ones are left out. An
 * institution that is not among `banks` has no customers and no rows.
 */
export interface ModelBanks {
  /** In the order of their names. */
  readonly banks: ReadonlyArray<BankRules>
  /** The bank's own customers first, then `heavy` where there is one. */
  readonly customers: (institution: string) => ReadonlyArray<Customer>
  /** The `AccountId` under this consent; only banks with `accountIds: "per-consent"` look at it. */
  readonly accountId: (institution: string, account: string, consentId: string) => string
  readonly accounts: (at: Moment, accounts: ReadonlyArray<string>) => ReadonlyArray<WireAccount>
  readonly balances: (at: Moment, accounts: ReadonlyArray<string>) => ReadonlyArray<WireBalance>
  readonly transactions: (at: Moment, accounts: ReadonlyArray<string>, window: BookingWindow) => Listing
}

const nothing: Listing = { count: 0, slice: () => [] }

/** Each account once, in the order asked for. */
const chosen = (open: Bank.OpenBank, accounts: ReadonlyArray<string>) =>
  [...new Set(accounts)].flatMap((id) => open.account(id) ?? [])

const modelBanksOf = (banks: ReadonlyArray<Bank.OpenBank>): ModelBanks => {
  const find = (institution: string) => banks.find(({ bank }) => bank.institution === institution)
  return {
    banks: banks.map(({ bank }) => bank),
    customers: (institution) => find(institution)?.customers ?? [],
    accountId: (institution, account, consentId) => {
      const known = find(institution)?.account(account)
      return known === undefined ? "" : wireAccountId(known.holding, consentId)
    },
    accounts: ({ consentId, institution }, accounts) => {
      const open = find(institution)
      return open === undefined ? [] : chosen(open, accounts).map(({ holding }) => wireAccount(holding, consentId))
    },
    balances: ({ consentId, institution, now }, accounts) => {
      const open = find(institution)
      if (open === undefined) return []
      const posted = open.posted(now)
      return chosen(open, accounts)
        .flatMap(({ holding, statement }) => wireBalances(holding, consentId, statement(posted), posted))
    },
    transactions: ({ consentId, institution, now }, accounts, { direction, from, to }) => {
      const open = find(institution)
      if (open === undefined) return nothing
      const posted = open.posted(now)
      const asked = chosen(open, accounts)
      const ids = new Map(asked.map(({ holding }) => [holding, wireAccountId(holding, consentId)]))
      const source = open.source(asked, posted, direction ?? null)
      const { count, slice } = windowed(source, { from, to }, open.bank.order)
      return {
        count,
        slice: (offset, limit) =>
          slice(offset, limit).map(({ entry, holding }) =>
            wireTransaction(holding, entry, { accountId: ids.get(holding) ?? "", consentId, posted })
          )
      }
    }
  }
}

/** Opens the banks of the files under `config/sandbox`. Fails with `ModelBankInvalid`, which names file and key. */
export const makeModelBanks = Effect.fn("ModelBanks.make")(function*(beginning: Bank.Beginning) {
  const models = yield* readBankFiles()
  return modelBanksOf(models.map((model) => openBank(model, beginning)))
})
