/**
 * What banks call an account, and that they call it otherwise when a consent is renewed.
 */
import type { StatedAccount } from "../gateway/statedRows.ts"
import type { Behaviour } from "./Behaviour.ts"

type As = (account: StatedAccount, nth: number) => StatedAccount

const numberOf = ({ identifications: [first] }: StatedAccount): string => first?.identification ?? ""

const identifiedBy = (account: StatedAccount, scheme: string, identification: string): StatedAccount => ({
  ...account,
  identifications: [{ scheme, identification, name: account.identifications[0]?.name ?? "Holder" }]
})

const everySecond = (nth: number): boolean => nth % 2 === 0

/** Pages of a list of accounts that a renewed consent has read. */
const renewed: NonNullable<Behaviour["shows"]> = ({ consent, rows }) => consent.nth > 0 ? rows : 0

/** An identified bank that keeps its AccountIds, and shows its accounts so. */
const identification = (name: string, accountAs: As): Behaviour => ({
  name,
  movements: { identified: true },
  settings: { reissueAccounts: false, accountAs },
  shows: renewed
})

/** Whose AccountIds are their places among a person's accounts: the second half is another person's. */
const placeOf = (ref: string, accounts: number): number => Number(ref.split(" ").at(-1)) % Math.ceil(accounts / 2)

/** Identifications and AccountIds that are others under another consent. */
export const accountNames: ReadonlyArray<Behaviour> = [
  identification(
    "a currency is left out of an account, then given",
    (account, nth) => everySecond(nth) ? { ...account, currency: undefined } : account
  ),
  identification(
    "an account is named by an IBAN, then by a sort code",
    (account, nth) => everySecond(nth) ? identifiedBy(account, "UK.OBIE.IBAN", `GB33TEST${numberOf(account)}`) : account
  ),
  identification(
    "a card has another number after each renewal",
    (account, nth) => identifiedBy(account, "UK.OBIE.PAN", `4751${nth}0${numberOf(account).slice(-10)}`)
  ),
  {
    name: "two accounts share a number, then no more",
    movements: { identified: true },
    settings: {
      reissueAccounts: false,
      accountAs: (account, nth) =>
        // What two persons call by one number is one account.
        everySecond(nth) && account.currency === "GBP" && account.person !== "two"
          ? identifiedBy(account, "UK.OBIE.SortCodeAccountNumber", "20000012345678")
          : account
    },
    shows: renewed
  },
  {
    name: "numbers are masked, and AccountIds are new after each renewal",
    movements: { identified: true },
    settings: {
      reissueAccounts: false,
      accountAs: (account, nth) => ({
        ...identifiedBy(account, "UK.OBIE.SortCodeAccountNumber", `**********${numberOf(account).slice(-4)}`),
        accountId: `${account.accountId}-${nth}`
      })
    },
    shows: renewed
  },
  {
    name: "two persons have AccountIds that are places in a list",
    movements: {
      accounts: 4,
      identified: false,
      personOf: (ordinal, accounts) => ordinal * 2 < accounts ? "one" : "two"
    },
    settings: {
      reissueAccounts: false,
      accountAs: (account) => ({ ...account, accountId: `${placeOf(account.ref, 4) + 1}` })
    },
    shows: ({ consent, rows }) => consent.person === "two" ? rows : 0
  }
]

/** Accounts that the list of accounts leaves out at first. */
export const unlisted: ReadonlyArray<Behaviour> = [
  {
    name: "rows belong to an account that no list has named yet",
    movements: { listedFrom: (ordinal) => ordinal === 0 ? 1 : 0 },
    settings: { bulkStatus: 200 },
    rules: { bulk: "both" },
    begins: ({ mayEndWith, night }) => {
      // What stands in quarantine is told on the night on which it is new there.
      if (night.accounts.some(({ listedFrom = 0 }) => listedFrom > 0)) mayEndWith(10)
    },
    shows: ({ consent, listed }, gateway) => {
      const hidden = gateway.accountsOf(consent).filter(({ listedFrom = 0 }) => listedFrom > consent.nth)
      return listed.filter(({ row }) => hidden.some(({ ref }) => ref === row.ref)).length
    }
  }
]
