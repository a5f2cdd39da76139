/**
 * The second half of the fifty worlds of `truth.test.ts`.
 */
import { proveSeeds } from "../support/truth/proveSeeds.ts"

proveSeeds(25, 49, 60)
