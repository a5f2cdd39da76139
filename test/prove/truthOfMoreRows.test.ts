/**
 * The second half of the fifty worlds of `truth.test.ts`.
 */
import { proveSeeds } from "../support/truthFigures.ts"

proveSeeds(25, 49, 60)
