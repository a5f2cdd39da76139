import type { Field } from "./Field.ts"

/** A field's pointer and that of the object it stands in; what is in an object of that object is not looked at. */
const pointers = (path: string): ReadonlyArray<string> => {
  const [, first, second] = path.split("/")
  return second === undefined ? [`/${first}`] : [`/${first}`, `/${first}/${second}`]
}

/**
 * What is known of the standard, versions 3.1 and 4, of a resource: the fields that are understood, and others. What is
 * neither a bank has made up, or the standard has gained since.
 */
export const standardPaths = (fields: ReadonlyArray<Field>, others: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set([...fields.flatMap(({ path }) => path === null ? [] : [path]), ...others].flatMap(pointers))
]
