/**
 * Why balances and rows do not agree plainly, as people read it; `docs/verdicts.md` has the same at more length. JSON and the tables have
 * the reasons alone.
 */
import { HashMap, Option } from "effect"

const said = HashMap.make(
  ["recent", "nothing makes up for it yet; a row may still be listed late"],
  ["late", "rows make it up that were listed only after a balance had counted them"],
  ["same-day", "rows of the balance's own day make it up"],
  ["dated-ahead", "rows that are dated after the balance make it up"],
  ["restated", "rows make it up that said something else before, or that the bank lists no more"],
  ["rows-not-listed", "the balance counts what no list has shown yet"],
  ["pending", "rows that wait make it up"],
  ["evened-out", "something is missing in between, and something else makes up for it later"],
  ["balance-misstated", "one balance is by itself, and those on both sides of it agree"],
  ["one-snapshot", "one balance alone proves nothing; the next night has two"],
  ["no-booked-balance", "the bank states no balance by which rows could be proven"],
  ["days-not-covered", "days between two balances were not read"],
  ["available-only", "available balances alone are stated, and they moved without a row, as they may"],
  ["local-currency", "the balance may be the same money in another currency, at a rate that moves"],
  ["balance-type-changed", "the bank states another type of balance now, which is off by what no row says"],
  ["currency-not-told", "neither the account nor a row nor a balance says a currency"],
  ["estimated", "available balances agree; they may count what is not booked"],
  ["credit-line-included", "the balance counts a credit line that has changed, and agrees without it"]
)

/** All reasons that there are words for. */
export const reasons: ReadonlyArray<string> = [...HashMap.keys(said)]

/** What a reason says, where there are words for it. */
export const reasonInWords = (reason: string | null) =>
  Option.flatMap(Option.fromNullOr(reason), (each) => HashMap.get(said, each))
