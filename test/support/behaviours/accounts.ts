/**
 * What banks call an account, and that they call it otherwise when a consent is renewed.
 */
import type { StatedAccount } from "../gateway/statedRows.ts"
import type { Behaviour } from "./Behaviour.ts"

const numberOf = ({ identifications: [first] }: StatedAccount): string => first?.identification ?? ""

const identifiedBy = (account: StatedAccount, scheme: string, identification: string): StatedAccount => ({
  ...account,
  identifications: [{ scheme, identification, name: account.identifications[0]?.name ?? "Holder" }]
})

/** Pages of a list of accounts that a renewed consent has read. */
const renewed: NonNullable<Behaviour["shows"]> = ({ consent, rows }) => consent.nth > 0 ? rows : 0

/** Identifications and AccountIds that are others under another consent. */
export const accountNames: ReadonlyArray<Behaviour> = [
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
  }
]
