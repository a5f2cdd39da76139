/**
 * A journal that was damaged is refused, or says the same: bits and digits are flipped anywhere in the journal of two banks
 * and five nights, and each file and folder of it is taken away, with the book beside it and without: `daybook rebuild
 * --replace` ends with 16 and the name of the file, or no byte of any table differs.
 *
 * A rebuild begins by reading the whole journal, in the same way with the book and without. So a flip that this reading
 * refuses is judged by it alone, but for a sample; whatever it believes is shown to the command line, and each loss is.
 *
 * What the newest run wrote last is named by nothing but the book, so without it a journal may end there earlier. Other
 * bits and digits are flipped by `npm run prove -- flips --seeds 7`.
 */
import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Clock, Console, Effect, FileSystem, Logger, type PlatformError } from "effect"
import { inject } from "vitest"
import { verifyJournal } from "../../src/journal/verifyJournal.ts"
import { StoreLayout } from "../../src/store/StoreLayout.ts"
import { Daybook } from "../support/daybook/Daybook.ts"
import { lastSentence } from "../support/daybook/Ended.ts"
import { newConsent, openBank } from "../support/sandbox/Bank.ts"
import { Dice } from "../support/world/Dice.ts"

const { first: seed } = inject("seeds")
const flips = 500
/** One in so many flips that the reading of the journal refuses is shown to the command line all the same. */
const shown = 20

type Mode = "with the book" | "without"

/** A store in which damage is done and undone. */
interface Patient {
  readonly shell: Daybook
  readonly journal: string
  /** The files of the journal and what they hold. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Folders of the journal. */
  readonly folders: ReadonlyArray<string>
  /** The log of the newest run. */
  readonly newest: string
  readonly tables: string
  readonly count: Map<string, number>
}

interface Damage {
  readonly what: string
  /** The file or folder that is damaged, below the journal. */
  readonly name: string
  /** Whether it may pass where no book is beside it: an older backup would look so. */
  readonly mayEndEarlier: boolean
  readonly begin: Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem>
  readonly end: Effect.Effect<void, PlatformError.PlatformError, FileSystem.FileSystem>
}

const restore = Effect.fnUntraced(function*({ shell }: Patient) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.remove(shell.out, { recursive: true })
  yield* fs.copy(`${shell.out}-whole`, shell.out)
})

/** A digest of each table of the published file, row by row in order. */
const tablesText = Effect.fnUntraced(function*(shell: Daybook) {
  const names = yield* shell.query(
    "select distinct table_name as name from information_schema.tables where table_schema in ('main', 'internal') order by all"
  )
  const digests = names.map(({ name = "" }) =>
    `select '${name}' as name, count(*) as n, md5(coalesce(string_agg(t::varchar, chr(10) order by t::varchar), '')) as md5
     from "${name}" as t`
  )
  return JSON.stringify(yield* shell.query(`${digests.join(" union all ")} order by name`))
})

/** Two banks, five nights. */
const fiveNights = Effect.fn("prove.fiveNights")(function*() {
  const fs = yield* FileSystem.FileSystem
  const bank = yield* openBank()
  const shell = yield* Daybook.make(bank.env)
  yield* newConsent(bank, shell, "gb_elm_personal")
  yield* newConsent(bank, shell, "gb_birch_business")
  for (let night = 0; night < 5; night += 1) {
    yield* bank.advance("P1D")
    assert.strictEqual((yield* shell.here("run", "nightly")).exitCode, 0)
  }
  yield* fs.copy(shell.out, `${shell.out}-whole`)
  const journal = `${shell.out}/journal`
  const names = (yield* fs.readDirectory(journal, { recursive: true })).toSorted()
  const files = new Map<string, Buffer>()
  const folders: Array<string> = []
  for (const name of names) {
    if ((yield* fs.stat(`${journal}/${name}`)).type === "Directory") folders.push(name)
    else files.set(name, Buffer.from(yield* fs.readFile(`${journal}/${name}`)))
  }
  const newest = [...files.keys()].filter((name) => name.startsWith("runs/")).toSorted().at(-1) ?? ""
  const before = yield* tablesText(shell)
  const patient = { shell, journal, files, folders, newest, tables: before, count: new Map<string, number>() }
  for (const mode of ["with the book", "without"] as const) {
    if (mode === "without") yield* fs.remove(`${shell.out}/work`, { recursive: true })
    const { exitCode } = yield* shell.here("rebuild", "--replace")
    assert.strictEqual(exitCode, 0)
    assert.isTrue((yield* tablesText(shell)) === before, `${mode} an undamaged journal gives other tables`)
    yield* restore(patient)
  }
  return patient
})

/** What the reading of the journal refuses, in words; none where it believes it. */
const refusal = ({ shell }: Patient) =>
  verifyJournal().pipe(
    Effect.as(""),
    Effect.catchTags({
      JournalIncomplete: ({ message }) => Effect.succeed(message),
      StorageDamaged: ({ message }) => Effect.succeed(message)
    }),
    Effect.provideService(StoreLayout, StoreLayout.at(shell.out))
  )

const isNamed = ({ name }: Damage, sentence: string) =>
  sentence.includes(name) || sentence.includes(name.replace(/\/[^/]*$/, ""))

/** Shows a damage to `rebuild --replace`; gives what is wrong with the answer, empty where nothing is. */
const judge = Effect.fn("prove.judge")(function*(patient: Patient, damage: Damage, mode: Mode, own: boolean) {
  const fs = yield* FileSystem.FileSystem
  const { count, shell, tables } = patient
  if (mode === "without") yield* fs.remove(`${shell.out}/work`, { recursive: true })
  const ended = yield* (own ? shell.run : shell.here)("rebuild", "--replace")
  const counted = (what: string) => {
    const key = `rebuild ${mode}: ${what}`
    count.set(key, (count.get(key) ?? 0) + 1)
    return ""
  }
  const sentence = lastSentence(ended)
  if (ended.exitCode === 16) return isNamed(damage, sentence) ? counted("16") : `refused without its name: ${sentence}`
  if (ended.exitCode !== 0) return `ended with ${ended.exitCode}: ${sentence}`
  if ((yield* tablesText(shell)) === tables) return counted("the same tables")
  if (mode === "without" && damage.mayEndEarlier) return counted("the end of an older backup")
  return "believed, and tables differ"
})

/** Damages in every way that is given, and prints how they were answered. */
const prove = Effect.fn("prove.damages")(
  function*(patient: Patient, what: string, damages: ReadonlyArray<Damage>, every: number) {
    const began = yield* Clock.currentTimeMillis
    const faults: Array<string> = []
    const { count } = patient
    count.clear()
    for (const [index, damage] of damages.entries()) {
      yield* damage.begin
      const sentence = yield* refusal(patient)
      if (sentence !== "") count.set("refused by the reading", (count.get("refused by the reading") ?? 0) + 1)
      const found = sentence === "" || isNamed(damage, sentence) ? [] : [`refused without its name: ${sentence}`]
      yield* damage.end
      for (const mode of sentence === "" || index % every === 0 ? ["with the book", "without"] as const : []) {
        yield* damage.begin
        // A process of its own costs more, and says the same.
        found.push(yield* judge(patient, damage, mode, index % (10 * every) === 0))
        yield* restore(patient)
      }
      const told = found.filter((fault) => fault !== "").map((fault) => `${damage.what} of ${damage.name}: ${fault}`)
      for (const fault of told) yield* Console.log(fault)
      faults.push(...told)
    }
    const seconds = Math.round(((yield* Clock.currentTimeMillis) - began) / 1000)
    const counts = [...count].toSorted().map(([what, times]) => `${what} ${times}`).join(", ")
    yield* Console.log(`${damages.length} ${what}, seed ${seed}: ${counts}; ${faults.length} faults, ${seconds} s`)
    return faults
  }
)

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39

/** Half of them anywhere by bytes, half anywhere by files, so that small logs are not missed for large answers. */
const flipped = (patient: Patient, kind: "bit" | "digit"): ReadonlyArray<Damage> => {
  const dice = new Dice(seed, `flips ${kind}`)
  const places = [...patient.files].flatMap(([name, body]) => {
    const at = [...body.keys()].filter((index) => kind === "bit" || isDigit(body[index] ?? 0))
    return at.length === 0 ? [] : [{ name, body, at }]
  })
  const all = places.reduce((sum, { at }) => sum + at.length, 0)
  const byBytes = () => {
    let left = dice.below(all)
    const found = places.find(({ at }) => (left -= at.length) < 0)
    return { found, place: (found?.at.length ?? 0) + left }
  }
  const byFiles = () => {
    const found = places[dice.below(places.length)]
    return { found, place: dice.below(found?.at.length ?? 0) }
  }
  return Array.from({ length: flips }, (_, number): Damage => {
    const { found, place } = number % 2 === 0 ? byBytes() : byFiles()
    const { at = [], body = Buffer.alloc(0), name = "" } = found ?? {}
    const index = at[place] ?? 0
    const was = body[index] ?? 0
    const is = kind === "bit" ? was ^ (1 << dice.below(8)) : 0x30 + (was - 0x30 + 1 + dice.below(9)) % 10
    const written = (bytes: Uint8Array) =>
      Effect.flatMap(FileSystem.FileSystem, (fs) => fs.writeFile(`${patient.journal}/${name}`, bytes))
    return {
      what: `a ${kind} at byte ${index}`,
      name,
      mayEndEarlier: name === patient.newest,
      begin: Effect.suspend(() => written(Buffer.from(body).fill(is, index, index + 1))),
      end: Effect.suspend(() => written(body))
    }
  })
}

/** Each file and each folder of the journal taken away. */
const takenAway = ({ files, folders, journal, newest }: Patient): ReadonlyArray<Damage> =>
  [...folders, ...files.keys()].map((name): Damage => {
    const moved = (from: string, to: string) => Effect.flatMap(FileSystem.FileSystem, (fs) => fs.rename(from, to))
    return {
      what: "the loss",
      name,
      mayEndEarlier: newest.startsWith(name),
      begin: moved(`${journal}/${name}`, `${journal}-aside`),
      end: moved(`${journal}-aside`, `${journal}/${name}`)
    }
  })

it.live(
  "a journal of two banks and five nights that was damaged anywhere is refused, or gives the same tables",
  () =>
    Effect.gen(function*() {
      const patient = yield* fiveNights()
      const bytes = [...patient.files.values()].reduce((sum, { length }) => sum + length, 0)
      yield* Console.log(`a journal of ${patient.files.size} files, ${patient.folders.length} folders, ${bytes} bytes`)
      assert.deepStrictEqual([
        ...yield* prove(patient, "files and folders taken away", takenAway(patient), 1),
        ...yield* prove(patient, "bits", flipped(patient, "bit"), shown),
        ...yield* prove(patient, "digits", flipped(patient, "digit"), shown)
      ], [])
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.provide(NodeServices.layer))
)
