/**
 * JSON as the database reads it: a mark of the byte order may stand in front, a comma after the last of a list, and `NaN` or
 * `Infinity` where a number belongs, and of members that an object has twice the first counts. `JSON.parse` refuses those and takes
 * the last of these, and whoever reads a page with it must not come to another answer than the book.
 */

/** A text, perhaps the name of a member, or what tells where a member ends. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\],]/g

/** A name as it is meant. One that cannot be read stands in a text that is no JSON, and nothing is made of that. */
const meant = (name: string): string =>
  name.includes("\\")
    ? name.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll("\\/", "/")
    : name

/** What a text that JSON refuses and the database takes has somewhere, be it in the midst of a text. */
const lenient = /,\s*[}\]]|(?:^|[:[,])\s*-?(?:nan|inf(?:inity)?)\b/i

/** A text, or what stands outside of texts and JSON has no place for. What is left of `[,]` is refused by both. */
const refused = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![[{]\s*),(?=\s*[}\]])|-?\b(?:nan|inf(?:inity)?)\b/gi

/** The text as `JSON.parse` takes it: no marks in front, no last commas, and null for a number that is none. */
export const strict = (sent: string): string => {
  const text = sent.replace(/^\ufeff+/, "")
  if (!lenient.test(text)) return text
  return text.replaceAll(refused, (found) => found.startsWith("\"") ? found : found === "," ? "" : "null")
}

/** The same without members whose name an earlier one of the same object has. Of a text that is no JSON, any text that is none. */
export const firstMembers = (sent: string): string => {
  const text = strict(sent)
  /** The names met in each object that is open; null for a list. */
  const open: Array<Set<string> | null> = []
  const pieces: Array<string> = []
  let kept = 0
  let comma = 0
  /** How deep the object lies of which a member is being left out. */
  let leaving: number | null = null
  for (const { 0: found, 1: colon, index } of text.matchAll(token)) {
    const ends = found === "," || found === "}"
    if (leaving === open.length && ends) {
      kept = index
      leaving = null
    }
    if (found === ",") comma = index
    else if (found === "{") open.push(new Set())
    else if (found === "[") open.push(null)
    else if (found === "}" || found === "]") open.pop()
    else if (colon !== undefined && leaving === null) {
      const names = open.at(-1)
      const name = meant(found.slice(1, found.lastIndexOf("\"")))
      if (names?.has(name) === true) {
        pieces.push(text.slice(kept, comma))
        leaving = open.length
      } else names?.add(name)
    }
  }
  return kept === 0 && leaving === null ? text : [...pieces, text.slice(kept)].join("")
}
