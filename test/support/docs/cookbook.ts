/**
 * The questions of `docs/cookbook.md`, each with the query that answers it.
 */
import { readFileSync } from "node:fs"

/** One question. */
export interface Recipe {
  readonly question: string
  readonly sql: string
}

/** All of them, in their order. */
export const cookbook: ReadonlyArray<Recipe> = readFileSync("docs/cookbook.md", "utf8").split(/^## /m).slice(1).flatMap(
  (section) => {
    const [question = ""] = section.split("\n", 1)
    return [...section.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, sql = ""]) => ({ question, sql }))
  }
)
