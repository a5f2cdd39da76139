/**
 * The import rules of the house. Imports are read from the text of the files: `import ... from "..."`, `export ... from
 * "..."`, `import "..."` and `import("...")`.
 */
import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"

/** The folders of `src`, from the bank to the ledger: a folder imports only from itself and from those before it. */
const flow = [
  "domain",
  "interface",
  "store",
  "settings",
  "institution",
  "warehouse",
  "journal",
  "exchange",
  "token",
  "gateway",
  "consent",
  "plan",
  "pull",
  "book",
  "normalise",
  "reconcile",
  "export",
  "notify",
  "inspect",
  "upkeep",
  "run",
  "sandbox",
  "cli"
]

interface Import {
  readonly file: string
  /** Folder of `src`, `pipelines`, or `main.ts`. */
  readonly from: string
  /** The package, or the file with its path from the root. */
  readonly target: string
  /** Folder of `src`, or `pipelines`; undefined for a package. */
  readonly to: string | undefined
  /** `static` is loaded with the file, `dynamic` when it is asked for, `type` never. */
  readonly kind: "static" | "dynamic" | "type"
}

const files = [...globSync("src/**/*.ts"), ...globSync("pipelines/**/*.ts")].toSorted()

const placeOf = (file: string): string => (file.startsWith("src/") ? file.split("/")[1] : file.split("/")[0]) ?? ""

const codeOf = (file: string): string =>
  readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "")

const importsOf = (file: string): ReadonlyArray<Import> => {
  const code = codeOf(file)
  const statements = [...code.matchAll(/^(?:import|export) (type )?(?:[^"';]*? from )?"([^"]+)"/gm)]
  const calls = [...code.matchAll(/\bimport\("([^"]+)"\)/g)]
  const found = (specifier: string, kind: Import["kind"]): Import => {
    const relative = specifier.startsWith(".")
    const target = relative ? normalize(join(dirname(file), specifier)) : specifier
    return { file, from: placeOf(file), target, to: relative ? placeOf(target) : undefined, kind }
  }
  return [
    ...statements.map(([, type, specifier]) => found(specifier ?? "", type === undefined ? "static" : "type")),
    ...calls.map(([, specifier]) => found(specifier ?? "", "dynamic"))
  ]
}

const imports = files.flatMap(importsOf)

const isPackage = ({ target, to }: Import, name: string): boolean =>
  to === undefined && (target === name || target.startsWith(`${name}/`))

/** What breaks a rule, as `file -> target`. */
const breaking = (rule: (each: Import) => boolean) =>
  imports.filter((each) => !rule(each)).map(({ file, target }) => `${file} -> ${target}`)

it("every folder of src has its place in the flow", () => {
  const folders = new Set(files.filter((file) => file.startsWith("src/") && file !== "src/main.ts").map(placeOf))
  assert.deepStrictEqual([...folders].filter((folder) => !flow.includes(folder)), [])
  // Should the imports no longer be found in the text, every other rule would hold without looking.
  assert.isAbove(imports.filter(({ kind, to }) => kind === "static" && to !== undefined).length, 300)
})

it("a folder imports only from itself and from folders before it", () => {
  const inFlow = ({ from, to }: Import) =>
    to === undefined || !flow.includes(from) || !flow.includes(to) || flow.indexOf(to) <= flow.indexOf(from)
  assert.deepStrictEqual(breaking(inFlow), [])
})

it("what shows or ships the book stands on it, and not on what makes it", () => {
  const onBook = new Set(["export", "inspect", "notify", "reconcile"])
  assert.deepStrictEqual(breaking(({ from, to }) => !onBook.has(from) || to !== "normalise"), [])
})

it("files do not import each other in circles, not even for a type", () => {
  const targets = new Map(files.map((file) => [file, importsOf(file).filter(({ to }) => to !== undefined)]))
  const settled = new Set<string>()
  const circles: Array<string> = []
  const visit = (file: string, path: ReadonlyArray<string>): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(" -> "))
      return
    }
    if (settled.has(file)) return
    for (const { target } of targets.get(file) ?? []) visit(target, [...path, file])
    settled.add(file)
  }
  for (const file of files) visit(file, [])
  assert.deepStrictEqual(circles, [])
})

it("every relative import names a file that is there, with its extension", () => {
  const known = new Set(files)
  assert.deepStrictEqual(breaking(({ target, to }) => to === undefined || known.has(target)), [])
})

it("domain imports nothing but effect", () => {
  assert.deepStrictEqual(
    breaking((each) => each.from !== "domain" || each.to === "domain" || isPackage(each, "effect")),
    []
  )
})

it("DuckDB is named in warehouse only", () => {
  assert.deepStrictEqual(breaking((each) => each.from === "warehouse" || !isPackage(each, "@duckdb/node-api")), [])
})

it("sandbox imports only domain and interface", () => {
  const allowed = new Set(["domain", "interface", "sandbox"])
  assert.deepStrictEqual(
    breaking(({ from, to }) => from !== "sandbox" || to === undefined || allowed.has(to)),
    []
  )
})

it("only the commands demo and sandbox import the sandbox", () => {
  const allowed = /^src\/cli\/commands\/(demo|sandbox)\.ts$/
  assert.deepStrictEqual(
    breaking(({ file, from, to }) => to !== "sandbox" || from === "sandbox" || allowed.test(file)),
    []
  )
})

it("effect/cli is named in cli and main.ts only", () => {
  assert.deepStrictEqual(
    breaking((each) => each.from === "cli" || each.from === "main.ts" || !isPackage(each, "effect/cli")),
    []
  )
})

it("pipelines import from src above cli, and not from the sandbox", () => {
  const allowed = new Set([...flow.slice(0, flow.indexOf("sandbox")), "pipelines"])
  assert.deepStrictEqual(
    breaking(({ from, to }) => from !== "pipelines" || to === undefined || allowed.has(to)),
    []
  )
})

it("only cli imports pipelines", () => {
  assert.deepStrictEqual(
    breaking(({ from, to }) => to !== "pipelines" || from === "pipelines" || from === "cli"),
    []
  )
})

it("main.ts stands on cli alone", () => {
  assert.deepStrictEqual(breaking(({ from, to }) => from !== "main.ts" || to === undefined || to === "cli"), [])
})

const linesOf = (file: string): number => readFileSync(file, "utf8").trimEnd().split("\n").length

const sqlFiles = globSync("{src,pipelines}/**/*.sql")

it("every file of src and pipelines opens with a sentence that says what it holds", () => {
  const opensWell = (file: string) => {
    const text = readFileSync(file, "utf8").replace(/^#!.*\n/, "")
    return file.endsWith(".sql")
      ? /^-- [A-Z]\w*.*[ \w]/.test(text) && /^(-- .*\n)*-- .*[.:]\n/.test(text)
      : /^\/\*\*\n \* [A-Z`][^]*?[.:]\n(?: \*\n[^]*?)? ?\*\//.test(text) || /^\/\*\* [A-Z`].*\. \*\/\n/.test(text)
  }
  assert.isAbove(sqlFiles.length, 50)
  assert.deepStrictEqual([...files, ...sqlFiles].filter((file) => !opensWell(file)), [])
})

it("no file has more than 250 lines, and a pipeline fits on one screen", () => {
  assert.deepStrictEqual([...files, ...sqlFiles].filter((file) => linesOf(file) > 250), [])
  assert.deepStrictEqual(globSync("pipelines/*").filter((file) => linesOf(file) > 60), [])
})

it("a file of fewer than 25 lines is a command, a stage, a pipeline, or only declares: schemas, errors, constants", () => {
  const computes = /^export (?:async )?function|^export const \w+(?:: [^=]+)? = (?:Effect\.|async |[<(]|\w+ =>)/m
  const isShort = (file: string) => linesOf(file) < 25 && !/^pipelines\/|^src\/cli\/commands\/|Stage\.ts$/.test(file)
  assert.deepStrictEqual(files.filter((file) => isShort(file) && computes.test(readFileSync(file, "utf8"))), [])
})

it("there are no barrels and no default exports", () => {
  const offenders = files.filter((file) => basename(file) === "index.ts" || /^export (\*|default)/m.test(codeOf(file)))
  assert.deepStrictEqual(offenders, [])
})

it("help loads neither http, the sandbox nor DuckDB", () => {
  const reached = new Set<string>()
  const packages = new Set<string>()
  const follow = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const { kind, target, to } of importsOf(file)) {
      if (kind !== "static") continue
      if (to === undefined) packages.add(target)
      else follow(target)
    }
  }
  follow("src/cli/program.ts")
  assert.deepStrictEqual([...packages].filter((name) => /http|duckdb|undici|platform-node/.test(name)), [])
  const heavy = new Set(["warehouse", "gateway", "pull", "book", "normalise", "export", "run", "sandbox"])
  // References and their defaults, which import no more than words.
  const light = new Set(["src/normalise/LoadProgress.ts", "src/pull/Progress.ts"])
  assert.deepStrictEqual([...reached].filter((file) => heavy.has(placeOf(file)) && !light.has(file)), [])
})
