/**
 * Gives a night's statement to the gateway, and changes it while it is read.
 */
import type { ServedPage } from "../gateway/readResource.ts"
import type { TestGateway } from "../gateway/TestGateway.ts"
import type { Night, TruthRow } from "./GroundTruth.ts"

/** What became of a night's statement while it was read. */
export interface StatedNight {
  /** Rows that came or went after the first page of a list of several. */
  readonly grown: number
  readonly shrunk: number
  /** Pending rows that no list of several pages has lost. */
  readonly left: ReadonlyArray<TruthRow>
}

/** Whether a page is the first of several that list an account. */
const begins = (gateway: TestGateway, page: ServedPage, ref: string): boolean =>
  page.resource === "transactions" && page.start === 0 && page.rows < page.total &&
  (page.ref === undefined || page.ref === ref) && gateway.accountsOf(page.consent).some((each) => each.ref === ref)

/** States a night. What it becomes is told by the object that is given back. */
export const stateNight = (gateway: TestGateway, night: Night): StatedNight => {
  if (gateway.settings.clock !== undefined) gateway.setTime(night.at)
  gateway.accounts = night.accounts
  gateway.balances = night.balances
  gateway.transactions = [...night.transactions, ...night.fleeting.map(({ row }) => row)]
  const became = { grown: 0, shrunk: 0, left: night.fleeting.map(({ truth }) => truth) }
  let waiting = night.arrivals
  gateway.afterPage = (page) => {
    const coming = waiting.filter((row) => begins(gateway, page, row.ref))
    waiting = waiting.filter((row) => !coming.includes(row))
    const going = new Set(became.left.filter(({ ref }) => begins(gateway, page, ref)).map(({ payment }) => payment))
    const gone = new Set(night.fleeting.filter(({ truth }) => going.has(truth.payment)).map(({ row }) => row))
    became.left = became.left.filter(({ payment }) => !going.has(payment))
    became.grown += coming.length
    became.shrunk += gone.size
    gateway.transactions = [...gateway.transactions.filter((row) => !gone.has(row)), ...coming]
  }
  return became
}
