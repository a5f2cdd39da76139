/**
 * Commands in what we say, as they can be typed here. What is installed is `daybook`; in a clone that is a script of npm's and
 * on no path, and who copies a remedy from his terminal should get what it promises.
 */
import { env } from "node:process"

/** Variables of the environment. */
type Variables = Readonly<Record<string, string | undefined>>

/** How the program is called in a clone; `-s`, or npm would say the command once more. */
const script = "npm run -s daybook --"

/** The scripts of this package that are the program. */
const scripts: ReadonlySet<string | undefined> = new Set(["daybook", "start"])

/**
 * Whether npm runs us as one of them; npm tells its scripts so. As a script of another package we are the program that is
 * installed there.
 */
const isScript = (variables: Variables): boolean =>
  variables["npm_package_name"] === "daybook" && scripts.has(variables["npm_lifecycle_event"])

/** A command where it is told: `daybook` with what follows it, and not the name in front of a sentence. */
const command = /\bdaybook (?=--?[a-z]|[a-z])/g

/** The sentence with every command in it as it can be typed by whoever typed the one that is told of. */
export const asTyped = (sentence: string, variables: Variables = env): string =>
  isScript(variables) ? sentence.replaceAll(command, `${script} `) : sentence

/** A path, or whatever else is to be one word of a command, as a shell takes it for one. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
