import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { StoreLayout } from "../../src/journal/StoreLayout.ts"
import { listQuarantine, showQuarantine } from "../../src/inspect/quarantine.ts"
import { listRuns, showRun } from "../../src/inspect/runs.ts"
import { snapshot } from "../../src/inspect/snapshot.ts"
import { emptyStore, publishNight } from "./publishedStore.ts"

it.live("a published night can be read while the book is left alone", () =>
  Effect.gen(function*() {
    const { summary } = yield* publishNight
    console.log(summary, (yield* Effect.promise(() => import("node:child_process"))).execSync("find "+(yield* StoreLayout).root+" -ls").toString())
    yield* Effect.gen(function*() {
      const runs = yield* listRuns()
      console.log(JSON.stringify(runs), JSON.stringify(yield* showRun(summary.run_id)), JSON.stringify(yield* listQuarantine({open: true})))
    }).pipe(Effect.provide(snapshot))
  }).pipe(Effect.provide(emptyStore)))
