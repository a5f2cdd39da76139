/**
 * What lists do while they are read, and what their rows and envelopes look like.
 */
import type { ServedPage } from "../gateway/readResource.ts"
import type { Behaviour, NightAtBank } from "./Behaviour.ts"

const pageSize = 7

/** How many rows are three pages. */
const mostRows = 3 * pageSize

/** Gives the first page again for one of the next three pages, or several, each once in a night. */
const firstPageAgain = ({ dice, gateway, saw }: NightAtBank): void => {
  if (!dice.chance(0.3)) return
  const again = new Set(Array.from({ length: dice.between(1, 3) }, (_, page) => (page + 1) * pageSize))
  gateway.startFor = (start, size) => {
    if (!again.delete(start)) return start
    saw(size)
    return 0
  }
}

/** Lists that move while they are read. */
export const lists: ReadonlyArray<Behaviour> = [
  {
    name: "lists grow while they are read",
    settings: { pageSize },
    movements: { shifted: 0.3, shiftedRows: [1, 5, 11, 16, mostRows - 1] },
    ends: ({ became, saw }) => saw(became().grown)
  },
  {
    name: "lists grow by whole pages while they are read",
    settings: { pageSize },
    movements: { shifted: 0.25, shiftedRows: [pageSize, 2 * pageSize, mostRows] },
    ends: ({ became, saw }) => saw(became().grown)
  },
  {
    name: "lists shrink while they are read",
    settings: { pageSize },
    movements: { fleeting: 0.4, fleetingRows: [1, 3, pageSize, 2 * pageSize, mostRows] },
    ends: ({ became, saw }) => saw(became().shrunk)
  },
  {
    name: "the first page is given again for others",
    settings: { pageSize },
    begins: firstPageAgain
  }
]

/** Leaves an account out of the answers about all. It is asked for by itself only once that shows, in the next night. */
const leaveOut = ({ dice, gateway, mayEndWith, notToBeCompared, number, saw }: NightAtBank): void => {
  const left = number > 0 && dice.chance(0.25)
    ? gateway.accounts[dice.between(0, gateway.accounts.length - 1)]
    : undefined
  gateway.leavesOut = { ...gateway.leavesOut, transactions: new Set(left === undefined ? [] : [left.ref]) }
  mayEndWith(10)
  if (left === undefined) return
  notToBeCompared()
  saw(gateway.transactions.filter(({ ref }) => ref === left.ref).length)
}

/** Lists of all accounts that are none. */
export const omissions: ReadonlyArray<Behaviour> = [
  {
    name: "lists of all accounts leave one of them out",
    settings: { bulkStatus: 200 },
    rules: { bulk: "both" },
    begins: leaveOut
  }
]

/** Fields that a bank fills anew in each answer. */
export const volatileFields: ReadonlyArray<Behaviour> = [
  {
    name: "each answer has other references",
    settings: { volatile: "reference" },
    shows: ({ rows }) => rows
  },
  {
    name: "each answer has another field of the bank's own",
    settings: { volatile: "own-field" },
    shows: ({ rows }) => rows
  }
]

/** Rows of pages that lead on. */
const ledOn = ({ rows, start, total }: ServedPage): number => start + rows < total ? rows : 0

/** Links that are written in mixed case. */
export const links: ReadonlyArray<Behaviour> = [
  {
    name: "links are small beside a capital Meta",
    settings: { linkPlace: "Links", linkCase: "lower", small: "Links" },
    shows: ledOn
  },
  {
    name: "links stand in a small meta beside capital Links",
    settings: { linkPlace: "Meta", linkCase: "lower", small: "Meta" },
    shows: ledOn
  }
]
