/**
 * A macro that asks a relation looks each name up there first that a condition gives to it: without the name of its own relation
 * a column is taken for one of that, and what is compared is compared with itself.
 */
import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"

const files = globSync("src/**/*.sql").map((path) => ({
  path,
  sql: readFileSync(path, "utf8").replaceAll(/--[^\n]*/g, "")
}))

const asking = files.flatMap(({ sql }) =>
  [...sql.matchAll(/create or replace temp macro (\w+)\(([^)]*)\) as(?! table)([^;]*);/g)].flatMap((
    [, name = "", parameters = "", body = ""]
  ) =>
    new RegExp(String.raw`\bwhere\b[^;]*\b(?:${parameters.replaceAll(", ", "|")})\b`).test(body)
      ? [{ name, parameters: parameters.split(", ") }]
      : []
  )
)

it("each name that is given to a macro which asks a relation says whose it is", () => {
  assert.includeMembers(asking.map(({ name }) => name), ["still_lists", "still_names", "known_then"])
  const own = new Set(asking.flatMap(({ parameters }) => parameters))
  const bare = asking.flatMap(({ name }) =>
    files.flatMap(({ path, sql }) =>
      [...sql.matchAll(new RegExp(String.raw`(?<!macro )\b${name}\(([^()]*)\)`, "g"))].flatMap(([use, names = ""]) =>
        names.split(",").every((each) => each.includes(".") || own.has(each.trim())) ? [] : [`${path}: ${use}`]
      )
    )
  )
  assert.deepStrictEqual(bare, [])
})
