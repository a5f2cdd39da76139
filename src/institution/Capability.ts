/**
 * One bank's capability rules, as whoever reads from it asks for them.
 */
import { Context, Option } from "effect"
import type { Institution } from "../domain/identifiers.ts"
import type { InstitutionFile } from "./InstitutionFile.ts"
import { cautiousFacts, type Facts, type Rules, rulesOf } from "./rules.ts"

/**
 * What is known of one bank. `rules` are the plain values of `facts`; `timezone` is the IANA zone of its booking days;
 * `file` is where the rules were read, null where there is no file and all of them are cautious defaults.
 */
export interface Profile {
  readonly institution: Institution
  readonly name: string
  readonly country: string | null
  readonly timezone: string
  readonly file: string | null
  readonly rules: Rules
  readonly facts: Facts
}

/** The capability rules of one bank: one layer per institution, from `Capabilities`. */
export class Capability extends Context.Service<Capability, Profile>()("daybook/institution/Capability") {}

/** The profile of an institution, from its file where there is one. */
export const profileOf = (
  institution: Institution,
  found: Option.Option<{ readonly file: string; readonly content: typeof InstitutionFile.Type }>
): Profile => {
  const content: typeof InstitutionFile.Type = Option.isSome(found) ? found.value.content : {}
  const { name, country, timezone, ...facts } = content
  const all = { ...cautiousFacts, ...facts }
  return {
    institution,
    name: name ?? institution,
    country: country ?? null,
    // The interface is a British one; a bank elsewhere says so in its file.
    timezone: timezone ?? "Europe/London",
    file: Option.isSome(found) ? found.value.file : null,
    rules: rulesOf(all),
    facts: all
  }
}
