/**
 * The documents say what the program does: a command, exit code, variable or dependency that one of them lacks, or that
 * is there no more, fails here.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Command } from "effect/cli"
import { existsSync, globSync, readFileSync } from "node:fs"
import { root } from "../src/cli/root.ts"
import { exitCodeOf } from "../src/domain/exitCodes.ts"
import { Outcome } from "../src/domain/Outcome.ts"
import { ruleKeys } from "../src/institution/rules.ts"
import { variables } from "../src/settings/readSettings.ts"
import { settingsTable, withSettingsTable } from "./support/docs/settingsTable.ts"
import { tablesDocument } from "./support/docs/tablesDocument.ts"

const readme = readFileSync("README.md", "utf8")

/** The text between a heading and the next one of the same rank. */
const section = (text: string, heading: string): string => {
  const start = text.indexOf(`\n## ${heading}\n`)
  assert.isAtLeast(start, 0, `there is no heading ${heading}`)
  const end = text.indexOf("\n## ", start + 1)
  return text.slice(start, end < 0 ? undefined : end)
}

/** The first cells of the tables in a text, without head and rule. */
const firstCells = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^\| ([^|]+?) +\|/gm)]
    .map(([, cell]) => (cell ?? "").replaceAll("`", ""))
    .filter((cell) => !/^-+$/.test(cell))
    .filter((cell) => !["code", "command", "variable", "package", "folder"].includes(cell))

const same = (written: ReadonlyArray<string>, actual: ReadonlyArray<string>, where: string): void => {
  assert.deepStrictEqual(actual.filter((each) => !written.includes(each)), [], `${where} lacks these`)
  assert.deepStrictEqual(written.filter((each) => !actual.includes(each)), [], `${where} has these, which are no more`)
  assert.strictEqual(written.length, new Set(written).size, `${where} has a line twice`)
}

/** The commands that a person can call and that help shows. */
const commands = (command: Command.Command.Any, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const listed = command.subcommands.flatMap((group) => [...group.commands]).filter(({ unlisted }) => !unlisted)
  // A stage that can be run alone may have commands of its own beside that.
  const own = listed.length === 0 || command.name === "export" ? [path.join(" ")] : []
  return [...own, ...listed.flatMap((each) => commands(each, [...path, each.name]))]
}

it("the README lists every command that help shows, and no other", () => {
  const written = firstCells(section(readme, "Commands"))
  assert.isAbove(written.length, 15)
  same(written, commands(root, []), "README.md, Commands")
})

it("the README calls no command that is not there", () => {
  const known = commands(root, [])
  const called = [...readme.matchAll(/daybook -- ([a-z][a-z -]*[a-z])/g)].map(([, words]) => words ?? "")
  assert.isAbove(called.length, 5)
  const unknown = called.filter((words) => !known.some((name) => words === name || words.startsWith(`${name} `)))
  assert.deepStrictEqual(unknown, [])
})

it("the README's table of exit codes is that of the program", () => {
  const actual = new Set(Outcome.literals.map(exitCodeOf))
  same(firstCells(section(readme, "Exit codes")), [...actual].map(String), "README.md, Exit codes")
})

it("the README's order of exit codes is that in which the program gives the strongest", () => {
  const [, written] = /the strongest is given: ([\d, ]+)\./.exec(readme) ?? []
  const codes = [...new Set(Outcome.literals.map(exitCodeOf))]
  // These apply alone.
  const alone = new Set([exitCodeOf("interrupted"), exitCodeOf("busy"), exitCodeOf("complete")])
  assert.strictEqual(written, codes.filter((code) => !alone.has(code)).join(", "))
})

it("the README's table of variables is that of the schema; after a change: npm run docs", () => {
  assert.strictEqual(unpadded(readme), unpadded(withSettingsTable(readme)))
  assert.notMatch(settingsTable, /\|\s*\|$/m, "a key has no description")
})

it("no setting is without effect: something outside of the settings asks for each", () => {
  const asking = [...globSync("src/**/*.ts"), ...globSync("pipelines/*.ts")]
    .filter((file) => !/^src\/(settings|sandbox)\//.test(file))
    .map((file) => readFileSync(file, "utf8").replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, ""))
  const camel = (key: string) => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const isIdle = (key: string) => !asking.some((text) => new RegExp(`[.{,] *${camel(key)}\\b`).test(text))
  assert.deepStrictEqual(variables.filter(({ key }) => isIdle(key)).map(({ name }) => name), [])
  // Of a bank's file, by those who read from it: signing is refused where the file is read, and has no other effect.
  const rules = Object.values(ruleKeys).filter((key) => key !== "request_signing")
  assert.isAbove(rules.length, 12)
  assert.deepStrictEqual(rules.filter(isIdle), [])
  // Of an account's entry, by the book, which has all of it in one place.
  const named = readFileSync("src/book/namedAccounts.ts", "utf8")
  const entries = [...readFileSync("config/accounts.schema.json", "utf8").matchAll(/^\s{8,}"([a-z_]+)": \{$/gm)]
    .map(([, key]) => key ?? "").filter((key) => !["items", "properties"].includes(key))
  assert.includeMembers(entries, ["match", "identification", "ledger_code", "on_unprovable"])
  assert.deepStrictEqual(entries.filter((key) => !named.includes(camel(key))), [])
})

it("every script that the README names is there", () => {
  const { scripts } = Schema.decodeSync(
    Schema.fromJsonString(Schema.Struct({ scripts: Schema.Record(Schema.String, Schema.String) }))
  )(readFileSync("package.json", "utf8"))
  const named = [...`${readme}${readFileSync("AGENTS.md", "utf8")}`.matchAll(/npm run ([a-z]+)/g)]
    .map(([, name]) => name ?? "")
  assert.isAbove(named.length, 5)
  assert.deepStrictEqual(named.filter((name) => scripts[name] === undefined), [])
})

it("continuous integration runs the README's test command to the letter", () => {
  const command = "npm ci && npm test"
  assert.include(readme, `\`\`\`sh\n${command}\n\`\`\``)
  assert.match(readFileSync(".ci/run", "utf8"), new RegExp(`^ *${command} *$`, "m"))
})

it("every dependency has its reason", () => {
  const names = Schema.Record(Schema.String, Schema.String)
  const { dependencies, devDependencies } = Schema.decodeSync(
    Schema.fromJsonString(Schema.Struct({ dependencies: names, devDependencies: names }))
  )(readFileSync("package.json", "utf8"))
  same(
    firstCells(readFileSync("docs/dependencies.md", "utf8")),
    [...Object.keys(dependencies), ...Object.keys(devDependencies)],
    "docs/dependencies.md"
  )
})

it("AGENTS.md names every folder of src", () => {
  const folders = globSync("src/*/").map((path) => path.replace(/\/?$/, "/"))
  const written = [...readFileSync("AGENTS.md", "utf8").matchAll(/^\| `(src\/\w+\/)`/gm)].map(([, name]) => name ?? "")
  same(written, folders, "AGENTS.md")
})

it("what is committed names no registry and no folder of one machine", () => {
  const lock = readFileSync("package-lock.json", "utf8")
  assert.notMatch(lock, /"resolved"/)
  for (const file of [...globSync("*.md"), ...globSync("docs/*.md"), ...globSync("config/**/*.toml"), "package.json"]) {
    assert.notMatch(readFileSync(file, "utf8"), /\/(home|root|Users|tmp)\//, file)
  }
})

/** The headings of a document of docs, in small letters. */
const headingsOf = (document: string): ReadonlyArray<string> =>
  [...readFileSync(`docs/${document}.md`, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading?.toLowerCase() ?? ""
  )

/** A heading is cited by all of it, or by the number that it begins with. */
const isHeading = (document: string, name: string): boolean =>
  headingsOf(document).some((heading) => heading === name || heading.startsWith(`${name} `))

const numbers = /(?:, ((?:[a-z]+ )?rules? )?(\d(?:\.\d)?(?:(?:, | and )\d(?:\.\d)?)*))?/.source

/** In code as in `docs/bank-facts.md, 1.3 and 1.4` or `docs/interface.md, endpoint rule 2`; within docs without the folder. */
const inCode = new RegExp(`\\bdocs/([\\w-]+)\\.md${numbers}`, "g")
const inDocs = new RegExp(`\`([a-z-]+)\\.md\`${numbers}`, "g")

const brokenCitations = (file: string): ReadonlyArray<string> => {
  const text = readFileSync(file, "utf8").replaceAll(/\n\s*(?:\*|\/\/|--)?\s*/g, " ")
  return [...text.matchAll(file.startsWith("docs/") ? inDocs : inCode)].flatMap((
    [cited, document = "", rule = "", list = ""]
  ) =>
    existsSync(`docs/${document}.md`)
      ? (list.match(/\d(\.\d)?/g) ?? [])
        .filter((number) => !isHeading(document, `${rule.replace(/s? $/, " ")}${number}`))
        .map((number) => `${file}: ${cited}: ${number}`)
      : [`${file}: ${cited}`]
  )
}

const code = ["src", "pipelines", "test", "bench", "config"].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,sql,toml}`)
)

it("what code and documents cite stands in a document of docs, under that heading", () => {
  const citing = code.filter((file) => readFileSync(file, "utf8").includes("docs/"))
  assert.isAbove(citing.length, 20)
  assert.deepStrictEqual([...citing, ...globSync("docs/*.md")].flatMap(brokenCitations), [])
})

it("the code cites no document that is not in the repository", () => {
  const elsewhere = /\bfacts \d|\b(?:facts|contract|design), sections? |\binterface, [a-z]+ rule \d\)/
  const cites = (file: string) => file !== "test/docs.test.ts" && elsewhere.test(readFileSync(file, "utf8"))
  assert.deepStrictEqual(code.filter(cites), [])
})

it("the source of a capability rule is a heading of the document that it names", () => {
  const sources = globSync("config/institutions/*.toml").flatMap((
    file
  ) => [...readFileSync(file, "utf8").matchAll(/source = "(interface|sandbox), ([^;"]+)/g)])
  assert.isAbove(sources.length, 20)
  const missing = sources.filter(([, document = "", place = ""]) => {
    const rules = [...place.matchAll(/(endpoint|authentication|error) (?:rule )?(\d)/g)]
    const names = rules.length === 0 ? [place] : rules.map(([, kind, number]) => `${kind} rule ${number}`)
    return names.some((name) => !isHeading(document, name))
  })
  assert.deepStrictEqual(missing.map(([source]) => source), [])
})

it("every file that docs/architecture.md names is there, and every folder of src stands in its picture", () => {
  const page = readFileSync("docs/architecture.md", "utf8")
  const named = [...page.matchAll(/`((?:src|pipelines|config|test)\/[^`]*)`/g)].map(([, path]) => path ?? "")
  assert.isAbove(named.length, 40)
  assert.deepStrictEqual(named.filter((path) => !existsSync(path)), [])
  const folders = globSync("src/*/").map((path) => path.replace(/^src\//, "").replace(/\/?$/, "/"))
  assert.deepStrictEqual(folders.filter((folder) => !page.includes(folder)), [])
})

it("every claim of docs/security.md names a test that is there", () => {
  const page = readFileSync("docs/security.md", "utf8").replaceAll(/^\| (claim|-+) .*$/gm, "")
  const claims = [...page.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, claim, held]) => ({ claim, held }))
  assert.isAbove(claims.length, 35)
  const unheld = claims.filter(({ held = "" }) => {
    const [, file = "", title = ""] = /^`(test\/[^`]+)`(?:: (.+))?$/.exec(held) ?? []
    return !existsSync(file) || !readFileSync(file, "utf8").includes(title)
  })
  assert.deepStrictEqual(unheld, [])
})

/** The formatter pads the cells of tables. */
const unpadded = (text: string): string => text.replaceAll(/ +\|/g, " |").replaceAll(/-{3,}/g, "---")

it.live("docs/tables.md says what the database says of itself; after a change: npm run docs", () =>
  Effect.gen(function*() {
    const wanted = yield* tablesDocument
    assert.isAbove(wanted.split("\n## ").length, 20)
    assert.notMatch(wanted, /\| +\|$/m, "a column has no comment")
    assert.notMatch(wanted, /\b(DOUBLE|FLOAT)\b/, "a column is a floating-point number")
    assert.strictEqual(unpadded(readFileSync("docs/tables.md", "utf8")), unpadded(wanted))
  }))
