/**
 * A journal tells by itself that it was damaged: any bit of it, any file, any folder.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FileSystem, Layer, Option } from "effect"
import { ConsentId } from "../../src/domain/identifiers.ts"
import { endOf, openEventLog, readLog } from "../../src/journal/EventLog.ts"
import { Run } from "../../src/journal/Run.ts"
import { verifyJournal } from "../../src/journal/verifyJournal.ts"
import { StoreClock } from "../../src/store/StoreClock.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"

const consents = ["c-1", "c-2"].map((id) => ConsentId.make(id))

const verify = verifyJournal()

/** One run that keeps an answer of each consent, packs its folders and seals them, and the log of the run before. */
const night = Effect.fnUntraced(function*(before: string | null) {
  const run = yield* Run
  const layout = yield* StoreLayout
  const sealed = (folder: string) =>
    Effect.gen(function*() {
      const { proofs } = yield* readLog(`${layout.journal}/${folder}/events.ndjson`)
      const event = {
        event: "sealed",
        at: yield* run.at,
        folder,
        lines: proofs.length,
        proof: proofs.at(-1) ?? ""
      } as const
      yield* run.append(event)
    })
  for (const consentId of consents) {
    const folder = yield* run.folder(consentId)
    yield* folder.keep(new TextEncoder().encode(`{"Data":{"Account":[{"AccountId":"${run.id}"}]}}`))
    yield* folder.append({
      event: "asked",
      at: yield* run.at,
      request_id: "q",
      read_id: null,
      method: "GET",
      path: "/ais/v1/x"
    })
    yield* folder.sync
    yield* folder.pack(yield* run.at)
    yield* sealed(`${consentId}/${run.id}`)
  }
  if (before !== null) yield* sealed(`runs/${before}`)
  yield* run.append({
    event: "run-ended",
    at: yield* run.at,
    run_id: run.id,
    outcome: "complete",
    exit_code: 0,
    causes: []
  })
  return run.id
})

/** Makes a journal of three nights, and does something with it. */
const inJournal = <A, E>(
  work: (journal: string, runs: ReadonlyArray<string>) => Effect.Effect<A, E, FileSystem.FileSystem | StoreLayout>
) =>
  Effect.gen(function*() {
    const out = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "daybook-journal-" })
    const layout = Layer.succeed(StoreLayout, StoreLayout.at(out))
    return yield* Effect.gen(function*() {
      const runs: Array<string> = []
      for (let nights = 0; nights < 3; nights++) {
        runs.push(yield* night(runs.at(-1) ?? null).pipe(Effect.provide(Run.layer("nightly", null)), Effect.scoped))
      }
      return yield* work(`${out}/journal`, runs)
    }).pipe(Effect.provide(StoreClock.layer.pipe(Layer.provideMerge(layout))))
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** Every file of the journal, and every folder. */
const contents = Effect.fnUntraced(function*(journal: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(journal, { recursive: true })
  return yield* Effect.forEach(
    names.toSorted(),
    (name) =>
      Effect.map(
        fs.stat(`${journal}/${name}`),
        ({ type }) => ({ name, path: `${journal}/${name}`, isFile: type === "File" })
      )
  )
})

describe("a journal", () => {
  it.live("that is whole is believed", () => inJournal(() => verify))

  it.live("of which any byte was changed is refused, but for the newest run's own last lines", () =>
    inJournal((journal, runs) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const logs = (yield* contents(journal)).filter(({ name }) => name.endsWith("events.ndjson"))
        let believed = 0
        for (const { name, path } of logs) {
          const whole = yield* fs.readFile(path)
          const newest = name.startsWith(`runs/${runs.at(-1)}`)
          const before = yield* readLog(path)
          for (let at = 3; at < whole.length; at += 41) {
            const changed = Uint8Array.from(whole)
            changed[at] = (changed[at] ?? 0) ^ (1 << (at % 7))
            yield* fs.writeFile(path, changed)
            const exit = yield* Effect.exit(verify)
            if (Exit.isFailure(exit)) continue
            believed += 1
            const after = yield* readLog(path)
            const same = after.text === before.text
            assert.isTrue(same || (newest && before.text.startsWith(after.text)), `${name}: byte ${at}`)
          }
          yield* fs.writeFile(path, whole)
        }
        assert.isBelow(believed, 4)
        yield* verify
      })
    ))

  it.live("of which any byte of a packed answer was changed is refused, also where no table is made of it", () =>
    inJournal((journal) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        for (const { name, path } of (yield* contents(journal)).filter(({ name }) => name.endsWith("pages.zst"))) {
          const whole = yield* fs.readFile(path)
          const changed = Uint8Array.from(whole)
          changed[whole.length >> 1] = (changed[whole.length >> 1] ?? 0) ^ 4
          yield* fs.writeFile(path, changed)
          assert.include((yield* Effect.flip(verify)).message, name)
          yield* fs.writeFile(path, whole)
        }
        yield* verify
      })
    ))

  it.live("that lacks any file or folder is refused with its name", () =>
    inJournal((journal, runs) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        for (const { name, path } of yield* contents(journal)) {
          // An older backup may end with an earlier run; nothing in it names what came later.
          if (name.startsWith(`runs/${runs.at(-1)}/`)) continue
          const aside = `${journal}.aside`
          yield* fs.rename(path, aside)
          const error = yield* Effect.flip(verify).pipe(Effect.option)
          assert.isTrue(Option.isSome(error), name)
          yield* fs.rename(aside, path)
        }
        yield* verify
      })
    ))

  it.live("may end at an earlier run", () =>
    inJournal((journal, runs) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        for (const folder of ["runs", ...consents]) {
          yield* fs.remove(`${journal}/${folder}/${runs.at(-1)}`, { recursive: true })
        }
        yield* verify
      })
    ))

  it.live("names what it lacks, and what to do", () =>
    inJournal((journal, [first = "", second = ""]) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        yield* fs.remove(`${journal}/runs/${first}`, { recursive: true })
        const error = yield* Effect.flip(verify)
        assert.strictEqual(
          error.message,
          `the journal lacks runs/${first}, which runs/${second} names; ` +
            "put it back from your backup of the store's journal folder, or, where none has it, end the journal before that run, as " +
            "docs/operations.md says under Back up"
        )
      })
    ))

  it.live("says that a folder whose run it does not know may be another store's", () =>
    inJournal((journal) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(`${journal}/${consents[0]}/000099-0123abcd`)
        assert.strictEqual(
          (yield* Effect.flip(verify)).message,
          `the journal lacks runs/000099-0123abcd, to which ${
            consents[0]
          }/000099-0123abcd belongs; put it back from your backup of ` +
            "the store's journal folder, or take that folder out of the journal if another store's was copied in"
        )
      })
    ))
})

describe("a log", () => {
  it.live("that a killed process left with a torn line goes on without it", () =>
    inJournal((journal, runs) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const path = `${journal}/runs/${runs.at(-1)}/events.ndjson`
        const before = yield* readLog(path)
        yield* fs.writeFileString(path, `${yield* fs.readFileString(path)}{"event":"run-en`)
        assert.strictEqual((yield* readLog(path)).text, before.text)
        yield* Effect.scoped(Effect.gen(function*() {
          const log = yield* openEventLog(path)
          yield* log.append({ event: "folder-opened", at: "2026-11-21T03:00:00Z", consent_id: ConsentId.make("c-1") })
        }))
        assert.strictEqual((yield* readLog(path)).events.length, before.events.length + 1)
      })
    ))

  it.live("that is written events together is one of events one by one, and knows where it ends", () =>
    inJournal((journal, runs) =>
      Effect.gen(function*() {
        const fs = yield* FileSystem.FileSystem
        const path = `${journal}/runs/${runs.at(-1)}/events.ndjson`
        const copied = `${path}.d/runs/${runs.at(-1)}`
        yield* fs.makeDirectory(copied, { recursive: true })
        yield* fs.copyFile(path, `${copied}/events.ndjson`)
        const events = consents.map((consent_id) =>
          ({ event: "folder-opened", at: "2026-11-21T03:00:00Z", consent_id }) as const
        )
        yield* Effect.scoped(Effect.gen(function*() {
          const together = yield* openEventLog(path)
          yield* together.append()
          yield* together.append(...events)
          const alone = yield* openEventLog(`${copied}/events.ndjson`)
          yield* Effect.forEach(events, (event) => alone.append(event), { discard: true })
          assert.deepStrictEqual(yield* together.end, yield* alone.end)
          assert.deepInclude(yield* together.end, endOf((yield* readLog(path)).proofs))
        }))
        assert.strictEqual(yield* fs.readFileString(path), yield* fs.readFileString(`${copied}/events.ndjson`))
      })
    ))
})
