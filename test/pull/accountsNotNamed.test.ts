/**
 * Which accounts a list of all accounts has passed over.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AccountId } from "../../src/domain/identifiers.ts"
import { Run } from "../../src/journal/Run.ts"
import { accountsNotNamed } from "../../src/pull/accountsNotNamed.ts"
import { planned } from "../support/client/plannedReads.ts"
import { runLayer, storeLayer } from "../support/store/journalRead.ts"

it.live("knows an account by its id, however a bank writes it down", () =>
  Effect.gen(function*() {
    const read = planned("transactions")
    const folder = yield* (yield* Run).folder(read.consentId)
    const page = String.raw`{"Data":{"Transaction":[{"AccountId":"A\/1"},{"AccountId" : "\u0041\"2"},{"AccountId":7}]}}`
    const { frame } = yield* folder.keep(new TextEncoder().encode(page))
    const accounts = ["A/1", "A\"2", "7", "A-3"].map((id) => AccountId.make(id))
    const silent = yield* accountsNotNamed([{ read, frames: frame === null ? [] : [frame] }], new Set(accounts))
    assert.deepStrictEqual([...silent], ["A-3"])
  }).pipe(Effect.provide(runLayer.pipe(Layer.provideMerge(storeLayer())))))
