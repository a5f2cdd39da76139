/**
 * The truth of rows: fifty worlds of sixty nights in which banks do everything to rows that banks have been seen to do.
 * Against the truth of each night no row is lost, none doubled and no two merged, and nothing else stands in review than
 * what the answers themselves leave open. This is the first half; the other file runs beside it.
 */
import { proveSeeds, seedsOf } from "../support/truth/proveSeeds.ts"

proveSeeds(seedsOf(1))
