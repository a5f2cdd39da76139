/**
 * HTML in which every inserted text is escaped.
 */

/** Markup that is safe to insert as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

type Insert = Html | string | number | undefined | ReadonlyArray<Html>

const written = (insert: Insert): string => {
  if (insert === undefined) return ""
  if (insert instanceof Html) return insert.text
  if (typeof insert === "object") return insert.map((part) => part.text).join("")
  return escape(String(insert))
}

/** A template whose inserts are escaped unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...inserts: ReadonlyArray<Insert>): Html =>
  new Html(strings.map((text, index) => text + written(inserts[index])).join(""))
