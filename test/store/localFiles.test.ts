import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Layer, Result } from "effect"
import { execFileSync } from "node:child_process"
import { localFiles } from "../../src/store/localFiles.ts"

const quick = localFiles.pipe(Layer.provideMerge(NodeServices.layer))

const letters = (count: number) => new TextEncoder().encode("a".repeat(count))

/** What is asked of files, each beside what there is of the others. */
const asked = (files: FileSystem.FileSystem, folder: string) =>
  [
    ["a small file", files.writeFile(`${folder}/small`, letters(10), { mode: 0o600 })],
    ["its mode", Effect.map(files.stat(`${folder}/small`), ({ mode }) => mode & 0o777)],
    ["a shorter one in its place", files.writeFile(`${folder}/small`, letters(3))],
    ["the mode of that", Effect.map(files.stat(`${folder}/small`), ({ mode }) => mode & 0o777)],
    ["its text", files.readFileString(`${folder}/small`)],
    ["a file that must be new", files.writeFile(`${folder}/small`, letters(4), { flag: "wx" })],
    ["a large file", files.writeFile(`${folder}/large`, letters(3_000_000))],
    ["its bytes", Effect.map(files.readFile(`${folder}/large`), ({ length }) => length)],
    ["an empty file", files.writeFileString(`${folder}/empty`, "")],
    ["its bytes", Effect.map(files.readFile(`${folder}/empty`), ({ length }) => length)],
    ["a file that is not there", files.readFile(`${folder}/nowhere`)],
    ["a file below a file", files.readFile(`${folder}/small/below`)],
    ["a folder as a file", files.readFile(folder)],
    ["writing to a folder", files.writeFile(folder, letters(1))],
    ["writing where no folder is", files.writeFile(`${folder}/nowhere/small`, letters(1))],
    ["whether a file is there", files.exists(`${folder}/small`)],
    ["whether another is", files.exists(`${folder}/nowhere`)],
    ["whether one below a file is", files.exists(`${folder}/small/below`)],
    ["a folder", files.makeDirectory(`${folder}/one`)],
    ["the same again", files.makeDirectory(`${folder}/one`)],
    ["the same with all above it", files.makeDirectory(`${folder}/one`, { recursive: true })],
    ["a folder in what is not there", files.makeDirectory(`${folder}/two/three`)],
    ["with all above it", Effect.asVoid(files.makeDirectory(`${folder}/two/three`, { recursive: true, mode: 0o700 }))],
    ["the mode of that", Effect.map(files.stat(`${folder}/two/three`), ({ mode }) => mode & 0o777)],
    ["a folder where a file is", files.makeDirectory(`${folder}/small`, { recursive: true })],
    ["the names in a folder", Effect.map(files.readDirectory(folder), (names) => names.toSorted())],
    ["all below it", Effect.map(files.readDirectory(folder, { recursive: true }), (names) => names.toSorted())],
    ["a link to nowhere", files.symlink(`${folder}/nowhere`, `${folder}/link`)],
    ["whether that is there", files.exists(`${folder}/link`)],
    ["taking it away", files.remove(`${folder}/link`, { force: true })],
    ["the names without it", Effect.map(files.readDirectory(folder), (names) => names.toSorted())],
    ["taking away what is nowhere", files.remove(`${folder}/nowhere`)],
    ["whatever is there", files.remove(`${folder}/nowhere`, { force: true, recursive: true })],
    ["what is below a file", files.remove(`${folder}/small/below`, { force: true })],
    ["a folder that is not empty", files.remove(`${folder}/two`, { force: true })],
    ["with all below it", files.remove(`${folder}/two`, { force: true, recursive: true })],
    ["the names in none", files.readDirectory(`${folder}/nowhere`)],
    ["the names in a file", files.readDirectory(`${folder}/small`)]
  ] as const

const told = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-files-" })
  return yield* Effect.forEach(
    asked(files, folder),
    ([what, effect]) =>
      Effect.map(Effect.result<unknown, unknown, never>(effect), (result) => [
        what,
        Result.isSuccess(result)
          ? JSON.stringify(result.success)
          : String(result.failure).replaceAll(folder, "").replaceAll(/daybook-files-\w+/g, "")
      ])
  )
}).pipe(Effect.scoped)

it.live("what is done at once gives what the platform gives, and fails as it fails", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(
      yield* Effect.provide(told, quick, { local: true }),
      yield* Effect.provide(told, NodeServices.layer, { local: true })
    )
  }))

it.live("a pipe into which nobody has written yet keeps nobody waiting", () =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "daybook-files-" })
    execFileSync("mkfifo", [`${folder}/pipe`])
    const reading = yield* Effect.forkChild(files.readFileString(`${folder}/pipe`), { startImmediately: true })
    const writing = yield* files.open(`${folder}/pipe`, { flag: "a" })
    yield* writing.writeAll(new TextEncoder().encode("a secret"))
    return { reading }
  }).pipe(
    Effect.scoped,
    Effect.flatMap(({ reading }) => Fiber.join(reading)),
    Effect.map((text) => assert.strictEqual(text, "a secret")),
    Effect.provide(quick)
  ))
