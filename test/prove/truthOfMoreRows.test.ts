/**
 * The second half of the fifty worlds of `truth.test.ts`.
 */
import { proveSeeds, seedsOf } from "../support/truth/proveSeeds.ts"

proveSeeds(seedsOf(2))
