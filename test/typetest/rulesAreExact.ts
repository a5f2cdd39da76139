/**
 * Checked by the compiler, never run: the table of rules gives each its own type, and null only to one whose default is
 * that there is no bound.
 */
import type { InstitutionFile } from "../../src/institution/InstitutionFile.ts"
import type { Rules } from "../../src/institution/rules.ts"

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false

export const literals: Equal<Rules["pending"], "absent" | "listed" | "complete"> = true
export const truth: Equal<Rules["toFilter"], boolean> = true
export const count: Equal<Rules["pageCap"], number> = true
export const unbounded: Equal<Rules["maxWindowDays"], number | null> = true

type Written = NonNullable<(typeof InstitutionFile.Type)["maxWindowDays"]>
export const neverWritten: Equal<Written["value"], number> = true

type Keys = keyof typeof InstitutionFile.Encoded
export const keyed: "max_window_days" extends Keys ? true : false = true
export const notByName: "maxWindowDays" extends Keys ? true : false = false
