import type { TestGateway } from "../gateway/TestGateway.ts"
import type { Night } from "./GroundTruth.ts"

/** Gives the night's statement to the gateway; arrivals come after the first page of their list, where more follow. */
export const stateNight = (gateway: TestGateway, night: Night): void => {
  if (gateway.settings.clock !== undefined) gateway.setTime(night.at)
  gateway.accounts = night.accounts
  gateway.balances = night.balances
  gateway.transactions = night.transactions
  let waiting = night.arrivals
  gateway.afterPage = (page) => {
    if (page.resource !== "transactions" || page.start > 0 || page.rows >= page.total) return
    gateway.transactions = [
      ...gateway.transactions,
      ...waiting.filter((row) => page.ref === undefined || page.ref === row.ref)
    ]
    waiting = waiting.filter((row) => page.ref !== undefined && page.ref !== row.ref)
  }
}
