/**
 * Runs the long proofs: `npm run prove`. With `--seeds 0-4` it plays those of the generated worlds alone, with `--nights 20`
 * over fewer nights; all else is for Vitest.
 */
import { argv, exit } from "node:process"
import { parseCLI, startVitest } from "vitest/node"
import { everySeed, seedsIn } from "../truth/seeds.ts"

const { rest, seeds } = seedsIn(argv.slice(2))
const { filter, options } = parseCLI(["vitest", "run", "--config", "vitest.prove.config.ts", ...rest])
// One seed alone has no second half.
const worlds = seeds?.first === seeds?.last ? "test/prove/truth.test.ts" : "test/prove/truth"
const asked = seeds !== undefined && filter.length === 0 ? [worlds] : filter
const vitest = await startVitest(asked, { ...options, watch: false, run: true, provide: { seeds: seeds ?? everySeed } })
await vitest.close()
// A test that was cut short may have left something open.
exit()
