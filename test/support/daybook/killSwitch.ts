/**
 * Kills the process that loads it, as `kill -9` or a power failure would, at a step of its work that can be named:
 *
 *     node --import file:///…/killSwitch.ts?at=120 src/main.ts …
 *     node --import "file:///…/killSwitch.ts?before=rename .*pages.zst" src/main.ts …
 *
 * A step is a change of the file system by Node or a statement given to DuckDB. `at` counts all steps from 1, `before` is
 * a regular expression over a step's text and `nth` says which match. With `late` the step is begun first and the kill
 * comes that many milliseconds after. `steps` names a file into which the texts of all steps are written at the end.
 */
import { DuckDBConnection } from "@duckdb/node-api"
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { setTimeout as after } from "node:timers/promises"

const order = new URL(import.meta.url).searchParams
const at = Number(order.get("at") ?? "0")
const before = order.get("before")
const pattern = before === null ? undefined : new RegExp(before)
const late = Number(order.get("late") ?? "0")
const listing = order.get("steps")

const steps: Array<string> = []
let matches = 0

const die = () => process.kill(process.pid, "SIGKILL")

const step = (text: string) => {
  steps.push(text)
  if (pattern?.test(text) === true) matches += 1
  const due = pattern === undefined ? steps.length === at : matches === Number(order.get("nth") ?? "1")
  if (!due) return
  if (late === 0) die()
  else void after(late).then(die)
}

const paths = new Map<unknown, string>()

const wrap = (owner: object, name: string, textOf: (args: ReadonlyArray<unknown>) => string) => {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== "function") throw new Error(`there is no ${name} to wrap`)
  Reflect.set(owner, name, function(this: unknown, ...args: Array<unknown>) {
    step(`${name} ${textOf(args)}`)
    const done = args.at(-1)
    if (name === "open" && typeof done === "function") {
      args[args.length - 1] = (error: unknown, file: unknown) => {
        paths.set(file, String(args[0]))
        done(error, file)
      }
    }
    return Reflect.apply(original, this, args)
  })
}

const path = ([first]: ReadonlyArray<unknown>) => String(first)
const twoPaths = ([first, second]: ReadonlyArray<unknown>) => `${String(first)} ${String(second)}`
const file = ([first]: ReadonlyArray<unknown>) => paths.get(first) ?? String(first)

for (const name of ["open", "writeFile", "rm", "mkdir", "chmod"]) wrap(fs, name, path)
for (const name of ["rename", "link", "symlink"]) wrap(fs, name, twoPaths)
for (const name of ["write", "fsync"]) wrap(fs, name, file)
wrap(fs.promises, "copyFile", twoPaths)
wrap(DuckDBConnection.prototype, "run", ([sql]) => String(sql).replaceAll(/\s+/g, " ").trim().slice(0, 200))
syncBuiltinESMExports()

if (listing !== null) process.on("exit", () => fs.writeFileSync(listing, steps.join("\n")))
