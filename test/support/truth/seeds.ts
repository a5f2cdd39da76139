/**
 * Which generated worlds are played: all that there are, or those that `--seeds 0-4 --nights 20` names.
 */
import { parseArgs } from "node:util"

/** The first and the last seed that are played, and over how many nights. */
export interface Seeds {
  readonly first: number
  readonly last: number
  readonly nights: number
}

export const everySeed: Seeds = { first: 0, last: 49, nights: 60 }

const numbersIn = (text: unknown): ReadonlyArray<number> =>
  typeof text === "string" && /^\d+(-\d+)?$/.test(text) ? text.split("-").map(Number) : []

/** The seeds that arguments ask for, undefined where they do not speak of them; and the arguments without them. */
export const seedsIn = (
  args: ReadonlyArray<string>
): { readonly seeds?: Seeds; readonly rest: ReadonlyArray<string> } => {
  const { tokens, values } = parseArgs({
    args: [...args],
    options: { seeds: { type: "string" }, nights: { type: "string" } },
    strict: false,
    tokens: true
  })
  const own = new Set(tokens.flatMap((token) => {
    if (token.kind !== "option" || !(token.name === "seeds" || token.name === "nights")) return []
    return token.inlineValue === false ? [token.index, token.index + 1] : [token.index]
  }))
  const rest = args.filter((_, index) => !own.has(index))
  if (values.seeds === undefined && values.nights === undefined) return { rest }
  const [first = everySeed.first, last = values.seeds === undefined ? everySeed.last : first] = numbersIn(values.seeds)
  const [nights = everySeed.nights] = numbersIn(values.nights)
  return { seeds: { first, last, nights }, rest }
}
