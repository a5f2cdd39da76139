/**
 * The way to the bank for the flow of a run: the gate, and behind it the gateway. Both write into the run's journal, so
 * they are made within it.
 */
import { Layer } from "effect"
import { ConsentGate } from "../src/consent/ConsentGate.ts"
import { Gateway } from "../src/gateway/Gateway.ts"
import { transport } from "../src/token/transport.ts"

export const gateway = ConsentGate.layer.pipe(Layer.provideMerge(Gateway.layer), Layer.provide(transport))
