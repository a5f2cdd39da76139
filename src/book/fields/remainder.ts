/**
 * The SQL that tells what remains of a row when all that is understood is taken away: patches (RFC 7396) that name it.
 *
 * Rows of the common shape are taken apart by patches that are written out once, because making one for each row costs half
 * as much again as using it.
 */
import { Array, Order } from "effect"
import { type Fragment, fragment, literal } from "../../warehouse/Values.ts"
import { type SentField, takenFields } from "./extraction.ts"
import type { Field } from "./Field.ts"

/** A member of an object: a field, or an object with members that are taken. */
interface Member {
  readonly name: string
  readonly field: Field | null
  readonly members: ReadonlyArray<Member>
}

const byName = Order.mapInput(Order.String, ({ name }: Member) => name)

const membersOf = (fields: ReadonlyArray<SentField>, depth = 0): ReadonlyArray<Member> =>
  [...Map.groupBy(fields, ({ names }) => names[depth] ?? "")].map(([name, group]) => ({
    name,
    field: group.find(({ names }) => names.length === depth + 1)?.field ?? null,
    members: membersOf(group.filter(({ names }) => names.length > depth + 1), depth + 1)
  }))

/** When a field is taken; null for always. Of an object within an object only what is there: it may be no object. */
const condition = (field: Field, depth: number): string | null => {
  if (field.where === null) return depth < 2 ? null : `t.${field.name} is not null`
  return depth === 0 ? `(t.${field.name} is null or ${field.where})` : field.where
}

const conditions = ({ field, members }: Member, depth: number): ReadonlyArray<string | null> =>
  field === null ? members.flatMap((member) => conditions(member, depth + 1)) : [condition(field, depth)]

const isText = (value: string | null): value is string => value !== null

/** When a member of a row is understood, if that is not always. */
const conditionsOf = (member: Member): ReadonlyArray<string> => [...new Set(conditions(member, 0).filter(isText))]

/** A member that is a text, with its name; null where the row has none. */
const pairOf = ({ field, name }: Member) => `'"${name}":"' || t.${field?.name} || '"'`

/** The text of an object that has nothing but what is understood, where nothing in it had to be escaped. */
const bare = (members: ReadonlyArray<Member>): string =>
  members.every(({ field }) => field !== null)
    ? `'{' || ${members.map(pairOf).join(" || ',' || ")} || '}'`
    : "null"

/** The same of an object that may lack some of its members. */
const written = (members: ReadonlyArray<Member>) => `'{' || concat_ws(',', ${members.map(pairOf).join(", ")}) || '}'`

/**
 * How banks write an object that has nothing but what is understood, if it has all of that: in the order of our columns, or in that of
 * the alphabet, as the standard has an amount, its currency and its kind. Null where what is only understood at times is not.
 */
const bareTexts = (member: Member): string => {
  const { members } = member
  if (members.some(({ field }) => field === null)) return "null::varchar[]"
  const texts = `[${[...new Set([written(members), written(Array.sort(members, byName))])].join(", ")}]`
  const understood = conditionsOf(member)
  return understood.length === 0 ? texts : `case when ${understood.join(" and ")} then ${texts} end`
}

/** The patch for members, as an expression of SQL. */
const patchOf = (members: ReadonlyArray<Member>, depth = 0): string =>
  `'{' || concat_ws(',', ${members.map((member) => pieceOf(member, depth)).join(", ")}) || '}'`

const pieceOf = (member: Member, depth: number): string => {
  const { field, members, name } = member
  if (field === null && depth === 0) {
    return `taken('${name}', whole.${name}, ${bareTexts(member)}, ${patchOf(members, 1)})`
  }
  const piece = field === null ? `'"${name}":' || ${patchOf(members, depth + 1)}` : `'"${name}":null'`
  const when = conditions(member, depth)
  return when.includes(null) ? piece : `case when ${[...new Set(when)].join(" or ")} then ${piece} end`
}

const objectsIn = (members: ReadonlyArray<Member>, path = ""): ReadonlyArray<{ name: string; path: string }> =>
  members.filter(({ field }) => field === null).flatMap(({ members, name }) => [
    { name, path: `${path}/${name}` },
    ...objectsIn(members, `${path}/${name}`)
  ])

/** The names of the objects that a patch can leave empty. */
export const emptiedObjects = (fields: ReadonlyArray<Field>): ReadonlyArray<string> => [
  ...new Set(objectsIn(rowMembers(fields)).map(({ name }) => name))
]

/** The pointers of all objects of which some members are taken, from that of the row itself on. */
export const objectPointers = (fields: ReadonlyArray<Field>): ReadonlyArray<string> => [
  "",
  ...objectsIn(rowMembers(fields)).map(({ path }) => path)
]

/** The patch for a row of any shape. */
export const rowPatch = (fields: ReadonlyArray<Field>) => fragment(patchOf(rowMembers(fields)))

/** How the objects of nearly every row look. */
export interface CommonShape {
  /** Those with nothing but what is understood. */
  readonly whole: ReadonlyArray<string>
  /** Those of which something is left. */
  readonly part: ReadonlyArray<string>
}

const rowMembers = (fields: ReadonlyArray<Field>) => membersOf(takenFields(fields))

/**
 * Which of its parts a row of the common shape has: the first counts 1, the second 2, the third 4 and so on. Null for a row
 * of another shape.
 */
export const shapeOf = (fields: ReadonlyArray<Field>, { part, whole }: CommonShape): Fragment => {
  const asExpected = rowMembers(fields).flatMap((member): ReadonlyArray<string> => {
    const { field, members, name } = member
    const understood = conditionsOf(member)
    if (field !== null) return understood
    if (whole.includes(name)) {
      return [`(whole.${name} is null or ${[`whole.${name} = ${bare(members)}`, ...understood].join(" and ")})`]
    }
    if (part.includes(name)) {
      return [`(whole.${name} is null or ${[`starts_with(whole.${name}, '{')`, ...understood].join(" and ")})`]
    }
    return [`whole.${name} is null`]
  })
  const parts = part.map((name, index) => `${2 ** index} * (whole.${name} is not null)::integer`)
  return fragment(`case when sound and ${asExpected.join(" and ")} then ${parts.join(" + ")} end`)
}

interface Patch extends Readonly<Record<string, Patch | null>> {}

const allOf = (members: ReadonlyArray<Member>): Patch =>
  Object.fromEntries(members.map(({ field, members, name }) => [name, field === null ? allOf(members) : null]))

/** The patches for rows of the common shape, in the order of `shapeOf`, from 0. */
export const commonPatches = (fields: ReadonlyArray<Field>, { part }: CommonShape): Fragment => {
  const members = rowMembers(fields)
  const patches = Array.makeBy(
    2 ** part.length,
    (shape) =>
      Object.fromEntries(members.map(({ members, name }) => {
        const place = part.indexOf(name)
        return [name, place >= 0 && (shape >> place) % 2 === 1 ? allOf(members) : null]
      }))
  )
  return fragment(`[${patches.map((patch) => `${literal(JSON.stringify(patch))}::json`).join(", ")}]`)
}

/** The bytes of a text with its name and the comma before the next: "name":"text", */
const ofText = ({ field, name }: Member) => `coalesce(strlen(t.${field?.name}) + ${name.length + 6}, 0)`

/**
 * How many bytes the patch of a common shape takes from a row in which every member stands once, with the commas between
 * them, and where nothing had to be escaped. What takes more has perhaps a member twice.
 */
export const takenBytes = (fields: ReadonlyArray<Field>, { part }: CommonShape): Fragment => {
  const ofTexts = (member: Member): ReadonlyArray<string> =>
    member.field === null ? member.members.flatMap(ofTexts) : [ofText(member)]
  return fragment(
    rowMembers(fields).flatMap((member) =>
      member.field !== null || part.includes(member.name)
        ? ofTexts(member)
        // "name":{...},
        : [`coalesce(strlen(whole.${member.name}) + ${member.name.length + 4}, 0)`]
    ).join(" + ")
  )
}
