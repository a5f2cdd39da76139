/**
 * A database of one thread. A night is a few rows, of which a second thread gets none, and tests run beside each other.
 */
import { Layer } from "effect"
import { Threads } from "../../../src/warehouse/Warehouse.ts"

export const oneThread = Layer.succeed(Threads, 1)
