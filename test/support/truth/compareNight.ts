/**
 * Everything that the book says of rows after a night, held against what is true.
 */
import { Effect } from "effect"
import type { Daybook } from "../daybook/Daybook.ts"
import type { TestGateway } from "../gateway/TestGateway.ts"
import type { Night, TruthRow } from "../world/GroundTruth.ts"
import { difference, faultsOf, transactionTexts } from "./comparison.ts"
import { accountNames, heldRows, openQuestions } from "./heldRows.ts"

/** What is to be compared beside a night's own truth. */
export interface Expected {
  readonly night: Night
  /** Pending rows that a reader may have seen or not. */
  readonly fleeting: ReadonlyArray<TruthRow>
  /** What the answers leave open. */
  readonly open: ReadonlySet<string>
  readonly ids: boolean
  /** Whether the pending set is compared: only a bank that lists all of it says what is not in it. */
  readonly pending: boolean
}

const withoutSide = (content: string): string => {
  const [account, , ...rest]: ReadonlyArray<string> = JSON.parse(content)
  return JSON.stringify([account, ...rest, ""])
}

/** What a bag lacks and what it has too much; `may` are rows that it may hold. */
const faultsBeside = (
  what: string,
  served: ReadonlyArray<string>,
  held: ReadonlyArray<string>,
  may: ReadonlyArray<string>,
  excused: ReadonlySet<string>
): ReadonlyArray<string> => {
  const arrived = difference(may, difference(served, held).extra)
  const seen = difference(may, arrived.lost).lost
  const { extra, lost } = difference([...served, ...seen], held)
  return [
    ...lost.map((row) => `${what}: lost ${row}`),
    ...extra.filter((row) => !excused.has(row)).map((row) => `${what}: extra ${row}`)
  ]
}

/** Accounts that no list of accounts has named yet. */
const unnamed = (gateway: TestGateway, { accounts }: Night): ReadonlySet<string> => {
  const consents = [...gateway.consents.all.values()]
  const isNamed = ({ listedFrom = 0, person }: Night["accounts"][number]) =>
    consents.some((consent) => (person === undefined || consent.person === person) && consent.nth >= listedFrom)
  return new Set(accounts.filter((account) => !isNamed(account)).map(({ ref }) => ref))
}

/** The faults of a night, and the booked rows that are held. */
export const compareNight = Effect.fn("compareNight")(
  function*(daybook: Daybook, gateway: TestGateway, { fleeting, ids, night, open, pending }: Expected) {
    const names = yield* accountNames(daybook, gateway)
    const asked = yield* openQuestions(daybook, names)
    const excused = new Set([...open].map(withoutSide))
    const hidden = unnamed(gateway, night)
    const texts = (rows: ReadonlyArray<TruthRow>, ids: boolean) =>
      transactionTexts(rows.filter(({ ref }) => !hidden.has(ref)), (ref) => ref, ids)
    const mine = [...open].filter((content) => ![...hidden].some((ref) => content.startsWith(`["${ref}"`)))
    const { truth } = night
    const held = yield* heldRows(daybook, names, "transactions", ids)
    const faults = [
      ...names.faults,
      ...faultsOf("reviews", mine, asked),
      ...faultsBeside("transactions", texts(truth.booked, ids), held, texts(truth.optional, ids), excused)
    ]
    if (pending) {
      const rows = yield* heldRows(daybook, names, "pending_transactions", false)
      faults.push(...faultsBeside("pending", texts(truth.pending, false), rows, texts(fleeting, false), excused))
    }
    const unequal = yield* daybook.query(
      `select read_id from reads where outcome = 'complete' and rows_read
         <> rows_new + rows_changed + rows_known + rows_repeated + rows_quarantined`
    )
    faults.push(...unequal.map((row) => `the row equation fails for ${row["read_id"] ?? ""}`))
    return { held, faults: faults.map((fault) => `night ${night.number}: ${fault}`) }
  }
)
