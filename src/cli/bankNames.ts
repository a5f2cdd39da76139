/**
 * The names of banks by their ids, as their files of capability rules say them. What stands in a log or on a line of progress
 * is about banks alone; accounts have their names in `names.ts`.
 */
import { Effect } from "effect"
import type { Institution } from "../domain/identifiers.ts"

/** What is known of banks by name. */
export interface BankNames {
  /** The name of a bank; the id of one that has no file. */
  readonly called: (institution: string) => string
  /** A sentence with its banks by name; what it says to type keeps their ids. */
  readonly said: (sentence: string) => string
}

const namesOf = (all: ReadonlyArray<{ readonly institution: Institution; readonly name: string }>): BankNames => {
  const byId = new Map<string, string>(all.map(({ institution, name }) => [institution, name]))
  // The id of one bank may begin that of another.
  const longestFirst = all.toSorted((a, b) => b.institution.length - a.institution.length)
  const said = (sentence: string) => {
    const typed = sentence.search(/\bdaybook [a-z]/)
    const told = typed < 0 ? sentence : sentence.slice(0, typed)
    const named = longestFirst.reduce((text, { institution, name }) => text.replaceAll(institution, name), told)
    return named + sentence.slice(told.length)
  }
  return { called: (institution) => byId.get(institution) ?? institution, said }
}

/** The banks that have files; a file with a fault names none, which `config check` tells. */
export const bankNames = Effect.gen(function*() {
  const { readInstitutions } = yield* Effect.promise(() => import("../institution/Capabilities.ts"))
  return namesOf((yield* readInstitutions).profiles)
})
