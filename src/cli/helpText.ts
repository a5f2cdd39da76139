/**
 * Help as it is drawn: what the command is for and how it is called, then the commands below it, group by group, then
 * examples; flags come last, because most that is typed has none.
 */
import { Option } from "effect"
import type { HelpDoc } from "effect/cli"
import { asTyped } from "./asTyped.ts"
import type { Screen } from "./screen.ts"
import { inTone } from "./screen.ts"
import { widest, widthOf, wrapped } from "./wrapping.ts"

type Line = readonly [name: string, description: string]

/** Names wider than this have their description below them. */
const widestName = 26

const margin = "  "

/** Two columns, the second broken between words; it begins where it would for the lines `beside` too. */
const listed = (
  lines: ReadonlyArray<Line>,
  { styled, width }: Screen,
  beside: ReadonlyArray<Line> = lines
): ReadonlyArray<string> => {
  const column = Math.min(widestName, widest(beside.map(([name]) => name), widthOf)) + 2
  const room = width === null ? null : Math.max(20, width - margin.length - column)
  return lines.flatMap(([name, description]) => {
    const [first = "", ...rest] = wrapped(description, room)
    const isLong = widthOf(name) + 2 > column
    const blanks = " ".repeat(isLong ? 0 : column - widthOf(name))
    const head = margin + inTone("bold", name, styled)
    const indented = (line: string) => margin + " ".repeat(column) + line
    return isLong ? [head, ...[first, ...rest].map(indented)] : [`${head}${blanks}${first}`, ...rest.map(indented)]
  })
}

const flagLine = ({ aliases, description, name, type }: HelpDoc.FlagDoc): Line => [
  [`--${name}`, ...aliases].join(", ") + (type === "boolean" ? "" : ` ${type.includes("|") ? "WORD" : type}`),
  Option.getOrElse(description, () => "")
]

const argumentLine = ({ description, name, required, variadic }: HelpDoc.ArgDoc): Line => [
  `<${name}>${variadic ? "..." : ""}`,
  Option.getOrElse(description, () => "") + (required ? "" : " (may be left out)")
]

/** Help of one command. */
export const helpText = (doc: HelpDoc.HelpDoc, screen: Screen): string => {
  const { styled, width } = screen
  const section = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : ["", inTone("bold", title, styled), ...lines]
  const ofFlags = (flags: ReadonlyArray<HelpDoc.FlagDoc> | undefined) => listed((flags ?? []).map(flagLine), screen)
  const groups = (doc.subcommands ?? []).map(({ commands, group }) => ({
    title: (group ?? "Commands").toUpperCase(),
    lines: commands.map(({ description, name, shortDescription }): Line => [name, shortDescription ?? description])
  }))
  const examples = (doc.examples ?? []).flatMap(({ command, description }) => [
    ...description === undefined ? [] : wrapped(`# ${description}`, width === null ? null : width - margin.length)
      .map((line) => margin + inTone("quiet", line, styled)),
    `${margin}${asTyped(command)}`
  ])
  return [
    ...wrapped(doc.description, width),
    ...section("USAGE", [`${margin}${asTyped(doc.usage)}`]),
    ...section("ARGUMENTS", listed((doc.args ?? []).map(argumentLine), screen)),
    ...groups.flatMap(({ lines, title }) =>
      section(title, listed(lines, screen, groups.flatMap((each) => each.lines)))
    ),
    ...section("EXAMPLES", examples),
    ...section("FLAGS", ofFlags(doc.flags)),
    ...section("FLAGS OF EVERY COMMAND", [...ofFlags(doc.inheritedFlags), ...ofFlags(doc.globalFlags)])
  ].join("\n")
}
