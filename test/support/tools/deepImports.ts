/**
 * Has emitted JavaScript import the modules of Effect that it uses, each by itself: `effect` as a whole is three times as many,
 * and a start of the program reads and links them all. Lines stay where they are, because source maps point at them.
 */

const statement = /^import \{([^}]*)\} from "effect";/gm

/** What stands between the braces: modules, which begin with a capital, some under a name of our own. */
const parts = (names: string): ReadonlyArray<string> =>
  names.split(",").map((name) => name.trim()).filter((name) => name !== "")

const importOf = (part: string): string => {
  const [module = "", own = module] = part.split(" as ")
  return `import * as ${own} from "effect/${module}";`
}

/** The same text with those imports; one that names anything but modules stays as it is. */
export const deepImports = (text: string): string =>
  text.replaceAll(statement, (sent: string, names: string) => {
    const imported = parts(names)
    if (!imported.every((part) => /^[A-Z]/.test(part))) return sent
    return imported.map(importOf).join(" ") + "\n".repeat(sent.split("\n").length - 1)
  })
